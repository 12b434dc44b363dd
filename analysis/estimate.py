"""Estimates with intervals: shares, means and ratios from sums that merge, and how many hands a question needs.

`Share`, `Mean` and `Ratio` hold sums. They add up, in any order and from any pieces of the data, and give the
same estimate as the whole. `analysis.intervals` does the same for whole columns of sums.

>>> Share(8, 10) + Share(70, 90)
Share(hits=78, n=100)
>>> print(Share(8, 10).interval())
0.800 [0.490, 0.943]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from math import ceil, exp, isnan, log, nan, sqrt
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from scipy import optimize, stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from analysis.intervals import Intervals, check_level, deviations, means, ratios, shares
from simulate.errors import UserError
from simulate.summary import LEVEL

POWER = 0.8
"""Chance to see a difference that is there, unless said otherwise."""

_BCA_MOST = 2000
_MOST_HANDS = 1e18
_ROUNDING = 1e-6


class Interval(NamedTuple):
    """An estimate and the ends of its interval; NaN where there is nothing to estimate from."""

    estimate: float
    low: float
    high: float

    @classmethod
    def around(cls, estimate: float, half: float) -> Self:
        """Return an interval that reaches so far to either side; without ends if that is nothing.

        What was the same in all deals seen may differ in others: no width would claim a certainty that nobody has.
        """
        return cls(estimate, estimate - half, estimate + half) if half > 0 else cls(estimate, nan, nan)

    @property
    def ends(self) -> bool:
        """Whether it has ends."""
        return not isnan(self.low)

    def to_mapping(self) -> dict[str, float | None]:
        """Return its parts as JSON values: null where there is nothing to tell."""
        return {name: None if isnan(value) else value for name, value in self._asdict().items()}

    def __str__(self) -> str:
        return f"{self.estimate:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums that add up field by field."""

    def __add__(self, other: Self) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        sums = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return replace(self, **sums)


@dataclass(frozen=True, slots=True)
class Share(_Sums):
    """A share of hands: `hits` of `n`; ``Share()`` counts none."""

    hits: int = 0
    n: int = 0

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the share with its Wilson interval."""
        return _single(shares(self.hits, self.n, level))


@dataclass(frozen=True, slots=True)
class Mean(_Sums):
    """A mean over hands from their number, sum and sum of squares; ``Mean()`` counts none.

    >>> print((Mean.of([1, -1, 5] * 20) + Mean.of([-1] * 20)).interval())
    1.000 [0.451, 1.549]
    """

    n: int = 0
    total: float = 0
    squares: float = 0

    @classmethod
    def of(cls, values: npt.ArrayLike) -> Self:
        """Return the sums of some values."""
        array = np.asarray(values, dtype=np.float64)
        return cls(array.size, float(array.sum()), float((array**2).sum()))

    @property
    def sd(self) -> float:
        """Standard deviation of the values; NaN for fewer than two."""
        return float(deviations(self.n, self.total, self.squares)[0])

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the mean with its t interval.

        The ends are NaN for fewer than `simulate.summary.FEW` values, for which there is `bootstrap`, or values alike.
        """
        return _single(means(self.n, self.total, self.squares, level))


@dataclass(frozen=True, slots=True)
class Ratio(_Sums):
    """A ratio of two sums over hands, such as units won per game declared; ``Ratio()`` counts none.

    Its interval follows from the residuals ``y - ratio * x`` (the delta method), so a hand that adds to both sums
    counts as one draw. It is for many hands; with few, or with ``x`` seldom above zero, it is too narrow.

    Where all hands have the ratio 0, or all have 1, their residuals are nothing and would leave no width, however few
    the hands. Such a ratio is taken for a share, and gets the Wilson interval of as many draws as there are hands.

    >>> print(Ratio.of(y=[4, 6, 5, 5], x=[2, 3, 2, 3]).interval())
    2.000 [1.480, 2.520]
    """

    n: int = 0
    x: float = 0
    y: float = 0
    xx: float = 0
    xy: float = 0
    yy: float = 0

    @classmethod
    def of(cls, y: npt.ArrayLike, x: npt.ArrayLike) -> Self:
        """Return the sums of pairs of values: numerators `y`, denominators `x`."""
        top, bottom = np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64)
        if top.shape != bottom.shape:
            raise UserError(f"{top.size} numerators and {bottom.size} denominators are no pairs: give as many of each")
        products = (bottom.sum(), top.sum(), (bottom**2).sum(), (bottom * top).sum(), (top**2).sum())
        return cls(top.size, *map(float, products))

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the ratio with its interval."""
        found = _single(ratios(self.n, self.x, self.y, self.xx, self.xy, self.yy, level))
        if self.n and found.estimate in (0, 1) and self._alike:
            return Share(round(found.estimate) * self.n, self.n).interval(level)
        return found

    @property
    def _alike(self) -> bool:
        return self.yy == self.y == 0 or self.xx == self.xy == self.yy


def bootstrap(
    values: npt.ArrayLike,
    statistic: Callable[..., Any] = np.mean,
    *,
    seed: int,
    level: float = LEVEL,
    resamples: int = 9999,
) -> Interval:
    """Return a statistic of some values with its bootstrap interval, for few or skewed values.

    Bias-corrected and accelerated for up to 2,000 values, by percentiles beyond, where the two agree. Without ends if
    all values are alike.

    Parameters
    ----------
    values
        One number for each hand, at least two.
    statistic
        Takes an array and an ``axis``, as `numpy.mean` and `numpy.median` do.
    seed
        0 .. 2**64 - 1; the same one gives the same interval.
    level
        Confidence, above 0 and below 1.
    resamples
        How often the hands are drawn again.

    Raises
    ------
    UserError
        If there are fewer than two values.

    Examples
    --------
    >>> print(bootstrap([1, 1, -1, 5, -1, 1, 1, -10, 1, 1], seed=1))
    -0.100 [-3.600, 1.400]
    """
    check_level(level)
    sample = np.asarray(values, dtype=np.float64)
    if sample.size < 2:
        raise UserError(f"{sample.size} values are too few to resample: give 2 or more")
    estimate = float(statistic(sample, axis=-1))
    if np.ptp(sample) == 0:
        return Interval.around(estimate, 0)
    result = stats.bootstrap(
        (sample,),
        statistic,
        confidence_level=level,
        n_resamples=resamples,
        batch=max(1, 10_000_000 // sample.size),
        method="BCa" if sample.size <= _BCA_MOST else "percentile",
        rng=np.random.default_rng(seed),
    )
    return Interval(estimate, float(result.confidence_interval.low), float(result.confidence_interval.high))


def hands_for_share(difference: float, share: float, *, power: float = POWER, level: float = LEVEL) -> int:
    """Return how many hands each of two samples needs to see a difference of two shares.

    Parameters
    ----------
    difference
        The difference to see, such as 0.02; `share` plus it must be a share, too.
    share
        The share of one of them, such as the win rate of a Rufspiel.
    power
        Chance that the difference is found if it is there.
    level
        1 minus the chance that one is found if there is none.

    Examples
    --------
    >>> hands_for_share(0.02, share=0.80)
    6036
    """
    other = share + difference
    if not (0 <= share <= 1 and 0 <= other <= 1):
        raise UserError(f"share {share} and {share} + {difference} = {other} are not both shares: use 0 to 1")
    return _hands_for(abs(float(proportion_effectsize(share, other))), difference, power, level)


def hands_for_mean(
    difference: float, sd: float, *, correlation: float = 0.0, power: float = POWER, level: float = LEVEL
) -> int:
    """Return how many hands each of two samples needs to see a difference of two means.

    Parameters
    ----------
    difference
        The difference to see, such as 0.02 score units per hand.
    sd
        Standard deviation of a single hand, in the same unit.
    correlation
        Of the two samples, if both have played the same deals; 0 if their deals are different. What equal deals save is
        1 minus this.
    power, level
        As in `hands_for_share`.

    Examples
    --------
    >>> hands_for_mean(0.02, sd=3.0)
    353199
    >>> hands_for_mean(0.02, sd=3.0, correlation=0.9)
    35320
    """
    if not sd > 0:
        raise UserError(f"standard deviation {sd} is out of range: use a number above 0")
    if not -1 <= correlation < 1:
        raise UserError(f"correlation {correlation} is out of range: use -1 to below 1")
    return _hands_for(abs(difference) / (sd * sqrt(1 - correlation)), difference, power, level)


def _hands_for(effect: float, difference: float, power: float, level: float) -> int:
    check_level(level)
    if effect == 0:
        raise UserError(f"difference {difference} is none: name the smallest difference that matters")
    if not 1 - level < power < 1:
        raise UserError(f"power {power} is out of range: use more than {1 - level:g} and less than 1")
    test = NormalIndPower()

    def lacking(magnitude: float) -> float:
        return float(test.power(effect, exp(magnitude), alpha=1 - level)) - power

    few, many = log(2), log(_MOST_HANDS)
    if lacking(few) >= 0:
        return 2
    if lacking(many) < 0:
        raise UserError(f"difference {difference} can't be seen with {_MOST_HANDS:.0e} hands: name a larger one")
    # Solving for the logarithm, within bounds: statsmodels' own solver fails for very small and very large effects.
    return ceil(exp(optimize.brentq(lacking, few, many)) - _ROUNDING)


def _single(intervals: Intervals) -> Interval:
    return Interval(*(float(column[0]) for column in intervals))
