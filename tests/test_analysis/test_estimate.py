import functools
import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis.estimate import Interval, Mean, Ratio, Share, bootstrap, hands_for_mean, hands_for_share
from simulate.errors import UserError

VALUES = st.lists(st.integers(-60, 60), max_size=20)


@given(st.lists(VALUES, max_size=6), st.randoms())
def test_means_of_pieces_add_up_to_the_mean_of_the_whole_in_any_order(pieces, random):
    whole = Mean.of([value for piece in pieces for value in piece])
    random.shuffle(pieces)
    assert functools.reduce(operator.add, map(Mean.of, pieces), Mean()) == whole


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=6))
def test_shares_of_pieces_add_up(pieces):
    added = functools.reduce(operator.add, (Share(a, a + b) for a, b in pieces), Share())
    assert added == Share(sum(a for a, _ in pieces), sum(a + b for a, b in pieces))


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 4)), max_size=30), st.integers(0, 30))
def test_ratios_of_pieces_add_up(pairs, cut):
    def ratio(some):
        return Ratio.of([y for y, _ in some], [x for _, x in some])

    assert ratio(pairs[:cut]) + ratio(pairs[cut:]) == ratio(pairs)


def test_different_kinds_of_sums_do_not_add():
    with pytest.raises(TypeError):
        Share(1, 2) + Mean(1, 2, 3)


def test_share_and_mean_have_the_intervals_of_their_columns():
    assert Share(78, 100).interval() == pytest.approx((0.78, *proportion_confint(78, 100, method="wilson")))
    values = [3, -1, 5, 5, 0] * 7
    expected = stats.t.interval(0.95, 34, np.mean(values), stats.sem(values))
    assert Mean.of(values).interval()[1:] == pytest.approx(expected)
    assert Mean.of(values).sd == pytest.approx(np.std(values, ddof=1))


def test_no_hands_give_no_estimate():
    for nothing in (Share(), Mean(), Ratio()):
        assert np.isnan(nothing.interval()).all()


def test_what_varies_nowhere_has_no_ends():
    assert Interval.around(1, 0.5) == (1, 0.5, 1.5)
    for half in (0.0, float("nan")):
        found = Interval.around(1, half)
        assert not found.ends
        assert found.to_mapping() == {"estimate": 1, "low": None, "high": None}


def test_a_ratio_with_equal_denominators_is_a_mean():
    values = [3.0, -1, 5, 5, 0] * 7
    assert Ratio.of(values, np.ones(35)).interval() == pytest.approx(Mean.of(values).interval())


@pytest.mark.parametrize("hands", [1, 2, 30])
def test_where_all_agree_or_none_does_few_hands_still_leave_doubt(hands):
    decisions = np.arange(hands) % 4 + 1
    assert Ratio.of(decisions, decisions).interval() == Share(hands, hands).interval()
    assert Ratio.of(0 * decisions, decisions).interval() == Share(0, hands).interval()
    twice = Ratio.of(2 * decisions, decisions).interval()  # no share
    assert np.isnan(twice.low) if hands == 1 else twice == (2, 2, 2)


def test_a_ratio_of_1_that_hands_differ_about_is_no_certain_share():
    assert Ratio.of([1, 3, 2] * 10, [2] * 30).interval() == pytest.approx(Mean.of([0.5, 1.5, 1] * 10).interval())


def test_intervals_of_ratios_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(6)
    games = rng.poisson(3, (2000, 200)) + 1
    units = games * 2 + rng.normal(0, 3, games.shape) * np.sqrt(games)
    found = [Ratio.of(y, x).interval() for y, x in zip(units, games, strict=True)]
    assert np.mean([low <= 2 <= high for _, low, high in found]) == pytest.approx(0.95, abs=0.02)


def test_the_bootstrap_agrees_with_t_on_many_hands_and_repeats_itself():
    values = np.random.default_rng(7).normal(1, 4, 1500)
    found = bootstrap(values, seed=1)
    assert found == pytest.approx(Mean.of(values).interval(), abs=0.02)
    assert bootstrap(values, seed=1) == found
    assert bootstrap(values, seed=2) != found
    many = np.random.default_rng(8).normal(1, 4, 5000)
    assert bootstrap(many, seed=1, resamples=2000) == pytest.approx(Mean.of(many).interval(), abs=0.02)


def test_the_bootstrap_takes_other_statistics_and_constants():
    values = np.random.default_rng(9).exponential(2, 400)
    found = bootstrap(values, np.median, seed=1, resamples=2000)
    assert found.low < np.log(2) * 2 < found.high
    assert bootstrap([2, 2, 2], seed=1).to_mapping() == {"estimate": 2, "low": None, "high": None}
    with pytest.raises(UserError, match="too few to resample"):
        bootstrap([1], seed=1)


def test_bootstrap_intervals_of_skewed_scores_cover_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(10)
    samples = rng.choice([-15, 15, 18, 60], (400, 80), p=[0.3, 0.5, 0.15, 0.05])
    truth = -15 * 0.3 + 15 * 0.5 + 18 * 0.15 + 60 * 0.05
    found = [bootstrap(sample, seed=i, resamples=499) for i, sample in enumerate(samples)]
    assert np.mean([low <= truth <= high for _, low, high in found]) == pytest.approx(0.95, abs=0.03)


def test_hands_for_a_share_find_the_difference_as_often_as_promised():
    # How many hands to see a win rate of 0.82 instead of 0.80?
    hands = hands_for_share(0.02, share=0.80)
    rng = np.random.default_rng(11)
    first, second = rng.binomial(hands, 0.80, 20_000) / hands, rng.binomial(hands, 0.82, 20_000) / hands
    pooled = (first + second) / 2
    z = (second - first) / np.sqrt(2 * pooled * (1 - pooled) / hands)
    assert np.mean(np.abs(z) > stats.norm.ppf(0.975)) == pytest.approx(0.8, abs=0.01)


def test_hands_for_a_mean_by_hand():
    # Two-sided 5 %, power 80 %: n = 2 ((z.975 + z.80) sd / difference)².
    expected = 2 * ((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * 3 / 0.02) ** 2
    assert hands_for_mean(0.02, sd=3) == pytest.approx(expected, abs=1)
    assert hands_for_mean(-0.02, sd=3) == hands_for_mean(0.02, sd=3)
    assert hands_for_mean(0.02, sd=3, correlation=0.75) == pytest.approx(expected / 4, abs=1)
    assert hands_for_mean(0.02, sd=3, power=0.9) > hands_for_mean(0.02, sd=3)
    assert hands_for_mean(0.02, sd=3, level=0.99) > hands_for_mean(0.02, sd=3)
    assert hands_for_mean(1000, sd=1) == 2


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: hands_for_mean(0, sd=3), "difference 0 is none"),
        (lambda: hands_for_mean(0.1, sd=0), "standard deviation 0"),
        (lambda: hands_for_mean(0.1, sd=1, correlation=1), "correlation 1"),
        (lambda: hands_for_mean(0.1, sd=1, power=0.01), "power 0.01"),
        (lambda: hands_for_mean(1e-12, sd=1), "name a larger one"),
        (lambda: hands_for_share(0.3, share=0.8), "not both shares"),
        (lambda: Ratio.of([1, 2], [1]), "are no pairs"),
    ],
)
def test_questions_without_an_answer(ask, told):
    with pytest.raises(UserError, match=told) as caught:
        ask()
    assert "\n" not in str(caught.value)
