"""The bidders `cautious`, `normal` and `bold`: one way to judge a hand, three degrees of courage.

A hand is judged in points, one for each trump and more for what else wins tricks; a game is bid when the hand has as
many points as the bidder asks for it. `simulate.players.hand_strength` says how points add up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simulate.players.bidding import Limits, bid_batch, declare_batch, double_batch
from simulate.players.hand_strength import Strength, strength
from simulate.players.parameters import changed, completed
from simulate.players.player import Parameter
from simulate.table import Array, Views

VERSION = 2

PARAMETERS: tuple[Parameter, ...] = (
    Parameter("rufspiel", 6.3, "points for a Rufspiel"),
    Parameter("wenz", 5.64, "points for a Wenz"),
    Parameter("solo", 12.3, "points for a Solo"),
    Parameter("tout", 12.0, "trumps plus unbroken run of the highest, in cards, for a Solo-Tout without plain losers"),
    Parameter("contested", 0.3, "points more for a Wenz or Solo when another has bid"),
    Parameter("later_seat", 0.07, "points towards a Rufspiel for each seat that had to pass before"),
    Parameter("forehand", 0.2, "points towards a Wenz or Solo for the first lead"),
    Parameter("kontra_rufspiel", 7.8, "points (as for a Rufspiel) for kontra against a Rufspiel"),
    Parameter("kontra_wenz", 5.0, "points (as for a Wenz) for kontra against a Wenz"),
    Parameter("kontra_solo", 9.5, "points (as for a Solo) for kontra against a Solo"),
    Parameter("rekontra_rufspiel", 9.5, "points for rekontra in a Rufspiel"),
    Parameter("rekontra_wenz", 7.5, "points for rekontra in a Wenz"),
    Parameter("rekontra_solo", 15.0, "points for rekontra in a Solo"),
    Parameter(
        "ruf_error", 0.6, "points by which a hand is at most misjudged for a Rufspiel, more or less, by its cards"
    ),
    Parameter("wenz_error", 0.0, "the same for a Wenz"),
    Parameter("solo_error", 1.35, "the same for a Solo"),
    Parameter("ruf_EO", 1.1, "points of the Eichel-Ober for a Rufspiel, beside the one for a trump"),
    Parameter("ruf_GO", 0.95, "the same for the Gras-Ober"),
    Parameter("ruf_HO", 0.85, "the same for the Herz-Ober"),
    Parameter("ruf_SO", 0.55, "the same for the Schellen-Ober"),
    Parameter("ruf_U", 0.2, "the same for an Unter"),
    Parameter("ruf_trump_fat", 0.1, "the same for the Sau and the ten of trump"),
    Parameter("ruf_sau", 0.5, "points of a plain Sau for a Rufspiel"),
    Parameter("ruf_sau_ten", 0.0, "points more if it is held with the ten"),
    Parameter("ruf_void", 0.2, "points of a plain suit not held"),
    Parameter("solo_EO", 1.65, "points of the Eichel-Ober for a Solo, beside the one for a trump"),
    Parameter("solo_GO", 1.5, "the same for the Gras-Ober"),
    Parameter("solo_HO", 1.1, "the same for the Herz-Ober"),
    Parameter("solo_SO", 0.95, "the same for the Schellen-Ober"),
    Parameter("solo_U", 0.4, "the same for an Unter"),
    Parameter("solo_trump_fat", 0.35, "the same for the Sau and the ten of trump"),
    Parameter("solo_sau", 1.1, "points of a plain Sau for a Solo"),
    Parameter("solo_sau_ten", 0.5, "points more if it is held with the ten"),
    Parameter("solo_void", 0.9, "points of a plain suit not held"),
    Parameter("wenz_EU", 1.6, "points of the Eichel-Unter for a Wenz"),
    Parameter("wenz_GU", 1.3, "points of the Gras-Unter"),
    Parameter("wenz_HU", 1.15, "points of the Herz-Unter"),
    Parameter("wenz_SU", 1.15, "points of the Schellen-Unter"),
    Parameter("wenz_sau", 1.0, "points of a Sau for a Wenz"),
    Parameter("wenz_sau_ten", 0.45, "points more if it is held with the ten"),
    Parameter("wenz_void", 0.5, "points of a suit not held"),
)
"""What the bidders can be told, with the values of `normal`; points are trumps, or for a Wenz aces."""

COURAGE: dict[str, dict[str, float]] = {
    "cautious": {"rufspiel": 6.8, "wenz": 6.1, "solo": 13.1, "ruf_error": 0.3, "solo_error": 0.8},
    "normal": {},
    "bold": {"rufspiel": 5.7, "wenz": 5.3, "solo": 11.8},
}
"""The bidders by name, and what each asks for other than `normal`."""


@dataclass(frozen=True)
class PointBidder:
    """A bidder that counts the points of its hand.

    Attributes
    ----------
    name
        ``cautious``, ``normal`` or ``bold``.
    values
        The value of each of `PARAMETERS`, in their order.
    """

    name: str
    values: tuple[float, ...]

    version = VERSION
    uses_random = False

    @classmethod
    def make(cls, name: str, given: Mapping[str, float] | None = None) -> PointBidder:
        """Return the bidder of a name, with some of `PARAMETERS` given other values."""
        return cls(name, completed(bidder_parameters(name), given or {}))

    @cached_property
    def spec(self) -> str:
        """The name and the parameters that differ from its defaults, such as ``normal(rufspiel=5.5)``."""
        return self.name + changed(bidder_parameters(self.name), self.values)

    @cached_property
    def limits(self) -> Limits:
        """The points asked for."""
        named = self._named
        return Limits(*(named[field] for field in Limits._fields))

    @cached_property
    def strength(self) -> Strength:
        """The points of the cards."""
        return strength(self._named)

    @property
    def _named(self) -> dict[str, float]:
        return {parameter.name: value for parameter, value in zip(PARAMETERS, self.values, strict=True)}

    def bid(self, views: Views) -> Array:
        """Return the contract to bid for each view (a `Contract`'s value, 0 to pass), uint8 of shape (n,)."""
        bids = np.empty(len(views.hand), dtype=np.uint8)
        bid_batch(views.public, views.hand, views.legal, views.seat, self.strength, self.limits, bids)
        return bids

    def declare(self, views: Views) -> Array:
        """Return the game to declare for each view (index into ``GAMES``), uint8 of shape (n,)."""
        games = np.empty(len(views.hand), dtype=np.uint8)
        declare_batch(views.hand, views.legal, self.strength, self.limits, games)
        return games

    def double(self, views: Views) -> Array:
        """Return 1 to say kontra (the declarer: rekontra), else 0, uint8 of shape (n,)."""
        doubles = np.empty(len(views.hand), dtype=np.uint8)
        double_batch(views.public, views.hand, views.seat, self.strength, self.limits, doubles)
        return doubles


def bidder_parameters(name: str) -> tuple[Parameter, ...]:
    """Return the parameters of `cautious`, `normal` or `bold` with its own defaults."""
    own = COURAGE[name]
    return tuple(Parameter(p.name, own.get(p.name, p.default), p.meaning) for p in PARAMETERS)
