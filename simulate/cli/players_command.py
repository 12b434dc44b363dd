"""`schafkopf players`: who can play, and what can be tuned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.output import JsonOption, console, plain_table, print_json, print_table
from simulate.cli.words import unknown
from simulate.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simulate.players.registry import Entry

PLACE = 40
EXAMPLES = (
    "schafkopf players",
    "schafkopf players normal",
    "schafkopf players 'normal(solo=11)/swift'",
    "schafkopf players new my_player.py",
    "schafkopf players my_player.py",
    "schafkopf players my_player.py:brave",
)
NEW = "new"


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER|FILE|new]",
            help="A player, or half of one; a file, to list its players; or new, to write one.",
            show_default=False,
            autocompletion=lambda incomplete: [
                *completing.half_or_player(incomplete),
                *completing.words([NEW])(incomplete),
            ],
        ),
    ] = None,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="With new: the file to write.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the players, or what can be tuned in one.

    With new, start a file with players of your own.

    A player is written BIDDER, BIDDER/CARD PLAYER or BIDDER(PARAMETER=VALUE,...)/CARD PLAYER, such as bold/random or
    normal(rufspiel=5.5,solo=11). Each half may be your own, named FILE.py:NAME; to name it is to run the code of that
    file, so read a stranger's first.
    """
    if name == NEW:
        _write(file, as_json)
        return
    if file is not None:
        raise UserError(f"{file!r} is one name too many: name one player, or write {NEW} FILE.py")
    parts = _parts(name)
    if as_json:
        print_json([_document(entry, given) for entry, given in parts])
    elif name is None or _is_file(name):
        _print_list([entry for entry, _ in parts])
    else:
        for entry, given in parts:
            _print_one(entry, given)


def _write(file: str | None, as_json: bool) -> None:
    if file is None:
        raise UserError(f"{NEW} needs a file to write: name one, such as {NEW} my_player.py")

    from simulate.players.from_file import write_template

    write_template(file)
    if as_json:
        print_json({"file": file})
        return
    screen = console()
    screen.print(f"{file} holds a bidder and a card player to start from. Edit it, and see what it earns:")
    screen.print(f"schafkopf compare normal {file}:brave", soft_wrap=True)


def _is_file(name: str) -> bool:
    return name.endswith(".py")


def _parts(name: str | None) -> list[tuple[Entry, Mapping[str, float]]]:
    """Return what is to be told of, each with the parameters given for it."""
    from simulate.players.registry import BUILT_IN, parts_of

    if name is not None and _is_file(name):
        from simulate.players.from_file import own_entries

        return [(entry, {}) for entry in own_entries(name)]
    entries = [entry for entry in BUILT_IN if name in (None, entry.name)]
    if entries or name is None:
        return [(entry, {}) for entry in entries]
    if name.isidentifier():
        raise unknown("player", name, dict.fromkeys(entry.name for entry in BUILT_IN))
    return [*parts_of(name)]


def _document(entry: Entry, given: Mapping[str, float]) -> dict[str, Any]:
    return {
        "role": entry.role.value,
        "name": entry.name,
        "version": entry.version,
        "summary": entry.summary,
        "parameters": [
            {
                "name": parameter.name,
                "default": parameter.default,
                "value": given.get(parameter.name, parameter.default),
                "meaning": parameter.meaning,
            }
            for parameter in entry.parameters
        ],
    }


def _print_list(entries: list[Entry]) -> None:
    table = plain_table("role", "name", "what it is like", "parameters", right=("parameters",))
    for entry in entries:
        table.add_row(entry.role.value, entry.name, entry.summary, str(len(entry.parameters)))
    print_table(table)


def _print_one(entry: Entry, given: Mapping[str, float]) -> None:
    from simulate.players.parameters import number

    screen = console()
    screen.print(f"{entry.role.value} {entry.name}, version {entry.version}: {entry.summary}")
    if not entry.parameters:
        screen.print("It has no parameters.\n")
        return
    if given:
        screen.print("Marked * is what is given.")
    value = "value" if given else "default"
    table = plain_table("parameter", value, "meaning", right=(value,))
    for parameter in entry.parameters:
        if parameter.name in given:
            meaning = f"{parameter.meaning} (default: {number(parameter.default)})"
            table.add_row(f"* {parameter.name}", number(given[parameter.name]), meaning)
        else:
            mark = "  " if given else ""
            table.add_row(mark + parameter.name, number(parameter.default), parameter.meaning)
    print_table(table)
    screen.print()
