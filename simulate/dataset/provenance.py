"""Where hands come from: all that decides their bits, in full and without the names of any machine or code."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from simulate.dataset.files import canonical_json
from simulate.players.player import Player
from simulate.rules import Rules

SIMULATED, IMPORTED = "simulated", "imported"
"""Where hands come from, as manifests say it."""

_NAMES_ONLY = ("name", "unit")
_WHICH_HANDS_ONLY = ("first_hand", "hands", "tricks", "shard_hands")
_WHO_PLAYS = ("seed", "assign", "players")


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player by name and version.

    Attributes
    ----------
    spec
        The text that makes the player, such as ``normal/club``.
    bidder_version, card_player_version
        Versions of its two halves.
    bidder_sha256, card_player_sha256
        Hashes of the files of halves that a user has written; None for others.
    """

    spec: str
    bidder_version: int
    card_player_version: int
    bidder_sha256: str | None = None
    card_player_sha256: str | None = None

    @classmethod
    def of(cls, player: Player) -> Self:
        """Return the record of a player."""
        bidder, card_player = player.bidder, player.card_player
        hashes = (getattr(half, "sha256", None) for half in (bidder, card_player))
        return cls(player.spec, bidder.version, card_player.version, *hashes)

    def to_mapping(self) -> dict[str, Any]:
        """Return the record as JSON values, without the hashes that there are not."""
        return {name: value for name, value in asdict(self).items() if value is not None}


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of recorded games.

    Attributes
    ----------
    name
        Its name, without a folder.
    sha256
        Hash of its bytes, in hexadecimal.
    games
        Games in it, those refused included.
    """

    name: str
    sha256: str
    games: int


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a run plays, or what was imported: decides every bit of its dataset.

    Attributes
    ----------
    schema_version, engine_version
        Of the program that plays it.
    seed
        0 .. 2**64 - 1; None if the hands were imported.
    first_hand, hands
        Range of hand ids.
    tricks
        Whether tricks are recorded.
    shard_hands
        Hands in a part.
    assign
        Which contract is assigned instead of bid; None if contracts are bid.
    rules
        All options, as `simulate.rules.Rules.to_mapping` gives them; imported hands were judged by them.
    players
        Player 0 to 3; none if the hands were imported.
    file
        Where imported hands come from; None if the hands were simulated.
    """

    schema_version: int
    engine_version: int
    seed: int | None
    first_hand: int
    hands: int
    tricks: bool
    shard_hands: int
    assign: str | None
    rules: Mapping[str, Any]
    players: tuple[PlayerRecord, ...]
    file: SourceFile | None = None

    @property
    def source(self) -> str:
        """`SIMULATED` or `IMPORTED`."""
        return SIMULATED if self.file is None else IMPORTED

    @property
    def identity(self) -> str:
        """The experiment's id: SHA-256, in hexadecimal, of what decides the bits of each hand.

        Runs of one id are pieces of one stream of hands: equal hand ids, equal hands.
        """
        rules = {name: value for name, value in self.rules.items() if name not in _NAMES_ONLY}
        settings = self.to_mapping() | {"rules": rules}
        if self.file is not None:
            settings["file"] = self.file.sha256
        for name in (*_WHICH_HANDS_ONLY, "source"):
            del settings[name]
        return hashlib.sha256(canonical_json(settings).encode()).hexdigest()

    def load_rules(self) -> Rules:
        """Return the rules; `UserError` if this program does not know them all."""
        return Rules.from_mapping(self.rules)

    def to_mapping(self) -> dict[str, Any]:
        """Return the provenance as JSON values; of imported hands without seed and players, of others without a file."""
        values = {
            "schema_version": self.schema_version,
            "engine_version": self.engine_version,
            "source": self.source,
            "file": None if self.file is None else asdict(self.file),
            "seed": self.seed,
            "first_hand": self.first_hand,
            "hands": self.hands,
            "tricks": self.tricks,
            "shard_hands": self.shard_hands,
            "assign": self.assign,
            "players": [player.to_mapping() for player in self.players],
            "rules": dict(self.rules),
        }
        unknown = ("file",) if self.file is None else _WHO_PLAYS
        return {name: value for name, value in values.items() if name not in unknown}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Return the provenance that `to_mapping` has written; `KeyError` or `TypeError` if it is none."""
        if "file" in values:
            values = {**values, "file": SourceFile(**values["file"]), "seed": None, "assign": None, "players": ()}
        else:
            values = {**values, "file": None}
        players = tuple(PlayerRecord(**player) for player in values["players"])
        names = [name for name in cls.__slots__ if name != "players"]
        return cls(players=players, **{name: values[name] for name in names})

    def differences(self, other: Provenance) -> dict[str, tuple[Any, Any]]:
        """Return the settings that differ, by name, as (own value, the other's value).

        A player's name stands for its versions, too: ``players[0].bidder_version`` differs after an update.
        """
        mine, theirs = _flat(self.to_mapping()), _flat(other.to_mapping())
        names = dict.fromkeys([*mine, *theirs])
        return {name: (mine.get(name), theirs.get(name)) for name in names if mine.get(name) != theirs.get(name)}


def _flat(values: Any, name: str = "") -> dict[str, Any]:
    if isinstance(values, dict):
        parts = [_flat(value, f"{name}.{key}" if name else key) for key, value in values.items()]
    elif isinstance(values, list) and values and isinstance(values[0], dict):
        parts = [_flat(value, f"{name}[{number}]") for number, value in enumerate(values)]
    else:
        return {name: values}
    return {key: value for part in parts for key, value in part.items()}
