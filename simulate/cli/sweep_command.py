"""`schafkopf sweep`: what a player earns with other parameters, and which are the best."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.duplicate_options import (
    HandsOption,
    RulesOption,
    SeedOption,
    WorkersOption,
    hands_of,
    seed_of,
    workers_of,
)
from simulate.cli.guard import Interrupted
from simulate.cli.late_bar import LateBar
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, console, plain_table, print_json, print_table
from simulate.cli.stopped import so_far, tell
from simulate.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from analysis.sweep import Sweep
    from analysis.tune import Tuned

PLACE = 54
EXAMPLES = (
    "schafkopf sweep normal --vary solo=11:14:0.5 --against normal",
    "schafkopf sweep normal --vary rufspiel=6:8:1 --vary solo=11:14:1 --plot map.png",
    "schafkopf sweep normal --vary solo=10:15 --vary rufspiel=5:9 --search 27",
)

MOST_STEPS = 400
_NO_RESULT = "interrupted: a search has no result before the best has played fresh deals; try fewer --hands"
_BAR = 30
_SPREADS = 1.5  # how far below the mean a curve is drawn, in distances from the mean to the best


def command(
    player: Annotated[
        str,
        typer.Argument(
            metavar="PLAYER", help="Whose parameters vary.", show_default=False, autocompletion=completing.player
        ),
    ],
    vary: Annotated[
        list[str],
        typer.Option(metavar="NAME=FROM:TO:STEP", help="A parameter; once more for a second. --search: FROM:TO."),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="An opponent; once more for others. Without: normal.",
            autocompletion=completing.player,
        ),
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Try so many candidates in the ranges, check the best.")
    ] = None,
    hands: HandsOption = None,
    rules: RulesOption = "standard",
    seed: SeedOption = None,
    workers: WorkersOption = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve or map, such as curve.png.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Sweep parameters on the same deals, or search for the best.

    A sweep plays a grid of one parameter or two. Points marked + may be as good as the best, marked *. Ctrl-C prints
    the result so far. A search, of several, halves its candidates round by round, and plays the winner once more on
    fresh deals, since whoever wins a search looks better than he is.
    """
    most, chosen, threads = hands_of(hands), seed_of(seed), workers_of(workers)
    field = tuple(against or ["normal"])
    common: dict[str, Any] = {"rules": rules, "seed": chosen, "workers": threads}
    common |= {} if most is None else {"hands": most}
    if search is not None:
        if plot is not None:
            raise UserError("--plot draws a grid, which a --search has none of: leave one of them out")
        _search(player, vary, field, whole_number(search, "--search", 2, MOST_STEPS), common, as_json)
        return
    grid = {name: _steps(name, text) for name, text in _named(vary).items()}

    from analysis.sweep import sweep

    with told_if_compiling(), LateBar() as bar:
        found, planned = so_far(lambda: sweep(player, grid, field, progress=bar, **common))
    if plot is not None:
        _draw(found, plot)
    tell(found, planned, as_json, lambda one: _print(one, plot))


def _search(
    player: str, vary: list[str], field: tuple[str, ...], candidates: int, common: Mapping[str, Any], as_json: bool
) -> None:
    ranges = {name: _range(name, text) for name, text in _named(vary).items()}

    from analysis.tune import tune

    with told_if_compiling(), LateBar() as bar:
        try:
            found = tune(player, ranges, field, candidates=candidates, progress=bar, **common)
        except KeyboardInterrupt:
            raise Interrupted(_NO_RESULT) from None
    if as_json:
        print_json(found.to_mapping())
    else:
        _print_search(found)


def _named(vary: list[str]) -> dict[str, str]:
    named: dict[str, str] = {}
    for text in vary:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (equals and name and values):
            raise UserError(f"--vary {text!r} can't be read: write NAME=FROM:TO:STEP, such as solo=11:14:0.5")
        if name in named:
            raise UserError(f"--vary names {name!r} twice: name each parameter once")
        named[name] = values
    return named


def _steps(name: str, text: str) -> list[float]:
    """Return the values of a range, its end included.

    >>> _steps("solo", "11:12:0.25")
    [11.0, 11.25, 11.5, 11.75, 12.0]
    """
    low, high, step = _numbers(name, text, ("FROM", "TO", "STEP"), "solo=11:14:0.5")
    if step <= 0 or high < low:
        raise UserError(f"--vary {name}={text} has no values: give the lower end first and a step above 0")
    count = int((high - low) / step) + 1
    if count > MOST_STEPS:
        raise UserError(f"--vary {name}={text} has {count} values: use at most {MOST_STEPS}")
    return [float(low + step * number) for number in range(count)]


def _range(name: str, text: str) -> tuple[float, float]:
    low, high = _numbers(name, text, ("FROM", "TO"), "solo=11:14")
    return float(low), float(high)


def _numbers(name: str, text: str, parts: tuple[str, ...], example: str) -> list[Decimal]:
    try:
        numbers = [Decimal(part.strip()) for part in text.split(":")]
    except InvalidOperation:
        numbers = []
    if len(numbers) != len(parts) or not all(number.is_finite() for number in numbers):
        raise UserError(f"--vary {name}={text} can't be read: write NAME={':'.join(parts)}, such as {example}")
    return numbers


def _draw(found: Sweep, file: Path) -> None:
    from analysis.lab import need

    # A window system, or its absence, is no concern of a file.
    need("matplotlib", "figures").use("agg")
    try:
        found.plot().figure.savefig(file, bbox_inches="tight")
    except (OSError, ValueError) as error:
        raise UserError(f"figure {str(file)!r} can't be written: {error}; use a name such as curve.png") from None


def _print(found: Sweep, plot: Path | None) -> None:
    screen = console()
    screen.print(str(found))
    screen.print(f"rules {found.rules}; seed {found.seed}; score in {found.unit} per 100 hands\n")
    frame = found.table()
    if found.best is None:
        frame = frame.with_columns(among_best=False)
    print_table(_curve(frame, found.names[0]) if len(found.names) == 1 else _map(frame, *found.names))
    if found.best is not None:
        screen.print(f"* best; + may be as good, at {found.level:.0%} for all points together")
    if found.best is not None and frame["low"].null_count():
        from analysis.compare_text import alike

        screen.print(f"no ±: no deal differs; {alike(found.deals, found.level, len(frame))}")
    if plot is not None:
        screen.print(f"{plot} drawn", soft_wrap=True)


def _curve(frame: pl.DataFrame, name: str) -> Any:
    table = plain_table(name, "earns more", "±", "", "", right=(name, "earns more", "±"))
    lows, highs = (frame[end].fill_null(frame["estimate"]) for end in ("low", "high"))
    high = max(0.0, *highs)
    # What is far below would press all that matters into a corner.
    low = max(min(0.0, *lows), high - _SPREADS * (high - float(frame["estimate"].to_numpy().mean())))
    for row in frame.iter_rows(named=True):
        half = "" if row["high"] is None else f"{row['high'] - row['estimate']:.2f}"
        table.add_row(f"{row[name]:g}", f"{row['estimate']:+.2f}", half, _mark(row), _bar(row, low, high))
    return table


def _bar(row: dict[str, Any], low: float, high: float) -> str:
    """Return an estimate and its interval as characters: ``--o--``, ``|`` at zero, and ``<`` for what is below."""

    def place(value: float) -> int:
        return max(-1, round((value - low) / (high - low) * _BAR)) if high > low else 0

    ends = (place(row["estimate"]),) * 2 if row["low"] is None else (place(row["low"]), place(row["high"]))
    cells = ["-" if ends[0] <= cell <= ends[1] else " " for cell in range(_BAR + 1)]
    if place(0.0) >= 0:
        cells[place(0.0)] = "|"
    cells[max(0, place(row["estimate"]))] = "o" if place(row["estimate"]) >= 0 else "<"
    return "".join(cells).rstrip()


def _map(frame: pl.DataFrame, x: str, y: str) -> Any:
    columns = sorted(frame[y].unique())
    heads = [f"{value:g}" for value in columns]
    table = plain_table(f"{x} \\ {y}", *heads, right=(f"{x} \\ {y}", *heads))
    for value in sorted(frame[x].unique()):
        rows = {row[y]: row for row in frame.iter_rows(named=True) if row[x] == value}
        table.add_row(
            f"{value:g}", *(f"{rows[column]['estimate']:+.2f}{_mark(rows[column]) or ' '}" for column in columns)
        )
    return table


def _mark(row: dict[str, Any]) -> str:
    return "*" if row["best"] else ("+" if row["among_best"] else "")


def _print_search(found: Tuned) -> None:
    screen = console()
    screen.print(str(found))
    screen.print(f"rules {found.rules}; seed {found.seed}; {found.hands:,} hands; score in {found.unit}\n")
    heads = ("seemed to earn", "rounds", "deals", *found.names)
    table = plain_table(*heads, right=heads)
    for row in found.table().head(10).iter_rows(named=True):
        numbers = (f"{row[name]:g}" for name in found.names)
        table.add_row(f"{row['estimate']:+.2f}", str(row["rounds"]), f"{row['deals']:,}", *numbers)
    print_table(table)
    screen.print("per 100 hands; believe the fresh deals, not the search")
