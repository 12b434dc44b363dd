"""What all figures share: colours, the order of contracts, fonts, and the axes they are drawn on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from textwrap import wrap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, Union

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
GridLines: TypeAlias = Literal["x", "y", "both", "none"]
"""Which axis of a figure has grid lines."""

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
"""Colour of each contract, by its word, and of a deal passed out: the same in every figure. Chosen by a search for
colours that stay apart when red, green or blue cones are missing; a Tout is darker than its contract."""

CONTRACT_MARKERS: Mapping[str, str] = MappingProxyType(
    {
        Contract.RUFSPIEL.word: "o",
        Contract.FARBGEIER.word: "P",
        Contract.GEIER.word: "X",
        Contract.FARBWENZ.word: "v",
        Contract.WENZ.word: "s",
        Contract.SOLO.word: "^",
        Contract.FARBGEIER_TOUT.word: "P",
        Contract.GEIER_TOUT.word: "X",
        Contract.FARBWENZ_TOUT.word: "v",
        Contract.WENZ_TOUT.word: "s",
        Contract.SOLO_TOUT.word: "^",
        Contract.SIE.word: "D",
        PASSED_OUT: "o",
    }
)
"""Marker of each contract, so that colour is never all that tells contracts apart."""

ORDER: tuple[str, ...] = tuple(CONTRACT_COLORS)
"""Contracts in bidding order, then passed out."""

INK = "#222222"
"""Colour of intervals and text."""
MUTED = "#6E6E6E"
"""Colour of what is said beside."""
GRID = "#DDDDDD"
"""Colour of the grid."""


class Series(NamedTuple):
    """How one of several series is drawn."""

    color: str
    marker: str


SERIES = (Series("#2F2F2F", "o"), Series("#D1495B", "s"), Series("#1F9E89", "^"), Series("#E0A526", "D"))
"""How what is no contract is drawn, such as up to four styles of players."""

SEQUENTIAL, DIVERGING = "cividis", "vlag"
"""Colour maps of amounts, and of what is won or lost."""

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

_LABEL_WIDTH, _LABEL_LINES = 30, 3
_PARAMETERS: Mapping[Any, Any] = MappingProxyType(
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
def drawing(ax: Axes | None, height: float = 3.0, grid: GridLines = "y") -> Iterator[Axes]:
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
    with _parameters():
        axes = new_axes(height) if ax is None else ax
        axes.set_axisbelow(True)
        axes.grid(False)
        if grid != "none":
            axes.grid(True, axis=grid, color=GRID)
        yield axes
        sns.despine(ax=axes, left=grid == "x", bottom=grid == "y")
        axes.tick_params(length=0)


@contextmanager
def _parameters() -> Iterator[None]:
    # Not mpl.rc_context: it puts back all settings, and so also what Jupyter's backend sets when the first figure is
    # made and loads it.
    before = {name: mpl.rcParams[name] for name in _PARAMETERS}
    mpl.rcParams.update(_PARAMETERS)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


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
    r"""Return text that may be a user's as a label: no formula in it, in a few short lines.

    >>> label("bold $x^2$ style")
    'bold \\$x^2\\$ style'
    """
    lines = wrap(" ".join(text.split()), _LABEL_WIDTH, max_lines=_LABEL_LINES, placeholder="…", break_on_hyphens=False)
    return "\n".join(lines).replace("$", r"\$")


def percent_axis(axis: Axis) -> None:
    """Show the shares of an axis as percent, as many digits as they need."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g} %"))


def whole_axis(axis: Axis) -> None:
    """Show only whole numbers on an axis."""
    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=2))
