"""What all figures share: colours, the order of contracts, fonts, and the axes they are drawn on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, Union

import matplotlib as mpl
import matplotlib.pyplot as plt
import polars as pl
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, MaxNLocator

from analysis.words import PASSED_OUT
from simulate.contracts import Contract
from simulate.fates import AceFate

if TYPE_CHECKING:
    import pandas as pd

Table: TypeAlias = Union[pl.DataFrame, "pd.DataFrame"]
"""A table of this package, in either library."""

CONTRACT_COLORS: Mapping[str, str] = MappingProxyType(
    {
        Contract.RUFSPIEL.word: "#0E77CA",
        Contract.FARBGEIER.word: "#C2C2EB",
        Contract.GEIER.word: "#0DB6EF",
        Contract.FARBWENZ.word: "#CC5B00",
        Contract.WENZ.word: "#E28D07",
        Contract.SOLO.word: "#21AE5B",
        Contract.FARBGEIER_TOUT.word: "#3345AA",
        Contract.GEIER_TOUT.word: "#33306C",
        Contract.FARBWENZ_TOUT.word: "#6A1903",
        Contract.WENZ_TOUT.word: "#8F4316",
        Contract.SOLO_TOUT.word: "#00483A",
        Contract.SIE.word: "#9D528F",
        PASSED_OUT: "#9A9A9A",
    }
)
"""Colour of each contract, by its word, and of a deal passed out: the same in every figure. Chosen by a search for colours
that stay apart when red, green or blue cones are missing; a Tout is darker than its contract."""

ORDER: tuple[str, ...] = tuple(CONTRACT_COLORS)
"""Contracts in bidding order, then passed out."""

INK = "#222222"
"""Colour of intervals and text."""
MUTED = "#6E6E6E"
"""Colour of what is said beside."""
GRID = "#DDDDDD"
"""Colour of the grid."""

SERIES = ("#2F2F2F", "#D1495B", "#1F9E89", "#E0A526")
"""Colours of what is no contract, such as up to four styles of players; each goes with a marker of its own."""
MARKERS = ("o", "s", "^", "D")
"""Markers of the series."""

FOR_DECLARER, FOR_OPPONENTS = "#3F86C6", "#CC5B00"
"""Colours of the declaring side and of the others."""

FATE_COLORS: Mapping[str, str] = MappingProxyType(
    {
        AceFate.LED_BY_OTHER_WON.word: FOR_DECLARER,
        AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS.word: FOR_OPPONENTS,
        AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE.word: FOR_DECLARER,
        AceFate.LED_BY_HOLDER_WON.word: FOR_DECLARER,
        AceFate.LED_BY_HOLDER_TRUMPED.word: MUTED,
        AceFate.DISCARDED.word: MUTED,
    }
)
"""Colour of each fate of the called ace: who certainly took its trick, grey if that is not told."""

WIDTH = 4.6
"""Width of a figure in inches: read without a magnifier on a phone, where it fills the screen."""

_LONGEST_LABEL = 34
_PARAMETERS: Mapping[str, Any] = MappingProxyType(
    {
        **sns.axes_style("whitegrid"),
        "font.size": 10,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": 10,
        "xtick.labelsize": 10,
        "ytick.labelsize": 10,
        "legend.fontsize": 9,
        "legend.frameon": False,
        "figure.dpi": 110,
        "grid.color": GRID,
        "axes.edgecolor": MUTED,
        "text.color": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
    }
)


@contextmanager
def drawing(ax: Axes | None, height: float = 3.0, grid: str = "y") -> Iterator[Axes]:
    """Yield the axes to draw on, in the style of all figures; settings of Matplotlib are as before afterwards.

    Parameters
    ----------
    ax
        Axes to draw on; None makes a new figure.
    height
        Of a new figure, in inches.
    grid
        Which axis has grid lines: ``x``, ``y``, ``both`` or ``none``.
    """
    with mpl.rc_context(dict(_PARAMETERS)):
        axes = new_axes(height) if ax is None else ax
        axes.set_axisbelow(True)
        axes.grid(False)
        if grid != "none":
            axes.grid(True, axis=grid, color=GRID)  # type: ignore[arg-type]
        yield axes
        sns.despine(ax=axes, left=grid == "x", bottom=grid == "y")
        axes.tick_params(length=0)


def new_axes(height: float = 3.0) -> Axes:
    """Return the axes of a new figure, as high as said, in inches."""
    return plt.subplots(figsize=(WIDTH, height), layout="constrained")[1]


def entitle(ax: Axes, title: str, x: str = "", y: str = "") -> None:
    """Set the title and the labels of the axes; the title is wrapped to the width of the figure."""
    ax.set_title(title, wrap=True)
    ax.set_xlabel(x)
    ax.set_ylabel(y)


def color_of(contract: str | None) -> str:
    """Return the colour of a contract, by its word; of a deal passed out for None."""
    return CONTRACT_COLORS[PASSED_OUT if contract is None else contract]


def label(text: str) -> str:
    """Return text that may be a user's as a label: no formula in it, and of bounded length.

    >>> label("bold $x^2$ style")
    'bold \\\\$x^2\\\\$ style'
    """
    line = " ".join(text.split())
    short = line if len(line) <= _LONGEST_LABEL else line[: _LONGEST_LABEL - 1] + "…"
    return short.replace("$", r"\$")


def percent_axis(axis: Axis) -> None:
    """Show the shares of an axis as percent, as many digits as they need."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g} %"))


def whole_axis(axis: Axis) -> None:
    """Show only whole numbers on an axis."""
    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=2))
