"""Where hands come from: all that decides their bits, in full and without the names of any machine or code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from simulate.cards import SEATS
from simulate.dataset.files import canonical_json
from simulate.players.player import Player
from simulate.players.registry import BUILT_IN, Role
from simulate.rules import Rules

SIMULATED, IMPORTED = "simulated", "imported"
"""Where hands come from, as manifests say it."""

_NAMES_ONLY = ("name", "unit")
_WHICH_HANDS_ONLY = ("first_hand", "hands", "pieces", "trick_hands", "shard_hands")
_WHO_PLAYS = ("seed", "assign", "players")


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player by name, version and parameters.

    Attributes
    ----------
    spec
        The text that makes the player, such as ``normal/club``.
    bidder_version, card_player_version
        Versions of its two halves.
    bidder_parameters, card_player_parameters
        All their parameters by name, defaults included: a later change of defaults can't change what was played.
    bidder_sha256, card_player_sha256
        Hashes of the files of halves that a user has written; None for others.
    """

    spec: str
    bidder_version: int
    card_player_version: int
    bidder_parameters: Mapping[str, float] = field(default_factory=dict)
    card_player_parameters: Mapping[str, float] = field(default_factory=dict)
    bidder_sha256: str | None = None
    card_player_sha256: str | None = None

    @classmethod
    def of(cls, player: Player) -> Self:
        """Return the record of a player."""
        bidder, card_player = player.bidder, player.card_player
        parameters = (_parameters(Role.BIDDER, bidder), _parameters(Role.CARD_PLAYER, card_player))
        hashes = (getattr(half, "sha256", None) for half in (bidder, card_player))
        return cls(player.spec, bidder.version, card_player.version, *parameters, *hashes)

    def __post_init__(self) -> None:
        _check(self, spec=str, bidder_version=int, card_player_version=int)
        _check(self, bidder_sha256=_TEXT_OR_NONE, card_player_sha256=_TEXT_OR_NONE)
        for parameters in (self.bidder_parameters, self.card_player_parameters):
            if not isinstance(parameters, Mapping) or not all(isinstance(v, int | float) for v in parameters.values()):
                raise TypeError(f"parameters {parameters!r} of a player are no numbers by name")

    def __repr__(self) -> str:
        # All parameters would fill a screen: the spec tells those that matter.
        return f"PlayerRecord({self.spec!r}, versions {self.bidder_version}/{self.card_player_version})"

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

    def __post_init__(self) -> None:
        _check(self, name=str, sha256=str, games=int)


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
        First hand id, number of hands.
    pieces
        The ranges of hand ids of a merged dataset that are not one range, as (first, hands), in order; else None.
    trick_hands
        How many hands, the first ones, have their tricks recorded; 0 .. `hands`.
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
    trick_hands: int
    shard_hands: int
    assign: str | None
    rules: Mapping[str, Any]
    players: tuple[PlayerRecord, ...]
    file: SourceFile | None = None
    pieces: tuple[tuple[int, int], ...] | None = None

    def __post_init__(self) -> None:
        _check(
            self, schema_version=int, engine_version=int, seed=(int, type(None)), assign=_TEXT_OR_NONE, rules=Mapping
        )
        _check(self, first_hand=int, hands=int, trick_hands=int, shard_hands=int)
        if not (self.first_hand >= 0 and self.hands >= 1 and self.shard_hands >= 1):
            raise ValueError(
                f"first_hand {self.first_hand}, hands {self.hands}, shard_hands {self.shard_hands} are no plan"
            )
        if not 0 <= self.trick_hands <= self.hands:
            raise ValueError(f"trick_hands {self.trick_hands} are not among {self.hands} hands")
        ends = [first + hands for first, hands in self.ranges]
        if any(hands < 1 for _, hands in self.ranges) or max(ends) > 2**64:
            raise ValueError(f"{self.ranges} are no ranges of hand ids")
        if any(end > first for end, (first, _) in zip(ends, self.ranges[1:], strict=False)):
            raise ValueError(f"the ranges {self.ranges} of hand ids overlap")
        if self.pieces and (
            self.pieces[0][0] != self.first_hand or sum(hands for _, hands in self.pieces) != self.hands
        ):
            raise ValueError(f"pieces {self.pieces} are not {self.hands} hands from {self.first_hand} on")

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The ranges of hand ids, as (first, hands), in order."""
        return self.pieces or ((self.first_hand, self.hands),)

    @property
    def trick_ranges(self) -> tuple[tuple[int, int], ...]:
        """The ranges of hand ids that have tricks, as (first, hands), in order."""
        found: list[tuple[int, int]] = []
        left = self.trick_hands
        for first, hands in self.ranges:
            found.append((first, min(left, hands)))
            left -= min(left, hands)
        return tuple((first, hands) for first, hands in found if hands)

    @property
    def last_with_tricks(self) -> int | None:
        """The last hand id that has tricks, as all before it have; None if no hand has."""
        return sum(self.trick_ranges[-1]) - 1 if self.trick_hands else None

    def shard_ranges(self) -> Iterator[tuple[int, int, int]]:
        """Yield the range of hand ids of each shard, as (first, hands, how many of these have tricks), in order."""
        left = self.trick_hands
        for begin, hands in self.ranges:
            for first in range(begin, begin + hands, self.shard_hands):
                here = min(self.shard_hands, begin + hands - first)
                yield first, here, min(left, here)
                left -= min(left, here)

    @property
    def shards(self) -> int:
        """Number of parts of the table ``hands``."""
        return self._parts(self.ranges)

    @property
    def trick_shards(self) -> int:
        """Number of parts of the table ``tricks``."""
        return self._parts(self.trick_ranges)

    def _parts(self, ranges: Iterable[tuple[int, int]]) -> int:
        return sum(-(-hands // self.shard_hands) for _, hands in ranges)

    @property
    def unmerged(self) -> Self:
        """The same without pieces: what an experiment can say."""
        return replace(self, pieces=None)

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
            settings.pop(name, None)
        return hashlib.sha256(canonical_json(settings).encode()).hexdigest()

    def load_rules(self) -> Rules:
        """Return the rules; `UserError` if this program does not know them all."""
        return Rules.from_mapping(self.rules)

    def to_mapping(self) -> dict[str, Any]:
        """Return the provenance as JSON values; for imported hands without seed and players, else without a file."""
        values = {
            "schema_version": self.schema_version,
            "engine_version": self.engine_version,
            "source": self.source,
            "file": None if self.file is None else asdict(self.file),
            "seed": self.seed,
            "first_hand": self.first_hand,
            "hands": self.hands,
            "pieces": None if self.pieces is None else [list(piece) for piece in self.pieces],
            "trick_hands": self.trick_hands,
            "shard_hands": self.shard_hands,
            "assign": self.assign,
            "players": [player.to_mapping() for player in self.players],
            "rules": dict(self.rules),
        }
        unknown = {"file"} if self.file is None else set(_WHO_PLAYS)
        unknown |= {"pieces"} if self.pieces is None else set()
        return {name: value for name, value in values.items() if name not in unknown}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Return the provenance that `to_mapping` has written; `KeyError` or `TypeError` if it is none."""
        if "file" in values:
            values = {**values, "file": SourceFile(**values["file"]), "seed": None, "assign": None, "players": ()}
        else:
            values = {**values, "file": None}
        if "tricks" in values:
            # The first datasets had tricks of all hands or of none.
            values = {**values, "trick_hands": values["hands"] if values["tricks"] is True else 0}
        players = tuple(PlayerRecord(**player) for player in values["players"])
        if len(players) != (0 if values["file"] else SEATS):
            raise TypeError(f"there are {len(players)} players")
        pieces = values.get("pieces")
        if pieces is not None:
            pieces = tuple((_whole(first), _whole(hands)) for first, hands in pieces)
        names = [name for name in cls.__slots__ if name not in ("players", "pieces")]
        return cls(players=players, pieces=pieces, **{name: values[name] for name in names})

    def differences(self, other: Provenance) -> dict[str, tuple[Any, Any]]:
        """Return the settings that differ, by name, as (own value, the other's value).

        A player's name stands for its versions, too: ``players[0].bidder_version`` differs after an update.
        """
        mine, theirs = _flat(self.to_mapping()), _flat(other.to_mapping())
        names = dict.fromkeys([*mine, *theirs])
        found = {name: (mine.get(name), theirs.get(name)) for name in names if mine.get(name) != theirs.get(name)}
        # Another player has other parameters: his name says it all.
        others = tuple(name.removesuffix("spec") for name in found if name.endswith("].spec"))
        return {
            name: values for name, values in found.items() if not (name.startswith(others) and "_parameters." in name)
        }


def _parameters(role: Role, half: Any) -> dict[str, float]:
    """Return all parameters of half a player by name."""
    values = getattr(half, "values", ())
    if not values:
        return {}
    own = getattr(half, "definition", None)
    known = own or next((entry for entry in BUILT_IN if (entry.role, entry.name) == (role, half.name)), None)
    parameters = () if known is None else known.parameters
    return {parameter.name: value for parameter, value in zip(parameters, values, strict=False)}


_TEXT_OR_NONE = (str, type(None))


def _check(record: Any, **kinds: Any) -> None:
    """Raise `TypeError` if a field is not of its kind; a truth value is no number."""
    for name, kind in kinds.items():
        value = getattr(record, name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{name} = {value!r} is not of the right kind")


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _flat(values: Any, name: str = "") -> dict[str, Any]:
    if isinstance(values, dict):
        parts = [_flat(value, f"{name}.{key}" if name else key) for key, value in values.items()]
    elif isinstance(values, list) and values and isinstance(values[0], dict):
        parts = [_flat(value, f"{name}[{number}]") for number, value in enumerate(values)]
    else:
        return {name: values}
    return {key: value for part in parts for key, value in part.items()}
