"""Figures of comparisons: where a difference arises."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from analysis.plots.marks import bars, middle_line
from analysis.plots.rows import estimates, rows_of, values
from analysis.plots.style import FOR_DECLARER, FOR_OPPONENTS, Table, color_of, drawing, entitle
from analysis.words import reading


def differences(
    table: Table,
    group: str = "contract",
    estimate: str = "score",
    ax: Axes | None = None,
    title: str = "Where the difference arises",
    x: str = "difference in score units per hand",
) -> Axes:
    """Return axes with a bar for the difference in each group, with intervals; zero is no difference.

    Parameters
    ----------
    table
        Such as `analysis.compare.Comparison.by_contract`: one row per group, with the estimate of a difference and the
        ends of its interval.
    group
        The column that names the groups; contracts have their colours.
    estimate
        The column of the difference; the ends of its interval are ``..._low`` and ``..._high``.
    ax
        Axes to draw on; None makes a new figure.
    title, x
        What is seen, and its unit.
    """
    frame = rows_of(table, [group])
    found = estimates(frame, estimate)
    words = values(frame, group)
    with drawing(ax, 1.0 + 0.36 * len(words), "x") as axes:
        colors = [_color(group, word, gain) for word, gain in zip(words, found.estimate, strict=True)]
        bars(axes, [reading(group, word) for word in words], found, colors)
        middle_line(axes, vertical=True, above=True)
        entitle(axes, title, x)
    return axes


def _color(group: str, word: Any, gain: float) -> str:
    if group == "contract":
        return color_of(word)
    return FOR_DECLARER if np.nan_to_num(gain) >= 0 else FOR_OPPONENTS
