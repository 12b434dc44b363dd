"""Intervals for whole columns of sums: shares, means and their differences, as arrays.

Sums of pieces add up to the sums of the whole, so intervals of merged data need no second look at the hands.

>>> shares(hits=[8, 78], n=[10, 100]).low.round(3)
array([0.49 , 0.689])
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from simulate.errors import UserError
from simulate.summary import FEW, LEVEL
from simulate.whole import is_number

Floats = npt.NDArray[np.float64]

_ROUNDING = 1e-7


class Intervals(NamedTuple):
    """Estimates and the ends of their intervals, three float64 arrays; NaN where there is nothing to estimate from."""

    estimate: Floats
    low: Floats
    high: Floats


def shares(hits: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> Intervals:
    """Return shares with their Wilson intervals, arrays of one length.

    Parameters
    ----------
    hits, n
        How many of how many; whole numbers, ``0 <= hits <= n``.
    level
        Confidence, above 0 and below 1.
    """
    check_level(level)
    part, whole = np.broadcast_arrays(_column(hits), _column(n))
    result = _nothing(len(part))
    some = whole > 0
    if some.any():
        ends = proportion_confint(part[some], whole[some], alpha=1 - level, method="wilson")
        result.estimate[some] = part[some] / whole[some]
        # Rounding must not put an end beyond the estimate.
        result.low[some] = np.minimum(ends[0], result.estimate[some])
        result.high[some] = np.maximum(ends[1], result.estimate[some])
    return result


def share_differences(
    hits: npt.ArrayLike, n: npt.ArrayLike, other_hits: npt.ArrayLike, m: npt.ArrayLike, level: float = LEVEL
) -> Intervals:
    """Return first share minus second share of independent hands, with Newcombe's intervals.

    Parameters
    ----------
    hits, n, other_hits, m
        How many of how many, as in `shares`: of the first, and of the second.
    level
        Confidence, above 0 and below 1.
    """
    check_level(level)
    columns = np.broadcast_arrays(*map(_column, (hits, n, other_hits, m)))
    result = _nothing(len(columns[0]))
    some = (columns[1] > 0) & (columns[3] > 0)
    if some.any():
        first, n1, second, n2 = (column[some] for column in columns)
        result.estimate[some] = first / n1 - second / n2
        ends = confint_proportions_2indep(first, n1, second, n2, compare="diff", method="newcomb", alpha=1 - level)
        result.low[some], result.high[some] = ends
    return result


def means(
    n: npt.ArrayLike,
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    level: float = LEVEL,
    within: tuple[float, float] = (-np.inf, np.inf),
) -> Intervals:
    """Return means with their t intervals, arrays of one length.

    The ends are NaN for fewer than `simulate.summary.FEW` values, and where all values are alike: what is skewed, as
    scores are, has intervals that hold far less often than they promise, and no width would claim a certainty.

    Parameters
    ----------
    n, total, squares
        Number of values, their sum, the sum of their squares.
    level
        Confidence, above 0 and below 1.
    within
        The least and the greatest mean that is possible: intervals that reach beyond are cut there, which takes
        nothing from their confidence.
    """
    check_level(level)
    count, summed, squared = np.broadcast_arrays(_column(n), _column(total), _column(squares))
    result = _nothing(len(count))
    some, many = count > 0, _tell(count, summed, squared)
    result.estimate[some] = summed[some] / count[some]
    error = deviations(count, summed, squared)[many] / np.sqrt(count[many])
    half = stats.t.ppf((1 + level) / 2, count[many] - 1) * error
    least, greatest = within
    result.low[many] = np.maximum(result.estimate[many] - half, least)
    result.high[many] = np.minimum(result.estimate[many] + half, greatest)
    return result


def ratios(
    n: npt.ArrayLike,
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    xx: npt.ArrayLike,
    xy: npt.ArrayLike,
    yy: npt.ArrayLike,
    level: float = LEVEL,
) -> Intervals:
    """Return ratios of two sums over hands, y by x, with their intervals; each hand is one draw of both.

    Parameters
    ----------
    n, x, y, xx, xy, yy
        Number of hands, sums of their x and y, sums of the products.
    level
        Confidence, above 0 and below 1.
    """
    check_level(level)
    count, below = np.broadcast_arrays(_column(n), _column(x))
    result = _nothing(len(count))
    some, many = below != 0, (below != 0) & (count > 1)
    result.estimate[some] = (_column(y) / np.where(some, below, 1))[some]
    half = stats.t.ppf((1 + level) / 2, count[many] - 1) * ratio_errors(count, below, y, xx, xy, yy)[many]
    result.low[many] = result.estimate[many] - half
    result.high[many] = result.estimate[many] + half
    return result


def ratio_errors(
    n: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, xx: npt.ArrayLike, xy: npt.ArrayLike, yy: npt.ArrayLike
) -> Floats:
    """Return standard errors of ratios as in `ratios`, from the residuals y - ratio x; NaN for fewer than two hands."""
    count, below, above = np.broadcast_arrays(_column(n), _column(x), _column(y))
    result = np.full(len(count), np.nan)
    many = (below != 0) & (count > 1)
    hands, ratio = count[many], above[many] / below[many]
    squares, products, others = (_column(part)[many] for part in (yy, xy, xx))
    residual = np.maximum(squares - 2 * ratio * products + ratio**2 * others, 0) / (hands - 1)
    result[many] = np.sqrt(residual * hands) / np.abs(below[many])
    return result


def deviations(n: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike) -> Floats:
    """Return standard deviations from sums as in `means`; NaN for fewer than two values."""
    count, summed, squared = np.broadcast_arrays(_column(n), _column(total), _column(squares))
    result = np.full(len(count), np.nan)
    many = count > 1
    spread = squared[many] - summed[many] ** 2 / count[many]
    result[many] = np.sqrt(np.maximum(spread, 0) / (count[many] - 1))
    return result


def _tell(n: Floats, total: Floats, squares: Floats) -> npt.NDArray[np.bool_]:
    """Return whether values are many enough, and not all alike, so that their mean gets an interval."""
    many = n >= FEW
    told: npt.NDArray[np.bool_] = many.copy()
    # Sums of fractions are not exact: a spread that could come from rounding is none.
    told[many] = deviations(n, total, squares)[many] > _ROUNDING * np.sqrt(squares[many] / n[many])
    return told


def mean_differences(
    sums: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    others: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    level: float = LEVEL,
) -> Intervals:
    """Return first mean minus second mean of independent hands, with Welch's t intervals.

    The ends are NaN where those of one of the means are, see `means`.

    Parameters
    ----------
    sums, others
        Number of values, their sum and the sum of their squares, as in `means`.
    level
        Confidence, above 0 and below 1.
    """
    check_level(level)
    n, total, squares = map(_column, sums)
    m, sum_of_others, squares_of_others = map(_column, others)
    result = _nothing(len(n))
    some = (n > 0) & (m > 0)
    many = _tell(n, total, squares) & _tell(m, sum_of_others, squares_of_others)
    result.estimate[some] = total[some] / n[some] - sum_of_others[some] / m[some]
    error = deviations(n, total, squares)[many] / np.sqrt(n[many])
    other = deviations(m, sum_of_others, squares_of_others)[many] / np.sqrt(m[many])
    half = _half_widths(error, other, n[many] - 1, m[many] - 1, level)
    result.low[many] = result.estimate[many] - half
    result.high[many] = result.estimate[many] + half
    return result


def estimate_differences(
    first: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    second: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike],
    level: npt.ArrayLike = LEVEL,
) -> Intervals:
    """Return first minus second estimate of independent hands, with Welch's t intervals.

    Parameters
    ----------
    first, second
        Estimates, their standard errors (NaN where not known: then there are no ends), and degrees of freedom.
    level
        Confidence, one for all or one for each.
    """
    mine, error, freedom = map(_column, first)
    theirs, other_error, other_freedom = map(_column, second)
    result = _nothing(len(mine))
    result.estimate[:] = mine - theirs
    known = ~np.isnan(error + other_error)
    levels = np.broadcast_to(_column(level), mine.shape)
    half = _half_widths(error[known], other_error[known], freedom[known], other_freedom[known], levels[known])
    result.low[known] = result.estimate[known] - half
    result.high[known] = result.estimate[known] + half
    return result


def _half_widths(first: Floats, second: Floats, freedom: Floats, others: Floats, level: npt.ArrayLike) -> Floats:
    variance = first**2 + second**2
    spread = first**4 / freedom + second**4 / others
    # Two constant samples have no spread, and any number of degrees of freedom gives the same empty interval.
    joint = np.divide(variance**2, spread, out=np.ones_like(spread), where=spread > 0)
    half: Floats = stats.t.ppf((1 + np.asarray(level)) / 2, joint) * np.sqrt(variance)
    return half


def check_level(level: float) -> None:
    """Raise `UserError` unless the level is above 0 and below 1."""
    if not is_number(level) or not 0 < level < 1:
        raise UserError(f"level {level!r} is out of range: use a number between 0 and 1, such as 0.95")


def _column(values: npt.ArrayLike) -> Floats:
    return np.atleast_1d(np.asarray(values, dtype=np.float64))


def _nothing(length: int) -> Intervals:
    return Intervals(*(np.full(length, np.nan) for _ in range(3)))
