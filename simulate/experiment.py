"""What is to be simulated, as a value: which hands, of which players, under which rules; and its cut into shards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simulate.assign import assigned_contracts
from simulate.cards import SEATS
from simulate.dataset.provenance import PlayerRecord, Provenance
from simulate.dataset.schema import SCHEMA_VERSION
from simulate.engine import BATCH_SIZE, ENGINE_VERSION, Engine
from simulate.errors import UserError
from simulate.players.player import Player
from simulate.players.registry import parse_player
from simulate.rules import Rules
from simulate.table import Array
from simulate.whole import as_whole, whole

SHARD_HANDS = 1_000_000
"""Hands in a shard unless said otherwise."""
HAND_IDS = 2**64
"""Number of hand ids."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of hand ids that is simulated and written as one.

    Attributes
    ----------
    first
        First hand id.
    hands
        How many.
    trick_hands
        How many of them, the first ones, are written with their tricks.
    """

    first: int
    hands: int
    trick_hands: int = 0

    @property
    def name(self) -> str:
        """Name of its parts, which sorts by hand id."""
        return f"part-{self.first:012d}-{self.last:012d}"

    @property
    def last(self) -> int:
        """Last hand id."""
        return self.first + self.hands - 1

    @property
    def hand_ids(self) -> Array:
        """The hand ids, uint64."""
        return np.uint64(self.first) + np.arange(self.hands, dtype=np.uint64)

    def split(self, hands: int) -> Iterator[Shard]:
        """Yield consecutive pieces of at most so many hands.

        >>> [(piece.first, piece.hands, piece.trick_hands) for piece in Shard(10, 5, trick_hands=3).split(2)]
        [(10, 2, 2), (12, 2, 1), (14, 1, 0)]
        """
        for start in range(0, self.hands, hands):
            here = min(hands, self.hands - start)
            yield Shard(self.first + start, here, min(max(self.trick_hands - start, 0), here))

    def head(self, hands: int) -> Shard:
        """Return the first hands, at most so many."""
        return next(self.split(hands))

    def __str__(self) -> str:
        return f"hands {self.first} to {self.last}"


@dataclass(frozen=True)
class Experiment:
    """Hands to simulate.

    Attributes
    ----------
    rules
        Rules of the table.
    players
        Player 0 to 3; they change seats from hand to hand.
    seed
        0 .. 2**64 - 1.
    hands
        How many.
    start
        First hand id; runs of one seed that continue each other can be studied together.
    trick_hands
        How many hands, the first ones, to record the tricks of.
    assign
        Which contract is assigned instead of bid; None: contracts are bid.
    shard_hands
        Hands in a shard. Part of the plan, so that files do not depend on the number of workers.

    Raises
    ------
    UserError
        If a number is out of range.
    """

    rules: Rules
    players: tuple[Player, ...]
    seed: int
    hands: int
    start: int = 0
    trick_hands: int = 0
    assign: str | None = None
    shard_hands: int = SHARD_HANDS

    def __post_init__(self) -> None:
        if len(self.players) != SEATS:
            raise UserError(f"{len(self.players)} players can't play: name one for all seats, or {SEATS}")
        if self.assign is not None:
            assigned_contracts(self.assign, self.rules)
        self._check_range("seed", 0, 2**64 - 1)
        self._check_range("hands", 1, HAND_IDS)
        self._check_range("start", 0, HAND_IDS - self.hands)
        self._check_range("trick_hands", 0, self.hands)
        self._check_range("shard_hands", 1, HAND_IDS)

    def _check_range(self, name: str, low: int, high: int) -> None:
        value = whole(getattr(self, name), f"{name} =")
        if not low <= value <= high:
            raise UserError(f"{name} = {value} is out of range: use {low} to {high}")
        # Frozen, but 1e6 is to be told and kept as 1000000.
        object.__setattr__(self, name, value)

    @classmethod
    def of(cls, provenance: Provenance) -> Experiment:
        """Return the experiment that a dataset comes from, with the players and the engine of this program.

        Raises
        ------
        UserError
            If the hands were imported, or this program does not know a rule or a player of them.
        """
        if provenance.seed is None:
            raise UserError("imported hands can't be played again: nobody knows what their players would do")
        return cls(
            rules=provenance.load_rules(),
            players=tuple(_player_again(record.spec) for record in provenance.players),
            seed=provenance.seed,
            hands=provenance.hands,
            start=provenance.first_hand,
            trick_hands=provenance.trick_hands,
            assign=provenance.assign,
            shard_hands=provenance.shard_hands,
        )

    @cached_property
    def provenance(self) -> Provenance:
        """All that decides the bits of the dataset, as plain values."""
        return Provenance(
            schema_version=SCHEMA_VERSION,
            engine_version=ENGINE_VERSION,
            seed=self.seed,
            first_hand=self.start,
            hands=self.hands,
            trick_hands=self.trick_hands,
            shard_hands=self.shard_hands,
            assign=self.assign,
            rules=self.rules.to_mapping(),
            players=tuple(PlayerRecord.of(player) for player in self.players),
        )

    @property
    def id(self) -> str:
        """SHA-256 of what decides the bits of each hand; the same for other hands of the same stream."""
        return self.provenance.identity

    @property
    def whole(self) -> Shard:
        """All hands, as if they were one shard."""
        return Shard(self.start, self.hands, self.trick_hands)

    def shards(self) -> Iterator[Shard]:
        """Yield the shards in the order of hand ids."""
        return self.whole.split(self.shard_hands)

    def engine(self, batch_size: int = BATCH_SIZE) -> Engine:
        """Return the engine that plays these hands."""
        return Engine(self.rules, self.players, self.seed, batch_size, self.assign)


def _player_again(spec: str) -> Player:
    try:
        return parse_player(spec)
    except UserError as error:
        # What it says behind the colon is for whoever names a new player.
        reason = str(error).partition(": ")[0]
        raise UserError(
            f"player {spec!r} of these hands can't play them again ({reason}): "
            "put back what it was made of, and run this where its file was named from"
        ) from None


def shards_of(provenance: Provenance) -> Iterator[Shard]:
    """Yield the shards of a dataset in the order of hand ids."""
    return (Shard(*numbers) for numbers in provenance.shard_ranges())


def count_trick_hands(tricks: bool | int, hands: int) -> int:
    """Return how many of so many hands have tricks: all if `tricks` is true, none if it is false, or the number it is.

    Raises
    ------
    UserError
        If it is a number that is out of range.
    """
    if isinstance(tricks, bool | np.bool_):
        return hands if tricks else 0
    count = as_whole(tricks)
    if count is None or not 1 <= count <= hands:
        raise UserError(
            f"tricks = {tricks!r} is out of range: use True for those of all hands, False for none, or 1 to {hands}"
        )
    return count
