"""Rows of tables, ready to be drawn: in order, one per place, estimates beside the ends of their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from analysis.plots.style import ORDER, Table
from analysis.words import PASSED_OUT
from simulate.errors import UserError
from simulate.table import Array

if TYPE_CHECKING:
    import pandas as pd

_LISTED = 5
_COUNTS = ("n", "of")


class Estimates(NamedTuple):
    """Estimates and the ends of their intervals; NaN where a table has null."""

    estimate: Array
    low: Array
    high: Array


def rows_of(table: Table, keys: Iterable[str], needed: Iterable[str] = ()) -> pl.DataFrame:
    """Return the rows of a table in Polars, contracts in bidding order.

    Parameters
    ----------
    table
        A table of this package, in Polars or pandas.
    keys
        Columns that tell its rows apart: a figure has one place for each combination.
    needed
        Further columns.

    Raises
    ------
    UserError
        If a column or all rows are missing, or several rows would share a place.
    """
    frame = table if isinstance(table, pl.DataFrame) else _from_pandas(table)
    names = list(keys)
    missing = [name for name in (*names, *needed) if name not in frame.columns]
    if missing:
        raise UserError(f"column {missing[0]!r} is not in the table: it has {', '.join(frame.columns)}")
    if frame.is_empty():
        raise UserError("the table has no rows, so there is nothing to draw")
    _check_places(frame, names)
    if "contract" not in names:
        return frame
    place = pl.col("contract").cast(pl.String).fill_null(PASSED_OUT).replace_strict(_PLACES, return_dtype=pl.Int8)
    return frame.sort(place, maintain_order=True)


def _from_pandas(table: pd.DataFrame) -> pl.DataFrame:
    # Categories keep their order, which Polars' own conversion forgets.
    orders = {name: pl.Enum(list(column.cat.categories)) for name, column in table.select_dtypes("category").items()}
    return pl.from_pandas(table).with_columns(
        pl.col(str(name)).cast(pl.String).cast(order) for name, order in orders.items()
    )


def _check_places(frame: pl.DataFrame, names: list[str]) -> None:
    if not names or not frame.select(names).is_duplicated().any():
        return
    others = [
        name
        for name in frame.columns
        if name not in (*names, *_COUNTS) and not frame.schema[name].is_float() and frame[name].n_unique() > 1
    ][:_LISTED]
    raise UserError(
        f"several rows of the table have the same {', '.join(names)}: filter it by {' or '.join(others) or 'row'} first"
    )


_PLACES = {word: place for place, word in enumerate(ORDER)}


def estimates(frame: pl.DataFrame, name: str, low: str | None = None, high: str | None = None) -> Estimates:
    """Return an estimate of a table with its interval; its ends are in ``name_low``, ``name_high`` unless named."""
    ends = (low or f"{name}_low", high or f"{name}_high")
    missing = [column for column in (name, *ends) if column not in frame.columns]
    if missing:
        raise UserError(f"column {missing[0]!r} is not in the table: estimates are drawn with their intervals")
    return Estimates(*(frame[column].cast(pl.Float64).fill_null(np.nan).to_numpy() for column in (name, *ends)))


def parts(frame: pl.DataFrame, key: str) -> list[tuple[Any, pl.DataFrame]]:
    """Return the rows of each value of a key, in the order in which they come."""
    return [(values[0], part) for values, part in frame.partition_by(key, as_dict=True, maintain_order=True).items()]


def values(frame: pl.DataFrame, name: str) -> Sequence[Any]:
    """Return a column as Python values; words for categories."""
    return frame[name].to_list()
