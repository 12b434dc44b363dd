"""The dealer: every deal has a number, and a hand id of a seed always gets the same deal (RULES section 2).

A deal is a number from 0 to `DEALS` - 1 or an array of four hands, one for each seat from the forehand on; each
hand is a set of cards as in `simulate.cards`. Dealing draws the number, every number exactly as likely as any
other, from a random stream that belongs to the seed and the hand id alone; so deals don't depend on how many are
asked for, or in what order.

>>> deals = sample(3, seed=1)
>>> deals.numbers
array([30223565128598664, 35654269251932826, 94152687202022831],
      dtype=uint64)
>>> sample(1, seed=1, start=2).numbers
array([94152687202022831], dtype=uint64)
>>> for seat, hand in enumerate(deal(deals.numbers[0])):
...     print(seat, hand)
0 SO H9 EK E9 GA G9 S9 S7
1 GO HO EU SU H8 EA E8 S10
2 GU HU HA H10 GK G8 SK S8
3 EO HK H7 E10 E7 G10 G7 SA
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from simulate.cards import CARDS_PER_HAND, DECK_MASK, SEATS, Card, CardSet
from simulate.errors import UserError
from simulate.kernels.deal import DealTables, deal_batch, deal_tables, packet_batch, rank_batch, unrank_batch
from simulate.whole import whole

DEALS = prod(comb(CARDS_PER_HAND * seats, CARDS_PER_HAND) for seats in range(2, SEATS + 1))
"""Number of deals."""
PACKET = CARDS_PER_HAND // 2
"""Number of cards in the first packet, after which a player may lay a double."""

Numbers = npt.NDArray[np.uint64]
Hands = npt.NDArray[np.uint32]

_WORDS = 2**64
_MOST_DEALS = 2**40


@dataclass(frozen=True, eq=False)
class Deals:
    """Deals of consecutive hand ids.

    Parameters
    ----------
    numbers
        Number of each deal; uint64, shape (n,).
    hands
        Cards of each seat; uint32, shape (n, 4).
    seed
        The seed they were dealt from.
    start
        Hand id of the first one.
    """

    numbers: Numbers
    hands: Hands
    seed: int
    start: int

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def hand_ids(self) -> Numbers:
        """Hand id of each deal; uint64, shape (n,)."""
        return np.uint64(self.start) + np.arange(len(self), dtype=np.uint64)


def sample(n: int, seed: int | None = None, start: int = 0) -> Deals:
    """Return the deals of hand ids `start`, ``start + 1``, ..., each equally likely to be any of the `DEALS`.

    Parameters
    ----------
    n
        How many, 0 or more. Memory is 24 bytes for each.
    seed
        0 .. 2**64 - 1, or None to draw one; the result tells which.
    start
        The first hand id, 0 or more. The deals are those that a simulation with this seed gives to the same hand ids.

    Raises
    ------
    UserError
        If a number is out of range.

    Examples
    --------
    >>> sample(2, seed=7).hands
    array([[2423260676,   84052120, 1241788736,  545865763],
           [2424897732,  137504785,   16831266, 1715733512]], dtype=uint32)
    >>> (sample(100, seed=7).numbers[60:] == sample(40, seed=7, start=60).numbers).all()
    np.True_
    """
    n, start = checked_range(n, start)
    seed = resolve_seed(seed)
    numbers, hands = np.empty(n, np.uint64), np.empty((n, SEATS), np.uint32)
    deals = Deals(numbers, hands, seed, start)
    deal_batch(np.uint64(seed), deals.hand_ids, np.zeros(n, np.uint64), tables(), numbers, hands)
    return deals


def packets(deals: Deals) -> tuple[Hands, Hands]:
    """Return the first and the second packet of each hand, two arrays of uint32, shape (n, 4).

    A hand comes in two packets of `PACKET` cards; which of its cards came first is drawn from a stream of its own,
    so that the deal of a hand id is the same whether or not anybody asks.

    Examples
    --------
    >>> deals = sample(2, seed=7)
    >>> first, second = packets(deals)
    >>> bool((first | second == deals.hands).all()), len(CardSet(int(first[0, 0])))
    (True, 4)
    """
    first = np.empty_like(deals.hands)
    packet_batch(
        np.uint64(deals.seed),
        deals.hand_ids,
        np.zeros(len(deals), np.uint64),
        deals.hands,
        np.int64(PACKET),
        np.uint64(comb(CARDS_PER_HAND, PACKET)),
        tables(),
        first,
    )
    return first, deals.hands ^ first


def hands_of(numbers: npt.ArrayLike) -> Hands:
    """Return the cards of each seat in the deals of these numbers; uint32, of the shape of `numbers` and (4,).

    Raises
    ------
    UserError
        If a number is no whole number of 0 .. `DEALS` - 1.

    Examples
    --------
    >>> hands_of([0, DEALS - 1])
    array([[       255,      65280,   16711680, 4278190080],
           [4278190080,   16711680,      65280,        255]], dtype=uint32)
    """
    given = _whole_numbers(numbers, "deal number")
    wrong = (given < 0) | (given >= DEALS)
    if wrong.any():
        raise UserError(f"deal number {given[wrong][0]} is out of range: use 0 to {DEALS - 1}")
    flat = np.ascontiguousarray(given.ravel(), dtype=np.uint64)
    hands = np.empty((flat.size, SEATS), np.uint32)
    unrank_batch(flat, tables(), hands)
    return hands.reshape(*given.shape, SEATS)


def number_of(hands: npt.ArrayLike) -> Numbers:
    """Return the number of each deal; uint64, of the shape of `hands` without its last axis.

    Parameters
    ----------
    hands
        Cards of each seat, as masks; shape (..., 4).

    Raises
    ------
    UserError
        If the last axis is not the four seats, or a row is no deal: a hand has not eight cards, or a card is
        dealt twice.

    Examples
    --------
    >>> number_of(hands_of([0, 12345]))
    array([    0, 12345], dtype=uint64)
    """
    given = _whole_numbers(hands, "hand")
    if given.ndim == 0 or given.shape[-1] != SEATS:
        raise UserError(f"hands of shape {given.shape} are no deals: the last axis must be the {SEATS} seats")
    rows = given.reshape(-1, SEATS)
    _check_deals(rows)
    rows = np.ascontiguousarray(rows, dtype=np.uint32)
    numbers = np.empty(len(rows), np.uint64)
    rank_batch(rows, tables(), numbers)
    return numbers.reshape(given.shape[:-1])


def deal(number: SupportsIndex) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Return the hands of seats 0 to 3 in the deal of a number, 0 .. `DEALS` - 1, to read.

    Raises
    ------
    UserError
        If there is no such number.

    Examples
    --------
    >>> print(deal(0)[0])
    G8 G7 SA S10 SK S9 S8 S7
    """
    hand0, hand1, hand2, hand3 = (CardSet(mask) for mask in hands_of(whole(number, "deal number")).tolist())
    return hand0, hand1, hand2, hand3


def deal_number(hands: Sequence[CardSet | str]) -> int:
    """Return the number of the deal with these hands of seats 0 to 3; the inverse of `deal`.

    Parameters
    ----------
    hands
        Four hands, as sets of cards or as text.

    Raises
    ------
    UserError
        If they are no deal, or a text is no set of cards.

    Examples
    --------
    >>> deal_number(deal(12345))
    12345
    """
    masks = [(CardSet.parse(hand) if isinstance(hand, str) else hand).mask for hand in hands]
    return int(number_of(masks))


@cache
def tables() -> DealTables:
    """Return the tables with which the kernels deal the whole deck."""
    return deal_tables(DECK_MASK, CARDS_PER_HAND)


def resolve_seed(seed: SupportsIndex | None) -> int:
    """Return the seed as an int, 0 .. 2**64 - 1; a fresh one from the operating system's entropy if it is None.

    Raises
    ------
    UserError
        If it is no such number.
    """
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    return checked_whole(seed, "seed", _WORDS - 1, " or None to draw one")


def checked_range(n: SupportsIndex, start: SupportsIndex) -> tuple[int, int]:
    """Return the number of hands and the first hand id, as ints, if all their hand ids are below 2**64.

    Raises
    ------
    UserError
        If not.
    """
    n = checked_whole(n, "number of deals", _MOST_DEALS)
    return n, checked_whole(start, "first hand id", _WORDS - max(n, 1))


def checked_whole(value: SupportsIndex, name: str, most: int, otherwise: str = "") -> int:
    """Return the value as an int, if it is a whole number of 0 .. `most`; `name` says in errors what it is for.

    Raises
    ------
    UserError
        If it is not.
    """
    number = whole(value, name, f"use 0 to {most}{otherwise}")
    if not 0 <= number <= most:
        raise UserError(f"{name} {number} is out of range: use 0 to {most}{otherwise}")
    return number


def _whole_numbers(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.size == 0:
        return array.astype(np.uint64)
    if array.dtype.kind not in "iu":
        raise UserError(f"{name}s of dtype {array.dtype} can't be read: use an array of whole numbers, such as uint64")
    return array


def _check_deals(rows: npt.NDArray[Any]) -> None:
    in_deck = ((rows >= 0) & (rows <= DECK_MASK)).all(axis=1)
    right = in_deck & (np.bitwise_count(rows) == CARDS_PER_HAND).all(axis=1)
    right &= np.bitwise_or.reduce(rows, axis=1) == DECK_MASK
    if not right.all():
        row = int(np.argmin(right))
        raise UserError(f"row {row} of the hands is no deal: {_fault(rows[row].tolist())}")


def _fault(hands: list[int]) -> str:
    for seat, hand in enumerate(hands):
        if not 0 <= hand <= DECK_MASK:
            return f"{hand} of seat {seat} is no set of cards, use 0 to {DECK_MASK}"
        if hand.bit_count() != CARDS_PER_HAND:
            return f"seat {seat} holds {hand.bit_count()} cards instead of {CARDS_PER_HAND}"
    twice = next(card for card in reversed(Card) if sum(hand >> card & 1 for hand in hands) > 1)
    seats = [str(seat) for seat, hand in enumerate(hands) if hand >> twice & 1]
    return f"{twice} is dealt to seats {' and '.join(seats)}, deal each card once"
