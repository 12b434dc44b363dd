"""Measure speed and memory, print a table and one line of JSON, and keep the result.

The machine may be busy: only ratios within one run can be compared with another run.
"""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from benchmarks import figures, history
from benchmarks.paired import Figure, Yardsticks


def main() -> None:
    """Run the benchmarks named on the command line, all by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which to run (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="memory of 10 and 50 million hands instead of 2 and 6")
    parser.add_argument("--keep", action="store_true", help="add the result to benchmarks/history")
    args = parser.parse_args()
    console = Console()
    yardsticks = Yardsticks.build()
    found: list[Figure] = []
    for name in args.parts or PARTS:
        console.print(f"[dim]measuring: {name}[/dim]")
        found += PARTS[name](yardsticks, args)
    console.print(_table(found))
    print(figures.to_json(found))
    if args.keep:
        console.print(f"kept in {history.keep(found)}")


PARTS = {
    "dealer": lambda sticks, args: list(figures.dealer(sticks, args.rounds)),
    "engine": lambda sticks, args: list(figures.engine(sticks, args.rounds)),
    "parquet": lambda sticks, args: list(figures.parquet(sticks, args.rounds)),
    "memory": lambda sticks, args: list(
        figures.memory(*((10_000_000, 50_000_000) if args.full else (2_000_000, 6_000_000)))
    ),
    "start": lambda sticks, args: list(figures.start()),
}


def _table(found: list[Figure]) -> Table:
    table = Table("what", "value", "unit", "x limit", "x bit deposit", "goal")
    for figure in found:
        ratios = [f"{value:.2f}" for value in figure.ratios.values()] or ["", ""]
        value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
        table.add_row(figure.name, value, figure.unit, *ratios, figure.goal)
    return table


if __name__ == "__main__":
    main()
