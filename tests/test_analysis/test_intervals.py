import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from analysis.intervals import deviations, mean_differences, means, share_differences, shares
from simulate.errors import UserError
from simulate.summary import FEW, wilson


def sums(values):
    return len(values), values.sum(), (values**2).sum()


def test_wilson_by_hand():
    # 8 of 10 at 95 %: z = 1.959964, centre (0.8 + z²/20) / (1 + z²/10), as in Wilson 1927.
    z2 = 1.959963984540054**2
    centre = (0.8 + z2 / 20) / (1 + z2 / 10)
    half = np.sqrt(z2) / (1 + z2 / 10) * np.sqrt(0.16 / 10 + z2 / 400)
    found = shares(8, 10)
    assert found.low[0] == pytest.approx(centre - half)
    assert found.high[0] == pytest.approx(centre + half)


@pytest.mark.parametrize(("hits", "n"), [(0, 7), (7, 7), (3, 7), (123, 100_000)])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_shares_are_those_of_statsmodels_and_of_a_runs_summary(hits, n, level):
    found = [column[0] for column in shares(hits, n, level)]
    assert found[1:] == pytest.approx(proportion_confint(hits, n, 1 - level, "wilson"), abs=1e-12)
    assert found == pytest.approx(wilson(hits, n, level), abs=1e-12)
    assert 0 <= found[1] <= found[0] <= found[2] <= 1


def test_means_end_where_means_can():
    # Hands of hardly any eyes but for one, of nearly all but for one, and of usual ones.
    eyes = [[0] * 29 + [120], [120] * 29 + [0], [70, 72] * 15]
    n, total, squares = zip(*(sums(np.array(values)) for values in eyes), strict=True)
    free, cut = means(n, total, squares), means(n, total, squares, within=(0, 120))
    assert cut.estimate.tolist() == free.estimate.tolist()
    assert cut.low.tolist() == [0, free.low[1], free.low[2]]
    assert cut.high.tolist() == [free.high[0], 120, free.high[2]]
    assert free.low[0] < 0
    assert free.high[1] > 120


def test_means_of_few_values_or_of_values_all_alike_have_no_interval():
    n = [FEW - 1, FEW, FEW, 10**6]
    found = means(n, [0, 0, 45 * FEW, 10**6 / 3], [FEW, FEW, 45**2 * FEW, 10**6 / 9])
    assert np.isnan(found.low).tolist() == np.isnan(found.high).tolist() == [True, False, True, True]
    assert found.estimate.tolist() == [0, 0, 45, pytest.approx(1 / 3)]
    # And so no differences of such means.
    first, alike = (FEW, 0, FEW), (FEW, FEW, FEW)
    assert np.isnan(mean_differences(first, first)).ravel().tolist() == [False] * 3
    for other in ((FEW - 1, 0, FEW), alike):
        assert np.isnan(mean_differences(first, other)).ravel().tolist() == [False, True, True]
        assert np.isnan(mean_differences(other, first)).ravel().tolist() == [False, True, True]


@pytest.mark.parametrize("won", [0.9, 0.97])
def test_intervals_of_contracts_that_are_nearly_always_won_hold_what_they_promise(won):
    lost = np.random.default_rng(6).binomial(FEW, 1 - won, 20_000)
    found = means(FEW, 50 * FEW - 100 * lost, 2500 * FEW)
    told = ~np.isnan(found.low)
    truth = 100 * won - 50
    assert told.tolist() == (lost > 0).tolist()
    assert np.mean((found.low <= truth) & (truth <= found.high), where=told) > 0.93


def test_nothing_to_estimate_from_is_nan_and_warns_nobody():
    assert np.isnan(shares([0, 1], [0, 2])).tolist() == [[True, False]] * 3
    assert np.isnan(means([0, 1], [0, 3], [0, 9])).tolist() == [[True, False], [True, True], [True, True]]
    assert np.isnan(mean_differences((1, 1, 1), (5, 5, 25))).ravel().tolist() == [False, True, True]
    assert np.isnan(share_differences([0], [0], [1], [2])).all()


def test_means_are_those_of_scipy():
    values = np.random.default_rng(1).integers(-10, 30, 37)
    expected = stats.t.interval(0.9, 36, values.mean(), stats.sem(values))
    found = means(*sums(values), level=0.9)
    assert found.estimate[0] == pytest.approx(values.mean())
    assert (found.low[0], found.high[0]) == pytest.approx(expected)
    assert deviations(*sums(values))[0] == pytest.approx(values.std(ddof=1))


def test_differences_of_means_are_welchs():
    rng = np.random.default_rng(2)
    first, second = rng.integers(0, 20, 60), rng.integers(0, 60, 31)
    expected = CompareMeans(DescrStatsW(first), DescrStatsW(second)).tconfint_diff(usevar="unequal")
    found = mean_differences(sums(first), sums(second))
    assert found.estimate[0] == pytest.approx(first.mean() - second.mean())
    assert (found.low[0], found.high[0]) == pytest.approx(expected)


def test_differences_of_shares_by_hand():
    # Newcombe 1998, table II, method 10: 56/70 against 48/80.
    found = [column[0] for column in share_differences(56, 70, 48, 80)]
    assert found == pytest.approx([0.2, 0.0524, 0.3339], abs=5e-5)


@pytest.mark.parametrize("level", [0, 1, 1.5, -0.1])
def test_levels_out_of_range(level):
    with pytest.raises(UserError, match="use a number between 0 and 1"):
        shares(1, 2, level)


@pytest.mark.parametrize(("share", "n"), [(0.02, 200), (0.2, 50), (0.5, 30)])
def test_wilson_intervals_cover_the_truth_as_often_as_they_say(share, n):
    hits = np.random.default_rng(3).binomial(n, share, 20_000)
    found = shares(hits, n)
    assert np.mean((found.low <= share) & (share <= found.high)) == pytest.approx(0.95, abs=0.02)


def test_t_intervals_cover_the_truth_as_often_as_they_say():
    # Scores of a Rufspiel: mostly ±1 and ±2, seldom much more.
    scores, chances = np.array([-6, -2, -1, 1, 2, 4, 8]), np.array([0.02, 0.05, 0.2, 0.4, 0.2, 0.1, 0.03])
    samples = np.random.default_rng(4).choice(scores, (10_000, 60), p=chances)
    found = means(60, samples.sum(axis=1), (samples**2).sum(axis=1))
    truth = scores @ chances
    assert np.mean((found.low <= truth) & (truth <= found.high)) == pytest.approx(0.95, abs=0.015)


def test_intervals_of_differences_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(5)
    first, second = rng.normal(1, 3, (10_000, 30)), rng.normal(0, 9, (10_000, 45))
    parts = [(v.shape[1], v.sum(axis=1), (v**2).sum(axis=1)) for v in (first, second)]
    found = mean_differences(*[np.broadcast_arrays(*part) for part in parts])
    assert np.mean((found.low <= 1) & (found.high >= 1)) == pytest.approx(0.95, abs=0.015)
    rates = share_differences(rng.binomial(80, 0.8, 10_000), 80, rng.binomial(60, 0.6, 10_000), 60)
    assert np.mean((rates.low <= 0.2) & (rates.high >= 0.2)) == pytest.approx(0.95, abs=0.015)
