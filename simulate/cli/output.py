"""What commands print: tables for people, one JSON document for machines."""

from __future__ import annotations

import json
import sys
from math import floor, log10
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console, JustifyMethod
    from rich.table import Column, Table

_GAP = 2  # between columns
_LEAST_TEXT = 11  # the width down to which a column of text is folded

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
"""The option that every command has."""


def print_json(document: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def console(stderr: bool = False) -> Console:
    """Return the console that tables are printed to; 80 columns where there is no terminal."""
    from simulate.cli.screen import Screen

    return Screen(stderr=stderr, highlight=False, emoji=False, markup=False)


def plain_table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table with a line below its head and no frame.

    Parameters
    ----------
    columns
        The heads.
    right
        Those of columns that are aligned to the right.
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for column in columns:
        justify: JustifyMethod = "right" if column in right else "left"
        table.add_column(column, justify=justify, no_wrap=column in right, overflow="fold")
    return table


def print_table(table: Table) -> None:
    """Print a table without the spaces that fill its rows.

    What is too wide for the terminal is printed in blocks of columns, one below the other, each with the first column:
    a number that is cut would be another number.
    """
    screen = console()
    for block, columns in enumerate(_blocks(table, screen.width)):
        with screen.capture() as capture:
            screen.print(_part(table, columns))
        lines = "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())
        sys.stdout.write(lines if block == 0 else f"\n{lines}")


def _blocks(table: Table, width: int) -> list[list[int]]:
    """Return the columns of each block: as many as fit into a width, and one beside the first if none does."""
    widths = [_least_width(column) for column in table.columns]
    first, *others = range(len(widths))
    blocks: list[list[int]] = [[]]
    for column in others:
        wanted = [first, *blocks[-1], column]
        if blocks[-1] and sum(widths[one] for one in wanted) + _GAP * (len(wanted) - 1) > width:
            blocks.append([])
        blocks[-1].append(column)
    return [[first, *block] for block in blocks]


def _least_width(column: Column) -> int:
    from rich.cells import cell_len

    longest = max(map(cell_len, map(str, (column.header, *column.cells))))
    return longest if column.no_wrap else min(longest, _LEAST_TEXT)


def _part(table: Table, columns: list[int]) -> Table:
    """Return some columns of a table that `plain_table` has made."""
    chosen = [table.columns[column] for column in columns]
    part = plain_table()
    for column in chosen:
        part.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap, overflow=column.overflow)
    for row, cells in zip(table.rows, zip(*(column.cells for column in chosen), strict=True), strict=True):
        part.add_row(*cells, end_section=row.end_section)
    return part


def half_width(row: Mapping[str, Any], name: str, digits: int = 2) -> str:
    """Return how far an interval reaches beyond its estimate, as text; nothing if it has no ends.

    >>> half_width({"score": 1.5, "score_high": 1.75}, "score"), half_width({"score": 1.5, "score_high": None}, "score")
    ('0.25', '')
    """
    high = row[f"{name}_high"]
    return "" if high is None else f"{high - row[name]:.{digits}f}"


def percent(share: float, digits: int = 2) -> str:
    """Return a share as text; one too small for so many digits gets as many as it needs.

    >>> percent(0.71234), percent(2 / 6_000_000), percent(0.0)
    ('71.23 %', '0.00003 %', '0.00 %')
    """
    if 0 < 100 * share < 0.5 * 0.1**digits:
        digits = -floor(log10(100 * share))
    return f"{share:.{digits}%}".replace("%", " %")
