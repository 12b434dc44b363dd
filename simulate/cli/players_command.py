"""`schafkopf players`: who can play, and what can be tuned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli.output import JsonOption, console, plain_table, print_json, print_table
from simulate.cli.words import unknown
from simulate.errors import UserError

if TYPE_CHECKING:
    from simulate.players.registry import Entry

PLACE = 40
EXAMPLES = (
    "schafkopf players",
    "schafkopf players normal",
    "schafkopf players new my_player.py",
    "schafkopf players my_player.py:brave",
)
NEW = "new"


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|new]", help="A bidder or card player; or new, to write a file.", show_default=False
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
    entries = _entries(name)
    if as_json:
        print_json([_document(entry) for entry in entries])
    elif name is None:
        _print_list(entries)
    else:
        for entry in entries:
            _print_one(entry)


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


def _entries(name: str | None) -> list[Entry]:
    from simulate.players.registry import BUILT_IN

    if name is not None and ".py:" in name:
        from simulate.players.from_file import own_entry

        return [own_entry(*name.rsplit(":", 1))]
    entries = [entry for entry in BUILT_IN if name in (None, entry.name)]
    if name is not None and not entries:
        raise unknown("player", name, dict.fromkeys(entry.name for entry in BUILT_IN))
    return entries


def _document(entry: Entry) -> dict[str, Any]:
    return {
        "role": entry.role.value,
        "name": entry.name,
        "version": entry.version,
        "summary": entry.summary,
        "parameters": [
            {"name": parameter.name, "default": parameter.default, "meaning": parameter.meaning}
            for parameter in entry.parameters
        ],
    }


def _print_list(entries: list[Entry]) -> None:
    table = plain_table("role", "name", "what it is like", "parameters", right=("parameters",))
    for entry in entries:
        table.add_row(entry.role.value, entry.name, entry.summary, str(len(entry.parameters)))
    print_table(table)


def _print_one(entry: Entry) -> None:
    from simulate.players.parameters import number

    screen = console()
    screen.print(f"{entry.role.value} {entry.name}, version {entry.version}: {entry.summary}")
    if not entry.parameters:
        screen.print("It has no parameters.\n")
        return
    table = plain_table("parameter", "default", "meaning", right=("default",))
    for parameter in entry.parameters:
        table.add_row(parameter.name, number(parameter.default), parameter.meaning)
    print_table(table)
    screen.print()
