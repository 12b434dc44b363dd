"""Deals by number: from a random number to four hands, and back.

The deals of a deck are in order by the set of seat 0 as an unsigned number, then by that of seat 1, then
by that of seat 2, and a deal's number is its place in that order, from 0. With 32 cards

    number = (rank 0 * C(24, 8) + rank 1) * C(16, 8) + rank 2

where the rank of a hand is its place among all hands of 8 cards from those the seats before it left over
(closing up the left-over cards keeps their order, so this is the order of the sets as numbers).

To find a hand by its rank, it is split into the lower 16 cards and those above. `Level.first` holds the rank of the
first hand for each upper part; the lower part is then looked up among the 16-bit words with as many ones as there
are cards missing, which `DealTables.words` lists in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simulate.kernels.bits import ByteTable, deposit32, deposit_table, extract32, extract_table, popcount32
from simulate.kernels.jit import helper, kernel
from simulate.kernels.rng import Purpose, Words, draw_below, words_to_spare

Hands = npt.NDArray[np.uint32]
"""Hands of each deal, as sets of cards; shape (deals, 4)."""


class Level(NamedTuple):
    """Tables to find the hands of one seat by rank, and back."""

    cards: np.int64
    """Cards the seat gets."""
    ways: np.uint64
    """Number of hands it can get."""
    first: npt.NDArray[np.uint32]
    """Rank of the first hand with each upper part (and of the hand after the last)."""
    near: npt.NDArray[np.uint16]
    """Upper part of the hand of rank ``i << shift``: where a search for one of the next ranks starts."""
    shift: np.uint32
    """Base-2 logarithm of the number of ranks that share an entry of `near`."""


class DealTables(NamedTuple):
    """What the kernels of this module know about a deck."""

    deck: np.uint32
    """All cards."""
    total: np.uint64
    """Number of deals."""
    biased: np.uint64
    """Random words that can't be used for a deal; see `rng.draw_below`."""
    level0: Level
    level1: Level
    level2: Level
    words: npt.NDArray[np.uint16]
    """All 16-bit words by number of ones, then as numbers; shape (65536,)."""
    words_start: npt.NDArray[np.uint32]
    """Where the words with k ones start in `words`; shape (17,)."""
    places: npt.NDArray[np.uint16]
    """Place of each 16-bit word among those with as many ones; shape (65536,)."""
    deposit: ByteTable
    extract: ByteTable


_LOW_CARDS = 16
_LOW_MASK = np.uint32(0xFFFF)


def deal_tables(deck: int, hand_size: int) -> DealTables:
    """Return the tables for dealing a deck to four seats; they take a few milliseconds and 0.8 MB.

    Parameters
    ----------
    deck
        The cards to deal, as a set of ``4 * hand_size`` cards.
    hand_size
        Cards in a hand, 1 .. 8.
    """
    return uneven_tables(deck, (hand_size,) * 4)


def uneven_tables(deck: int, sizes: Sequence[int]) -> DealTables:
    """Return the tables for dealing a deck to four seats that get these numbers of cards, 0 .. 8 each.

    The deck must have exactly as many cards.
    """
    words, words_start, places = _words_by_ones()
    level0, level1, level2 = (_level(sum(sizes[seat:]), sizes[seat]) for seat in range(3))
    total = int(level0.ways) * int(level1.ways) * int(level2.ways)
    return DealTables(
        deck=np.uint32(deck),
        total=np.uint64(total),
        biased=words_to_spare(total),
        level0=level0,
        level1=level1,
        level2=level2,
        words=words,
        words_start=words_start,
        places=places,
        deposit=deposit_table(),
        extract=extract_table(),
    )


def _words_by_ones() -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
    ones = np.bitwise_count(np.arange(1 << _LOW_CARDS, dtype=np.uint32))
    words = np.argsort(ones, kind="stable").astype(np.uint16)
    sizes = np.bincount(ones)
    start = np.cumsum(sizes) - sizes
    places = np.empty(1 << _LOW_CARDS, dtype=np.uint16)
    places[words] = np.arange(1 << _LOW_CARDS) - np.repeat(start, sizes)
    return words, start.astype(np.uint32), places


def _level(cards: int, hand_size: int) -> Level:
    low = min(cards, _LOW_CARDS)
    ways = comb(cards, hand_size)
    in_upper = np.bitwise_count(np.arange(1 << (cards - low), dtype=np.uint32))
    lower_parts = np.array([comb(low, hand_size - k) if k <= hand_size else 0 for k in range(_LOW_CARDS + 1)])
    first = np.concatenate(([0], np.cumsum(lower_parts[in_upper])))
    shift = 7
    near = np.searchsorted(first, np.arange(0, ways, 1 << shift), side="right") - 1
    return Level(
        np.int64(hand_size), np.uint64(ways), first.astype(np.uint32), near.astype(np.uint16), np.uint32(shift)
    )


@helper
def _hand_of_rank(rank: np.uint32, level: Level, tables: DealTables) -> np.uint32:
    # The hand among the left-over cards, closed up.
    upper = np.uint32(level.near[rank >> level.shift])
    while level.first[upper + np.uint32(1)] <= rank:
        upper += np.uint32(1)
    missing = level.cards - popcount32(upper)
    lower = np.uint32(tables.words[tables.words_start[missing] + (rank - level.first[upper])])
    return np.uint32((upper << np.uint32(_LOW_CARDS)) | lower)


@helper
def _rank_of_hand(hand: np.uint32, level: Level, tables: DealTables) -> np.uint64:
    return np.uint64(level.first[hand >> np.uint32(_LOW_CARDS)]) + np.uint64(tables.places[hand & _LOW_MASK])


@helper
def hands_of_number(number: np.uint64, tables: DealTables) -> tuple[np.uint32, np.uint32, np.uint32, np.uint32]:
    """Return the hands of the four seats in the deal of a number, 0 .. total - 1 (not checked)."""
    left, rank2 = number // tables.level2.ways, number % tables.level2.ways
    rank0, rank1 = left // tables.level1.ways, left % tables.level1.ways
    rest = tables.deck
    hand0 = deposit32(_hand_of_rank(np.uint32(rank0), tables.level0, tables), rest, tables.deposit)
    rest ^= hand0
    hand1 = deposit32(_hand_of_rank(np.uint32(rank1), tables.level1, tables), rest, tables.deposit)
    rest ^= hand1
    hand2 = deposit32(_hand_of_rank(np.uint32(rank2), tables.level2, tables), rest, tables.deposit)
    return hand0, hand1, hand2, np.uint32(rest ^ hand2)


@helper
def number_of_hands(hand0: np.uint32, hand1: np.uint32, hand2: np.uint32, tables: DealTables) -> np.uint64:
    """Return the number of the deal that gives seats 0 to 2 these hands (not checked)."""
    rest = tables.deck
    number = _rank_of_hand(extract32(hand0, rest, tables.extract), tables.level0, tables)
    rest ^= hand0
    number *= tables.level1.ways
    number += _rank_of_hand(extract32(hand1, rest, tables.extract), tables.level1, tables)
    rest ^= hand1
    number *= tables.level2.ways
    number += _rank_of_hand(extract32(hand2, rest, tables.extract), tables.level2, tables)
    return number


@helper
def draw_deal(seed: np.uint64, hand_id: np.uint64, attempt: np.uint64, tables: DealTables) -> np.uint64:
    """Return the number of the deal of a hand, every deal exactly as likely as any other."""
    return draw_below(seed, np.uint64(Purpose.DEAL), hand_id, attempt, tables.total, tables.biased)


@kernel
def deal_batch(
    seed: np.uint64, hand_ids: Words, attempts: Words, tables: DealTables, numbers: Words, hands: Hands
) -> None:
    """Deal a batch of hands: fill in the numbers of their deals and the cards of each seat.

    Parameters
    ----------
    seed
        ``uint64``.
    hand_ids, attempts
        uint64, shape (n,). The attempt is 0 unless a hand is dealt again.
    tables
        `deal_tables`.
    numbers
        uint64, shape (n,); filled.
    hands
        uint32, shape (n, 4); filled, a column for each seat.
    """
    for i in range(hand_ids.shape[0]):
        number = draw_deal(seed, hand_ids[i], attempts[i], tables)
        numbers[i] = number
        hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3] = hands_of_number(number, tables)


@kernel
def sample_batch(seed: np.uint64, purpose: np.uint64, start: np.uint64, tables: DealTables, hands: Hands) -> None:
    """Fill row i of `hands`, uint32 of shape (n, 4), with a deal from the stream of hand id ``start + i``.

    For deals that must not be those of `deal_batch`: the stream is that of another purpose.
    """
    for i in range(hands.shape[0]):
        number = draw_below(seed, purpose, start + np.uint64(i), np.uint64(0), tables.total, tables.biased)
        hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3] = hands_of_number(number, tables)


@kernel
def packet_batch(
    seed: np.uint64,
    hand_ids: Words,
    attempts: Words,
    hands: Hands,
    packet_size: np.int64,
    ways: np.uint64,
    tables: DealTables,
    first: Hands,
) -> None:
    """Fill in which cards of each hand came in the first packet, any of them as likely as any other.

    Parameters
    ----------
    seed
        ``uint64``.
    hand_ids, attempts
        uint64, shape (n,), as for `deal_batch`.
    hands
        uint32, shape (n, 4).
    packet_size
        Cards in the first packet; ``int64``.
    ways
        Number of first packets a hand can have, C(hand size, packet size); ``uint64``.
    tables
        `deal_tables`.
    first
        uint32, shape (n, 4); filled with the first packets, which are subsets of `hands`.
    """
    total = ways * ways * ways * ways
    biased = (np.uint64(0) - total) % total
    start = tables.words_start[packet_size]
    for i in range(hand_ids.shape[0]):
        choice = draw_below(seed, np.uint64(Purpose.PACKET), hand_ids[i], attempts[i], total, biased)
        for seat in range(first.shape[1]):
            # Words with as many ones are in order, so those within a hand come first.
            places = np.uint32(tables.words[start + choice % ways])
            first[i, seat] = deposit32(places, hands[i, seat], tables.deposit)
            choice //= ways


@kernel
def hand_range(start: np.uint32, tables: DealTables, hands: npt.NDArray[np.uint32]) -> None:
    """Fill `hands`, uint32 of shape (n,), with the possible hands of ranks ``start``, ``start + 1``, ... in order."""
    for i in range(hands.shape[0]):
        closed = _hand_of_rank(np.uint32(start + np.uint32(i)), tables.level0, tables)
        hands[i] = deposit32(closed, tables.deck, tables.deposit)


@kernel
def unrank_batch(numbers: Words, tables: DealTables, hands: Hands) -> None:
    """Fill row i of `hands`, uint32 of shape (n, 4), with the deal of ``numbers[i]``."""
    for i in range(numbers.shape[0]):
        hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3] = hands_of_number(numbers[i], tables)


@kernel
def rank_batch(hands: Hands, tables: DealTables, numbers: Words) -> None:
    """Fill ``numbers[i]``, uint64, with the number of the deal in row i of `hands`, shape (n, 4)."""
    for i in range(numbers.shape[0]):
        numbers[i] = number_of_hands(hands[i, 0], hands[i, 1], hands[i, 2], tables)
