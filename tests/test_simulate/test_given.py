from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import binom, chi2

from simulate.cards import DECK_MASK, Card, CardSet
from simulate.deals import DEALS, hands_of, number_of, sample
from simulate.errors import UserError
from simulate.given import Given

FREE = 9


@st.composite
def open_ends(draw):
    """A deal of which only a few cards are open, and cards that some seats must not get."""
    cards = draw(st.permutations(list(Card)))
    free = draw(st.sets(st.integers(0, 31), min_size=1, max_size=FREE))
    held = {seat: [cards[i] for i in range(8 * seat, 8 * seat + 8) if i not in free] for seat in range(4)}
    loose = [cards[i] for i in free]
    without = {seat: draw(st.sets(st.sampled_from(loose), max_size=5)) for seat in range(4)}
    return {s: CardSet.of(c) for s, c in held.items()}, {s: CardSet.of(c) for s, c in without.items()}


def all_deals(held, without):
    """Every deal in agreement, by trying all ways to fill one seat after the other."""

    def fill(seat, left, hands):
        if seat == 4:
            yield tuple(hands)
            return
        for cards in combinations(left, 8 - len(held[seat])):
            if not without[seat] & CardSet.of(cards):
                hand = held[seat] | CardSet.of(cards)
                yield from fill(seat + 1, [card for card in left if card not in cards], [*hands, hand.mask])

    taken = CardSet.of(card for cards in held.values() for card in cards)
    yield from fill(0, [card for card in Card if card not in taken], [])


@settings(max_examples=60, deadline=None)
@given(open_ends())
def test_the_count_is_that_of_trying_all_deals(case):
    held, without = case
    deals = list(all_deals(held, without))
    if deals:
        assert Given(held, without).count() == len(deals)
    else:
        with pytest.raises(UserError, match="no deal is possible"):
            Given(held, without)


@settings(max_examples=25, deadline=None)
@given(open_ends(), st.integers(0, 2**64 - 1))
def test_deals_at_random_are_the_deals_in_agreement_equally_often(case, seed):
    held, without = case
    deals = list(all_deals(held, without))
    assume(deals)
    each = 50
    hands = np.empty((each * len(deals), 4), np.uint32)
    Given(held, without).fill(seed, 0, hands)
    found, counts = np.unique(number_of(hands), return_counts=True)
    assert set(found.tolist()) <= set(number_of(deals).tolist())
    missing = len(deals) - len(found)
    statistic = ((counts - each) ** 2 / each).sum() + missing * each
    if len(deals) > 1:
        # 25 runs in which hypothesis also searches for the worst: the chance of one false alarm is below 1e-7.
        assert chi2.sf(statistic, len(deals) - 1) > 1e-10


@pytest.mark.parametrize(
    ("without", "count"),
    [
        ({}, 1680),
        # Overlapping exclusions for three seats.
        ({0: CardSet(0x101), 1: CardSet(0x10001), 2: CardSet(0x10002), 3: CardSet(0)}, 110),
    ],
)
def test_deals_in_agreement_are_dealt_evenly(without, count):
    """Nine cards are open, three for each of three seats."""
    held = {0: CardSet(0xF8), 1: CardSet(0xF800), 2: CardSet(0xF80000), 3: CardSet(0xFF000000)}
    deals = list(all_deals(held, {seat: without.get(seat, CardSet()) for seat in range(4)}))
    some, each = Given(held, without), 500
    assert some.count() == len(deals) == count
    hands = np.empty((each * count, 4), np.uint32)
    some.fill(1, 0, hands)
    found, counts = np.unique(number_of(hands), return_counts=True)
    assert found.tolist() == sorted(number_of(deals).tolist())
    assert chi2.sf(((counts - each) ** 2 / each).sum(), count - 1) > 1e-6


@pytest.mark.parametrize(
    ("text", "probability"),
    [
        ("", Fraction(1)),
        ("0: EO GO HO", Fraction(7, 620)),
        ("1: EO GO HO SO EU GU HU SU", Fraction(1, 10_518_300)),
        ("2: -EO -GO -HO -SO", Fraction(comb(28, 8), comb(32, 8))),
        ("0: -EO; 1: -EO; 2: -EO", Fraction(1, 4)),
        ("0: -EO; 1: -EO; 2: -EO; 3: GO", Fraction(8 * 7, 32 * 31)),
        ("0: EO; 1: GO; 2: HO; 3: SO", Fraction(8**4, 32 * 31 * 30 * 29)),
        ("0: EO; 2: -HA", Fraction(1, 4) * Fraction(23, 31)),
    ],
)
def test_probabilities_known_from_counting(text, probability):
    assert Given.parse(text).probability() == probability
    assert Given.parse(text).count() == probability * DEALS


@pytest.mark.parametrize(
    "text", ["0: EO", "0: EO; 2: -HA -H10", "1: -EO -GO -HO; 3: -EO -SA", "0: S7 -S8; 1: -S8 H7; 2: -S9"]
)
def test_plain_deals_agree_as_often_as_counted(text):
    some, n = Given.parse(text), 1_000_000
    agreeing = some.agrees(sample(n, seed=12).hands).sum()
    expected = binom(n, float(some.probability()))
    assert min(expected.cdf(agreeing), expected.sf(agreeing - 1)) > 1e-8


def test_agrees_looks_at_held_and_excluded_cards():
    hands = hands_of([0])
    assert Given.parse("0: SA S7 -EO; 3: EO -SA").agrees(hands).tolist() == [True]
    assert Given.parse("0: SA EO").agrees(hands).tolist() == [False]
    assert Given.parse("0: -SA").agrees(hands).tolist() == [False]


def test_deals_depend_on_seed_and_position_alone():
    some = Given.parse("0: EO; 2: -HA")
    whole, part, other = (np.empty((n, 4), np.uint32) for n in (100, 40, 100))
    some.fill(3, 0, whole)
    some.fill(3, 60, part)
    some.fill(4, 0, other)
    assert (whole[60:] == part).all()
    assert (whole != other).any()
    assert some.agrees(whole).all()
    assert (np.bitwise_or.reduce(whole, axis=1) == DECK_MASK).all()


def test_nothing_given_is_every_deal_but_not_the_sample():
    n = 200_000
    hands = np.empty((n, 4), np.uint32)
    Given().fill(1, 0, hands)
    numbers = number_of(hands)
    assert len(np.unique(numbers)) == n
    assert not (numbers == sample(n, seed=1).numbers).any()
    counts = np.bincount((numbers // np.uint64(DEALS // 500 + 1)).astype(int), minlength=500)
    assert chi2.sf(((counts - n / 500) ** 2 / (n / 500)).sum(), 499) > 1e-6
    later = np.empty((100, 4), np.uint32)
    Given().fill(1, 1000, later)
    assert (later == hands[1000:1100]).all()


def test_seats_that_may_hold_a_card():
    some = Given(held={0: "EO"}, without={2: "HA", 3: CardSet.parse("HA GO")})
    assert [some.allowed(card) for card in (Card.EO, Card.HA, Card.GO, Card.S7)] == [
        (0,),
        (0, 1),
        (0, 1, 2),
        (0, 1, 2, 3),
    ]


# ---- text ----


@given(open_ends())
def test_text_and_back(case):
    held, without = case
    try:
        some = Given(held, without)
    except UserError:
        return
    assert Given.parse(str(some)) == some
    assert hash(Given.parse(str(some))) == hash(some)


@pytest.mark.parametrize(
    "text",
    [
        "seat 0: EO GO HO; seat 2: -HA",
        "0:EO,GO,HO\n2:-HA\n",
        " SEAT 2 : -ha ;; seat0: eo go ; 0: ho",
        "seat 0: CQ SQ HQ; seat 2: -HA",
    ],
)
def test_ways_to_write_the_same(text):
    assert Given.parse(text) == Given(held={0: "EO GO HO"}, without={2: "HA"})


def test_one_notation_for_the_whole_text():
    # S7 alone could be Schellen or spades; CQ elsewhere in the text tells.
    assert Given.parse("0: S7; 1: CQ").held[0] == CardSet.parse("G7")
    assert Given.parse("0: S7; 1: EO").held[0] == CardSet.parse("S7")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("EO GO", "'EO GO' names no seat: write it such as 'seat 0: EO GO -HA; seat 2: H10'"),
        ("seat 4: EO", r"seat 4 is unknown: use 0 \(forehand\) to 3 \(dealer\)"),
        ("seat 0: EO XX", "'XX' .* is no card"),
        ("seat 0: EO -", "has a minus without a card"),
        ("0: EO; 1: SO; 0: EO", "card EO is named twice for seat 0"),
        ("0: EO; 1: CQ", "mixes German"),
        ("0: EO; 1: EO", "card EO is held by seats 0 and 1: give it to one of them"),
        ("0: EO -EO", "no deal is possible: EO can't be with any seat"),
        ("0: -EO; 1: -EO; 2: -EO; 3: -EO", "no deal is possible: EO can't be with any seat"),
        ("0: S7 S8 S9 SK S10 SA G7 G8 G9", r"9 cards \(G9 .* S7\) can only be with seat 0, room for 8"),
        (
            "2: -" + " -".join(str(card) for card in list(Card)[:25]),
            "25 cards .* only be with seats 0 and 1 and 3, room for 24",
        ),
        (
            "0: -EO; 1: -EO; 2: -EO; 3: S7 S8 S9 SK S10 SA G7 G8",
            r"9 cards \(EO .*\) can only be with seat 3, room for 8",
        ),
    ],
)
def test_contradictions_are_named(text, message):
    with pytest.raises(UserError, match=message) as error:
        Given.parse(text)
    assert "\n" not in str(error.value)


def test_seats_are_numbers():
    with pytest.raises(UserError, match="seat 'forehand' is unknown"):
        Given(held={"forehand": "EO"})
