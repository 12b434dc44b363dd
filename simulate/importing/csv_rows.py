"""Rows of a CSV file as people save them: found out are encoding and separator; columns go by name."""

from __future__ import annotations

import codecs
import csv
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from simulate.errors import UserError

SEPARATORS = ",;\t"
"""What may stand between two values."""

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file.

    Attributes
    ----------
    line
        Line on which it begins, counted from 1.
    values
        By column, stripped of spaces.
    fault
        Why it can't be read; empty if it can.
    """

    line: int
    values: dict[str, str] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A CSV file that has been read.

    Attributes
    ----------
    name
        Its name, without a folder.
    sha256
        Hash of its bytes, in hexadecimal.
    columns
        Names in its first line: lower case, with ``_`` for spaces and hyphens.
    """

    name: str
    sha256: str
    columns: tuple[str, ...]
    _text: str = field(repr=False)
    _separator: str = field(repr=False)

    def rows(self) -> Iterator[Row]:
        """Yield all rows below the first line; lines without a value are left out."""
        reader = csv.reader(StringIO(self._text, newline=""), delimiter=self._separator)
        named = False
        while True:
            line = reader.line_num + 1
            try:
                values = [value.strip() for value in next(reader)]
            except StopIteration:
                return
            except csv.Error as error:
                yield Row(line, fault=f"it can't be read as CSV: {error}")
                continue
            if not any(values):
                continue
            if named:
                yield self._row(line, reader.line_num, values)
            named = True

    def _row(self, line: int, last: int, values: Sequence[str]) -> Row:
        # Spreadsheets end every line with as many separators as the longest one has.
        if len(values) < len(self.columns) or any(values[len(self.columns) :]):
            quoted = f" on lines {line} to {last}: is a quotation mark missing?" if last > line else ""
            return Row(
                line, fault=f"{len(values)} values where the first line names {len(self.columns)} columns{quoted}"
            )
        return Row(line, dict(zip(self.columns, values, strict=False)))


def open_csv(path: Path, required: Sequence[str]) -> CsvFile:
    """Return a CSV file that has certain columns.

    Parameters
    ----------
    path
        UTF-8 with or without a byte order mark, UTF-16 with one, or Latin-1.
    required
        Names of columns.

    Raises
    ------
    UserError
        If the file can't be read or lacks a column.
    """
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{str(path)!r} can't be read: {reason}; name a CSV file of games") from None
    text = _decoded(content)
    heads = [(separator, _head(text, separator)) for separator in SEPARATORS]
    separator, columns = max(heads, key=lambda head: len(set(required) & set(head[1])))
    missing = [name for name in required if name not in columns]
    if missing:
        found = " ".join(columns)
        shown = f"{found[:_SHOWN]!r}{'...' if len(found) > _SHOWN else ''}" if found else "nothing"
        raise UserError(
            f"{str(path)!r} lacks the columns {', '.join(missing)}: its first line must name them, and names {shown}"
        )
    twice = [name for name in required if columns.count(name) > 1]
    if twice:
        raise UserError(f"{str(path)!r} names the column {twice[0]} twice: name each column once")
    return CsvFile(path.name, hashlib.sha256(content).hexdigest(), columns, text, separator)


def _decoded(content: bytes) -> str:
    marked = next((name for mark, name in _BYTE_ORDER_MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        return content.decode(marked)
    except UnicodeDecodeError:
        # Cards are written in ASCII; any encoding that keeps it will do for the rest, such as names of players.
        return content.decode("latin-1")


def _head(text: str, separator: str) -> tuple[str, ...]:
    try:
        first = next((row for row in csv.reader(StringIO(text, newline=""), delimiter=separator) if any(row)), [])
    except csv.Error:
        return ()
    names = [name.strip().lower().replace(" ", "_").replace("-", "_") for name in first]
    while names and not names[-1]:
        names.pop()
    return tuple(names)
