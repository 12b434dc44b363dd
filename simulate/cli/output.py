"""What commands print: tables for people, one JSON document for machines."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
"""The option that every command has."""


def print_json(document: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def console(stderr: bool = False) -> Console:
    """Return the console that tables are printed to; 80 columns where there is no terminal."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False, markup=False)


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
    """Print a table without the spaces that fill its rows."""
    screen = console()
    with screen.capture() as capture:
        screen.print(table)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in capture.get().splitlines()))


def percent(share: float, digits: int = 2) -> str:
    """Return a share as text.

    >>> percent(0.71234)
    '71.23 %'
    """
    return f"{share:.{digits}%}".replace("%", " %")
