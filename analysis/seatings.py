"""The seatings of two players at a table, and what one earns more than the other in them.

The same deal is played in several of the 14 seatings in which both are at the table. The difference of a seating is the
mean score of b's seats minus that of a's. As either sits in every seat as often, whatever the cards are worth to a
seat cancels.

Which seatings of a deal are played is a `Design`. Bidders differ in few deals, and hands that are alike are played but
once, so all 14 cost little more than two. Card players part in nearly every deal; there more deals tell more than
more seatings of one, and each deal is played in a seating and its opposite, in rotation. Both estimate the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt

from simulate.cards import SEATS
from simulate.duplicate import Duplicate, Table, Ways
from simulate.players.player import Player
from simulate.rules import Rules

Numbers = npt.NDArray[Any]

CHUNK = 1024
"""Deals played in lockstep: few enough to stay in the processor's cache."""


class Kind(Enum):
    """The kinds of seatings; the value is how tables call it."""

    ONE = "one b among three a"
    OPPOSITE = "two b opposite"
    ADJACENT = "two b side by side"
    THREE = "one a among three b"


def _kind(mask: int) -> Kind:
    seats = [seat for seat in range(SEATS) if mask >> seat & 1]
    if len(seats) == 2:
        return Kind.OPPOSITE if seats[1] - seats[0] == 2 else Kind.ADJACENT
    return Kind.ONE if len(seats) == 1 else Kind.THREE


ALL_A, ALL_B = 0, 2**SEATS - 1
MASKS = tuple(sorted(range(ALL_A + 1, ALL_B), key=lambda mask: (list(Kind).index(_kind(mask)), mask)))
"""The seatings: bit s is set where b sits in seat s."""
KINDS = tuple(_kind(mask) for mask in MASKS)
"""The kind of each seating."""
PARTS = 6
"""Differences of a seating are counted in sixths, in which they are whole numbers."""
UNIT = PARTS * len(MASKS)
"""Differences of a deal, the mean over its seatings, are counted in so many parts of a score unit."""


def _weights(mask: int) -> list[int]:
    seats = mask.bit_count()
    return [PARTS // seats if mask >> seat & 1 else -PARTS // (SEATS - seats) for seat in range(SEATS)]


WEIGHTS = np.array([_weights(mask) for mask in MASKS], np.int64)
"""What the score of a seat adds to the difference of a seating, in sixths; shape (14, 4)."""
WEIGHTS.setflags(write=False)


@dataclass(frozen=True, eq=False)
class Design:
    """Which seatings of a deal are played.

    Attributes
    ----------
    words
        What tables call it.
    rotation
        Indices into `MASKS`, int64 of shape (r, q): hand id h is played in the q seatings of row h % r.
    """

    words: str
    rotation: Numbers

    @property
    def per_deal(self) -> int:
        """Seatings of a deal."""
        return int(self.rotation.shape[1])

    @property
    def scale(self) -> int:
        """What a sum over the seatings of a deal is multiplied by to be one over 14."""
        return len(MASKS) // self.per_deal

    def of(self, hand_ids: Numbers) -> Numbers:
        """Return the seatings of some deals, int64 of shape (n, q)."""
        chosen: Numbers = self.rotation[hand_ids % np.uint64(len(self.rotation))]
        return chosen


def _opposite(seating: int) -> int:
    return MASKS.index(ALL_B - MASKS[seating])


EVERY_SEATING = Design("all 14 seatings", np.arange(len(MASKS))[None])
OPPOSITES = Design(
    "a seating and its opposite in rotation",
    np.array([(seating, _opposite(seating)) for seating in range(len(MASKS)) if seating < _opposite(seating)]),
)


def design_for(pairs: Sequence[tuple[Player, Player]]) -> Design:
    """Return the design for comparing pairs of players: all seatings if only bidding differs."""
    same_cards = all(a.card_player == b.card_player for a, b in pairs)
    return EVERY_SEATING if same_cards else OPPOSITES


def tables_of(a: Player, b: Player) -> list[Table]:
    """Return the 14 tables of a and b, in the order of `MASKS`."""
    return [tuple(b if mask >> seat & 1 else a for seat in range(SEATS)) for mask in MASKS]


class Pairs:
    """Pairs of players who play the same deals.

    Parameters
    ----------
    rules
        Rules of all tables.
    pairs
        A player a and a player b each.
    seed
        0 .. 2**64 - 1.

    Attributes
    ----------
    design
        Which seatings of a deal are played.
    """

    def __init__(self, rules: Rules, pairs: Sequence[tuple[Player, Player]], seed: int) -> None:
        self.pairs = tuple(pairs)
        self.design = design_for(pairs)
        self._duplicate = Duplicate(rules, [table for a, b in pairs for table in tables_of(a, b)], seed)

    def play(self, hand_ids: Numbers) -> tuple[Ways, Numbers]:
        """Return how deals are played, and which seatings of each, int64 of shape (n, q), the same for all pairs.

        Table ``14 * p + m`` is seating m of pair p.
        """
        seatings = self.design.of(hand_ids)
        at = np.zeros((len(hand_ids), len(MASKS)), np.bool_)
        np.put_along_axis(at, seatings, True, axis=1)
        return self._duplicate.play(hand_ids, np.tile(at, len(self.pairs))), seatings

    def differences(self, hand_ids: Numbers) -> Numbers:
        """Return what the second player of each pair earns more than the first, deal by deal.

        Returns
        -------
        ndarray
            int64 of shape (n, pairs): the mean over the seatings of a deal, times `UNIT`.
        """
        ways, seatings = self.play(hand_ids)
        # The difference of each hand in each seating first, then only those that were played.
        sixths = ways.hands["score"].astype(np.int64) @ WEIGHTS.T
        tables = seatings[:, None, :] + len(MASKS) * np.arange(len(self.pairs))[:, None]
        hands = np.take_along_axis(ways.of, tables.reshape(len(hand_ids), -1), axis=1).reshape(tables.shape)
        differences: Numbers = sixths[hands, seatings[:, None, :]].sum(axis=2) * self.design.scale
        return differences
