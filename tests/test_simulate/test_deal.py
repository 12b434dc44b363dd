from itertools import combinations
from math import comb, factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from simulate.cards import CARDS, CARDS_PER_HAND, DECK_MASK
from simulate.kernels.deal import (
    deal_batch,
    deal_tables,
    hand_range,
    packet_batch,
    rank_batch,
    uneven_tables,
    unrank_batch,
)
from simulate.kernels.rng import Purpose

U = np.uint64
TABLES = deal_tables(DECK_MASK, CARDS_PER_HAND)
TOTAL = 99_561_092_450_391_000
SHORT_DECK = sum(1 << card for card in range(32) if card >= 24 or card % 6 >= 2)


def hands_of(numbers, tables=TABLES):
    numbers = np.array(numbers, U)
    hands = np.empty((len(numbers), 4), np.uint32)
    unrank_batch(numbers, tables, hands)
    return hands


def number_of(hands, tables=TABLES):
    numbers = np.empty(len(hands), U)
    rank_batch(np.array(hands, np.uint32), tables, numbers)
    return numbers


def dealt(seed, hand_ids, attempt=0, tables=TABLES):
    hand_ids = np.array(hand_ids, U)
    numbers, hands = np.empty(len(hand_ids), U), np.empty((len(hand_ids), 4), np.uint32)
    deal_batch(U(seed), hand_ids, np.full(len(hand_ids), attempt, U), tables, numbers, hands)
    return numbers, hands


def all_hands(cards, size):
    """All hands of so many cards, as numbers in order."""
    return sorted(sum(1 << card for card in hand) for hand in combinations(cards, size))


def cards_of(mask):
    return [card for card in range(32) if mask >> card & 1]


def all_deals(deck, size):
    """All deals in the documented order, made one seat after the other."""
    for hand0 in all_hands(cards_of(deck), size):
        for hand1 in all_hands(cards_of(deck ^ hand0), size):
            for hand2 in all_hands(cards_of(deck ^ hand0 ^ hand1), size):
                yield hand0, hand1, hand2, deck ^ hand0 ^ hand1 ^ hand2


def test_the_number_of_deals():
    assert int(TABLES.total) == TOTAL
    assert int(TABLES.biased) == 2**64 % TOTAL


@pytest.mark.parametrize(("deck", "size"), [(0b11111111, 2), (0b1010_0000_1000_0000_0010_0001_0000_1011, 2)])
def test_numbers_of_a_small_deck_follow_the_documented_order(deck, size):
    expected = list(all_deals(deck, size))
    tables = deal_tables(deck, size)
    assert int(tables.total) == len(expected)
    assert hands_of(range(len(expected)), tables).tolist() == [list(deal) for deal in expected]
    assert number_of(expected, tables).tolist() == list(range(len(expected)))


@pytest.mark.parametrize("sizes", [(1, 3, 0, 2), (0, 0, 3, 3), (2, 0, 0, 0), (3, 3, 3, 0)])
def test_numbers_of_uneven_hands_cover_all_deals_once(sizes):
    deck = sum(1 << card for card in (0, 5, 9, 15, 16, 20, 22, 30, 31)[: sum(sizes)])
    tables = uneven_tables(deck, sizes)
    hands = hands_of(range(int(tables.total)), tables)
    assert int(tables.total) == factorial(sum(sizes)) // prod(factorial(size) for size in sizes)
    assert (np.bitwise_count(hands) == sizes).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == deck).all()
    assert len({tuple(row) for row in hands.tolist()}) == len(hands)
    assert number_of(hands, tables).tolist() == list(range(len(hands)))


def test_first_and_last_deal():
    first, last = hands_of([0, TOTAL - 1]).tolist()
    assert first == [0xFF, 0xFF00, 0xFF0000, 0xFF000000]
    assert last == first[::-1]
    assert number_of([first, last]).tolist() == [0, TOTAL - 1]


@given(st.integers(0, TOTAL - 1))
def test_number_to_hands_and_back(number):
    hands = hands_of([number])
    assert np.bitwise_count(hands).tolist() == [[8, 8, 8, 8]]
    assert np.bitwise_or.reduce(hands, axis=1).tolist() == [DECK_MASK]
    assert number_of(hands).tolist() == [number]


@given(st.permutations(range(32)))
def test_hands_to_number_and_back(cards):
    hands = [sum(1 << card for card in cards[8 * seat : 8 * seat + 8]) for seat in range(4)]
    assert hands_of(number_of([hands])).tolist() == [hands]


@given(st.permutations(range(32)))
def test_a_number_is_the_number_of_deals_before(cards):
    """The rank by counting, card by card from the highest: an independent way to the same number."""
    left, number = list(range(32)), 0
    for seat in range(3):
        hand = sorted(cards[8 * seat : 8 * seat + 8])
        places = [left.index(card) for card in hand]
        number = number * comb(len(left), 8) + sum(comb(place, k + 1) for k, place in enumerate(places))
        left = [card for card in left if card not in hand]
    hands = [sum(1 << card for card in cards[8 * seat : 8 * seat + 8]) for seat in range(4)]
    assert number_of([hands]).tolist() == [number]


def test_order_of_numbers_is_order_of_hands():
    numbers = np.sort(np.random.default_rng(4).integers(0, TOTAL, 20_000, dtype=U))
    near = (numbers[:-1, None] + np.arange(4, dtype=U)).ravel()
    numbers = np.unique(np.concatenate((numbers, near[near < TOTAL])))
    keys = [tuple(hands) for hands in hands_of(numbers).tolist()]
    assert keys == sorted(set(keys))


def test_every_hand_by_rank():
    """All 10,518,300 hands of seat 0 rise strictly and have eight cards, so none is missing."""
    hands = np.empty(comb(CARDS, CARDS_PER_HAND), np.uint32)
    hand_range(np.uint32(0), TABLES, hands)
    assert (np.bitwise_count(hands) == CARDS_PER_HAND).all()
    assert (hands[1:] > hands[:-1]).all()
    part = np.empty(1000, np.uint32)
    hand_range(np.uint32(5_000_000), TABLES, part)
    assert (part == hands[5_000_000:5_001_000]).all()


def test_short_deck_deals_six_cards_each():
    tables = deal_tables(SHORT_DECK, 6)
    assert int(tables.total) == comb(24, 6) * comb(18, 6) * comb(12, 6)
    numbers, hands = dealt(1, range(2000), tables=tables)
    assert (np.bitwise_count(hands) == 6).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == SHORT_DECK).all()
    assert (number_of(hands, tables) == numbers).all()
    assert (hands_of(numbers, tables) == hands).all()
    assert hands_of([int(tables.total) - 1], tables)[0, 0] == sum(1 << card for card in cards_of(SHORT_DECK)[-6:])


def test_a_deal_is_the_first_fair_word_of_its_stream():
    numbers, hands = dealt(11, range(500), attempt=2)
    assert (hands_of(numbers) == hands).all()
    for hand_id, number in enumerate(numbers.tolist()):
        stream = np.random.Philox(key=[11, Purpose.DEAL], counter=[0, hand_id, 2, 0])
        word = next(word for word in stream.random_raw(8).tolist() if word * TOTAL % 2**64 >= 2**64 % TOTAL)
        assert number == word * TOTAL >> 64


def test_a_deal_depends_on_nothing_but_its_hand_id():
    ids = np.random.default_rng(2).permutation(3000)
    in_order, shuffled = dealt(1, range(3000))[0], dealt(1, ids)[0]
    assert (shuffled == in_order[ids]).all()


def test_seeds_attempts_and_hand_ids_change_the_deal():
    deals = np.concatenate([dealt(seed, range(100), attempt)[0] for seed in range(3) for attempt in range(3)])
    assert len(np.unique(deals)) == 900


def test_numbers_and_cards_are_even():
    numbers, hands = dealt(2024, range(400_000))
    in_range = np.bincount((numbers // U(TOTAL // 1000 + 1)).astype(int), minlength=1000)
    # The last of the 1000 parts is shorter by less than 1000 deals of 10**14.
    assert chi2.sf(((in_range - 400) ** 2 / 400).sum(), 999) > 1e-6
    for seat in range(4):
        held = (hands[:, seat, None] >> np.arange(32, dtype=np.uint32) & 1).sum(axis=0, dtype=np.int64)
        deviation = (held - 100_000) / np.sqrt(400_000 * 0.25 * 0.75)
        # The 32 counts of a seat sum to a constant, which takes one degree of freedom and widens the rest by 32/31.
        assert chi2.sf((deviation**2).sum() * 31 / 32, 31) > 1e-6


def test_first_packets_are_even_halves_of_the_hands():
    n = 200_000
    ids, attempts = np.arange(n, dtype=U), np.zeros(n, U)
    _, hands = dealt(7, ids)
    first = np.empty_like(hands)
    packet_batch(U(7), ids, attempts, hands, np.int64(4), U(70), TABLES, first)
    assert (first & ~hands == 0).all()
    assert (np.bitwise_count(first) == 4).all()
    for seat in range(4):
        _, counts = np.unique(places_within(first[:, seat], hands[:, seat]), return_counts=True)
        assert len(counts) == 70
        assert chi2.sf(((counts - n / 70) ** 2 / (n / 70)).sum(), 69) > 1e-6


def places_within(subset, hand):
    """Which of the eight cards of each hand are in the subset, as bits."""
    closed, seen = np.zeros_like(subset), np.zeros_like(subset)
    for card in range(32):
        bit = np.uint32(1) << np.uint32(card)
        closed |= ((subset & bit) != 0).astype(np.uint32) << seen
        seen += (hand & bit) != 0
    return closed
