"""The result of a hand: who won, what it is worth, what became of the called ace (RULES sections 6-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simulate.cards import CARDS_PER_HAND, DECK_EYES, SEATS, CardSet
from simulate.contracts import Game, Goal
from simulate.fates import AceFate
from simulate.referee.deal import DECK
from simulate.referee.play import Play, Trick
from simulate.rules import EYES_NO_SCHNEIDER, EYES_SCHNEIDER_WON, EYES_TO_WIN, LaufendeMode, Rules


@dataclass(frozen=True, slots=True)
class Payout:
    """What a game is worth and who pays.

    Attributes
    ----------
    won
        Whether the declaring side won.
    schneider, schwarz
        Whether the losing side is; schwarz implies schneider.
    value
        What one player pays another, in score units, doubling included; not negative.
    """

    won: bool
    schneider: bool
    schwarz: bool
    value: int

    def scores(self, declarer: int, partner: int | None) -> tuple[int, ...]:
        """Return the scores of the four seats, in score units; they sum to zero."""
        sign = 1 if self.won else -1
        share = sign * self.value
        if partner is not None:
            return tuple(share if seat in (declarer, partner) else -share for seat in range(SEATS))
        return tuple((SEATS - 1) * share if seat == declarer else -share for seat in range(SEATS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of one hand.

    Attributes
    ----------
    game, declarer, partner
        The game, the seats 0 .. 3 that play it; None where there is none (passed out, no partner).
    eyes, tricks
        Taken by the declaring side: 0 .. 120 and 0 .. 8.
    won, schneider, schwarz
        Whether the declaring side won; whether the losing side is schneider, schwarz.
    laufende
        Length of the run of trumps from the highest: positive if the declaring side holds it, else negative. Not zero
        in a game that was played.
    kontra
        0 not doubled, 1 kontra, 2 rekontra.
    value
        Worth of the game, in score units, doubling included.
    scores
        Score units won (or lost) by seat 0 .. 3; they sum to zero.
    ace_trick, ace_fate
        The trick 1 .. 8 in which the called ace fell, None without called ace; what became of it.
    ran_away
        Whether the holder of the called ace was the first to lead its suit, with a lower card.
    passed_out
        Whether all passed and nobody played; whether the deal is then dealt again is up to the dealer.
    """

    game: Game | None = None
    declarer: int | None = None
    partner: int | None = None
    eyes: int = 0
    tricks: int = 0
    won: bool = False
    schneider: bool = False
    schwarz: bool = False
    laufende: int = 0
    kontra: int = 0
    value: int = 0
    scores: tuple[int, ...] = (0,) * SEATS
    ace_trick: int | None = None
    ace_fate: AceFate = AceFate.NONE
    ran_away: bool = False
    passed_out: bool = False


def partner_of(game: Game, dealt: Sequence[CardSet]) -> int | None:
    """Return the seat that was dealt the called ace; None if no ace is called."""
    return next((seat for seat, hand in enumerate(dealt) if game.called_ace in hand), None)


def laufende(game: Game, side: CardSet, deck: CardSet = DECK) -> int:
    """Return the run of trumps from the highest: positive if `side` holds it, negative if the others do.

    Parameters
    ----------
    game
        Decides what is trump.
    side
        All cards dealt to the declaring side.
    deck
        The cards in play.

    Examples
    --------
    >>> from simulate.contracts import Contract
    >>> laufende(Game(Contract.WENZ), CardSet.parse("EU GU SU HA HK"))
    2
    >>> laufende(Game(Contract.WENZ), CardSet.parse("SU HA HK"))
    -3
    """
    trumps = [trump for trump in game.frame.groups[0] if trump in deck]
    side_holds = trumps[0] in side
    run = 0
    while run < len(trumps) and (trumps[run] in side) == side_holds:
        run += 1
    return run if side_holds else -run


def payout(
    rules: Rules,
    game: Game,
    eyes: int,
    tricks: int,
    laufende: int,
    kontra: int = 0,
    lay_doubles: int = 0,
    tricks_in_all: int = CARDS_PER_HAND,
) -> Payout:
    """Return who won and what the game is worth (RULES sections 6-7).

    Extras are added to the base value; a Tout or Sie is then multiplied, and every doubling multiplies all of it.

    Parameters
    ----------
    rules, game
        The rules of the table and the game played.
    eyes, tricks
        Taken by the declaring side.
    laufende
        Length of the run, with either sign.
    kontra
        0 not doubled, 1 kontra, 2 rekontra.
    lay_doubles
        Doubles laid before the auction (RULES section 9).
    tricks_in_all
        Tricks in the hand, fewer with the short deck.

    Examples
    --------
    >>> from simulate.cards import Suit
    >>> from simulate.contracts import Contract
    >>> payout(Rules.preset("standard"), Game(Contract.RUFSPIEL, Suit.EICHEL), eyes=95, tricks=6, laufende=4).value
    6
    """
    won = tricks == tricks_in_all if game.spec.goal is not Goal.EYES else eyes >= EYES_TO_WIN
    schwarz = tricks == (tricks_in_all if won else 0)
    schneider = schwarz or (eyes >= EYES_SCHNEIDER_WON if won else eyes < EYES_NO_SCHNEIDER)
    worth = rules.base(game.contract) + _laufende_worth(rules, game, abs(laufende))
    if rules.pays_schneider_schwarz(game.contract):
        worth += rules.schwarz if schwarz else rules.schneider * schneider
    return Payout(won, schneider, schwarz, worth * rules.multiplier(game.contract) * 2 ** (kontra + lay_doubles))


def _laufende_worth(rules: Rules, game: Game, run: int) -> int:
    threshold = rules.laufende_threshold(game.contract)
    if run < threshold:
        return 0
    return rules.laufende * (run if rules.laufende_mode is LaufendeMode.ALL else run - threshold + 1)


def ace_fate(game: Game, trick: Trick, declarer: int, partner: int) -> AceFate:
    """Return what became of the called ace in the trick it fell in."""
    if trick.cards[0] not in game.called_suit:
        return AceFate.DISCARDED
    # The ace is the highest card of its suit: where it did not win, it was trumped.
    winner = trick.winner(game)
    if trick.leader == partner:
        return AceFate.LED_BY_HOLDER_WON if winner == partner else AceFate.LED_BY_HOLDER_TRUMPED
    if winner == partner:
        return AceFate.LED_BY_OTHER_WON
    return AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE if winner == declarer else AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS


def result_of_play(play: Play, declarer: int, kontra: int = 0, lay_doubles: int = 0) -> Result:
    """Return the result of a hand that has been played to the end."""
    partner = partner_of(play.game, play.dealt)
    won = [trick for trick in play.tricks if trick.winner(play.game) in (declarer, partner)]
    result = _result(play, declarer, sum(trick.eyes for trick in won), len(won), kontra=kontra, lay_doubles=lay_doubles)
    if partner is None:
        return result
    number, trick = next((n, trick) for n, trick in enumerate(play.tricks, 1) if play.game.called_ace in trick.cards)
    fate = ace_fate(play.game, trick, declarer, partner)
    return replace(result, ace_trick=number, ace_fate=fate, ran_away=play.ran_away)


def result_of_showing(play: Play, declarer: int, lay_doubles: int = 0) -> Result:
    """Return the result of a Sie, which is not played out: all eyes and tricks go to the declarer."""
    return _result(play, declarer, DECK_EYES, len(play.dealt[declarer]), kontra=0, lay_doubles=lay_doubles)


def _result(play: Play, declarer: int, eyes: int, tricks: int, kontra: int, lay_doubles: int) -> Result:
    game, dealt = play.game, play.dealt
    partner = partner_of(game, dealt)
    side = CardSet.of(card for seat in (declarer, partner) if seat is not None for card in dealt[seat])
    deck = CardSet.of(card for hand in dealt for card in hand)
    run = laufende(game, side, deck)
    paid = payout(play.rules, game, eyes, tricks, run, kontra, lay_doubles, tricks_in_all=len(dealt[declarer]))
    return Result(
        game=game,
        declarer=declarer,
        partner=partner,
        eyes=eyes,
        tricks=tricks,
        won=paid.won,
        schneider=paid.schneider,
        schwarz=paid.schwarz,
        laufende=run,
        kontra=kontra,
        value=paid.value,
        scores=paid.scores(declarer, partner),
    )
