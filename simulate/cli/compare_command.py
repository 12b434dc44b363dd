"""`schafkopf compare`: which of two players earns more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.duplicate_options import (
    HandsOption,
    RulesOption,
    SeedOption,
    WorkersOption,
    hands_of,
    number_of,
    seed_of,
    workers_of,
)
from simulate.cli.late_bar import LateBar
from simulate.cli.output import JsonOption, console, half_width, percent, plain_table, print_table
from simulate.cli.stopped import so_far, tell

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from analysis.compare import Comparison

PLACE = 50
EXAMPLES = (
    "schafkopf compare normal bold",
    "schafkopf compare normal my_player.py:brave --hands 1e7",
    "schafkopf compare normal 'normal(solo=11)' --until 0.01 --rules official",
)


def command(
    a: Annotated[
        str, typer.Argument(metavar="A", help="A player.", show_default=False, autocompletion=completing.player)
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help="Another; FILE.py:NAME runs that file.",
            show_default=False,
            autocompletion=completing.player,
        ),
    ],
    hands: HandsOption = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="UNITS", help="Play until the interval is +-UNITS per hand; with --hands, at most so many."
        ),
    ] = None,
    rules: RulesOption = "standard",
    seed: SeedOption = None,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare what two players earn on the same deals.

    The players change over the seats, so that the luck of the cards cancels and far fewer hands are needed. With
    --until the intervals are a confidence sequence: they are right whenever one stops. Ctrl-C prints the result so far.
    """
    most, chosen, threads = hands_of(hands), seed_of(seed), workers_of(workers)
    narrow = None if until is None else number_of(until, "--until")

    from analysis.compare import compare

    with told_if_compiling(), LateBar() as bar:
        found, planned = so_far(lambda: compare(a, b, most, rules, chosen, until=narrow, workers=threads, progress=bar))
    tell(found, planned, as_json, _print)


def _print(found: Comparison) -> None:
    screen = console()
    screen.print(str(found))
    screen.print(f"rules {found.rules}; seed {found.seed}; score in {found.unit}")
    if found.reached is False:
        screen.print("The interval is not yet as narrow as was asked for.")
    if not found.sums.differing:
        return
    screen.print(f"\nWhat each contract adds to the difference per 100 hands, {found.level:.0%} intervals")
    print_table(_contracts(found.by_contract()))
    screen.print("plays: share of hands in which a player declares; more, better: what comes from")
    screen.print("b declaring more or fewer, and from his games ending better or worse than a's\n")
    screen.print("What each seat adds to it: the parts add up to the difference; seat 0 is the forehand")
    print_table(_parts(found.by_seat(), "seat", "adds"))
    screen.print("\nThe whole difference in each kind of seating")
    print_table(_parts(found.by_seating(), "seating", "per 100"))


def _contracts(frame: pl.DataFrame) -> Table:
    heads = ("a plays", "b plays", "a wins", "b wins", "adds", "±", "more", "better")
    table = plain_table("contract", *heads, right=heads)
    for row in frame.iter_rows(named=True):
        if _says_something(row):
            shares = (percent(row[name]) for name in ("a_share", "b_share"))
            wins = ("" if row[name] is None else percent(row[name], 1) for name in ("a_win", "b_win"))
            effects = (f"{round(row[name], 2) + 0.0:+.2f}" for name in ("more", "better"))
            table.add_row(row["contract"], *shares, *wins, *_difference(row), *effects)
    return table


def _says_something(row: dict[str, float]) -> bool:
    """Return whether a share or a part of the difference is not all zeros as it is printed."""
    effects = any(round(row[name], 2) for name in ("per_100", "more", "better"))
    return effects or any(round(row[name], 4) for name in ("a_share", "b_share"))


def _parts(frame: pl.DataFrame, name: str, head: str) -> Table:
    table = plain_table(name, head, "±", right=(head, "±"))
    for row in frame.iter_rows(named=True):
        table.add_row(str(row[name]), *_difference(row))
    return table


def _difference(row: dict[str, float]) -> tuple[str, str]:
    # Rounded first: no part is "-0.00".
    return f"{round(row['per_100'], 2) + 0.0:+.2f}", half_width(row, "per_100")
