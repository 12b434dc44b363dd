import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from analysis.moments import Moments

ROWS = arrays(np.int64, st.tuples(st.integers(2, 30), st.just(3)), elements=st.integers(-(10**6), 10**6))


@given(ROWS, st.integers(0, 30))
def test_pieces_add_up_to_the_whole_in_any_order(rows, cut):
    whole = Moments.of(rows)
    first, second = Moments.of(rows[:cut]), Moments.of(rows[cut:])
    assert first + second == whole
    assert second + first == whole
    assert Moments.none(3) + whole == whole


@given(ROWS)
def test_means_and_covariances_are_those_of_numpy(rows):
    found = Moments.of(rows)
    np.testing.assert_allclose(found.means, rows.mean(axis=0))
    np.testing.assert_allclose(found.covariance, np.cov(rows.T), rtol=1e-6, atol=1e-3)


def test_large_numbers_are_summed_exactly():
    rows = np.full((1000, 2), 10**7 + 1)
    assert Moments.of(rows).products[0, 1] == 1000 * (10**7 + 1) ** 2


def test_a_weighted_sum_has_the_error_of_the_sums_of_its_rows():
    rows = np.random.default_rng(1).integers(-9, 9, (500, 3))
    estimate, error = Moments.of(rows).linear([1, -2, 0.5])
    single = rows @ [1, -2, 0.5]
    assert estimate == pytest.approx(single.mean())
    assert error == pytest.approx(single.std(ddof=1) / np.sqrt(500))


def test_the_error_of_a_ratio_is_the_spread_of_ratios():
    rng = np.random.default_rng(2)
    games = rng.integers(0, 5, (2000, 400))
    won = rng.binomial(games, 0.7)
    errors = []
    for row in range(200):
        estimate, error = Moments.of(np.stack([games[row], won[row]], axis=1)).function(lambda x: x[1] / x[0])
        assert estimate == pytest.approx(won[row].sum() / games[row].sum())
        errors.append(error)
    assert np.mean(errors) == pytest.approx((won.sum(axis=1) / games.sum(axis=1)).std(), rel=0.05)


def test_too_few_deals_have_no_error():
    assert np.isnan(Moments.none(2).means).all()
    assert np.isnan(Moments.of([[1, 2]]).linear([1, 0])[1])


def test_sums_of_different_deals_are_different_and_have_no_hash():
    assert Moments.of([[1, 2]]) != Moments.of([[2, 1]])
    with pytest.raises(TypeError, match="unhashable"):
        hash(Moments.none(1))
