"""Figures of `analysis.bidding`: the opening chart."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import CenteredNorm, ListedColormap, Normalize

from analysis.plots.maps import Grid, draw_map
from analysis.plots.marks import legend
from analysis.plots.rows import rows_of, values
from analysis.plots.style import CONTRACT_COLORS, DIVERGING, ORDER, Table, drawing, entitle
from analysis.words import PASS, PASSED_OUT, contract_title, head

UNCLEAR = "?"
"""What marks a best choice that is not clearly better than the next."""

_COLORS = ListedColormap(list(CONTRACT_COLORS.values()))
_PLACES = Normalize(-0.5, len(CONTRACT_COLORS) - 0.5)


def opening_chart(table: Table, x: str = "ober", y: str = "trumps", ax: Axes | None = None) -> Axes:
    """Return axes with the best choice for each class of hand as a map, coloured by contract, with what it earns.

    Parameters
    ----------
    table
        From `analysis.bidding.choices`, one row for each pair of counts.
    x, y
        Columns of counts along the axes: ``trumps``, ``ober``, ``unter``, ``aces``.
    ax
        Axes to draw on; None makes a new figure.
    """
    frame = rows_of(table, [x, y], ["best", "score", "clear"])
    grid = Grid.of(frame, x, y)
    best = [word or PASSED_OUT for word in values(frame, "best")]
    texts = [_best_text(row) for row in frame.iter_rows(named=True)]
    with drawing(ax, 1.6 + 0.45 * len(grid.down), "none") as axes:
        draw_map(axes, grid, [ORDER.index(word) for word in best], texts, _COLORS, _PLACES)
        for word in sorted(set(best), key=ORDER.index):
            axes.scatter([], [], marker="s", s=60, color=CONTRACT_COLORS[word], label=_choice(word))
        note = f"{head(x)}\n{UNCLEAR}: not clearly ahead of the next best"
        entitle(axes, "What to play, and what it earns", note, head(y))
        legend(axes, lines=2)
    return axes


def expected_chart(table: Table, x: str = "ober", y: str = "trumps", ax: Axes | None = None) -> Axes:
    """Return axes with what one contract earns on each class of hand as a map, with half the length of its interval.

    Parameters
    ----------
    table
        From `analysis.bidding.chart`, the rows of one contract, one for each pair of counts.
    x, y
        Columns of counts along the axes.
    ax
        Axes to draw on; None makes a new figure.
    """
    frame = rows_of(table, [x, y], ["contract", "score", "score_low", "score_high"])
    grid = Grid.of(frame, x, y)
    texts = [_score_text(row) for row in frame.iter_rows(named=True)]
    with drawing(ax, 1.2 + 0.45 * len(grid.down), "none") as axes:
        draw_map(axes, grid, values(frame, "score"), texts, DIVERGING, CenteredNorm())
        entitle(axes, f"What a {contract_title(frame['contract'][0])} earns, by hand", head(x), head(y))
    return axes


def _choice(word: str) -> str:
    return PASS if word == PASSED_OUT else contract_title(word)


def _best_text(row: dict[str, Any]) -> str:
    doubt = "" if row["clear"] else f" {UNCLEAR}"
    score = f"\n{row['score']:+.1f}" if row["best"] else ""
    return f"{_choice(row['best'] or PASSED_OUT)}{doubt}{score}"


def _score_text(row: dict[str, Any]) -> str:
    low, high = row["score_low"], row["score_high"]
    half = "" if low is None or high is None else f"\n±{(high - low) / 2:.1f}"
    return f"{row['score']:+.1f}{half}"
