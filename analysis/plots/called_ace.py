"""Figures of `analysis.called_ace`: what becomes of the called ace."""

from __future__ import annotations

import polars as pl
from matplotlib.axes import Axes

from analysis.plots.marks import bars, columns, points
from analysis.plots.rows import estimates, rows_of, values
from analysis.plots.style import FATE_COLORS, FOR_DECLARER, FOR_OPPONENTS, Table, drawing, entitle, percent_axis
from analysis.words import reading


def fates(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with a bar for each fate of the called ace, from `analysis.called_ace.fates`.

    Blue: the declaring side takes the trick; orange: the opponents do.
    """
    frame = rows_of(table, ["ace_fate"])
    found = estimates(frame, "share")
    words = values(frame, "ace_fate")
    with drawing(ax, 0.9 + 0.4 * len(words), "x") as axes:
        texts = [f"{100 * share:.3g} %" for share in found.estimate]
        bars(axes, [reading("ace_fate", word) for word in words], found, [FATE_COLORS[word] for word in words], texts)
        axes.margins(x=0.2)
        percent_axis(axes.xaxis)
        entitle(axes, "What becomes of the called ace", "share of Rufspiele")
    return axes


def ace_tricks(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the trick in which the called ace falls, from `analysis.called_ace.ace_tricks`."""
    frame = rows_of(table, ["ace_trick"])
    with drawing(ax) as axes:
        columns(axes, values(frame, "ace_trick"), estimates(frame, "share"), FOR_DECLARER)
        axes.set_xticks(values(frame, "ace_trick"))
        percent_axis(axes.yaxis)
        entitle(axes, "In which trick the called ace falls", "trick", "share of Rufspiele")
    return axes


def running_away(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with how often the holder of the called ace runs away, by the cards of its suit he was dealt.

    From `analysis.called_ace.running_away`.
    """
    frame = rows_of(rows_of(table, ["holder_cards", "ran_away"]).filter(pl.col("ran_away")), ["holder_cards"])
    with drawing(ax, 2.6) as axes:
        places = frame["holder_cards"].to_numpy()
        points(axes, places, estimates(frame, "share"), FOR_OPPONENTS)
        axes.set_xticks(places)
        axes.set_xlim(places.min() - 0.5, places.max() + 0.5)
        axes.set_ylim(bottom=0)
        percent_axis(axes.yaxis)
        entitle(axes, "How often the holder of the called ace runs away", "cards of the suit dealt to him", "share")
    return axes
