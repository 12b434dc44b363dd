"""What is summed over the deals of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.games import contracts_of
from analysis.moments import Moments
from analysis.seatings import KINDS, MASKS, UNIT, WEIGHTS, Design, Kind, Numbers
from simulate.cards import SEATS
from simulate.contracts import Contract
from simulate.duplicate import Ways

A, B = 0, 1
"""The sides, as indices."""

_BELONGS = np.array([[kind is other for other in Kind] for kind in KINDS], np.int64)
_MASK = np.array(MASKS, np.int64)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the quantities of a deal stand in a vector.

    First what each seat adds to the difference, then the difference of each kind of seating, then for each contract
    and side (a, b) the games declared, those won, and what they add to the difference. All are sums over the 14
    seatings of a deal, or estimates of these from the seatings played.

    Attributes
    ----------
    contracts
        Those of the rules.
    """

    contracts: tuple[Contract, ...]

    @property
    def size(self) -> int:
        """Number of quantities."""
        return SEATS + len(Kind) + 3 * self._block

    @property
    def _block(self) -> int:
        return 2 * len(self.contracts)

    @property
    def seats(self) -> slice:
        """What each seat adds to the difference of a deal, in parts of `analysis.seatings.UNIT`."""
        return slice(0, SEATS)

    def kind(self, kind: Kind) -> int:
        """Sum of the differences of a kind of seatings, in sixths."""
        return SEATS + list(Kind).index(kind)

    def games(self, contract: Contract, side: int) -> int:
        """Games that a side declares, over all seatings."""
        return self._at(0, contract, side)

    def won(self, contract: Contract, side: int) -> int:
        """Those of them that are won."""
        return self._at(1, contract, side)

    def earned(self, contract: Contract, side: int) -> int:
        """What they add to the difference of a deal, in parts of `analysis.seatings.UNIT`."""
        return self._at(2, contract, side)

    def _at(self, block: int, contract: Contract, side: int) -> int:
        return SEATS + len(Kind) + block * self._block + 2 * self.contracts.index(contract) + side

    def vectors(self, ways: Ways, seatings: Numbers, scale: int) -> tuple[Numbers, Numbers]:
        """Return the quantities of n deals, and the difference in each seating.

        Parameters
        ----------
        ways, seatings
            How the deals were played, and in which seatings, int64 of shape (n, q).
        scale
            What makes a sum over them one over all seatings.

        Returns
        -------
        ndarray
            int64, shape (n, size).
        ndarray
            int64, shape (n, q), in sixths.
        """
        hands, of = ways.hands, np.take_along_axis(ways.of, seatings, axis=1)
        scores = hands["score"].astype(np.int64)
        seats = np.einsum("nqs,nqs->ns", scores[of], WEIGHTS[seatings])
        differences = (scores @ WEIGHTS.T)[of, seatings]
        kinds = (differences[:, :, None] * _BELONGS[seatings]).sum(axis=1)
        place = np.full(max(Contract) + 1, -1)
        place[[int(contract) for contract in self.contracts]] = np.arange(len(self.contracts))
        slot = place[contracts_of(hands["game"])][of]
        by_b = _MASK[seatings] >> np.maximum(hands["declarer"], 0).astype(np.int64)[of] & 1
        counted = self._counted(2 * slot + by_b, slot >= 0, hands["won"][of], differences)
        return np.concatenate([seats, kinds, *counted], axis=1) * scale, differences

    def _counted(self, column: Numbers, played: Numbers, won: Numbers, differences: Numbers) -> list[Numbers]:
        deals = len(column)
        cell = (np.arange(deals)[:, None] * self._block + column)[played]

        def summed(weights: Any) -> Numbers:
            totals = np.bincount(cell, weights, minlength=deals * self._block)
            return totals.astype(np.int64).reshape(deals, self._block)

        return [summed(None), summed(won[played]), summed(differences[played])]


@dataclass(frozen=True)
class Sums:
    """Sums over deals, which add up in any order.

    Attributes
    ----------
    moments
        Of the vectors of `Layout`.
    squares
        Sum of the squared differences of all seatings, in sixths.
    differing
        Deals in which at least one seating gives another score than the others.
    played
        Hands that had to be played: those that several seatings play alike are played once.
    """

    moments: Moments
    squares: int
    differing: int
    played: int

    @classmethod
    def none(cls, layout: Layout) -> Sums:
        """Return the sums over no deal."""
        return cls(Moments.none(layout.size), 0, 0, 0)

    @classmethod
    def of(cls, ways: Ways, seatings: Numbers, design: Design, layout: Layout) -> Sums:
        """Return the sums over some deals, each played in some seatings."""
        vectors, differences = layout.vectors(ways, seatings, design.scale)
        scores = ways.hands["score"].astype(np.int64)[np.take_along_axis(ways.of, seatings, axis=1)]
        differing = (scores != scores[:, :1]).any(axis=(1, 2))
        return cls(Moments.of(vectors), int((differences**2).sum()), int(np.count_nonzero(differing)), len(ways.hands))

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.moments + other.moments,
            self.squares + other.squares,
            self.differing + other.differing,
            self.played + other.played,
        )


def _gains(games: Any, earned: Any, declared: tuple[bool, bool]) -> tuple[Any, Any]:
    """Return what a game of a and one of b earns its own side; of a side without games, what the other's do."""
    a = -earned[A] / games[A] if declared[A] else None
    b = earned[B] / games[B] if declared[B] else None
    return (b if a is None else a), (a if b is None else b)


def more_games(games: list[int], earned: list[int], declared: tuple[bool, bool], means: Any) -> Any:
    """Return what comes from b declaring more or fewer games of a contract than a, as a function of the means."""
    if not any(declared):
        return 0 * means[0]
    a, b = _gains(means[games], means[earned], declared)
    return (means[games[B]] - means[games[A]]) * (a + b) / (2 * UNIT)


def better_games(games: list[int], earned: list[int], declared: tuple[bool, bool], means: Any) -> Any:
    """Return what comes from b's games of a contract ending better or worse than a's, as a function of the means."""
    if not any(declared):
        return 0 * means[0]
    a, b = _gains(means[games], means[earned], declared)
    return (b - a) * (means[games[A]] + means[games[B]]) / (2 * UNIT)
