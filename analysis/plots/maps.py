"""Maps: cells over two numbers, each coloured by a value and with a text that can be read on its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize, to_rgba
from matplotlib.patches import Rectangle

from analysis.plots.rows import values

UNKNOWN = "#F1F1F1"
"""Colour of cells of which too little is known."""
HATCHED: Mapping[str, Any] = MappingProxyType(
    {"facecolor": UNKNOWN, "edgecolor": "#D2D2D2", "hatch": "////", "linewidth": 0}
)
"""How such cells are drawn, on a map and in its legend."""

_GAP = 0.015  # as between other cells
_BLACK, _WHITE = "#000000", "#FFFFFF"
_DARK = 0.179  # relative luminance below which white has more contrast than black


@dataclass(frozen=True)
class Grid:
    """The cells of a map.

    Attributes
    ----------
    across, down
        Values along the axes, from left to right and from top to bottom.
    cells
        Row and column of each row of the table.
    """

    across: list[Any]
    down: list[Any]
    cells: list[tuple[int, int]]

    @classmethod
    def of(cls, frame: pl.DataFrame, x: str, y: str) -> Grid:
        """Return the grid of the values of two columns, the highest on top."""
        across = sorted(set(values(frame, x)))
        down = sorted(set(values(frame, y)), reverse=True)
        pairs = zip(values(frame, x), values(frame, y), strict=True)
        return cls(across, down, [(down.index(row), across.index(column)) for column, row in pairs])


def draw_map(
    ax: Axes,
    grid: Grid,
    amounts: Sequence[float | None],
    texts: Sequence[str],
    cmap: str | Colormap,
    norm: Normalize | None = None,
) -> None:
    """Draw the cells of a grid.

    Parameters
    ----------
    ax
        Axes to draw on.
    grid
        Where the cells are.
    amounts
        What colours each cell; None leaves it grey and hatched.
    texts
        What is written in each.
    cmap
        Colour map.
    norm
        Which amount has which place on it; None lets the lowest and the highest be its ends.
    """
    shown = np.full((len(grid.down), len(grid.across)), np.nan)
    for cell, amount in zip(grid.cells, amounts, strict=True):
        if amount is not None:
            shown[cell] = amount
    # seaborn looks for the lowest and the highest amount, and warns where there is none.
    ends = {} if np.isfinite(shown).any() else {"vmin": 0, "vmax": 1}
    labels = {"xticklabels": grid.across, "yticklabels": grid.down}
    sns.heatmap(shown, cmap=cmap, cbar=False, linewidths=1.5, ax=ax, norm=norm, **labels, **ends)
    ax.tick_params(axis="y", rotation=0)
    mesh = ax.collections[-1]
    for (row, column), amount, text in zip(grid.cells, amounts, texts, strict=True):
        if amount is None:
            ax.add_patch(Rectangle((column + _GAP, row + _GAP), 1 - 2 * _GAP, 1 - 2 * _GAP, **HATCHED))
        color = to_rgba(UNKNOWN) if amount is None else mesh.to_rgba(np.array([amount]))[0]
        ax.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=8.5, color=_ink_on(color))


def frame_cell(ax: Axes, cell: tuple[int, int], color: str, style: str) -> None:
    """Draw a frame around a cell of a map."""
    row, column = cell
    frame = Rectangle((column, row), 1, 1, fill=False, edgecolor=color, linestyle=style, linewidth=2.5, clip_on=False)
    ax.add_patch(frame)


def _ink_on(color: Any) -> str:
    return _WHITE if sns.utils.relative_luminance(color) < _DARK else _BLACK
