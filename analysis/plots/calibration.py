"""Figures of calibration: simulated players beside people, with intervals on both sides."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from analysis.plots.marks import legend, name_rows, rows
from analysis.plots.rows import estimates, rows_of, values
from analysis.plots.style import SERIES, Table, drawing, entitle, label, percent_axis

_APART = 0.16


def calibration(table: Table, ax: Axes | None = None, title: str = "", *, shares: bool = True) -> Axes:
    """Return axes with simulated and real estimates side by side, one pair per row of the table.

    Parameters
    ----------
    table
        Columns ``figure``, ``group``, ``simulated``, ``low``, ``high``, ``real``, ``real_low``, ``real_high``. Rows share
        an axis, so give those of one figure, or of figures of one unit.
    ax
        Axes to draw on; None makes a new figure.
    title
        What is seen; if empty, it names the figure.
    shares
        Whether the numbers are shares, to be shown as percent.
    """
    frame = rows_of(table, ["figure", "group"])
    figures = list(dict.fromkeys(values(frame, "figure")))
    names = [str(group) for group in values(frame, "group")]
    if len(figures) > 1:
        names = [f"{figure}: {name}" for figure, name in zip(values(frame, "figure"), names, strict=True)]
    with drawing(ax, 1.4 + 0.4 * len(frame), "x") as axes:
        places = np.arange(len(frame))
        rows(axes, places - _APART, estimates(frame, "real"), SERIES[1].color, "people", "s")
        rows(axes, places + _APART, estimates(frame, "simulated", "low", "high"), SERIES[0].color, "simulated", "o")
        name_rows(axes, names)
        if shares:
            percent_axis(axes.xaxis)
        subject = figures[0] if len(figures) == 1 else "Figures"
        entitle(axes, title or f"{_upper(label(subject))}: simulated beside people")
        legend(axes)
    return axes


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
