"""Players out of a user's file, named ``my_player.py:brave``.

To load such a player is to run the file's code, with all rights of whoever runs it: use a stranger's file only after
reading it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import traceback
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from simulate.errors import UserError, did_you_mean
from simulate.players.bidders import PointBidder
from simulate.players.own_errors import failed_at
from simulate.players.own_home import Home
from simulate.players.own_players import BidderDefinition, CardPlayerDefinition, Definition, OwnBidder, OwnCardPlayer
from simulate.players.player import Bidder, CardPlayer, Player
from simulate.players.registry import (
    BUILT_IN,
    DEFAULT_CARD_PLAYER,
    Entry,
    Role,
    entry_and_values,
    make_half,
    names,
    parse_player,
    values_of,
)

DEFAULT_BIDDER = "normal"
"""Bids for a card player who is named alone."""

AnyPlayer: TypeAlias = str | Player | Definition | Bidder | CardPlayer
"""What can be given as a player: a spec, a player, a decorated function, or a half of a player."""

_OWN_HALF = re.compile(r"(?P<file>.*?\.py)\s*:\s*(?P<name>\w+)\s*(?:\((?P<values>[^()]*)\))?\s*")
_BUILT_IN_HALF = re.compile(r"\s*(?P<name>\w+)\s*(?:\([^()]*\))?\s*/")
_MODULES = "schafkopf_own_players"
_NO_PLAYERS = "put @bidder or @card_player above a function"


def player(first: AnyPlayer, second: CardPlayer | CardPlayerDefinition | None = None) -> Player:
    """Return a player from anything that stands for one.

    Parameters
    ----------
    first
        A spec such as ``"normal(solo=11)"`` or ``"my_player.py:brave"``, a function decorated with `bidder` or
        `card_player`, a bidder, a card player, or a player. A bidder alone plays its cards as ``club``, a card
        player alone bids as ``normal``.
    second
        A card player for a bidder.

    Examples
    --------
    >>> player("bold").spec
    'bold/club'
    """
    if isinstance(first, str):
        whole = parse_player(first)
    elif isinstance(first, Player):
        whole = first
    else:
        half = _made(first)
        whole = half if isinstance(half, Player) else _whole(half)
    return whole if second is None else Player(whole.bidder, _made(second))


def _made(half: Any) -> Any:
    if isinstance(half, Definition):
        return half.make()
    if not (hasattr(half, "bid") or hasattr(half, "play")):
        raise UserError(
            f"{getattr(half, '__name__', half)!r} is no player: "
            "give a name such as 'normal', or a function with a decorator such as @bidder"
        )
    return half


def _whole(half: Any) -> Player:
    if hasattr(half, "bid"):
        return Player(half, make_half(Role.CARD_PLAYER, DEFAULT_CARD_PLAYER))
    return Player(PointBidder.make(DEFAULT_BIDDER), half)


def parse_own(text: str, entries: tuple[Entry, ...] = BUILT_IN) -> Player:
    """Return the player of a spec of which at least one half is in a file.

    Such as ``my_player.py:brave``, ``my_player.py:brave(least=6)/club`` or ``normal/my_player.py:greedy``. The file's
    code is run.

    Raises
    ------
    UserError
        If there is no such file or name, the file can't be run, or a half or a parameter can't be read.
    """
    made: list[Any] = [entry.make(values) for entry, values in own_parts(text, entries)]
    return Player(*made) if len(made) > 1 else _whole(made[0])


def own_parts(text: str, entries: tuple[Entry, ...] = BUILT_IN) -> list[tuple[Entry, dict[str, float]]]:
    """Return the entry of each half of such a spec, with the parameters given for it; runs the file's code."""
    halves = _split(text.strip(), entries)
    return [_part(half, role, entries, alone=len(halves) == 1) for half, role in zip(halves, Role, strict=False)]


def _split(text: str, entries: tuple[Entry, ...]) -> list[str]:
    """Return the halves of a spec; a path may hold slashes, too."""
    first = _BUILT_IN_HALF.match(text)
    if first is not None and first["name"] in names(Role.BIDDER, entries):
        return [first.group().removesuffix("/"), text[first.end() :]]
    first = _OWN_HALF.match(text)
    rest = "" if first is None else text[first.end() :]
    if first is None or rest[:1] not in ("", "/"):
        raise UserError(f"player {text!r} can't be read: write FILE.py:NAME or FILE.py:NAME(PARAMETER=VALUE,...)")
    return [first.group(), rest[1:]] if rest else [first.group()]


def _part(text: str, role: Role, entries: tuple[Entry, ...], alone: bool) -> tuple[Entry, dict[str, float]]:
    match = _OWN_HALF.fullmatch(text.strip())
    if match is None:
        return entry_and_values(role, text, entries)
    entry = own_entry(match["file"], match["name"])
    if entry.role is not role and not alone:
        raise UserError(
            f"{entry.name!r} is a {entry.role.value}, where a {role.value} is needed: write bidder/card player"
        )
    return entry, values_of(entry, match["values"] or "")


def write_template(file: str) -> None:
    """Write a file with a bidder and a card player to start from.

    Raises
    ------
    UserError
        If the file exists, is no Python file, or can't be written.
    """
    path = Path(file)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise UserError(
            f"player file {file!r} is no name of a Python file: use letters, digits and _, such as my_player.py"
        )
    text = files(__package__).joinpath("template.py").read_text(encoding="utf-8").replace("my_player.py", file)
    try:
        with path.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise UserError(f"{file!r} exists already: choose another name") from None
    except OSError as error:
        raise UserError(f"{file!r} can't be written: {error.strerror}") from None


def own_entries(file: str) -> list[Entry]:
    """Return the bidders and card players in a file; runs its code.

    Raises
    ------
    UserError
        If there is no such file, it can't be run, or has no players.
    """
    found = _players_in(_home(file, ""))
    if not found:
        raise UserError(f"{file} has no players: {_NO_PLAYERS}")
    return [own_entry(file, name) for name in found]


def own_entry(file: str, name: str) -> Entry:
    """Return the bidder or card player of a name in a file as one that can be named; runs the file's code.

    Raises
    ------
    UserError
        If there is no such file or name, or the file can't be run.
    """
    definition, home = _definition(file, name)
    role = Role.BIDDER if isinstance(definition, BidderDefinition) else Role.CARD_PLAYER
    rule = definition.bid if isinstance(definition, BidderDefinition) else definition.play
    summary = (rule.function.__doc__ or "has no description").strip().splitlines()[0]
    return Entry(role, home.spec, 1, summary, definition.parameters, lambda given: definition.make(given, home))


def _home(file: str, name: str) -> Home:
    path = Path(file)
    # pathlib raises an error for a name that is too long.
    if not os.path.isfile(path):
        raise UserError(f"player file {file!r} does not exist: name one, or write it with schafkopf players new {file}")
    return Home.at(path, name, file)


def _players_in(home: Home) -> dict[str, Definition]:
    return {key: value for key, value in vars(_run(home)).items() if isinstance(value, Definition)}


def _definition(file: str, name: str) -> tuple[Definition, Home]:
    home = _home(file, name)
    found = _players_in(home)
    if name not in found:
        known = ", ".join(found) or f"none: {_NO_PLAYERS}"
        raise UserError(f"{file} has no player {name!r}; it has {known}{did_you_mean(name, tuple(found))}")
    return found[name], home


def _run(home: Home) -> ModuleType:
    """Return the module of a file, run once for each state of the file."""
    path = Path(home.path)
    known = f"{_MODULES}.{path.stem}_{hashlib.sha256(home.path.encode()).hexdigest()[:8]}_{home.sha256[:16]}"
    if known in sys.modules:
        return sys.modules[known]
    spec = spec_from_file_location(known, path)
    if spec is None or spec.loader is None:
        raise UserError(f"player file {home.shown!r} can't be loaded: use a Python file")
    module = module_from_spec(spec)
    # Registered, so that what it defines can be pickled; beside its folder, so that it can import its neighbours.
    sys.modules[known] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[known]
        raise _not_run(home, error) from None
    finally:
        sys.path.remove(str(path.parent))
    return module


def _not_run(home: Home, error: BaseException) -> BaseException:
    if isinstance(error, KeyboardInterrupt):
        return error
    if isinstance(error, SyntaxError):
        return UserError(f"player file {home.shown!r}, line {error.lineno}: {error.msg}")
    if isinstance(error, UserError):
        return UserError(f"player file {home.shown!r}: {error}")
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == home.path]
    return failed_at(f"player file {home.shown!r}", home.path, lines[-1] if lines else None, error)


def load_again(home: Home, values: Mapping[str, float]) -> OwnBidder | OwnCardPlayer:
    """Return a player in another process; `UserError` if its file is no longer the one it was."""
    definition, there = _definition(home.path, home.name)
    if there.sha256 != home.sha256:
        raise UserError(f"player file {home.shown!r} has been changed since the run began: start the run again")
    return definition.make(values, home)
