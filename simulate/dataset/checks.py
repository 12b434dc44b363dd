"""What holds for every row of a dataset, whoever played: each check finds the rows that break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import polars as pl

from simulate.cards import CARDS_PER_HAND, DECK_EYES, DECK_MASK, SEATS, Card
from simulate.contracts import SPECS, Contract, ContractSpec, Goal, SuitRole
from simulate.dataset.receipt import Receipt, Tally
from simulate.dataset.schema import HANDS, Absent
from simulate.deals import DEALS, number_of
from simulate.rules import EYES_TO_WIN
from simulate.table import Array


class Broken(NamedTuple):
    """Rows that break a check.

    Attributes
    ----------
    column
        The column that is wrong.
    says
        What should hold.
    rows
        Their row numbers.
    """

    column: str
    says: str
    rows: Array


class _Check(NamedTuple):
    column: str
    says: str
    holds: pl.Expr


def broken_hands(hands: pl.DataFrame, first_hand: int) -> Iterator[Broken]:
    """Yield the broken checks of rows of ``hands`` that should have consecutive hand ids from `first_hand` on."""
    counted = np.uint64(first_hand) + np.arange(len(hands), dtype=np.uint64)
    yield from _broken("hand_id", "consecutive numbers", hands["hand_id"].to_numpy() == counted)
    checks = (*_null_checks(), *_range_checks(), *_result_checks(), *_score_checks())
    # A comparison with a null says nothing; whether it should be null is a check of its own.
    results = hands.select(check.holds.fill_null(True).alias(str(i)) for i, check in enumerate(checks))
    for i, check in enumerate(checks):
        yield from _broken(check.column, check.says, results[str(i)].to_numpy())


def broken_tricks(hands: pl.DataFrame, tricks: pl.DataFrame) -> Iterator[Broken]:
    """Yield the broken checks of the rows of ``tricks`` that belong to these rows of ``hands``."""
    played = hands.filter(_of_contracts(lambda spec: spec.goal is not Goal.SHOWN))
    ids = np.repeat(played["hand_id"].to_numpy(), CARDS_PER_HAND)
    numbers = np.tile(np.arange(1, CARDS_PER_HAND + 1), len(played))
    if len(tricks) != len(ids):
        says = f"{CARDS_PER_HAND} tricks for each of {len(played)} hands played out, {len(ids)} rows"
        yield Broken("hand_id", says, np.array([min(len(tricks), len(ids))]))
        return
    in_order = (tricks["hand_id"].to_numpy() == ids) & (tricks["trick"].to_numpy() == numbers)
    yield from _broken("trick", "the tricks of every hand played out, in order", in_order)
    if in_order.all():
        yield from _broken_play(played, tricks)


def recount(hands: pl.DataFrame) -> Receipt:
    """Return the sums over rows of ``hands``."""
    score = sum(
        (pl.col(f"score_{seat}").cast(pl.Int64) * (pl.col("declarer") == seat) for seat in range(SEATS)), pl.lit(0)
    )
    sums = (
        hands.lazy()
        .select("contract", "won", pl.col("eyes").cast(pl.Int64), score=score)
        .group_by("contract")
        .agg(
            pl.len(),
            pl.col("won").sum(),
            pl.col("eyes").sum(),
            (pl.col("eyes") ** 2).sum().alias("eyes_squared"),
            pl.col("score").sum(),
            (pl.col("score").cast(pl.Int128) ** 2).sum().alias("score_squared"),
        )
        .collect()
    )
    tallies = {row[0]: Tally(*map(int, row[1:])) for row in sums.iter_rows() if row[0] is not None}
    passed_out = len(hands) - sum(tally.hands for tally in tallies.values())
    return Receipt(tuple(tallies.get(contract.word, Tally()) for contract in Contract), passed_out)


def _broken(column: str, says: str, holds: Array) -> Iterator[Broken]:
    rows = np.flatnonzero(~holds)
    if len(rows):
        yield Broken(column, says, rows)


def _of_contracts(chosen: Callable[[ContractSpec], bool]) -> pl.Expr:
    """Return an expression that is true for contracts of a kind, false for others and for hands passed out."""
    words = [contract.word for contract in Contract if chosen(SPECS[contract])]
    return pl.col("contract").cast(pl.String).is_in(words).fill_null(False)


def _present(absent: Absent) -> pl.Expr:
    return {
        Absent.PASSED_OUT: pl.col("contract").is_not_null(),
        Absent.NO_SUIT: _of_contracts(lambda spec: spec.suit_role is not SuitRole.NONE),
        Absent.NO_CALLED_ACE: _of_contracts(lambda spec: spec.suit_role is SuitRole.CALLED),
    }[absent]


def _null_checks() -> Iterator[_Check]:
    for column in HANDS.columns:
        value = pl.col(column.name)
        if column.absent is Absent.NEVER:
            yield _Check(column.name, "never null", value.is_not_null())
        elif column.absent is not Absent.NEVER_BID:
            yield _Check(
                column.name, f"null exactly where {column.absent.value}", value.is_not_null() == _present(column.absent)
            )


def _range_checks() -> Iterator[_Check]:
    limits = {
        "deal": DEALS - 1,
        "forehand": SEATS - 1,
        "declarer": SEATS - 1,
        "partner": SEATS - 1,
        "kontra": 2,
        "declarer_trumps": CARDS_PER_HAND,
        "eyes": DECK_EYES,
        "tricks": CARDS_PER_HAND,
        "ace_trick": CARDS_PER_HAND,
    }
    for name, most in limits.items():
        yield _Check(name, f"at most {most}", pl.col(name) <= most)
    yield _Check("ace_trick", "at least 1", pl.col("ace_trick") >= 1)
    yield _Check("partner", "not the declarer", pl.col("partner") != pl.col("declarer"))
    for seat in range(SEATS):
        bid = pl.col(f"bid_{seat}")
        yield _Check(
            f"bid_{seat}", "no higher than the contract", bid.to_physical() <= pl.col("contract").to_physical()
        )
        yield _Check(f"bid_{seat}", "null in hands passed out", bid.is_null() | pl.col("contract").is_not_null())


def _result_checks() -> Iterator[_Check]:
    won, tricks = pl.col("won"), pl.col("tricks")
    by_eyes = _of_contracts(lambda spec: spec.goal is Goal.EYES)
    all_tricks = tricks == CARDS_PER_HAND
    enough = pl.when(by_eyes).then(pl.col("eyes") >= EYES_TO_WIN).otherwise(all_tricks)
    yield _Check("won", "won with the eyes or the tricks the contract asks for", won == enough)
    nothing = pl.when(won).then(all_tricks).otherwise(tricks == 0)
    yield _Check("schwarz", "the losing side has no trick", pl.col("schwarz") == nothing)
    yield _Check("schneider", "true if schwarz", pl.col("schneider") | ~pl.col("schwarz"))
    yield _Check("eyes", "all or none if schwarz", ~pl.col("schwarz") | pl.col("eyes").is_in([0, DECK_EYES]))


def _score_checks() -> Iterator[_Check]:
    gain = pl.when("won").then(pl.col("value")).otherwise(-pl.col("value")).cast(pl.Int64).fill_null(0)
    alone = _of_contracts(lambda spec: spec.alone)
    for seat in range(SEATS):
        declares = (pl.col("declarer") == seat).fill_null(False)
        on_side = declares | (pl.col("partner") == seat).fill_null(False)
        share = pl.when(alone & declares).then(gain * (SEATS - 1)).when(on_side).then(gain).otherwise(-gain)
        yield _Check(f"score_{seat}", "the value, as won or lost by the seat", pl.col(f"score_{seat}") == share)
    scores = [pl.col(f"score_{seat}").cast(pl.Int64) for seat in range(SEATS)]
    yield _Check("score_0", "the four scores sum to zero", pl.sum_horizontal(scores) == 0)


def _broken_play(hands: pl.DataFrame, tricks: pl.DataFrame) -> Iterator[Broken]:
    """Yield the broken checks of tricks that are all there, `CARDS_PER_HAND` rows for each hand."""
    cards = np.stack([tricks[f"card_{place}"].to_physical().to_numpy() for place in range(1, SEATS + 1)], axis=1)
    leader, winner, eyes = (_by_hand(tricks, name) for name in ("leader", "winner", "eyes"))
    led = np.concatenate([np.zeros((len(hands), 1), leader.dtype), winner[:, :-1]], axis=1)
    yield from _broken("leader", "the forehand, then who took the trick before", (leader == led).ravel())
    yield from _broken("winner", f"at most {SEATS - 1}", (winner < SEATS).ravel())
    value = np.array([card.eyes for card in Card])[cards].sum(axis=1)
    yield from _broken("eyes", "those of the four cards", eyes.ravel() == value)
    yield from _broken_sums(hands, winner, eyes)
    yield from _broken_deals(hands, cards, leader)


def _broken_sums(hands: pl.DataFrame, winner: Array, eyes: Array) -> Iterator[Broken]:
    seats = hands.select(pl.col("declarer", "partner").fill_null(SEATS)).to_numpy()
    own = (winner == seats[:, :1]) | (winner == seats[:, 1:])
    for says, column, counted in (
        ("hands.eyes should be those of the declaring side's tricks", "eyes", (own * eyes.astype(int)).sum(axis=1)),
        ("hands.tricks should be those of the declaring side", "winner", own.sum(axis=1)),
    ):
        stored = hands["eyes" if column == "eyes" else "tricks"].to_numpy()
        yield from _broken(column, says, np.repeat(stored == counted, CARDS_PER_HAND))


def _broken_deals(hands: pl.DataFrame, cards: Array, leader: Array) -> Iterator[Broken]:
    """Yield hands in which somebody has played other cards than the deal gave him."""
    bits = np.uint64(1) << cards.astype(np.uint64)
    seat = (leader.reshape(-1, 1).astype(int) + np.arange(SEATS)) % SEATS
    dealt = np.stack([_per_hand(np.where(seat == s, bits, 0)) for s in range(SEATS)], axis=1)
    whole = dealt.sum(axis=1) == DECK_MASK
    yield from _broken("card_1", "every card of the deck once in a hand", np.repeat(whole, CARDS_PER_HAND))
    if whole.all():
        same = number_of(dealt.astype(np.uint32)) == hands["deal"].to_numpy()
        yield from _broken("card_1", "the cards that hands.deal gives each seat", np.repeat(same, CARDS_PER_HAND))


def _by_hand(tricks: pl.DataFrame, name: str) -> Array:
    return tricks[name].to_numpy().reshape(-1, CARDS_PER_HAND)


def _per_hand(bits: Array) -> Array:
    summed: Array = bits.reshape(-1, CARDS_PER_HAND * SEATS).sum(axis=1)
    return summed
