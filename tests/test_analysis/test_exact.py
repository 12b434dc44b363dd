"""Distributions and splits against plain enumeration."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.exact import Distribution, hypergeometric, in_hand, merge, part, split, split_groups
from simulate.errors import UserError


def test_an_impossible_outcome_has_probability_zero_and_is_not_listed():
    coin = Distribution({0: 1, 1: 1, 2: 0})
    assert coin[2] == 0
    assert 2 not in coin
    assert list(coin) == [0, 1]


def test_ways_that_do_not_add_up_are_refused():
    with pytest.raises(ValueError, match="add up to 3, not to 4"):
        Distribution({0: 1, 1: 2}, total=4)


def test_probabilities_that_do_not_sum_to_one_are_refused():
    with pytest.raises(ValueError, match="add up to"):
        Distribution.of_chances({0: Fraction(1, 2), 1: Fraction(1, 3)})


def test_mean_variance_and_tails_of_a_die():
    die = Distribution(dict.fromkeys(range(1, 7), 1))
    assert (die.mean, die.variance) == (Fraction(7, 2), Fraction(35, 12))
    assert (die.at_least(5), die.at_most(1)) == (Fraction(1, 3), Fraction(1, 6))
    assert die.given(lambda n: n > 4)[6] == Fraction(1, 2)
    assert die.map(lambda n: n % 2)[1] == Fraction(1, 2)


@given(st.integers(0, 7), st.integers(0, 7), st.integers(7, 8))
def test_hypergeometric_is_what_counting_hands_gives(special: int, drawn: int, deck: int):
    hands = list(combinations(range(deck), drawn))
    counted = hypergeometric(special, drawn, deck)
    assert sum(counted.values()) == 1
    for n in range(deck + 1):
        assert counted[n] == Fraction(sum(sum(c < special for c in hand) == n for hand in hands), len(hands))


@pytest.mark.parametrize("numbers", [(5, 4, 3), (-1, 2, 3), (1, 4, 3), (1, 2, 33)])
def test_hypergeometric_refuses_numbers_that_do_not_fit(numbers: tuple[int, int, int]):
    with pytest.raises(UserError, match="out of range: use 0 to"):
        hypergeometric(*numbers)


def test_split_groups_is_what_dealing_every_deal_gives():
    # Seven cards: 0 and 1 are one group, 2, 3 and 4 another; hands of 2, 2 and 3.
    hand_of = (0, 0, 1, 1, 2, 2, 2)
    deals = set(permutations(hand_of))
    expected = Distribution.of_chances(
        _frequencies(
            [tuple(tuple(group.count(h) for h in range(3)) for group in (deal[:2], deal[2:5])) for deal in deals]
        )
    )
    assert dict(split_groups((2, 3), (2, 2, 3))) == dict(expected)
    assert dict(split(3, (2, 2, 3))) == dict(expected.map(lambda counts: counts[1]))


def _frequencies(outcomes: list) -> dict:
    return {outcome: Fraction(outcomes.count(outcome), len(outcomes)) for outcome in set(outcomes)}


def test_split_refuses_more_cards_than_there_is_room_for():
    with pytest.raises(UserError, match="cards=5 is out of range: use 0 to 4"):
        split(5, (2, 2))


def test_an_impossible_condition_is_refused():
    with pytest.raises(ValueError, match="no outcome is possible"):
        split(2, (2, 2)).given(lambda counts: counts[0] == 3)


def test_marks_merge_by_any_function():
    # Two suits of two cards, hands of two: 1 way with both in one suit, 4 ways with one of each.
    suit = part(2, lambda n: n)
    assert dict(in_hand(merge([suit, suit], max), 2)) == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert dict(in_hand(merge([suit, suit]), 2)) == {2: Fraction(1)}
