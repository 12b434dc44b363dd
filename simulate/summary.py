"""A run's sums as a table of contracts, every estimate with its interval."""

from __future__ import annotations

from math import nan, sqrt
from statistics import NormalDist

import polars as pl

from simulate.cards import DECK_EYES
from simulate.contracts import Contract
from simulate.dataset.receipt import Receipt, Tally
from simulate.dataset.schema import CONTRACT_WORDS

LEVEL = 0.95
"""Confidence of the intervals."""
FEW = 30
"""Fewer hands than this are few: a mean of them gets no interval, and nothing is recommended on them.

A mean's 95 % interval, exact for normal scores, held the truth in 77 % of draws of 5 hands of the worst class, in 84 %
of 10, 91 % of 20; from 30 on in 93 % or more in each of 58 classes by trumps, Ober and contract (500,000 assigned
hands, 4,000 draws each): scores are skewed. Of a handful all may have ended alike, as 40 % of draws of 30 hands do that
are won in 97 % of cases: then there is no spread to tell, and no interval either."""

_NEAR = 1e-4
_ESTIMATES = ("share", "win_rate", "mean_eyes", "mean_score")
SUMMARY_SCHEMA = pl.Schema(
    [
        ("contract", pl.Enum(CONTRACT_WORDS)),
        ("hands", pl.Int64()),
        *((f"{name}{end}", pl.Float64()) for name in _ESTIMATES for end in ("", "_low", "_high")),
    ]
)
"""Columns of a summary."""


def summarize(receipt: Receipt, level: float = LEVEL) -> pl.DataFrame:
    """Return one row per contract played and, with a null contract, one for the hands passed out.

    Columns: ``contract``, ``hands``, ``share`` of all hands, ``win_rate`` of the declaring side, ``mean_eyes`` of the
    declaring side, ``mean_score`` of the declarer in score units per hand; each estimate with the ends of its
    interval, ``..._low`` and ``..._high``. Intervals are Wilson's for shares and rates, Student's for means, those of
    eyes cut at 0 and 120. They are null where there is nothing to estimate from; those of means also for fewer than
    `FEW` hands, and where all hands are alike.

    Parameters
    ----------
    receipt
        Sums over the hands.
    level
        Confidence of the intervals, 0 .. 1.
    """
    rows = [
        (contract.word, tally.hands, *wilson(tally.hands, receipt.hands, level), *_estimates(tally, level))
        for contract in Contract
        if (tally := receipt.tally(contract)).hands
    ]
    if receipt.passed_out:
        rows.append((None, receipt.passed_out, *wilson(receipt.passed_out, receipt.hands, level), *[None] * 9))
    return pl.DataFrame(rows, schema=SUMMARY_SCHEMA, orient="row").fill_nan(None)


def wilson(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float, float]:
    """Return a proportion and the ends of its Wilson score interval; NaN for no trials.

    >>> [round(value, 3) for value in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if trials == 0:
        return nan, nan, nan
    z = _quantile(level)
    share = successes / trials
    spread = z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    # Rounding must not put an end beyond what is possible, or beyond the estimate.
    return share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def _estimates(tally: Tally, level: float) -> tuple[float, ...]:
    return (
        *wilson(tally.won, tally.hands, level),
        *_eyes(tally, level),
        *_mean(tally.score, tally.score_squared, tally.hands, level),
    )


def _eyes(tally: Tally, level: float) -> tuple[float, float, float]:
    mean, low, high = _mean(tally.eyes, tally.eyes_squared, tally.hands, level)
    # NaN stays NaN: it is neither below nor above.
    return mean, 0.0 if low < 0 else low, float(DECK_EYES) if high > DECK_EYES else high


def _mean(total: int, squares: int, count: int, level: float) -> tuple[float, float, float]:
    """Return a mean and the ends of its t interval, from exact sums; NaN for few values, or all alike."""
    mean = total / count
    if count < FEW or squares * count == total * total:
        return mean, nan, nan
    half = _t_quantile(count - 1, level) * sqrt((squares * count - total * total) / (count * count * (count - 1)))
    return mean, mean - half, mean + half


def _quantile(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def _t_quantile(freedom: int, level: float) -> float:
    """Return the quantile of Student's t, or the normal one where that is less than `_NEAR` below it."""
    z = _quantile(level)
    # The first term of the series of t in 1 / freedom; the next is far smaller where this one is small.
    if (z**3 + z) / (4 * freedom) < _NEAR:
        return z
    # Only here: it takes longer to import than all else that a summary needs.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
