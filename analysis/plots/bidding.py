"""Figures of `analysis.bidding`: the opening chart."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, ListedColormap, Normalize
from matplotlib.patches import Rectangle

from analysis.plots.maps import HATCHED, Grid, draw_map
from analysis.plots.marks import legend
from analysis.plots.rows import rows_of
from analysis.plots.style import CONTRACT_COLORS, DIVERGING, ORDER, Table, drawing, entitle
from analysis.words import PASS, PASSED_OUT, contract_title, head
from simulate.summary import FEW

UNCLEAR = "?"
"""What marks a best choice that is not clearly better than the next."""

_COLORS = ListedColormap(list(CONTRACT_COLORS.values()))
_PLACES = Normalize(-0.5, len(CONTRACT_COLORS) - 0.5)


def opening_chart(table: Table, x: str = "ober", y: str = "trumps", ax: Axes | None = None) -> Axes:
    """Return axes with the best choice for each class of hand as a map, coloured by contract, with what it earns.

    Classes of few hands are grey and hatched, with the number of hands instead of a choice.

    Parameters
    ----------
    table
        From `analysis.bidding.choices`, one row for each pair of counts.
    x, y
        Columns of counts along the axes: ``trumps``, ``ober``, ``unter``, ``aces``.
    ax
        Axes to draw on; None makes a new figure.
    """
    frame = rows_of(table, [x, y], ["best", "n", "score", "clear", "few"])
    grid = Grid.of(frame, x, y)
    rows = frame.to_dicts()
    best = [None if row["few"] else row["best"] or PASSED_OUT for row in rows]
    with drawing(ax, 1.6 + 0.45 * max(2, len(grid.down)), "none") as axes:
        places = [None if word is None else ORDER.index(word) for word in best]
        draw_map(axes, grid, places, [_best_text(row) for row in rows], _COLORS, _PLACES)
        for word in sorted({word for word in best if word}, key=ORDER.index):
            axes.scatter([], [], marker="s", s=60, color=CONTRACT_COLORS[word], label=_choice(word))
        _tell_few(axes, frame)
        note = f"{head(x)}\n{UNCLEAR}: not clearly ahead of the next best"
        entitle(axes, "What to play, and what it earns", note, head(y))
        legend(axes, lines=2)
    return axes


def expected_chart(table: Table, x: str = "ober", y: str = "trumps", ax: Axes | None = None) -> Axes:
    """Return axes with what one contract earns on each class of hand as a map, with half the length of its interval.

    Classes of few hands are grey and hatched, with their number of hands alone.

    Parameters
    ----------
    table
        From `analysis.bidding.chart`, the rows of one contract, one for each pair of counts.
    x, y
        Columns of counts along the axes.
    ax
        Axes to draw on; None makes a new figure.
    """
    frame = rows_of(table, [x, y], ["contract", "score", "n", "score_low", "score_high", "few"])
    grid = Grid.of(frame, x, y)
    rows = frame.to_dicts()
    with drawing(ax, 1.2 + 0.45 * max(2, len(grid.down)), "none") as axes:
        scores = [None if row["few"] else row["score"] for row in rows]
        draw_map(axes, grid, scores, [_score_text(row) for row in rows], DIVERGING, CenteredNorm())
        entitle(axes, f"What a {contract_title(frame['contract'][0])} earns, by hand", head(x), head(y))
        if _tell_few(axes, frame):
            legend(axes)
    return axes


def _choice(word: str) -> str:
    return PASS if word == PASSED_OUT else contract_title(word)


def _tell_few(ax: Axes, frame: pl.DataFrame) -> bool:
    """Explain the hatched cells in the legend, if there are any, and return whether there are."""
    some = bool(frame["few"].any())
    if some:
        ax.add_patch(Rectangle((0, 0), 0, 0, label=f"fewer than {FEW} {head('n')}", **HATCHED))
    return some


def _few_text(row: dict[str, Any]) -> str:
    n = int(row["n"])  # pandas makes floats of counts that may be missing
    return f"{n}\nhand{'s' * (n != 1)}"


def _best_text(row: dict[str, Any]) -> str:
    if row["few"]:
        return _few_text(row)
    doubt = "" if row["clear"] else f" {UNCLEAR}"
    score = f"\n{row['score']:+.1f}" if row["best"] else ""
    return f"{_choice(row['best'] or PASSED_OUT)}{doubt}{score}"


def _score_text(row: dict[str, Any]) -> str:
    if row["few"]:
        return _few_text(row)
    low, high = row["score_low"], row["score_high"]
    half = "" if low is None or high is None else f"\n±{(high - low) / 2:.1f}"
    return f"{row['score']:+.1f}{half}"
