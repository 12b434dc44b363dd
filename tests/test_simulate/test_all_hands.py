from fractions import Fraction
from math import comb

import numpy as np
import pytest

from simulate.all_hands import HANDS, all_hands, count_hands, hand_probability, tally_hands
from simulate.errors import UserError

TRUMPS = np.uint32(0xFFFC0000)


def test_all_hands_come_once_each_in_order():
    last, total = -1, 0
    for hands in all_hands(chunk=1_000_000):
        assert (np.bitwise_count(hands) == 8).all()
        assert (np.diff(hands.astype(np.int64)) > 0).all()
        assert hands[0] > last
        last, total = int(hands[-1]), total + len(hands)
    assert total == HANDS == 10_518_300


def test_counts_known_from_combinations():
    trumps = tally_hands(lambda hand: np.bitwise_count(hand & TRUMPS))
    assert trumps == {n: comb(14, n) * comb(18, 8 - n) for n in range(9)}
    assert count_hands(lambda hand: hand & TRUMPS == 0) == comb(18, 8)
    assert hand_probability(lambda hand: hand >> 31 == 1) == Fraction(1, 4)


def test_statistics_can_be_negative_or_wide():
    tally = tally_hands(lambda hand: np.where(hand & 1, -1, 10**12))
    assert tally == {-1: HANDS // 4, 10**12: 3 * HANDS // 4}


def test_other_answers_are_refused():
    with pytest.raises(UserError, match="the condition returned uint32"):
        count_hands(lambda hand: hand)
    with pytest.raises(UserError, match="the statistic returned float64"):
        tally_hands(lambda hand: hand / 2)
    with pytest.raises(UserError, match=r"the statistic returned int64 of shape \(\)"):
        tally_hands(lambda hand: 1)
