"""Players by name: what exists, and how a text such as ``normal(rufspiel=5.5)/club`` becomes a `Player`.

A player is written ``bidder/card player``. Each half is a name, and in brackets the parameters that are
to differ from their defaults. A bidder's name alone plays its cards as `DEFAULT_CARD_PLAYER`, unless a card player of
the same name exists (``random``). A half may also be a user's own, such as ``my_player.py:brave``
(see `simulate.players.own`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeGuard

from simulate.cards import SEATS
from simulate.errors import UserError, did_you_mean
from simulate.players import bidders, club, random, swift
from simulate.players.bidders import PointBidder
from simulate.players.player import Parameter, Player, PlaysOut

DEFAULT_BIDDER = "normal"
DEFAULT_CARD_PLAYER = "club"
"""Plays the cards of a bidder who is named alone."""


class Role(Enum):
    """The half of a player that a name stands for."""

    BIDDER = "bidder"
    CARD_PLAYER = "card player"


@dataclass(frozen=True, slots=True)
class Entry:
    """A bidder or card player that can be named.

    Attributes
    ----------
    role, name
        Together unique.
    version
        Raised whenever an answer changes.
    summary
        What it is like, in a line.
    parameters
        What may be given in brackets.
    make
        Takes the given parameters by name, returns the `Bidder` or `CardPlayer`.
    """

    role: Role
    name: str
    version: int
    summary: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Mapping[str, float]], Any]


def _point_bidder(name: str, summary: str) -> Entry:
    return Entry(
        Role.BIDDER,
        name,
        bidders.VERSION,
        summary,
        bidders.bidder_parameters(name),
        lambda given: PointBidder.make(name, given),
    )


BUILT_IN: tuple[Entry, ...] = (
    _point_bidder("cautious", "bids only what it will probably win"),
    _point_bidder("normal", "bids as often as people do"),
    _point_bidder("bold", "bids on weaker hands"),
    Entry(
        Role.BIDDER,
        "random",
        random.VERSION,
        "passes, bids and declares at random among what is allowed",
        random.PARAMETERS,
        lambda given: random.RandomBidder.make("random", given),
    ),
    Entry(
        Role.CARD_PLAYER,
        "club",
        club.VERSION,
        "plays by the rules of thumb of a club table",
        club.PARAMETERS,
        lambda given: club.Club.make("club", given),
    ),
    Entry(
        Role.CARD_PLAYER,
        "swift",
        swift.VERSION,
        "plays a few sound rules, for very many hands",
        swift.PARAMETERS,
        lambda given: swift.Swift.make("swift", given),
    ),
    Entry(
        Role.CARD_PLAYER,
        "random",
        random.VERSION,
        "plays any legal card",
        (),
        lambda given: random.RandomCardPlayer.make("random", given),
    ),
)
"""The players that come with the package."""

_HALF = re.compile(r"(?P<name>[^()/,=\s]+)\s*(?:\((?P<values>[^()]*)\))?")
_IN_A_FILE = re.compile(r"\.py\s*:")
_OUTSIDE_BRACKETS = re.compile(r",(?![^(]*\))")


def names(role: Role, entries: tuple[Entry, ...] = BUILT_IN) -> tuple[str, ...]:
    """Return the names of all bidders or card players."""
    return tuple(entry.name for entry in entries if entry.role is role)


def parse_players(text: str, entries: tuple[Entry, ...] = BUILT_IN) -> tuple[Player, ...]:
    """Return four players: those of four specs separated by commas, or the one given in all four places.

    Raises
    ------
    UserError
        If a player can't be made, or there are neither one nor four.

    Examples
    --------
    >>> [player.spec for player in parse_players("normal, bold, normal(solo=11), random")]
    ['normal/club', 'bold/club', 'normal(solo=11)/club', 'random/random']
    """
    players = tuple(parse_player(part, entries) for part in _OUTSIDE_BRACKETS.split(text))
    if len(players) not in (1, SEATS):
        raise UserError(f"players {text!r} are {len(players)}: name one for all seats, or {SEATS} separated by commas")
    return players * (SEATS // len(players))


def parse_player(text: str, entries: tuple[Entry, ...] = BUILT_IN) -> Player:
    """Return the player of a spec such as ``normal``, ``bold/club``, ``normal(rufspiel=5.5)/random``, ``my.py:brave``.

    A half named as FILE.py:NAME runs the code of that file (see `simulate.players.from_file`).

    Raises
    ------
    UserError
        If a name, a parameter or a value is not known; the message names it and what there is.

    Examples
    --------
    >>> parse_player("bold(solo=11.5)").spec
    'bold(solo=11.5)/club'
    >>> parse_player("normol")
    Traceback (most recent call last):
    ...
    simulate.errors.UserError: bidder 'normol' is unknown: use cautious, normal, bold, random (did you mean 'normal'?)
    """
    if _IN_A_FILE.search(text):
        # Imported when it is needed: it compiles, and it builds on this module.
        from simulate.players.from_file import parse_own

        return parse_own(text, entries)
    halves = _split(text)
    bidder = make_half(Role.BIDDER, halves[0], entries)
    second = halves[1] if len(halves) > 1 else _card_player_for(halves[0], entries)
    card_player = make_half(Role.CARD_PLAYER, second, entries)
    return Player(bidder, card_player)


def parts_of(text: str, entries: tuple[Entry, ...] = BUILT_IN) -> list[tuple[Entry, dict[str, float]]]:
    """Return the entry of each half that a spec names, with the parameters given for it.

    A half alone may be a bidder or a card player. Raises `UserError` as `parse_player` does.

    >>> [(entry.name, given) for entry, given in parts_of("normal(solo=11)/swift")]
    [('normal', {'solo': 11.0}), ('swift', {})]
    """
    if _IN_A_FILE.search(text):
        from simulate.players.from_file import own_parts

        return own_parts(text, entries)
    halves = _split(text)
    if len(halves) == 1 and _name_of(text) in set(names(Role.CARD_PLAYER, entries)) - set(names(Role.BIDDER, entries)):
        return [entry_and_values(Role.CARD_PLAYER, text, entries)]
    return [entry_and_values(role, half, entries) for role, half in zip(Role, halves, strict=False)]


def _split(text: str) -> list[str]:
    halves = text.strip().split("/")
    if len(halves) > len(Role) or not all(half.strip() for half in halves):
        raise UserError(f"player {text.strip()!r} can't be read: write a bidder, or bidder/card player")
    return halves


def _name_of(half: str) -> str:
    return half.split("(")[0].strip()


def _card_player_for(half: str, entries: tuple[Entry, ...]) -> str:
    name = _name_of(half)
    return name if name in names(Role.CARD_PLAYER, entries) else DEFAULT_CARD_PLAYER


def make_half(role: Role, half: str, entries: tuple[Entry, ...] = BUILT_IN) -> Any:
    """Return the bidder or card player of a text such as ``normal(solo=11)``; `UserError` if it can't be read."""
    entry, values = entry_and_values(role, half, entries)
    return entry.make(values)


def entry_and_values(role: Role, half: str, entries: tuple[Entry, ...] = BUILT_IN) -> tuple[Entry, dict[str, float]]:
    """Return the entry that a text such as ``normal(solo=11)`` names, and the parameters given in it."""
    match = _HALF.fullmatch(half.strip())
    if match is None:
        raise UserError(f"{role.value} {half.strip()!r} can't be read: write a name, or name(parameter=value,...)")
    entry = _find(role, match["name"], entries)
    return entry, values_of(entry, match["values"] or "")


def _find(role: Role, name: str, entries: tuple[Entry, ...]) -> Entry:
    for entry in entries:
        if entry.role is role and entry.name == name:
            return entry
    known = names(role, entries)
    other = next((entry for entry in entries if entry.name == name), None)
    if other is not None:
        whole = f"{DEFAULT_BIDDER}/{name}" if role is Role.BIDDER else f"{name}/{DEFAULT_CARD_PLAYER}"
        raise UserError(f"{name!r} is a {other.role.value}, no {role.value}: write bidder/card player, such as {whole}")
    if name.endswith(".py"):
        raise UserError(f"{name!r} is a file: name a player in it, such as {name}:brave")
    raise UserError(f"{role.value} {name!r} is unknown: use {', '.join(known)}{did_you_mean(name, known)}")


def values_of(entry: Entry, text: str) -> dict[str, float]:
    """Return the parameters written in brackets; `UserError` if one is unknown, no number or given twice."""
    values: dict[str, float] = {}
    for item in text.split(",") if text.strip() else []:
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise UserError(f"{item.strip()!r} of {entry.name!r} can't be read: write parameter=value")
        known = tuple(parameter.name for parameter in entry.parameters)
        if name not in known:
            allowed = f"use {', '.join(known)}" if known else "it has none"
            raise UserError(f"parameter {name!r} of {entry.name!r} is unknown: {allowed}{did_you_mean(name, known)}")
        if name in values:
            raise UserError(f"parameter {name!r} of {entry.name!r} is given twice: give it once")
        values[name] = _number(entry, name, value)
    return values


def _number(entry: Entry, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise UserError(f"{name}={text!r} of {entry.name!r} is no number: write one such as 5.5")
    return value


def is_compiled(half: Any) -> bool:
    """Return whether a bidder or card player answers each view by compiled code that sees and keeps nothing else.

    Built-in ones do, and those of a user that are rules of one view.
    """
    return type(half) in _built_in() or bool(getattr(half, "compiled", False))


def plays_out(half: Any) -> TypeGuard[PlaysOut]:
    """Return whether a card player is a built-in one that can play whole hands in one call."""
    # Nobody else is trusted with what a player may not know.
    return type(half) in _built_in() and hasattr(half, "play_out")


@cache
def _built_in() -> frozenset[type]:
    return frozenset(type(entry.make({})) for entry in BUILT_IN)
