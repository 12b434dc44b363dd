"""Figures of sweeps: an estimate over one parameter or two, with intervals, and where it is best."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.plots.maps import Grid, draw_map, frame_cell
from analysis.plots.marks import legend, points
from analysis.plots.rows import Estimates, estimates, rows_of
from analysis.plots.style import SEQUENTIAL, SERIES, Table, drawing, entitle, label
from simulate.table import Array

_AMONG_BEST = "not told apart from the best"


def sweep(
    table: Table, parameter: str, ax: Axes | None = None, y: str = "mean score per hand", estimate: str = "estimate"
) -> Axes:
    """Return axes with an estimate over a parameter, with intervals; the best value and its rivals are marked.

    Rivals are those of the column ``among_best`` if there is one, as in tables of `analysis.sweep`; else the values
    whose interval reaches that of the best, which are more than need be where they were measured on the same deals.

    Parameters
    ----------
    table
        One row per value: the parameter, ``estimate``, ``low``, ``high``.
    parameter
        Its column; numbers.
    ax
        Axes to draw on; None makes a new figure.
    y
        What is estimated.
    estimate
        The column of the estimate; if it is another than ``estimate``, its ends are ``..._low`` and ``..._high``.
    """
    frame = rows_of(table, [parameter]).sort(parameter)
    found = _found(frame, estimate)
    places = frame[parameter].to_numpy().astype(np.float64)
    with drawing(ax, 3.2) as axes:
        rivals = _rivals(frame, found)
        axes.plot(
            places[rivals], found.estimate[rivals], linestyle="none", marker="o", markersize=12, color=SERIES[3].color,
            alpha=0.6, label=label(_AMONG_BEST),
        )  # fmt: skip
        points(axes, places, found, SERIES[0].color, "", line=True)
        for best in _best(frame, found):
            axes.plot(
                places[best], found.estimate[best], linestyle="none", marker="*", markersize=13, color=SERIES[1].color,
                label=label(f"best: {places[best]:g}"),
            )  # fmt: skip
        entitle(axes, f"{_upper(y)}, by {label(parameter)}", label(parameter), y)
        legend(axes)
    return axes


def sweep_map(
    table: Table, x: str, y: str, ax: Axes | None = None, what: str = "mean score per hand", estimate: str = "estimate"
) -> Axes:
    """Return axes with an estimate over two parameters as a map, half its interval below; best and rivals framed.

    Parameters
    ----------
    table
        One row per pair of values: the parameters, ``estimate``, ``low``, ``high``.
    x, y
        Columns of the parameters.
    ax
        Axes to draw on; None makes a new figure.
    what
        What is estimated.
    estimate
        As in `sweep`.
    """
    frame = rows_of(table, [x, y])
    found = _found(frame, estimate)
    grid = Grid.of(frame, x, y)
    halves = [f"\n±{half:.2f}" if half >= 0 else "" for half in (found.high - found.low) / 2]
    texts = [f"{value:+.2f}{half}" for value, half in zip(found.estimate, halves, strict=True)]
    with drawing(ax, 1.6 + 0.45 * len(grid.down), "none") as axes:
        draw_map(axes, grid, list(found.estimate), texts, SEQUENTIAL)
        for place in np.flatnonzero(_rivals(frame, found)):
            frame_cell(axes, grid.cells[place], SERIES[1].color, "--")
        for best in _best(frame, found):
            frame_cell(axes, grid.cells[best], SERIES[1].color, "-")
        for style, name in (("-", "best"), ("--", _AMONG_BEST)):
            axes.plot([], [], color=SERIES[1].color, linestyle=style, linewidth=2.5, label=name)
        entitle(axes, f"{_upper(what)}, by {label(x)} and {label(y)}", label(x), label(y))
        legend(axes)
    return axes


def _found(frame: pl.DataFrame, estimate: str) -> Estimates:
    return estimates(frame, estimate, "low", "high") if estimate == "estimate" else estimates(frame, estimate)


def _best(frame: pl.DataFrame, found: Estimates) -> list[int]:
    """Return the place of the best value; none if the table says that there is none."""
    if "best" in frame.columns and not frame["best"].any():
        return []
    return [int(np.nanargmax(found.estimate))]


def _rivals(frame: pl.DataFrame, found: Estimates) -> Array:
    if "among_best" in frame.columns:
        return frame["among_best"].to_numpy()
    rivals: Array = found.high >= found.low[np.nanargmax(found.estimate)]
    return rivals


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
