"""From totals to tidy tables: estimates as columns, each followed by the ends of its interval.

Each interval is that of its own row. Rows of one table hang together: shares of a whole sum to 1, and what one seat
wins another loses. So compare rows by their difference, hand by hand, not by whether their intervals overlap.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.intervals import Floats, Intervals, deviations, mean_differences, means, share_differences, shares
from simulate.cards import DECK_EYES
from simulate.summary import LEVEL

OUTCOMES = ("wins", "eyes_sum", "eyes_squares", "score_sum", "score_squares")
"""Totals that `outcomes` needs besides ``n``."""


def shares_within(frame: pl.DataFrame, within: Iterable[str], level: float = LEVEL) -> pl.DataFrame:
    """Return totals with ``of``, ``share``, ``share_low``, ``share_high``: what share ``n`` is of a larger group.

    Parameters
    ----------
    frame
        Totals with ``n``.
    within
        Keys whose groups are the wholes, which ``of`` counts; none for one whole.
    level
        Confidence of the Wilson intervals.
    """
    groups = list(within)
    return shares_of(frame, pl.col("n").sum().over(groups) if groups else pl.col("n").sum(), level)


def shares_of(frame: pl.DataFrame, of: pl.Expr, level: float = LEVEL) -> pl.DataFrame:
    """Return totals with ``of``, as given, and the shares that ``n`` is of it, as in `shares_within`."""
    counted = frame.with_columns(of=of)
    return counted.with_columns(estimates("share", shares(counted["n"], counted["of"], level)))


def outcomes(frame: pl.DataFrame, level: float = LEVEL) -> pl.DataFrame:
    """Return totals with their sums replaced by what came of the hands.

    ``win_rate`` of the declaring side, its mean ``eyes``, the declarer's mean ``score`` in score units, each with the
    ends of its interval (``..._low``, ``..._high``; those of eyes within 0 .. 120; of means of fewer than
    `simulate.summary.FEW` hands, or of hands all alike, none), and ``score_sd``, the standard deviation of a single
    hand's score.
    """
    n = frame["n"]
    eyes, score = ((n, frame[f"{name}_sum"], frame[f"{name}_squares"]) for name in ("eyes", "score"))
    columns = [
        *estimates("win_rate", shares(frame["wins"], n, level)),
        *estimates("eyes", means(*eyes, level, within=(0, DECK_EYES))),
        *estimates("score", means(*score, level)),
        column("score_sd", deviations(*score)),
    ]
    return frame.drop(OUTCOMES).with_columns(columns)


def differences(
    first: pl.DataFrame, second: pl.DataFrame, on: list[str], names: tuple[str, str], level: float = LEVEL
) -> pl.DataFrame:
    """Return first minus second, group by group, for groups that both have, sorted by the groups.

    Parameters
    ----------
    first, second
        Totals with the sums of `outcomes`, of hands that are independent of each other: different ones, or the same
        deals where the two sides have little in common, as in `analysis.bidding.selection_bias`. Results of players or
        rules on the same deals are not; `analysis.compare` takes their differences deal by deal.
    on
        Keys of the groups.
    names
        What to call the two in the columns ``n_...``.
    level
        Confidence of the intervals: Welch's t for means, and Newcombe's, from the two Wilson intervals, for win rates.

    Returns
    -------
    polars.DataFrame
        Keys, the two numbers of hands, and the differences of ``win_rate``, ``eyes`` and ``score``.
    """
    both = (
        first.join(second, on=on, nulls_equal=True, suffix="_second")
        if on
        else first.join(second, how="cross", suffix="_second")
    )
    sums = {
        name: tuple(
            (both[f"n{end}"], both[f"{name}_sum{end}"], both[f"{name}_squares{end}"]) for end in ("", "_second")
        )
        for name in ("eyes", "score")
    }
    rates = (both["wins"], both["n"], both["wins_second"], both["n_second"])
    columns = estimates("win_rate", share_differences(*rates, level))
    for name, (mine, others) in sums.items():
        columns += estimates(name, mean_differences(mine, others, level))
    numbers = [both["n"].alias(f"n_{names[0]}"), both["n_second"].alias(f"n_{names[1]}")]
    result = both.select(on).with_columns(*numbers, *columns) if on else pl.DataFrame([*numbers, *columns])
    return result.sort(on, nulls_last=True) if on else result


def estimates(name: str, intervals: Intervals) -> list[pl.Series]:
    """Return the columns ``name``, ``name_low`` and ``name_high``; null where there is nothing to estimate from."""
    return [column(name + end, values) for end, values in zip(("", "_low", "_high"), intervals, strict=True)]


def column(name: str, values: Floats) -> pl.Series:
    """Return numbers as a column, null where they are NaN."""
    return pl.Series(name, values, dtype=pl.Float64).fill_nan(None)
