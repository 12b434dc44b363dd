"""`schafkopf import`: recorded games of people into a dataset."""

from __future__ import annotations

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.output import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from simulate.dataset.receipt import Receipt
    from simulate.importing import Games

PLACE = 15
EXAMPLES = (
    "schafkopf import games.csv --out data/club",
    "schafkopf import games.csv --out data/club --rules my_rules.toml --strict",
)

MOST_SHOWN = 20
"""Refused games listed one by one; ``--json`` lists all."""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CSV file of games.", show_default=False)],
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Folder of the dataset: a new one, or that of the same import."),
    ],
    rules: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="What the games were played by: a preset or a TOML file.",
            autocompletion=completing.rules,
        ),
    ] = "official",
    strict: Annotated[bool, typer.Option("--strict", help="Write nothing if one game is refused.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Turn recorded games into a dataset.

    Those that the referee refuses are left out. The format is in data/README.md.
    """
    from simulate.importing import refusal, write_games

    games = _read(file, rules)
    if not as_json:
        _tell_refused(games)
    if (error := refusal(games, strict)) is not None:
        raise error
    receipt = write_games(games, out)
    if as_json:
        print_json(_document(games, out, receipt))
    else:
        _tell(games, out, receipt)


def _read(file: Path, rules: str) -> Games:
    from simulate.importing import read_games

    screen = console(stderr=True)
    if not screen.is_terminal:
        return read_games(file, rules)
    with screen.status("judging games") as status:
        return read_games(file, rules, lambda read: status.update(f"judging games: {read:,}"))


def _document(games: Games, out: Path, receipt: Receipt) -> dict[str, Any]:
    from simulate.cli.contract_table import contract_rows

    return {
        "path": str(out),
        "experiment": games.provenance.identity,
        "file": games.file.name,
        "sha256": games.file.sha256,
        "rules": games.rules.name,
        "games": games.file.games,
        "hands": len(games.hands),
        "refused": len(games.refused),
        "refused_games": [{"line": line, "reason": reason} for line, reason in games.refused],
        "unread_columns": list(games.unread),
        "contracts": contract_rows(receipt),
    }


def _tell_refused(games: Games) -> None:
    if games.unread:
        print(f"columns that were not read: {', '.join(games.unread)}", file=sys.stderr)
    if not games.refused:
        return
    print(f"{len(games.refused):,} of {games.file.games:,} games were refused:", file=sys.stderr)
    for refused in games.refused[:MOST_SHOWN]:
        print(f"  {refused}", file=sys.stderr)
    if len(games.refused) > MOST_SHOWN:
        print(f"  ... and {len(games.refused) - MOST_SHOWN:,} more; --json lists them all", file=sys.stderr)


def _tell(games: Games, out: Path, receipt: Receipt) -> None:
    from simulate.cli.contract_table import caption, contract_table

    screen = console()
    screen.print(f"{len(games.hands):,} of {games.file.games:,} games of {games.file.name} imported")
    screen.print(f"judged by the rules {games.rules.name}")
    screen.print()
    print_table(contract_table(receipt))
    screen.print()
    screen.print(caption(receipt, games.rules.unit))
    screen.print(f"Look at a game: schafkopf show {quote(str(out))} 0", soft_wrap=True)
