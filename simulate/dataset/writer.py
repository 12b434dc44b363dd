"""Parts of a dataset as Parquet files, the same bytes for the same rows.

A part is written row group by row group, each a fixed number of hands, into a staging folder; it is hashed on the way,
synced, and renamed when it is complete.

Encodings were chosen by measuring (one core, row groups of 125,000 to 250,000 hands, 18 % passed out). Dictionary
pages are the smallest and take the longest to write, so only words have them. Numbers are deltas, which every reader
knows, too: two thirds of the time for a tenth more bytes. Where a number hardly ever changes, or goes round, plain
values compressed are best. Deals and cards are as good as random. What zstd does not make a tenth smaller is not
compressed: that takes a tenth of the time off for a fiftieth more bytes. zstd beyond level 1 gains nothing, and
statistics on every column cost a third more time; only hand ids have them, so that readers skip row groups by hand id.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from simulate.cards import SEATS
from simulate.dataset.files import move_into_place
from simulate.dataset.manifest import FORMAT, Part
from simulate.dataset.schema import Table

ROW_GROUP_HANDS = 125_000
"""Hands in a row group; a row group of tricks holds the tricks of as many hands."""

_REGULAR = ("forehand", "kontra", "redeals", "trick")
_RANDOM = ("deal", *(f"card_{place + 1}" for place in range(SEATS)))
_DENSE = (
    *("suit", "declarer", "partner", "declarer_trumps", "laufende", "eyes", "value", "ace_trick"),
    *(f"score_{seat}" for seat in range(SEATS)),
    *_RANDOM,
)
"""What zstd does not make a tenth smaller."""
_LEVEL = 1


@contextmanager
def part_writer(folder: Path, staging: Path, table: Table, name: str, provenance: str) -> Iterator[PartWriter]:
    """Yield a writer for the part ``folder/table/name.parquet``; an error leaves nothing behind.

    Parameters
    ----------
    folder, staging
        Folder of the dataset; folder for unfinished files on the same file system.
    table
        The table.
    name
        Name of the part, without the ending.
    provenance
        JSON kept in the file's metadata.
    """
    writer = PartWriter(folder, staging, table, name, provenance)
    try:
        yield writer
    finally:
        writer.abandon()


class PartWriter:
    """Writes one part; `part_writer` makes it."""

    def __init__(self, folder: Path, staging: Path, table: Table, name: str, provenance: str) -> None:
        self._path = f"{table.name}/{name}.parquet"
        self._target = folder / self._path
        # Two processes may write the same part (a worker that is given up for dead, and its successor).
        self._staged = staging / f"{table.name}-{name}.{uuid.uuid4().hex}.parquet"
        self._rows = 0
        self._sink = _HashingFile(self._staged)
        self._writer = pq.ParquetWriter(self._sink, table.arrow.with_metadata({FORMAT: provenance}), **_encoding(table))

    def write(self, rows: pa.Table) -> None:
        """Write a row group."""
        self._writer.write_table(rows, row_group_size=max(1, rows.num_rows))
        self._rows += rows.num_rows

    def commit(self) -> Part:
        """Finish the file, move it to its place and return what the manifest says of it."""
        self._writer.close()
        self._sink.sync()
        self._sink.close()
        self._target.parent.mkdir(exist_ok=True)
        move_into_place(self._staged, self._target)
        return Part(self._path, self._rows, self._sink.size, self._sink.sha256)

    def abandon(self) -> None:
        """Remove what is not committed."""
        if not self._sink.closed:
            self._sink.abandoned = True
            self._writer.close()
            # What the file still buffers may not fit on the disk; it is removed all the same.
            with suppress(OSError):
                self._sink.close()
        self._staged.unlink(missing_ok=True)


def _encoding(table: Table) -> dict[str, Any]:
    words = [column.name for column in table.columns if column.words]
    truths = [column.name for column in table.columns if pa.types.is_boolean(column.storage)]
    plain = {*words, *truths, *_REGULAR, *_RANDOM}
    names = [column.name for column in table.columns]
    return {
        "use_dictionary": words,
        "column_encoding": {name: "DELTA_BINARY_PACKED" for name in names if name not in plain},
        "write_statistics": ["hand_id"],
        "compression": {name: "none" if name in _DENSE else "zstd" for name in names},
        "compression_level": {name: _LEVEL for name in names if name not in _DENSE},
    }


class _HashingFile:
    """A binary file that knows the hash of what was written, as Arrow wants files to be."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("xb")
        self._hash = hashlib.sha256()
        self.size = 0
        self.abandoned = False

    @property
    def closed(self) -> bool:
        return self._file.closed

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def write(self, data: Any) -> int:
        count = len(data)
        # A writer can only be closed by letting it write its footer; after a full disk that must not fail again.
        if not self.abandoned:
            self._file.write(data)
            self._hash.update(data)
        self.size += count
        return count

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        if not self.abandoned:
            self._file.flush()

    def sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()
