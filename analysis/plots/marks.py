"""The marks of figures: bars and points, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike

from analysis.plots.rows import Estimates, estimates, parts
from analysis.plots.style import CONTRACT_MARKERS, INK, MUTED, color_of, label
from analysis.words import contract_title
from simulate.table import Array

_BAR = 0.72
_THIN, _THICK = 1.4, 2.2
_BELOW, _LINE = 0.42, 0.17  # inches


def bars(ax: Axes, names: Sequence[str], found: Estimates, colors: Sequence[str], texts: Sequence[str] = ()) -> None:
    """Draw horizontal bars from top to bottom, each with its interval, its name and a text at its end."""
    places = np.arange(len(names))
    ax.barh(places, found.estimate, height=_BAR, color=list(colors))
    ax.hlines(places, found.low, found.high, color=INK, linewidth=_THIN)
    ax.set_yticks(places, [label(name) for name in names])
    ax.invert_yaxis()
    for place, end, text in zip(places, np.fmax(found.estimate, found.high), texts, strict=bool(texts)):
        ax.annotate(text, (end, place), (4, 0), textcoords="offset points", va="center", color=INK, fontsize=9)


def columns(ax: Axes, places: ArrayLike, found: Estimates, color: str | Sequence[str], width: float = _BAR) -> None:
    """Draw vertical bars with their intervals."""
    ax.bar(places, found.estimate, width=width, color=color)
    ax.vlines(places, found.low, found.high, color=INK, linewidth=_THIN)


def points(
    ax: Axes, places: Array, found: Estimates, color: str, name: str = "", marker: str = "o", *, line: bool = False
) -> None:
    """Draw points with vertical intervals, joined by a thin line if `line`."""
    if line:
        ax.plot(places, found.estimate, color=color, linewidth=1, alpha=0.6)
    ax.vlines(places, found.low, found.high, color=color, linewidth=_THICK)
    ax.plot(places, found.estimate, linestyle="none", marker=marker, markersize=5, color=color, label=label(name))


def rows(ax: Axes, places: Array, found: Estimates, color: str, name: str = "", marker: str = "o") -> None:
    """Draw points with horizontal intervals."""
    ax.hlines(places, found.low, found.high, color=color, linewidth=_THICK)
    ax.plot(found.estimate, places, linestyle="none", marker=marker, markersize=5, color=color, label=label(name))


def name_rows(ax: Axes, names: Sequence[str]) -> None:
    """Name the rows of a figure from top to bottom, the first at 0."""
    ax.set_yticks(np.arange(len(names)), [label(name) for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)


def offsets(count: int, room: float = 0.5) -> Array:
    """Return how far from its place each of several series is drawn, so that they do not cover each other."""
    return np.linspace(-room / 2, room / 2, count) if count > 1 else np.zeros(1)


def middle_line(ax: Axes, at: float = 0, *, vertical: bool = False, above: bool = False) -> None:
    """Draw the line that parts what is won from what is lost, below all marks or above them."""
    (ax.axvline if vertical else ax.axhline)(at, color=MUTED, linewidth=1, zorder=3 if above else 1)


def by_contract(
    ax: Axes, frame: pl.DataFrame, key: str, estimate: str, *, line: bool = True, room: float = 0.45
) -> None:
    """Draw an estimate of each contract over a key, side by side, in the colours and with the markers of contracts.

    Parameters
    ----------
    ax
        Axes to draw on.
    frame
        Rows with ``contract``, in bidding order.
    key
        The column along the x-axis.
    estimate
        The column along the y-axis.
    line
        Whether the points of a contract are joined.
    room
        The width over which contracts are spread at each place.
    """
    found = parts(frame, "contract")
    for (word, part), offset in zip(found, offsets(len(found), room), strict=True):
        ordered = part.sort(key)
        name, marker = contract_title(word), CONTRACT_MARKERS[word]
        points(
            ax, ordered[key].to_numpy() + offset, estimates(ordered, estimate), color_of(word), name, marker, line=line
        )


def legend(ax: Axes, columns: int = 3, lines: int = 1) -> None:
    """Put the legend below the axes and their label, which has so many lines."""
    names = ax.get_legend_handles_labels()[1]
    below = ScaledTranslation(0, -_BELOW - _LINE * (lines - 1), ax.figure.dpi_scale_trans)
    ax.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=ax.transAxes + below,
        ncols=min(columns, len(names)),
        handletextpad=0.3,
        columnspacing=1.2,
    )
