"""The figures of a report, drawn and written as pictures that a page can hold."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

import polars as pl

from analysis.lab import need
from analysis.report_sections import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SAME_BYTES = "schafkopf-lab"


def draw(picture: Picture, frame: pl.DataFrame) -> Figure:
    """Return the figure of a table; it is not kept among pyplot's figures.

    Raises
    ------
    UserError
        If Matplotlib or seaborn is not installed.
    """
    plots = need("analysis.plots", "figures")
    pyplot = need("matplotlib.pyplot", "figures")
    figure: Figure = getattr(plots, picture.draw)(frame, **picture.options).get_figure(root=True)
    pyplot.close(figure)
    return figure


def title_of(figure: Figure) -> str:
    """Return what a figure says it shows."""
    return figure.axes[0].get_title(loc="left") or figure.axes[0].get_title()


def data_url(figure: Figure) -> str:
    """Return a figure as a URL that holds the picture itself: SVG, letters as paths, the same bytes each time."""
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": _SAME_BYTES}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
