"""The method of comparisons against itself: p-values of copies, and what intervals cover."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from analysis.compare import compare
from simulate.players.player import Player
from simulate.players.random import RandomBidder, RandomCardPlayer
from simulate.players.registry import parse_player

SALT = np.uint64(0x5DEECE66D1234567)


@dataclass(frozen=True)
class OtherCards(RandomCardPlayer):
    """`random` with other random numbers: another player who plays as well."""

    spec = "other"

    def play(self, views):
        return super().play(views._replace(random=views.random ^ SALT))


@dataclass(frozen=True)
class OtherBids(RandomBidder):
    """`random` with other random numbers: another bidder who bids as well."""

    name = "other"

    def _choose(self, views, always):
        return super()._choose(views._replace(random=views.random ^ SALT), always)

    def double(self, views):
        return super().double(views._replace(random=views.random ^ SALT))


def p_values_and_intervals(a, b, repetitions, hands):
    found = [compare(a, b, hands, seed=17, start=k * hands, workers=1) for k in range(repetitions)]
    return np.array([one.p_value for one in found]), np.array([one.difference for one in found])


def copies(kind):
    if kind == "cards":
        return Player(parse_player("normal").bidder, RandomCardPlayer()), Player(
            parse_player("normal").bidder, OtherCards()
        )
    one, other = RandomBidder.make(), OtherBids.make()
    return Player(one, RandomCardPlayer()), Player(other, RandomCardPlayer())


@pytest.mark.parametrize(("kind", "hands"), [("cards", 600), ("bids", 4200)])
def test_p_values_of_a_copy_are_uniform(kind, hands):
    p_values, intervals = p_values_and_intervals(*copies(kind), 1000, hands)
    assert stats.kstest(p_values, "uniform").pvalue > 0.01
    # The difference of copies is known: none.
    covered = ((intervals[:, 1] <= 0) & (intervals[:, 2] >= 0)).mean()
    assert 0.935 <= covered <= 0.965


@pytest.mark.parametrize(("a", "b", "hands"), [("normal", "bold", 14_000), ("normal", "normal/random", 1000)])
def test_intervals_cover_a_difference_known_from_many_hands(a, b, hands):
    _, intervals = p_values_and_intervals(a, b, 400, hands)
    truth = intervals[:, 0].mean()
    covered = ((intervals[:, 1] <= truth) & (intervals[:, 2] >= truth)).mean()
    # Three standard errors of a share of 400.
    assert abs(covered - 0.95) < 0.033


def test_intervals_of_the_parts_cover_them_too():
    names = ("per_100", "more", "better", "a_win", "b_win", "a_share", "b_share")
    found: dict = {}
    for k in range(200):
        frame = compare("normal", "bold", 14_000, seed=17, start=14_000 * k, workers=1).by_contract()
        for row in frame.iter_rows(named=True):
            if row["contract"] in ("rufspiel", "solo"):
                for name in names:
                    ends = (row[name], row[f"{name}_low"], row[f"{name}_high"])
                    found.setdefault((row["contract"], name), []).append(ends)
    for part, intervals in found.items():
        estimates, lows, highs = np.array(intervals).T
        covered = ((lows <= estimates.mean()) & (highs >= estimates.mean())).mean()
        # Four standard errors of a share of 200, since there are 14 parts.
        assert abs(covered - 0.95) < 0.062, part


def test_a_level_is_the_share_covered():
    a, b = copies("cards")
    intervals = np.array(
        [compare(a, b, 400, seed=3, start=k * 400, level=0.8, workers=1).difference for k in range(500)]
    )
    assert abs(((intervals[:, 1] <= 0) & (intervals[:, 2] >= 0)).mean() - 0.8) < 0.055


def test_intervals_of_runs_that_stop_when_narrow_cover_the_truth():
    a, b = copies("cards")
    found = [compare(a, b, seed=k, until=0.12, workers=1) for k in range(60)]
    assert all(one.reached for one in found)
    assert len({one.deals for one in found}) > 3
    covered = np.mean([one.difference.low <= 0 <= one.difference.high for one in found])
    assert covered >= 0.95
