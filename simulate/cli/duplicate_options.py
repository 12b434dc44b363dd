"""Options of the commands that let players play the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from simulate.cli import completing
from simulate.cli.numbers import whole_number
from simulate.errors import UserError

MOST_HANDS = 10**12
"""Hands in one comparison."""
MOST_THREADS = 256

HandsOption = Annotated[
    str | None,
    typer.Option(metavar="NUMBER", help="Hands in all seatings together, such as 1_000_000 or 1e6."),
]
RulesOption = Annotated[
    str, typer.Option(metavar="NAME|FILE", help="A preset or a TOML file.", autocompletion=completing.rules)
]
SeedOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="The same seed deals the same cards. Without, one is drawn.")
]
WorkersOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Threads; they change nothing but the time. Without, one a core.")
]


def hands_of(text: str | None) -> int | None:
    """Return the number of hands, if one is given."""
    return None if text is None else whole_number(text, "--hands", 1, MOST_HANDS)


def seed_of(text: str | None) -> int | None:
    """Return the seed, if one is given."""
    return None if text is None else whole_number(text, "--seed", 0, 2**64 - 1)


def workers_of(text: str | None) -> int | None:
    """Return the number of threads, if one is given."""
    return None if text is None else whole_number(text, "--workers", 1, MOST_THREADS)


def number_of(text: str, name: str) -> float:
    """Return a number above 0, such as ``0.01``."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 < value < float("inf"):
        raise UserError(f"{name} {text!r} is no number above 0: write one such as 0.01")
    return value
