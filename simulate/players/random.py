"""The players `random`: every legal answer is equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.kernels.bits import mulhi64, popcount32, popcount64, select32, select_index32
from simulate.kernels.jit import helper, kernel
from simulate.players.parameters import changed, completed
from simulate.players.player import Parameter
from simulate.table import Array, Views

VERSION = 1
_PASS = np.uint64(1)
_HALF = 32

PARAMETERS: tuple[Parameter, ...] = (
    Parameter("double", 0.05, "probability of kontra, and of rekontra, whenever it may be said"),
)


@helper
def _random_bit(choice: np.uint64, word: np.uint64) -> Any:
    # The number of a random one bit of a 64-bit set.
    k = np.int64(mulhi64(word, np.uint64(popcount64(choice))))
    low = np.uint32(choice)
    in_low = popcount32(low)
    if k < in_low:
        return select_index32(low, k)
    return _HALF + select_index32(np.uint32(choice >> np.uint64(_HALF)), k - in_low)


@kernel
def choose_batch(choice: Any, always: np.uint64, random: Any, chosen: Array) -> None:
    """Fill `chosen` with the number of a random one bit of each set, uint64 of shape (n,), joined with `always`."""
    for i in range(choice.shape[0]):
        chosen[i] = _random_bit(choice[i] | always, random[i])


@kernel
def card_batch(legal: Any, random: Any, cards: Array) -> None:
    """Fill `cards` with a random card of each set of legal cards, uint32 of shape (n,)."""
    for i in range(legal.shape[0]):
        k = np.int64(mulhi64(random[i], np.uint64(popcount32(legal[i]))))
        cards[i] = select32(legal[i], k)


@dataclass(frozen=True)
class RandomBidder:
    """A bidder that passes or bids any legal contract, all equally likely, and declares any legal game.

    Attributes
    ----------
    values
        The value of each of `PARAMETERS`, in their order.
    """

    values: tuple[float, ...]

    name = "random"
    version = VERSION
    uses_random = True

    @classmethod
    def make(cls, name: str = "random", given: Mapping[str, float] | None = None) -> RandomBidder:
        """Return the bidder, with some of `PARAMETERS` given other values."""
        return cls(completed(PARAMETERS, given or {}))

    @property
    def spec(self) -> str:
        """The name and the parameters that differ from their defaults."""
        return self.name + changed(PARAMETERS, self.values)

    def bid(self, views: Views) -> Array:
        """Return a random legal contract or a pass for each view, uint8 of shape (n,)."""
        return self._choose(views, _PASS)

    def declare(self, views: Views) -> Array:
        """Return a random legal game for each view, uint8 of shape (n,)."""
        return self._choose(views, np.uint64(0))

    def double(self, views: Views) -> Array:
        """Return 1 with the probability ``double``, else 0, uint8 of shape (n,)."""
        # The upper 53 bits are exact as a float.
        fraction = (views.random >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return (fraction < self.values[0]).astype(np.uint8)

    def _choose(self, views: Views, always: np.uint64) -> Array:
        chosen = np.empty(len(views.legal), dtype=np.uint8)
        choose_batch(views.legal, always, views.random, chosen)
        return chosen


@dataclass(frozen=True)
class RandomCardPlayer:
    """A card player that plays any legal card, all equally likely."""

    name = "random"
    spec = "random"
    version = VERSION
    uses_random = True

    @classmethod
    def make(cls, name: str = "random", given: Mapping[str, float] | None = None) -> RandomCardPlayer:
        """Return the card player, which has no parameters."""
        completed((), given or {})
        return cls()

    def play(self, views: Views) -> Array:
        """Return a random legal card for each view, a mask of one bit, uint32 of shape (n,)."""
        cards = np.empty(len(views.legal), dtype=np.uint32)
        card_batch(views.legal, views.random, cards)
        return cards
