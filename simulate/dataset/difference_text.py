"""How settings that two runs differ in are told: equal ones of players once, hashes short, players' files by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from simulate.dataset.provenance import PlayerRecord, Provenance

HASH_DIGITS = 12
"""Digits of a hash that are shown: enough to tell versions of a file apart, few enough to be read."""

_PLAYER = re.compile(r"players\[(\d+)\]\.(.+)")
_PLACE = "\0"  # where numbers of players go: in no setting's name or value
_HASH = "_sha256"
_FILE = re.compile(r"([^/\\:]+\.py):")


def difference_text(
    one: Provenance, other: Provenance, wording: str = "{name} = {one!r} and {other!r}", leave_out: tuple[str, ...] = ()
) -> str:
    """Return the settings that differ, in one line; "" if none does.

    Parameters
    ----------
    one, other
        Two runs.
    wording
        How a setting is told, by its ``name`` and the values ``one`` and ``other`` has.
    leave_out
        Names of settings that may differ.
    """
    players: dict[str, list[str]] = {}
    for name, (mine, theirs) in one.differences(other).items():
        if name not in leave_out:
            who, what = _who_and_what(name, one, other)
            told = wording.format(name=_PLACE + what, one=_short(name, mine), other=_short(name, theirs))
            players.setdefault(told, []).append(who)
    return ", ".join(_with_players(told, who) for told, who in players.items())


def _who_and_what(name: str, one: Provenance, other: Provenance) -> tuple[str, str]:
    """Return the number of a player, "" for none, and what of him differs; a file is the same whoever plays it."""
    found = _PLAYER.fullmatch(name)
    if found is None:
        return "", name
    number, what = found.groups()
    if not what.endswith(_HASH):
        return number, what
    records = (run.players[int(number)] for run in (one, other) if int(number) < len(run.players))
    return "", next(_files(records, what), name)


def _files(records: Iterator[PlayerRecord], hashed: str) -> Iterator[str]:
    """Yield the names of the files that hold a half of players."""
    for record in records:
        files = _FILE.findall(record.spec)
        if files and getattr(record, hashed) is not None:
            yield f"sha256 of player file {files[0 if hashed.startswith('bidder') else -1]}"


def _with_players(told: str, who: list[str]) -> str:
    numbers = ", ".join(filter(None, who))
    return told.replace(_PLACE, f"players[{numbers}]." if numbers else "", 1)


def _short(name: str, value: Any) -> Any:
    return value[:HASH_DIGITS] if name.endswith(_HASH) and isinstance(value, str) else value
