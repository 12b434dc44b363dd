"""Figures of `analysis.frequencies`: how often what is played, and how it ends."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.frequencies import MARGINS
from analysis.plots.marks import bars, by_contract, legend, middle_line, name_rows, offsets, rows
from analysis.plots.rows import estimates, parts, rows_of, values
from analysis.plots.style import (
    ORDER,
    SERIES,
    Table,
    color_of,
    drawing,
    entitle,
    percent_axis,
    whole_axis,
)
from analysis.words import SEAT_TITLES, contract_title, reading
from simulate.cards import Suit

_ENDS = [(False, margin) for margin in reversed(MARGINS)] + [(True, margin) for margin in MARGINS]


def contracts(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with a bar for the share of deals of each contract, from `analysis.frequencies.contracts`."""
    frame = rows_of(table, ["contract"])
    found = estimates(frame, "share")
    words = values(frame, "contract")
    with drawing(ax, 0.9 + 0.36 * len(words), "x") as axes:
        texts = [f"{100 * share:.3g} %" for share in found.estimate]
        bars(axes, [contract_title(word) for word in words], found, [color_of(word) for word in words], texts)
        axes.margins(x=0.12)
        percent_axis(axes.xaxis)
        entitle(axes, "How often each contract is played", "share of deals")
    return axes


def contracts_by_seat(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the share of deals in which each seat plays each contract, on a logarithmic scale.

    From `analysis.frequencies.contracts_by_seat`.
    """
    frame = rows_of(table, ["declarer", "contract"])
    with drawing(ax, 3.6) as axes:
        by_contract(axes, frame, "declarer", "share")
        axes.set_xticks(range(len(SEAT_TITLES)), SEAT_TITLES)
        axes.set_yscale("log")
        percent_axis(axes.yaxis)
        entitle(axes, "How often each seat plays each contract", "seat", "share of deals (log)")
        legend(axes)
    return axes


def contracts_by_style(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the share of a player's deals in which each style plays each contract, on a logarithmic scale.

    From `analysis.frequencies.contracts_by_style`.
    """
    frame = rows_of(table, ["style", "contract"])
    words = [word for word in ORDER if word in set(values(frame, "contract"))]
    styles = parts(frame.sort("style", maintain_order=True), "style")
    with drawing(ax, 1.6 + 0.42 * len(words), "x") as axes:
        for (style, part), offset, (color, marker) in zip(styles, offsets(len(styles)), cycle(SERIES), strict=False):
            places = np.array([words.index(word) for word in values(part, "contract")]) + offset
            rows(axes, places, estimates(part, "share"), color, str(style), marker)
        name_rows(axes, [contract_title(word) for word in words])
        axes.set_xscale("log")
        percent_axis(axes.xaxis)
        entitle(axes, "How often each style of player plays each contract", "share of a player's deals (log)")
        legend(axes, columns=2)
    return axes


def results(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with how contracts end, from lost schwarz to won schwarz; from `analysis.frequencies.results`."""
    frame = rows_of(table, ["contract", "won", "margin"])
    place = {end: number for number, end in enumerate(_ENDS)}
    ends = [place[won, margin] for won, margin in zip(values(frame, "won"), values(frame, "margin"), strict=True)]
    with drawing(ax, 3.4) as axes:
        middle_line(axes, len(MARGINS) - 0.5, vertical=True)
        by_contract(axes, frame.with_columns(end=pl.Series(ends, dtype=pl.Int64)), "end", "share", line=False)
        names = [margin if margin != "plain" else "" for _, margin in _ENDS]
        sides = ["lost" if not won else "won" for won, _ in _ENDS]
        axes.set_xticks(range(len(_ENDS)), [f"{side}\n{name}" for side, name in zip(sides, names, strict=True)])
        axes.tick_params(axis="x", labelsize=9)
        percent_axis(axes.yaxis)
        entitle(axes, "How each contract ends for the declaring side", "", "share of its hands")
        legend(axes)
    return axes


def suits(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the suit called or made trump in each contract, from `analysis.frequencies.suits`."""
    frame = rows_of(table, ["contract", "suit"])
    names = [suit.name.lower() for suit in sorted(Suit, reverse=True)]
    numbers = [names.index(word) for word in values(frame, "suit")]
    with drawing(ax, 3.2) as axes:
        by_contract(axes, frame.with_columns(place=pl.Series(numbers, dtype=pl.Int64)), "place", "share", line=False)
        axes.set_xticks(range(len(names)), [reading("suit", name) for name in names])
        axes.set_ylim(bottom=0)
        percent_axis(axes.yaxis)
        entitle(axes, "Which suit is called, or made trump", "", "share of the contract's hands")
        legend(axes)
    return axes


def laufende(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the length of the run of highest trumps by contract; from `analysis.frequencies.laufende`."""
    frame = rows_of(table, ["contract", "laufende"])
    with drawing(ax, 3.4) as axes:
        middle_line(axes, 0, vertical=True)
        by_contract(axes, frame, "laufende", "share")
        whole_axis(axes.xaxis)
        axes.set_ylim(bottom=0)
        percent_axis(axes.yaxis)
        entitle(
            axes, "How long the run of highest trumps is", "laufende: with (+) or without (−)", "share of its hands"
        )
        legend(axes)
    return axes
