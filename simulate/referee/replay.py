"""The result of a recorded game, which is checked card by card (RULES sections 3-7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simulate.cards import SEATS, Card, CardSet
from simulate.contracts import Game, Goal
from simulate.referee.auction import forced_games, playable_games, why_not_playable
from simulate.referee.deal import check_deal
from simulate.referee.play import Play
from simulate.referee.result import Result, result_of_play, result_of_showing
from simulate.referee.violation import RuleViolation, violation
from simulate.rules import AllPass, Rules


def replay(
    rules: Rules,
    hands: Iterable[CardSet],
    game: Game,
    declarer: int,
    plays: Sequence[Card],
    kontra: int = 0,
    lay_doubles: int = 0,
) -> Result:
    """Return the result of a recorded game; its auction need not be known.

    Parameters
    ----------
    rules
        The rules the game was played by.
    hands
        The cards dealt to seat 0 (forehand) .. 3 (dealer), of the whole deck or of the short deck.
    game, declarer
        What was played, and the seat 0 .. 3 that played it.
    plays
        All cards in the order played; none for a Sie, which is shown and not played.
    kontra
        0 not doubled, 1 kontra, 2 rekontra.
    lay_doubles
        Doubles laid before the auction (RULES section 9).

    Raises
    ------
    RuleViolation
        If the hands are no deal, the declarer could not play the game, it could not be doubled so often, or a card
        breaks a rule: its number in the order played, trick and seat are told.
    """
    dealt = check_deal(hands)
    _check_declaration(rules, dealt, game, declarer)
    _check_doubles(rules, game, kontra, lay_doubles)
    play = Play(rules, game, dealt)
    if game.spec.goal is Goal.SHOWN:
        if plays:
            raise RuleViolation(f"{len(plays)} cards played in a Sie: it is shown and not played out")
        return result_of_showing(play, declarer, lay_doubles)
    _play_all(play, plays)
    return result_of_play(play, declarer, kontra, lay_doubles)


def _check_declaration(rules: Rules, dealt: Sequence[CardSet], game: Game, declarer: int) -> None:
    if declarer not in range(SEATS):
        raise RuleViolation(f"declarer {declarer} is no seat: use 0 (forehand) to {SEATS - 1} (dealer)")
    hand = dealt[declarer]
    allowed = playable_games(rules, hand)
    if rules.all_pass is AllPass.MUSS and Card.EO in hand:
        allowed = tuple(dict.fromkeys((*allowed, *forced_games(rules, hand))))
    if game not in allowed:
        rule = why_not_playable(rules, game.contract, game)
        raise violation(f"seat {declarer} declares {game} with {hand}", rule, allowed)


def _check_doubles(rules: Rules, game: Game, kontra: int, lay_doubles: int) -> None:
    most = 0 if game.spec.goal is Goal.SHOWN else rules.max_doubles
    if not 0 <= kontra <= most:
        rule = f"a hand is doubled {most} times at most (option max_doubles)" if most else "it is not doubled"
        raise violation(f"kontra {kontra} in {game}", rule, range(most + 1))
    if lay_doubles < 0:
        raise RuleViolation(f"lay_doubles {lay_doubles} is negative: use 0 or more")


def _play_all(play: Play, plays: Sequence[Card]) -> None:
    in_all = sum(map(len, play.dealt))
    if len(plays) != in_all:
        raise RuleViolation(f"{len(plays)} cards were played: a hand is over after {in_all}")
    for number, card in enumerate(plays, 1):
        try:
            play.play(card)
        except RuleViolation as error:
            raise RuleViolation(f"card {number} of {in_all}, {error}") from None
