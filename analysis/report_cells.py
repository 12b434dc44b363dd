"""Tables as people read them: heads, and cells with as many digits as their intervals allow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, log10
from typing import Any

import polars as pl

from analysis.words import FEW_HANDS, head, reading

SHARES = ("share", "win_rate", "probability")
"""Estimates told in percent."""
SIGNED = ("score", "ahead")
"""Estimates told with their sign."""

_COUNTS = ("n", "of", "hands", "players")
_SPREADS = ("score_sd",)
_MOST_DIGITS = 8
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: its text, and whether numbers or estimates are below."""

    text: str
    number: bool = False
    estimate: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, and the interval of an estimate."""

    text: str
    interval: str = ""


@dataclass(frozen=True)
class Reading:
    """A table as people read it.

    Attributes
    ----------
    heads
        One for each column.
    rows
        Cells, as many as heads; a key is left out where it is that of the row above.
    """

    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]


def read(frame: pl.DataFrame, columns: Iterable[str]) -> Reading:
    """Return some columns of a table as people read them.

    Parameters
    ----------
    frame
        A table of this package.
    columns
        Keys, counts and estimates; those that the table lacks are left out, the ends of intervals go with their
        estimate.

    Examples
    --------
    >>> frame = pl.DataFrame({"contract": ["wenz"], "share": [0.0616], "share_low": [0.0605], "share_high": [0.0626]})
    >>> read(frame, ["contract", "share"]).rows
    ((Cell(text='Wenz', interval=''), Cell(text='6.16', interval='6.05–6.26')),)
    """
    names = [name for name in columns if name in frame.columns]
    keys = [name for name in names if _is_key(frame, name)]
    rows = []
    above: dict[str, Any] = {}
    for row in frame.iter_rows(named=True):
        same = _same_keys(keys, row, above)
        rows.append(tuple(Cell("") if name in same else _cell(frame, name, row) for name in names))
        above = row
    return Reading(tuple(_head(frame, name) for name in names), tuple(rows))


def _is_estimate(frame: pl.DataFrame, name: str) -> bool:
    return f"{name}_low" in frame.columns


def _is_key(frame: pl.DataFrame, name: str) -> bool:
    if name in SIGNED:  # a whole number tells groups apart by it
        return frame.schema[name].is_integer()
    return not _is_estimate(frame, name) and name not in (*_COUNTS, *_SPREADS)


def _same_keys(keys: list[str], row: dict[str, Any], above: dict[str, Any]) -> set[str]:
    # The last key tells rows apart and stays.
    same = set()
    for name in keys[:-1]:
        if name not in above or row[name] != above[name]:
            break
        same.add(name)
    return same


def _head(frame: pl.DataFrame, name: str) -> Head:
    text = f"{head(name)} %" if name in SHARES else head(name)
    return Head(text, number=not _is_key(frame, name), estimate=_is_estimate(frame, name))


def _cell(frame: pl.DataFrame, name: str, row: dict[str, Any]) -> Cell:
    value = row[name]
    if name == "best" and row.get("few"):
        return Cell(FEW_HANDS)
    if _is_estimate(frame, name):
        return _estimate(name, value, row[f"{name}_low"], row[f"{name}_high"])
    if name in SIGNED:
        return Cell(f"{value:+d}") if isinstance(value, int) else _estimate(name, value, None, None)
    if name in _COUNTS:
        return Cell("" if value is None else f"{value:,}")
    if name in _SPREADS:
        return Cell("" if value is None else f"{value:.2f}")
    return Cell(reading(name, value))


def _estimate(name: str, value: float | None, low: float | None, high: float | None) -> Cell:
    if value is None:
        return Cell("")
    share = name in SHARES
    scale, usual = (100, 1) if share else (1, 2)
    sign = "+z" if name in SIGNED else "z"  # z: no negative zero
    if low is None or high is None:
        # Of few hands, or of hands all alike: more digits would claim too much.
        return Cell(f"{scale * value:{sign}.1f}")
    digits = _digits(scale * (high - low) / 2, usual)
    # The interval of a share is not symmetric; that of a mean is, unless it was cut where means end.
    cut = abs(low + high - 2 * value) > _ROUNDING * (high - low)
    ends = f"{scale * low:.{digits}f}–{scale * high:.{digits}f}" if share or cut else f"±{(high - low) / 2:.{digits}f}"
    return Cell(f"{scale * value:{sign}.{digits}f}", ends)


def _digits(half: float, usual: int) -> int:
    """Return how many decimals leave one or two digits of half an interval."""
    return usual if half <= 0 else max(0, min(_MOST_DIGITS, -floor(log10(half / 2))))
