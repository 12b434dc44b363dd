"""Tables as Polars frames. Code that only writes a dataset imports none of this, and starts sooner."""

from __future__ import annotations

from functools import cache

import polars as pl
import pyarrow as pa

from simulate.dataset.schema import TABLES, Column, Table

_TYPES: dict[pa.DataType, type[pl.DataType]] = {
    pa.bool_(): pl.Boolean,
    pa.int8(): pl.Int8,
    pa.int16(): pl.Int16,
    pa.int32(): pl.Int32,
    pa.uint16(): pl.UInt16,
    pa.uint64(): pl.UInt64,
}


def polars_type(column: Column) -> pl.DataType:
    """Return the Polars type of a column."""
    return pl.Enum(column.words) if column.words else _TYPES[column.storage]()


@cache
def polars_schema(table: Table) -> pl.Schema:
    """Return the Polars schema of a table."""
    return pl.Schema({column.name: polars_type(column) for column in table.columns})


def to_frame(table: pa.Table) -> pl.DataFrame:
    """Return an Arrow table of `simulate.dataset.convert` as a Polars frame with the types of the registry."""
    frame = pl.DataFrame(pl.from_arrow(table))
    schema = next(polars_schema(known) for known in TABLES if known.arrow.names == table.schema.names)
    # Arrow dictionaries arrive as categoricals where Polars does not look at the field's metadata.
    return frame.cast(schema)
