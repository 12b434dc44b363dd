"""`schafkopf compare`: which of two players earns more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

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
from simulate.cli.output import JsonOption, console, percent, plain_table, print_json, print_table

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
    a: Annotated[str, typer.Argument(metavar="A", help="A player.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Another; FILE.py:NAME runs that file.", show_default=False)],
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
    --until the intervals are a confidence sequence: they are right whenever one stops, by Ctrl-C too.
    """
    most, chosen, threads = hands_of(hands), seed_of(seed), workers_of(workers)
    narrow = None if until is None else number_of(until, "--until")

    from analysis.compare import compare

    with told_if_compiling(), LateBar() as bar:
        found = compare(a, b, most, rules, chosen, until=narrow, workers=threads, progress=bar)
    if as_json:
        print_json(found.to_mapping())
    else:
        _print(found)


def _print(found: Comparison) -> None:
    screen = console()
    screen.print(str(found))
    screen.print(f"rules {found.rules}; seed {found.seed}; score in {found.unit}")
    if found.reached is False:
        screen.print("The interval is not yet as narrow as was asked for.")
    if not found.sums.differing:
        return
    screen.print(f"\nThe difference per 100 hands with {found.level:.0%} intervals, by contract")
    print_table(_contracts(found.by_contract()))
    screen.print("plays: share of hands in which a player declares; more, better: what comes from")
    screen.print("b declaring more or fewer, and from his games ending better or worse than a's\n")
    for name, frame in (("seat", found.by_seat()), ("seating", found.by_seating())):
        print_table(_parts(frame, name))
        screen.print()


def _contracts(frame: pl.DataFrame) -> Table:
    heads = ("a plays", "b plays", "a wins", "b wins", "per 100", "±", "more", "better")
    table = plain_table("contract", *heads, right=heads)
    for row in frame.iter_rows(named=True):
        if row["a_share"] or row["b_share"]:
            shares = (percent(row[name]) for name in ("a_share", "b_share"))
            wins = ("" if row[name] is None else percent(row[name], 1) for name in ("a_win", "b_win"))
            effects = (f"{row[name]:+.2f}" for name in ("more", "better"))
            table.add_row(row["contract"], *shares, *wins, *_difference(row), *effects)
    return table


def _parts(frame: pl.DataFrame, name: str) -> Table:
    table = plain_table(name, "per 100", "±", right=("per 100", "±"))
    for row in frame.iter_rows(named=True):
        table.add_row(str(row[name]), *_difference(row))
    return table


def _difference(row: dict[str, float]) -> tuple[str, str]:
    return f"{row['per_100']:+.2f}", f"{row['per_100_high'] - row['per_100']:.2f}"
