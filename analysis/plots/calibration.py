"""Figures of calibration: simulated players beside people, with intervals on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from types import MappingProxyType

import numpy as np
from matplotlib.axes import Axes

from analysis.calibration import FIGURES
from analysis.plots.marks import legend, name_rows, rows
from analysis.plots.rows import estimates, rows_of, values
from analysis.plots.style import CONTRACT_COLORS, SERIES, Table, drawing, entitle, label, percent_axis
from analysis.words import FATE_TITLES, contract_title

_APART = 0.16
_LINE = 56
_MEANINGS: Mapping[str, str] = MappingProxyType({figure.name: figure.meaning for figure in FIGURES})


def calibration(table: Table, ax: Axes | None = None, title: str = "", *, shares: bool | None = None) -> Axes:
    """Return axes with simulated and real estimates side by side, one pair per row of the table.

    Parameters
    ----------
    table
        From `analysis.calibration.calibration`: ``figure``, ``group``, ``simulated``, ``real``, and their ends
        ``..._low``, ``..._high``. Rows share an axis, so give those of one figure, or of figures of one unit.
    ax
        Axes to draw on; None makes a new figure.
    title
        What is seen; if empty, it names the figure.
    shares
        Whether the numbers are shares, to be shown as percent; None takes them as such if none is above 1.
    """
    frame = rows_of(table, ["figure", "group"])
    simulated, real = estimates(frame, "simulated"), estimates(frame, "real")
    names = _names(values(frame, "figure"), values(frame, "group"))
    subject, meaning = _subject(values(frame, "figure"))
    with drawing(ax, 1.6 + 0.4 * len(frame), "x") as axes:
        places = np.arange(len(frame))
        rows(axes, places - _APART, real, SERIES[1].color, "people", SERIES[1].marker)
        rows(axes, places + _APART, simulated, SERIES[0].color, "simulated", SERIES[0].marker)
        name_rows(axes, names)
        if shares or (shares is None and not (simulated.estimate > 1).any()):
            percent_axis(axes.xaxis)
        entitle(axes, title or f"{label(subject)}: simulated beside people")
        axes.set_xlabel(meaning, loc="right")  # from there it has room to the left, below the names
        legend(axes, lines=1 + meaning.count("\n"))
    return axes


def _subject(figures: Sequence[str]) -> tuple[str, str]:
    if len(set(figures)) > 1:
        return "Figures", ""
    words = figures[0].replace("_", " ")
    return words[:1].upper() + words[1:], fill(_MEANINGS.get(figures[0], ""), _LINE)


def _names(figures: Sequence[str], groups: Sequence[object]) -> list[str]:
    several = len(set(figures)) > 1
    read = [_reading(str(group)) for group in groups]
    return [f"{figure}: {name}" if several else name for figure, name in zip(figures, read, strict=True)]


def _reading(group: str) -> str:
    word, _, trumps = group.partition(" ")
    if word in CONTRACT_COLORS:
        return contract_title(word) + (f", {trumps} trumps" if trumps else "")
    return FATE_TITLES.get(group, group)
