"""Finished hands and tricks as columns: from the engine's records to Arrow tables.

The columns share the engine's memory layout only in content: records are transposed a few thousand at a time, so that
they are read from the processor's cache, and the masks that say where values are null are made once and shared.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from simulate.contracts import GAMES, Contract
from simulate.dataset.schema import HANDS, TRICKS, Absent, Column, Table
from simulate.kernels.codes import NO_GAME
from simulate.table import Array

_CHUNK = 8192
_CODES = 256


class _Mask(NamedTuple):
    bitmap: pa.Buffer | None
    nulls: int


_NO_NULLS = _Mask(None, 0)


def hands_table(rows: Array) -> pa.Table:
    """Return the table ``hands`` of finished hands.

    Parameters
    ----------
    rows
        dtype `simulate.table.HAND_ROW`, shape (n,).
    """
    return _table(HANDS, rows)


def tricks_table(rows: Array) -> pa.Table:
    """Return the table ``tricks`` of finished tricks.

    Parameters
    ----------
    rows
        dtype `simulate.table.TRICK_ROW`, shape (n,).
    """
    return _table(TRICKS, rows)


def _table(table: Table, rows: Array) -> pa.Table:
    converter = _Converter(rows)
    return pa.Table.from_arrays([converter.array(column) for column in table.columns], schema=table.arrow)


class _Converter:
    """Turns the columns of records into Arrow arrays."""

    def __init__(self, rows: Array) -> None:
        self.values = _transposed(rows)
        self.length = len(rows)

    def array(self, column: Column) -> pa.Array:
        """Return one column."""
        values = self.values[column.source, column.place]
        mask = self._mask(column, values)
        if column.words:
            codes = self._primitive(np.take(_code_of(column), values), column.storage, mask)
            # The codes come from a table of this module: no need to check that they are in range.
            return pa.DictionaryArray.from_arrays(codes, _dictionary(column.words), ordered=column.ordered, safe=False)
        if pa.types.is_boolean(column.storage):
            return pa.Array.from_buffers(
                column.storage, self.length, [mask.bitmap, _bitmap(values)], null_count=mask.nulls
            )
        return self._primitive(_as_stored(values, column), column.storage, mask)

    def _primitive(self, values: Array, storage: pa.DataType, mask: _Mask) -> pa.Array:
        return pa.Array.from_buffers(storage, self.length, [mask.bitmap, pa.py_buffer(values)], null_count=mask.nulls)

    def _mask(self, column: Column, values: Array) -> _Mask:
        if column.absent is Absent.NEVER_BID:
            return self._mask_of(values != 0)
        return _NO_NULLS if column.absent is Absent.NEVER else self._masks[column.absent]

    @cached_property
    def _masks(self) -> dict[Absent, _Mask]:
        game = self.values["game", None]
        return {
            Absent.PASSED_OUT: self._mask_of(game != NO_GAME),
            Absent.NO_SUIT: self._mask_of(np.take(_names_suit(), game)),
            Absent.NO_CALLED_ACE: self._mask_of(np.take(_calls_ace(), game)),
        }

    def _mask_of(self, present: Array) -> _Mask:
        return _Mask(_bitmap(present), self.length - int(np.count_nonzero(present)))


def _transposed(rows: Array) -> dict[tuple[str, int | None], Array]:
    """Return each field, and each place of a field that is an array, as an array of its own."""
    columns: dict[tuple[str, int | None], Array] = {}
    for name in rows.dtype.names or ():
        places = range(rows.dtype[name].shape[0]) if rows.dtype[name].shape else (None,)
        columns |= {(name, place): np.empty(len(rows), rows.dtype[name].base) for place in places}
    for start in range(0, len(rows), _CHUNK):
        part = rows[start : start + _CHUNK]
        for (name, place), column in columns.items():
            column[start : start + _CHUNK] = part[name] if place is None else part[name][:, place]
    return columns


def _as_stored(values: Array, column: Column) -> Array:
    """Return the values in the width of the column; whether bytes are signed makes no difference to these."""
    stored = np.dtype(column.storage.to_pandas_dtype())
    return values if values.itemsize == stored.itemsize else values.astype(stored)


def _bitmap(truth: Array) -> pa.Buffer:
    return pa.py_buffer(np.packbits(truth, bitorder="little"))


@cache
def _dictionary(words: tuple[str, ...]) -> pa.Array:
    # Not pa.array, which imports pandas to see whether the words are of its kind.
    encoded = [word.encode() for word in words]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    return pa.StringArray.from_buffers(len(words), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


@cache
def _code_of(column: Column) -> Array:
    """Return the category of each value of the engine, int8 of shape (256,); 0 where the value is null."""
    codes = np.zeros(_CODES, np.int8)
    if column.name == "contract":
        codes[: len(GAMES)] = [game.contract - min(Contract) for game in GAMES]
    elif column.name == "suit":
        codes[: len(GAMES)] = [0 if game.suit is None else game.suit for game in GAMES]
    elif column.absent is Absent.NEVER:
        codes[: len(column.words)] = range(len(column.words))
    else:
        # Contracts and fates count from 1; 0 says that there is none.
        codes[1 : len(column.words) + 1] = range(len(column.words))
    return codes


@cache
def _names_suit() -> Array:
    return _per_game([game.suit is not None for game in GAMES])


@cache
def _calls_ace() -> Array:
    return _per_game([game.called_ace is not None for game in GAMES])


def _per_game(values: list[bool]) -> Array:
    table = np.zeros(_CODES, np.bool_)
    table[: len(values)] = values
    return table
