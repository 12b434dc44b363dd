"""Figures of `analysis.scores`: what contracts, seats and players earn, and how likely a losing evening is."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from types import MappingProxyType

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from analysis.plots.marks import by_contract, legend, middle_line, name_rows, points, rows
from analysis.plots.rows import estimates, parts, rows_of, values
from analysis.plots.style import (
    SERIES,
    Table,
    color_of,
    drawing,
    entitle,
    label,
    percent_axis,
    whole_axis,
)
from analysis.words import SEAT_TITLES, contract_title, head, reading
from simulate.cards import DECK_EYES
from simulate.contracts import SPECS, Goal
from simulate.errors import UserError
from simulate.rules import EYES_TO_WIN

MEASURES: Mapping[str, str] = MappingProxyType(
    {
        "win_rate": "won by the declaring side",
        "eyes": "mean eyes of the declaring side",
        "score": "mean score of the declarer",
    }
)
"""What came of hands: names of columns, and what they say."""
_KEYS = MappingProxyType(
    {
        "declarer_trumps": "the declarer's trumps",
        "declarer": "the declarer's seat",
        "ace_trick": "the trick in which the called ace falls",
        "declarer_cards": "the declarer's cards of the called suit",
        "holder_cards": "the holder's cards of the called suit",
        "distance": "where the partner sits",
    }
)


def expected(table: Table, ax: Axes | None = None, measure: str = "score") -> Axes:
    """Return axes with what each contract earns or wins, from `analysis.scores.expected`.

    Parameters
    ----------
    table
        One row per contract.
    ax
        Axes to draw on; None makes a new figure.
    measure
        One of `MEASURES`.
    """
    frame = rows_of(table, ["contract"])
    words = values(frame, "contract")
    with drawing(ax, 1.0 + 0.36 * len(words), "x") as axes:
        if measure == "score":
            middle_line(axes, vertical=True)
        for place, (word, part) in enumerate(parts(frame, "contract")):
            rows(axes, np.array([place]), estimates(part, _checked(measure)), color_of(word))
        name_rows(axes, [contract_title(word) for word in words])
        if measure == "win_rate":
            percent_axis(axes.xaxis)
        entitle(axes, _title(measure, "contract"), MEASURES[measure])
    return axes


def expected_by(table: Table, key: str, ax: Axes | None = None, measure: str = "score") -> Axes:
    """Return axes with what hands earn or win over a count, contract by contract if the table has several.

    Parameters
    ----------
    table
        From `analysis.scores.expected` or `analysis.called_ace`, one row per contract and count.
    key
        The column that counts, such as ``declarer_trumps``.
    ax
        Axes to draw on; None makes a new figure.
    measure
        One of `MEASURES`.
    """
    found = rows_of(table, [])
    several = "contract" in found.columns
    frame = rows_of(table, ["contract", key] if several else [key])
    with drawing(ax, 3.4 if several else 2.8) as axes:
        if measure == "score":
            middle_line(axes)
        if several:
            by_contract(axes, frame, key, _checked(measure), room=0.3)
            legend(axes)
        else:
            points(axes, frame[key].to_numpy(), estimates(frame, _checked(measure)), SERIES[0].color, line=True)
        _name_places(axes, key, sorted(set(values(frame, key))))
        if measure == "win_rate":
            percent_axis(axes.yaxis)
        entitle(axes, _title(measure, key), _KEYS.get(key, head(key)), MEASURES[measure])
    return axes


def seats(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with what each seat earns per hand, from `analysis.scores.seats`."""
    frame = rows_of(table, ["seat"])
    with drawing(ax, 2.8) as axes:
        middle_line(axes)
        points(axes, frame["seat"].to_numpy(), estimates(frame, "score"), SERIES[0].color)
        axes.set_xticks(range(len(SEAT_TITLES)), SEAT_TITLES)
        axes.margins(x=0.12)
        entitle(axes, "What each seat earns", "seat", "mean score per hand")
    return axes


def styles(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with what each style of player earns per hand, from `analysis.scores.styles`."""
    frame = rows_of(table, ["style"])
    with drawing(ax, 1.0 + 0.4 * len(frame), "x") as axes:
        middle_line(axes, vertical=True)
        rows(axes, np.arange(len(frame)), estimates(frame, "score"), SERIES[0].color)
        name_rows(axes, values(frame, "style"))
        entitle(axes, "What each style of player earns", "mean score per hand and player")
    return axes


def score_distribution(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with how often a declarer scores what, on a logarithmic scale.

    From `analysis.scores.score_distribution`.
    """
    frame = rows_of(table, ["contract", "score"])
    with drawing(ax, 3.6) as axes:
        middle_line(axes, vertical=True)
        by_contract(axes, frame, "score", "share", line=False, room=0)
        axes.set_yscale("log")
        percent_axis(axes.yaxis)
        entitle(
            axes, "How often a declarer scores what", "score of the declarer", "share of the contract's hands (log)"
        )
        legend(axes)
    return axes


def eyes_distribution(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with how often the declaring side takes how many eyes, intervals as bands.

    From `analysis.scores.eyes_distribution`. The line in the middle parts hands lost from hands won. Contracts that
    eyes do not decide, such as a Tout, are left out beside others.
    """
    # A Tout may be won and lost with the same eyes.
    frame = _won_by_eyes(rows_of(table, ["contract", "eyes", "won"]))
    with drawing(ax, 3.4) as axes:
        middle_line(axes, EYES_TO_WIN - 0.5, vertical=True)
        for word, part in parts(frame, "contract"):
            ordered = part.sort("eyes", "won")
            found = estimates(ordered, "share")
            eyes = ordered["eyes"].to_numpy()
            axes.fill_between(eyes, found.low, found.high, color=color_of(word), alpha=0.35, linewidth=0)
            axes.plot(eyes, found.estimate, color=color_of(word), linewidth=1, label=contract_title(word))
        axes.set_ylim(bottom=0)
        axes.set_xticks(range(0, DECK_EYES + 1, 20))
        percent_axis(axes.yaxis)
        entitle(axes, "How many eyes the declaring side takes", "eyes", "share of the contract's hands")
        legend(axes)
    return axes


def risk(table: Table, ax: Axes | None = None) -> Axes:
    """Return axes with the probability that a player has lost so much after an evening, from `analysis.scores.risk`."""
    frame = rows_of(table, ["style", "lose"], ["hands"])
    if frame["hands"].n_unique() > 1:
        raise UserError("the table has evenings of different length: filter it by 'hands' first")
    found = parts(frame, "style")
    with drawing(ax, 3.2) as axes:
        for (style, part), (color, marker) in zip(found, cycle(SERIES), strict=False):
            ordered = part.sort("lose")
            points(axes, ordered["lose"].to_numpy(), estimates(ordered, "probability"), color, style, marker, line=True)
        axes.set_ylim(bottom=0)
        percent_axis(axes.yaxis)
        title = f"How likely a player is to lose so much in {frame['hands'][0]} hands"
        entitle(axes, title, "score units lost, or more", "probability")
        legend(axes, columns=2)
    return axes


def _won_by_eyes(frame: pl.DataFrame) -> pl.DataFrame:
    decided = [contract.word for contract, spec in SPECS.items() if spec.goal is Goal.EYES]
    others = frame.filter(pl.col("contract").cast(pl.String).is_in(decided))
    return frame if others.is_empty() else others


def _checked(measure: str) -> str:
    if measure not in MEASURES:
        raise UserError(f"measure {measure!r} is unknown: use {', '.join(MEASURES)}")
    return measure


def _title(measure: str, key: str) -> str:
    what = {
        "win_rate": "How often hands are won",
        "eyes": "How many eyes are taken",
        "score": "What the declarer earns",
    }
    return f"{what[_checked(measure)]}, by {_KEYS.get(key, head(key))}"


def _name_places(axes: Axes, key: str, found: list[int]) -> None:
    names = [reading(key, value) for value in found]
    if any(name != str(value) for name, value in zip(names, found, strict=True)) and key != "laufende":
        axes.set_xticks(found, [label(name) for name in names])
        axes.margins(x=0.15)
    else:
        whole_axis(axes.xaxis)
