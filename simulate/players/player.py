"""The contract between the engine and a player.

A player decides four things: what to bid, which game to declare, whether to double, which card to play. Each is asked
of a whole batch of hands at once, as `simulate.table.Views`, and answered with an array. Views hold only
what a player may know, so information is hidden by construction. A compiled rule sees nothing else. A player in
Python could remember between calls what it was shown for other seats of the same hand: it must not, and is not
kept from it. Built-in card players compile the engine's part and their own into one loop (`PlaysOut`); tests hold them
to what they answer from views alone.

Among the views may be some in which nobody is asked: ``Views.legal`` is 0 there, and the answer is ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from simulate.table import Array, Playing, Views


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that tunes a player.

    Attributes
    ----------
    default
        Used when the user names no value.
    meaning
        What it does, with its unit, in a line.
    """

    name: str
    default: float
    meaning: str


class Bidder(Protocol):
    """Decides in the auction: the bid, the game, kontra."""

    @property
    def spec(self) -> str:
        """The name and the parameters that differ from their defaults, such as ``normal(rufspiel=5.5)``."""

    @property
    def version(self) -> int:
        """Raised whenever an answer changes."""

    @property
    def uses_random(self) -> bool:
        """Whether it looks at ``Views.random``."""

    def bid(self, views: Views) -> Array:
        """Return the contract to bid for each view (a `Contract`'s value, 0 to pass), uint8 of shape (n,)."""

    def declare(self, views: Views) -> Array:
        """Return the game to declare for each view (index into ``GAMES``), uint8 of shape (n,)."""

    def double(self, views: Views) -> Array:
        """Return 1 to say kontra (the declarer: rekontra), else 0, uint8 of shape (n,)."""


class CardPlayer(Protocol):
    """Decides which card to play."""

    @property
    def spec(self) -> str:
        """The name and the parameters that differ from their defaults."""

    @property
    def version(self) -> int:
        """Raised whenever an answer changes."""

    @property
    def uses_random(self) -> bool:
        """Whether it looks at ``Views.random``."""

    def play(self, views: Views) -> Array:
        """Return the card to play for each view: a mask of one bit of ``views.legal``, uint32 of shape (n,)."""


class PlaysOut(CardPlayer, Protocol):
    """A built-in card player that can play whole hands in one call when it sits in all seats, which takes less time.

    Its compiled code plays each card by the same rule as `play`, which is shown views only.
    """

    def play_out(self, state: Playing, cards: Array) -> int:
        """Play all cards but those of the last trick, in place; return the index of the first bad answer, else -1.

        `cards`, uint32 of shape (n,), holds the last answers afterwards.
        """


@dataclass(frozen=True)
class Player:
    """A bidder and a card player in one seat.

    Attributes
    ----------
    bidder, card_player
        Any combination.
    """

    bidder: Bidder
    card_player: CardPlayer

    @property
    def spec(self) -> str:
        """The text that makes this player again, such as ``normal/club``."""
        return f"{self.bidder.spec}/{self.card_player.spec}"
