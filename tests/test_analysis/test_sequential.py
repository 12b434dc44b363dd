"""Coverage at all looks at once, for differences of deals as skewed as real ones."""

import numpy as np
import pytest
from scipy import stats

from analysis.sequential import FixedPlan, SequentialPlan, plan_for

VALUES = np.array([0.0, 1.0, -1.0, 2.0, -3.0, 9.0, -12.0])
CHANCES = np.array([0.80, 0.08, 0.06, 0.03, 0.02, 0.007, 0.003])
MEAN = float(VALUES @ CHANCES)
SD = float(np.sqrt(VALUES**2 @ CHANCES - MEAN**2))
CHUNK = 1024
FIRST_LOOK = 4


def looks(runs, chunks, seed):
    """Return (deals, estimates, standard errors) at every look of many runs; shape (runs, looks)."""
    counts = np.random.default_rng(seed).multinomial(CHUNK, CHANCES, size=(runs, chunks)).cumsum(axis=1)
    n = CHUNK * np.arange(1, chunks + 1)
    means = counts @ VALUES / n
    variances = (counts @ VALUES**2 / n - means**2) * n / (n - 1)
    return n[FIRST_LOOK - 1 :], means[:, FIRST_LOOK - 1 :], np.sqrt(variances / n)[:, FIRST_LOOK - 1 :]


def missed(plan, level, runs=2000, chunks=400, seed=1):
    """Return the share of runs in which some interval misses the truth."""
    n, means, errors = looks(runs, chunks, seed)
    reach = np.array([plan.multiplier(int(size), level) for size in n])
    return (np.abs(means - MEAN) > reach * errors).any(axis=1).mean()


@pytest.mark.parametrize("tuned_to", [5_000, 50_000, 400_000])
@pytest.mark.parametrize("level", [0.95, 0.9])
def test_a_confidence_sequence_covers_the_truth_at_all_looks_at_once(tuned_to, level):
    assert missed(SequentialPlan(tuned_to, level), level) < 1 - level


def test_ordinary_intervals_do_not():
    assert missed(FixedPlan(), 0.95) > 0.25


def test_ordinary_intervals_cover_the_truth_at_one_look():
    n, means, errors = looks(4000, 20, seed=2)
    reach = FixedPlan().multiplier(int(n[-1]), 0.95)
    share = (np.abs(means[:, -1] - MEAN) > reach * errors[:, -1]).mean()
    assert share == pytest.approx(0.05, abs=0.012)


@pytest.mark.parametrize("z", [0.0, 0.5, 1.96, 3.0, 5.0])
def test_ordinary_p_values_are_those_of_the_t_test(z):
    rows = np.random.default_rng(3).normal(size=50)
    rows = (rows - rows.mean()) / rows.std(ddof=1) + z / np.sqrt(50)
    assert FixedPlan().p_value(z, 50) == pytest.approx(stats.ttest_1samp(rows, 0).pvalue)


@pytest.mark.parametrize("n", [100, 5_000, 10**6])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_a_p_value_fits_its_interval(n, level):
    plan = SequentialPlan(20_000, 0.95)
    edge = plan.multiplier(n, level)
    assert plan.p_value(edge, n) == pytest.approx(1 - level)
    assert plan.p_value(1.001 * edge, n) < 1 - level < plan.p_value(0.999 * edge, n)
    assert plan.p_value(0, n) == 1


def test_p_values_of_a_sequence_are_rarely_ever_small():
    n, means, errors = looks(1000, 200, seed=4)
    plan = SequentialPlan(50_000, 0.95)
    z = (means - MEAN) / errors
    smallest = [min(plan.p_value(z[run, look], int(n[look])) for look in range(len(n))) for run in range(len(z))]
    assert np.mean(np.array(smallest) < 0.05) < 0.05


def test_a_sequence_is_narrowest_where_it_is_tuned_to():
    at = 30_000
    reaches = {tuned: SequentialPlan(tuned, 0.95).multiplier(at, 0.95) for tuned in (10_000, 25_000, at, 36_000, 10**5)}
    assert min(reaches, key=reaches.get) == at
    # What the doubt about when to stop costs, as the documentation says.
    assert (reaches[at] / 1.96) ** 2 == pytest.approx(2.4, abs=0.01)


def test_a_plan_is_tuned_to_the_deals_it_will_take():
    plan = plan_for(0.01, sd=2.0, most=10**9, level=0.95)
    assert plan.multiplier(plan.tuned_to, 0.95) * 2.0 / np.sqrt(plan.tuned_to) == pytest.approx(0.01, rel=1e-3)
    assert plan_for(0.01, sd=2.0, most=5000, level=0.95).tuned_to == 5000
    assert plan_for(0.01, sd=0.0, most=5000, level=0.95).tuned_to == 2
