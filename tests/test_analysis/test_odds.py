"""The facts of RULES section 10, against the section's values, all 10,518,300 hands, and dealt deals.

The section gives most values rounded to six digits; exact ones are compared exactly.
"""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from analysis import odds
from analysis.exact import Distribution
from simulate.cards import Card, CardSet, Rank, Suit
from simulate.contracts import CALLABLE_SUITS, Contract, Game
from simulate.errors import UserError

RUFSPIEL = Game(Contract.RUFSPIEL, Suit.EICHEL)
TRUMPS = RUFSPIEL.frame.trumps


def digits(distribution: Distribution, outcomes: range) -> str:
    assert sum(distribution.values()) == 1
    return " ".join(f"{float(distribution[n]):.6f}".lstrip("0") for n in outcomes)


# ---- the values of RULES section 10 ----


def test_sie():
    assert odds.holds_all(8) == Fraction(1, 10_518_300)
    assert f"{float(odds.holds_all(8)):.5e}" == "9.50724e-08"
    assert f"{float(odds.someone_holds_all(8)):.5e}" == "3.80290e-07"


def test_trumps_in_a_hand():
    expected = ".004160 .042358 .160608 .296507 .291212 .155313 .043682 .005873 .000286"
    counts = odds.trumps_in_hand()
    assert digits(counts, range(9)) == expected
    assert (counts.mean, counts.variance) == (Fraction(7, 2), Fraction(189, 124))
    assert f"{float(counts.variance):.6f}" == "1.524194"


def test_ober_and_unter_in_a_hand():
    assert f"{float(odds.holds_all(4)):.6f}" == "0.001947"
    unter = ".295495 .450278 .214905 .037375 .001947"
    assert digits(odds.trumps_in_hand(trumps=4), range(5)) == unter


def test_callable_suits():
    assert digits(odds.callable_suits(suits=1), range(1, 2)) == ".601471"
    assert digits(odds.callable_suits(), range(4)) == ".064336 .286482 .429614 .219567"
    none = [odds.none_callable(trumps) for trumps in range(4, 9)]
    assert none == [Fraction(1, 17), Fraction(61, 816), Fraction(2, 17), Fraction(1, 6), Fraction(1)]


def test_the_called_suit():
    assert [odds.goes_round(k) for k in (1, 2, 3)] == [Fraction(16, 23), Fraction(128, 253), Fraction(64, 253)]
    assert [odds.partner_may_run(k) for k in (1, 2, 3)] == [Fraction(17, 253), Fraction(5, 253), Fraction(0)]
    assert [odds.fellow_void(k) for k in (1, 2, 3)] == [Fraction(19, 107), Fraction(15, 47), Fraction(21, 37)]


def test_laufende():
    assert digits(odds.laufende(), range(6)) == ".750000 .193548 .045161 .009344 .001669 .000247"
    assert odds.holds_all(3) == Fraction(7, 620)
    assert odds.holds_all(3, held=16) == Fraction(7, 62)
    assert odds.laufende(held=16, either=True).at_least(3) == Fraction(7, 31)
    assert odds.laufende(held=8, either=True).at_least(3) == Fraction(13, 31)
    assert odds.laufende(held=8, either=True, trumps=4).at_least(2) == Fraction(19, 31)


def test_voids():
    assert f"{float(odds.void_suits(suits=1)[1]):.6f}" == "0.148529"
    assert f"{float(odds.void_suits().at_least(1)):.6f}" == "0.409944"
    assert f"{float(odds.shortest_holding(odds.SUIT_CARDS)[0]):.6f}" == "0.541219"


def test_trumps_at_the_table():
    assert f"{float(odds.trumps_in_hand()[0]):.6f}" == "0.004160"
    assert f"{float(odds.shortest_holding().at_most(1)):.6f}" == "0.184475"
    assert f"{float(odds.someone_holds(1)):.6f}" == "0.167950"
    assert digits(odds.longest_holding(), range(4, 9)) == ".277057 .524871 .173438 .023492 .001142"


def test_best_solo_suit():
    expected = ".004813 .107470 .344186 .370363 .149164 .022863 .001142"
    assert digits(odds.best_solo_trumps(), range(2, 9)) == expected


def test_eyes_in_a_hand():
    eyes = odds.eyes_in_hand()
    assert (eyes.mean, eyes.variance) == (Fraction(30), Fraction(3300, 31))
    assert f"{float(eyes.variance):.6f}" == "106.451613"
    assert f"{float(eyes[0]):.5e}" == "4.70608e-05"


def test_trumps_in_the_first_four_cards():
    expected = ".085095 .317686 .387180 .182202 .027836"
    assert digits(odds.trumps_in_hand(cards=4), range(5)) == expected


# ---- all hands ----


def all_hands() -> np.ndarray:
    """Every hand once, as masks: each half of the deck with n cards joined to each other half with 8 - n."""
    half = np.arange(1 << 16, dtype=np.uint32)
    counts = np.bitwise_count(half)
    joined = [half[counts == n][:, None] << 16 | half[counts == 8 - n][None, :] for n in range(9)]
    return np.concatenate([block.ravel() for block in joined])


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    hands = all_hands()
    assert len(hands) == comb(32, 8)
    return hands


def held(hands: np.ndarray, cards) -> np.ndarray:
    return np.bitwise_count(hands & np.uint32(CardSet.of(cards).mask))


def counted(values: np.ndarray) -> dict[int, Fraction]:
    return {n: Fraction(int(ways), len(values)) for n, ways in enumerate(np.bincount(values)) if ways}


def test_counts_of_cards_over_all_hands(hands):
    assert counted(held(hands, TRUMPS)) == dict(odds.trumps_in_hand())
    unter = [card for card in Card if card.rank is Rank.UNTER]
    assert counted(held(hands, unter)) == dict(odds.trumps_in_hand(trumps=4))


def test_callable_suits_over_all_hands(hands):
    may_call = np.zeros(len(hands), np.uint8)
    voids = np.zeros(len(hands), np.uint8)
    for suit in CALLABLE_SUITS:
        game = Game(Contract.RUFSPIEL, suit)
        cards = held(hands, game.called_suit)
        may_call += (cards > 0) & (held(hands, [game.called_ace]) == 0)
        voids += cards == 0
    assert counted(may_call) == dict(odds.callable_suits())
    assert counted(voids) == dict(odds.void_suits())
    trumps = held(hands, TRUMPS)
    for n in range(9):
        none = Fraction(int(np.sum((trumps == n) & (may_call == 0))), int(np.sum(trumps == n)))
        assert none == odds.none_callable(n)


def test_best_solo_suit_over_all_hands(hands):
    best = np.zeros(len(hands), np.uint8)
    for suit in Suit:
        best = np.maximum(best, held(hands, Game(Contract.SOLO, suit).frame.trumps))
    assert counted(best) == dict(odds.best_solo_trumps())


def test_eyes_over_all_hands(hands):
    eyes = np.zeros(len(hands), np.uint8)
    for rank in Rank:
        if rank.eyes:
            eyes += rank.eyes * held(hands, [card for card in Card if card.rank is rank])
    assert counted(eyes) == dict(odds.eyes_in_hand())


def test_laufende_over_all_hands(hands):
    run = np.zeros(len(hands), np.uint8)
    for n in range(1, 9):
        run += held(hands, RUFSPIEL.frame.groups[0][:n]) == n
    assert counted(run) == dict(odds.laufende())


# ---- dealt deals: what depends on more than one hand ----

DEALS = 200_000
CHECKS = 30
"""At least as many comparisons as are made with dealt deals, here; all of them fail one time in a million."""


@pytest.fixture(scope="module")
def deals() -> np.ndarray:
    """The four hands of random deals, as masks; shape (DEALS, 4)."""
    order = np.random.default_rng(20_231).permuted(np.tile(np.arange(32, dtype=np.uint8), (DEALS, 1)), axis=1)
    return (np.uint32(1) << order.astype(np.uint32)).reshape(DEALS, 4, 8).sum(axis=2, dtype=np.uint32)


def assert_frequency(happened: np.ndarray, chance: Fraction) -> None:
    """Fail if so rare or so frequent an outcome has a chance below 1e-6 / CHECKS."""
    times, tried = int(np.sum(happened)), len(happened)
    tail = min(binom.cdf(times, tried, float(chance)), binom.sf(times - 1, tried, float(chance)))
    assert 2 * tail > 1e-6 / CHECKS, f"{times} of {tried}, expected {float(chance):.6f}"


def test_shortest_and_longest_holdings_in_deals(deals):
    trumps = held(deals, TRUMPS)
    longest = odds.longest_holding()
    for n in range(4, 9):
        assert_frequency(trumps.max(axis=1) == n, longest[n])
    assert_frequency(trumps.min(axis=1) <= 1, odds.shortest_holding().at_most(1))
    assert_frequency((trumps == 1).any(axis=1), odds.someone_holds(1))
    assert_frequency((held(deals, RUFSPIEL.called_suit) == 0).any(axis=1), odds.shortest_holding(6)[0])


def test_laufende_of_sides_in_deals(deals):
    tops = RUFSPIEL.frame.groups[0]
    wenz_tops = Game(Contract.WENZ).frame.groups[0]
    pair, alone = deals[:, 0] | deals[:, 1], deals[:, 2]
    for side, number in ((pair, 16), (alone, 8)):
        three = held(side, tops[:3])
        assert_frequency((three == 3) | (three == 0), odds.laufende(number, either=True).at_least(3))
    two = held(alone, wenz_tops[:2])
    assert_frequency((two == 2) | (two == 0), odds.laufende(8, either=True, trumps=4).at_least(2))
    for n in (1, 2, 3, 4):
        exactly = (held(pair, tops[:n]) == n) & (held(pair, tops[n : n + 1]) == 0)
        assert_frequency(exactly, odds.laufende(16)[n])
    assert_frequency(held(pair, wenz_tops) == 4, odds.laufende(16, trumps=4)[4])


def test_the_called_suit_in_deals(deals):
    ace = CardSet.of([RUFSPIEL.called_ace])
    suit = held(deals, RUFSPIEL.called_suit)
    has_ace = held(deals, ace) == 1
    for k in (1, 2, 3):
        asked = (suit[:, 0] == k) & ~has_ace[:, 0]
        assert_frequency((suit[asked, 1:] > 0).all(axis=1), odds.goes_round(k))
        runs = (suit[asked, 1:] >= 4) & has_ace[asked, 1:]
        assert_frequency(runs.any(axis=1), odds.partner_may_run(k))
        # Seat 0 an opponent with k cards, seat 1 the declarer, seat 2 the partner, seat 3 the fellow.
        asked = (suit[:, 0] == k) & (suit[:, 1] > 0) & has_ace[:, 2]
        assert_frequency(suit[asked, 3] == 0, odds.fellow_void(k))


def test_frequencies_are_judged_by_a_test_that_can_fail():
    happened = np.arange(10_000) < 5_300
    assert_frequency(happened, Fraction(53, 100))
    with pytest.raises(AssertionError, match="5300 of 10000"):
        assert_frequency(happened, Fraction(50, 100))


# ---- general arguments ----


def test_either_side_has_the_highest_trump_and_runs_end_where_cards_do():
    assert odds.laufende(16, either=True)[0] == 0
    assert max(odds.laufende(8)) == 8
    assert max(odds.laufende(24)) == 14
    assert max(odds.laufende(16, either=True, trumps=4)) == 4


def test_short_deck():
    # 24 cards, six each, 12 trumps (RULES section 9).
    short = odds.trumps_in_hand(trumps=12, cards=6, deck=24)
    assert (short.mean, short[6]) == (Fraction(3), Fraction(comb(12, 6), comb(24, 6)))
    voids = odds.void_suits(suits=3, suit_cards=4, cards=6, deck=24)
    assert voids[3] == short[6]


@pytest.mark.parametrize(
    "ask",
    [
        lambda: odds.trumps_in_hand(cards=33),
        lambda: odds.someone_holds_all(0),
        lambda: odds.none_callable(9),
        lambda: odds.goes_round(0),
        lambda: odds.partner_may_run(6),
        lambda: odds.fellow_void(5),
        lambda: odds.longest_holding(33),
    ],
)
def test_numbers_that_no_hand_can_have_are_refused(ask):
    with pytest.raises(UserError, match="is out of range: use"):
        ask()
