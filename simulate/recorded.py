"""Recorded games: hands that people, or another program, have played, judged by the referee (RULES sections 2-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from simulate.cards import CARDS_PER_HAND, SEATS, Card, CardSet, Suit
from simulate.contracts import GAME_NUMBER, Contract, Game
from simulate.deals import DEALS, deal, number_of
from simulate.engine import Played
from simulate.kernels.codes import NO_GAME, NOBODY
from simulate.referee import Result, RuleViolation, Trick, check_deal, replay
from simulate.rules import AllPass, Rules
from simulate.table import HAND_ROW, TRICK_ROW, Array


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """What is known of a game that was played somewhere else.

    Attributes
    ----------
    hands
        Cards dealt to seat 0 (forehand) .. 3 (dealer).
    game, declarer
        What was played and the seat that played it; None if all four passed.
    plays
        All cards in the order played; none if the hand was not played out.
    kontra
        0 not doubled, 1 kontra, 2 rekontra.
    forehand
        Which of the four players sat in seat 0.
    """

    hands: tuple[CardSet, ...]
    game: Game | None
    declarer: int | None
    plays: tuple[Card, ...] = ()
    kontra: int = 0
    forehand: int = 0


class Judged(NamedTuple):
    """A recorded game that the referee has accepted.

    Attributes
    ----------
    record
        The game.
    result
        As the referee counts it.
    tricks
        All tricks; none if the hand was not played out.
    """

    record: RecordedGame
    result: Result
    tricks: tuple[Trick, ...]


def judge(rules: Rules, record: RecordedGame) -> Judged:
    """Return a recorded game with its result.

    >>> from simulate.deals import deal
    >>> hands = deal(12_345)
    >>> judge(Rules.preset("standard"), RecordedGame(hands, None, None)).result.passed_out
    True

    Raises
    ------
    RuleViolation
        If the hands are no deal of the whole deck, or something was done that the rules forbid.
    """
    sizes = {len(hand) for hand in check_deal(record.hands)}
    if sizes != {CARDS_PER_HAND}:
        raise RuleViolation(f"hands of {sizes.pop()} cards: only games with the whole deck can be kept")
    if record.game is None:
        return Judged(record, _passed_out(rules, record), ())
    # Who is nobody plays nothing: the referee says so.
    declarer = NOBODY if record.declarer is None else record.declarer
    result = replay(rules, record.hands, record.game, declarer, record.plays, record.kontra)
    return Judged(record, result, _tricks(record.game, record.plays))


def rows_of(games: Sequence[Judged], hand_ids: Array) -> Played:
    """Return judged games as finished hands and their tricks.

    Parameters
    ----------
    games
        n games.
    hand_ids
        Their numbers, uint64 of shape (n,).
    """
    hands = np.zeros(len(games), HAND_ROW)
    hands["hand_id"] = hand_ids
    hands["deal"] = number_of(np.array([_masks(game) for game in games], np.uint32).reshape(-1, SEATS))
    tricks = np.zeros(sum(len(game.tricks) for game in games), TRICK_ROW)
    done = 0
    for row, game in zip(hands, games, strict=True):
        _fill_hand(row, game)
        _fill_tricks(tricks[done : done + len(game.tricks)], int(row["hand_id"]), game)
        done += len(game.tricks)
    return Played(hands, tricks)


def games_in(hands: pl.DataFrame, tricks: pl.DataFrame) -> Iterator[RecordedGame]:
    """Yield what rows of the tables ``hands`` and ``tricks`` say was done, by hand; a deal that is none has no cards.

    Only deal, forehand, game, declarer, kontra and the cards in the order played are read.
    """
    played = _plays(tricks)
    for row in hands.iter_rows(named=True):
        yield RecordedGame(
            hands=deal(row["deal"]) if row["deal"] < DEALS else (CardSet(),) * SEATS,
            game=_game(row["contract"], row["suit"]),
            declarer=row["declarer"],
            plays=played.get(row["hand_id"], ()),
            kontra=row["kontra"] or 0,
            forehand=row["forehand"],
        )


def _plays(tricks: pl.DataFrame) -> dict[int, tuple[Card, ...]]:
    """Return the cards played in each hand, in the order of the rows."""
    ids = tricks["hand_id"].to_numpy()
    cards = tricks.select(pl.col(f"card_{place + 1}").to_physical() for place in range(SEATS)).to_numpy()
    starts = np.flatnonzero(np.diff(ids, prepend=ids[:1] + np.uint64(1)))
    pieces = np.split(cards, starts[1:])
    return {
        int(ids[start]): tuple(map(Card, piece.ravel().tolist())) for start, piece in zip(starts, pieces, strict=False)
    }


def _game(contract: str | None, suit: str | None) -> Game | None:
    if contract is None:
        return None
    return Game(Contract.from_word(contract), None if suit is None else Suit[suit.upper()])


def _passed_out(rules: Rules, record: RecordedGame) -> Result:
    if rules.all_pass is not AllPass.VOID:
        raise RuleViolation(f'all passed, but this table plays on (option all_pass = "{rules.all_pass}")')
    for name, there in (
        ("declarer", record.declarer is not None),
        ("kontra", record.kontra != 0),
        ("cards played", bool(record.plays)),
    ):
        if there:
            raise RuleViolation(f"{name} without a contract: where all pass nobody plays")
    return Result(passed_out=True)


def _tricks(game: Game, plays: Sequence[Card]) -> tuple[Trick, ...]:
    tricks: list[Trick] = []
    leader = 0
    for start in range(0, len(plays), SEATS):
        tricks.append(Trick(leader, tuple(plays[start : start + SEATS])))
        leader = tricks[-1].winner(game)
    return tuple(tricks)


def _masks(game: Judged) -> tuple[int, ...]:
    return tuple(hand.mask for hand in game.record.hands)


_SAME = ("value", "kontra", "laufende", "eyes", "tricks", "won", "schneider", "schwarz", "ran_away")


def _fill_hand(row: np.void, judged: Judged) -> None:
    record, result = judged.record, judged.result
    row["forehand"] = record.forehand
    row["declarer"] = NOBODY if record.declarer is None else record.declarer
    row["partner"] = NOBODY if result.partner is None else result.partner
    if record.game is None or record.declarer is None:
        row["game"] = NO_GAME
        return
    row["game"] = GAME_NUMBER[record.game]
    row["score"] = result.scores
    row["declarer_trumps"] = len(record.hands[record.declarer] & record.game.frame.trumps)
    row["ace_trick"] = result.ace_trick or 0
    row["ace_fate"] = result.ace_fate
    for name in _SAME:
        row[name] = getattr(result, name)


def _fill_tricks(rows: Array, hand_id: int, judged: Judged) -> None:
    game = judged.record.game
    for number, (row, trick) in enumerate(zip(rows, judged.tricks, strict=True), 1):
        row["hand_id"], row["trick"], row["leader"], row["card"] = hand_id, number, trick.leader, trick.cards
        row["eyes"] = trick.eyes
        if game is not None:
            row["winner"] = trick.winner(game)
