"""Figures of exact odds: a distribution, and exact odds beside simulated ones."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from analysis.plots.marks import legend, name_rows, rows
from analysis.plots.rows import estimates, rows_of, values
from analysis.plots.style import SERIES, Table, drawing, entitle, label, percent_axis


def odds(table: Table, ax: Axes | None = None, title: str = "Exact odds") -> Axes:
    """Return axes with a bar for each fact, from some rows of `analysis.odds_table.table`; exact, so without intervals.

    Parameters
    ----------
    table
        Rows whose quantity is a probability.
    ax
        Axes to draw on; None makes a new figure.
    title
        What the facts are about.
    """
    frame = rows_of(table, ["fact", "given"], ["value"])
    with drawing(ax, 0.9 + 0.32 * len(frame), "x") as axes:
        places = np.arange(len(frame))
        axes.barh(places, values(frame, "value"), height=0.72, color=SERIES[2].color)
        for place, value in zip(places, values(frame, "value"), strict=True):
            axes.annotate(
                f"{100 * value:.3g} %", (value, place), (4, 0), textcoords="offset points", va="center", fontsize=9
            )
        name_rows(axes, values(frame, "fact"))
        axes.margins(x=0.15)
        percent_axis(axes.xaxis)
        entitle(axes, title, "probability")
    return axes


def exact_and_simulated(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with exact odds as bars across, and simulated ones as points with intervals, on a logarithmic scale.

    Parameters
    ----------
    table
        One row per fact: ``fact``, its exact ``value``, and ``simulated`` with the ends of its interval,
        ``simulated_low`` and ``simulated_high``.
    ax
        Axes to draw on; None makes a new figure.
    """
    frame = rows_of(table, ["fact"], ["value"])
    with drawing(ax, 1.4 + 0.32 * len(frame), "x") as axes:
        places = np.arange(len(frame))
        axes.plot(
            values(frame, "value"), places, linestyle="none", marker="|", markersize=16, markeredgewidth=2,
            color=SERIES[3].color, label=label("exact"),
        )  # fmt: skip
        rows(axes, places, estimates(frame, "simulated"), SERIES[0].color, "simulated")
        name_rows(axes, values(frame, "fact"))
        axes.set_xscale("log")
        percent_axis(axes.xaxis)
        entitle(axes, "Exact odds, and what was simulated", "probability (log)")
        legend(axes)
    return axes
