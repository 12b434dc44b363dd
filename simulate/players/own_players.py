"""Players that a user writes: decorators that make a bidder or card player of a function, and what they make.

A decorated function is a `BidderDefinition` or a `CardPlayerDefinition`. It knows its parameters and makes the
`OwnBidder` or `OwnCardPlayer` that the engine asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pickle import PicklingError
from typing import Any, TypeAlias

import numpy as np

from simulate.contracts import GAMES, Contract
from simulate.errors import UserError
from simulate.players.bidders import COURAGE, PointBidder
from simulate.players.own_home import Home
from simulate.players.own_rules import OwnRule
from simulate.players.parameters import changed, completed
from simulate.players.player import Parameter
from simulate.table import Array, Views

VERSION = 1
"""Version of every own player: what tells one from another is the hash of its file."""

_GAMES_OF = np.array(
    [
        sum(1 << number for number, game in enumerate(GAMES) if game.contract == value)
        for value in range(max(Contract) + 1)
    ],
    np.uint64,
)


@dataclass(frozen=True, eq=False)
class BidderDefinition:
    """A bidder as a user has written it.

    Attributes
    ----------
    name
        Name of the function.
    bid
        What it bids.
    declare, double
        Which game it declares and when it doubles; None: as `like` does.
    like
        The point bidder (``cautious``, ``normal``, ``bold``) that decides what is not written.
    home
        Its file; None in a notebook.
    """

    name: str
    bid: OwnRule
    declare: OwnRule | None
    double: OwnRule | None
    like: str
    home: Home | None

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of its functions, those of one name once."""
        return _merged(self.name, [parameter for rule in self.rules for parameter in rule.parameters])

    @property
    def rules(self) -> tuple[OwnRule, ...]:
        """Its functions."""
        return tuple(rule for rule in (self.bid, self.declare, self.double) if rule is not None)

    def make(self, given: Mapping[str, float] | None = None, home: Home | None = None) -> OwnBidder:
        """Return the bidder, with some parameters given other values."""
        return OwnBidder(self, completed(self.parameters, given or {}), home or self.home)

    def __call__(self, view: Any, **values: float) -> Any:
        """Return what the function itself bids, to try it by hand."""
        return self.bid.function(view, **values)


@dataclass(frozen=True, eq=False)
class CardPlayerDefinition:
    """A card player as a user has written it.

    Attributes
    ----------
    name
        Name of the function.
    play
        Which card it plays.
    home
        Its file; None in a notebook.
    """

    name: str
    play: OwnRule
    home: Home | None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of its function."""
        return self.play.parameters

    @property
    def rules(self) -> tuple[OwnRule, ...]:
        """Its function."""
        return (self.play,)

    def make(self, given: Mapping[str, float] | None = None, home: Home | None = None) -> OwnCardPlayer:
        """Return the card player, with some parameters given other values."""
        return OwnCardPlayer(self, completed(self.parameters, given or {}), home or self.home)

    def __call__(self, view: Any, **values: float) -> Any:
        """Return what the function itself plays, to try it by hand."""
        return self.play.function(view, **values)


Definition: TypeAlias = BidderDefinition | CardPlayerDefinition
"""What a decorator returns."""


@dataclass(frozen=True)
class _Made:
    """What a definition makes.

    Attributes
    ----------
    definition
        What the user wrote.
    values
        The value of each parameter, in order.
    home
        Its file; None in a notebook.
    """

    definition: Any
    values: tuple[float, ...]
    home: Home | None

    version = VERSION
    # Rules see random numbers without asking for them; they cost a few percent of a simulation's time.
    uses_random = True

    @cached_property
    def spec(self) -> str:
        """The text that makes it again, such as ``my_player.py:brave(least=6)``; in a notebook the name alone."""
        name = self.definition.name if self.home is None else self.home.spec
        return str(name) + changed(self.definition.parameters, self.values)

    @property
    def sha256(self) -> str | None:
        """Hash of the file it is from; None in a notebook."""
        return None if self.home is None else self.home.sha256

    @property
    def compiled(self) -> bool:
        """Whether all its functions are compiled, so that they keep nothing from one call to the next."""
        return not any(rule.batch for rule in self.definition.rules)

    @cached_property
    def named(self) -> dict[str, float]:
        """The value of each parameter by name."""
        names = [parameter.name for parameter in self.definition.parameters]
        return dict(zip(names, self.values, strict=True))

    def _answers(self, rule: OwnRule, views: Views) -> Array:
        return rule.answers(f"player {self.spec!r}", views, self.named)

    def __reduce__(self) -> tuple[Any, ...]:
        from simulate.players.from_file import load_again

        if self.home is None:
            raise PicklingError(f"player {self.spec!r} is in no file that a worker can load: put it in one of its own")
        return load_again, (self.home, self.named)


class OwnBidder(_Made):
    """A bidder made from a user's functions; what he did not write is decided as a point bidder does."""

    @cached_property
    def _like(self) -> PointBidder:
        return PointBidder.make(self.definition.like)

    def bid(self, views: Views) -> Array:
        """Return the contract to bid for each view, 0 to pass, int64 of shape (n,)."""
        return self._answers(self.definition.bid, views)

    def declare(self, views: Views) -> Array:
        """Return the game to declare for each view; unless written by the user, one of the contract that was bid."""
        if self.definition.declare is not None:
            return self._answers(self.definition.declare, views)
        as_bid = views.legal & _GAMES_OF[views.public["standing"]]
        return self._like.declare(views._replace(legal=np.where(as_bid, as_bid, views.legal)))

    def double(self, views: Views) -> Array:
        """Return 1 to say kontra or rekontra for each view, else 0."""
        if self.definition.double is not None:
            return self._answers(self.definition.double, views)
        return self._like.double(views)


class OwnCardPlayer(_Made):
    """A card player made from a user's function."""

    def play(self, views: Views) -> Array:
        """Return the card to play for each view, a mask of one bit, int64 of shape (n,)."""
        return self._answers(self.definition.play, views)


def bidder(
    function: Callable[..., Any] | None = None,
    *,
    declare: Callable[..., Any] | None = None,
    double: Callable[..., Any] | None = None,
    like: str = "normal",
) -> Any:
    """Return a bidder made from a function of one `View` that returns the contract to bid or `PASS`; a decorator.

    The function is compiled. Its parameters beside the view are parameters of the player; they need numbers as
    defaults.

    Parameters
    ----------
    function
        What to bid.
    declare
        A function of one view that returns the game to declare (see `game`). Without it, the game is of the contract
        that was bid and its suit is the one that the point bidder `like` would choose.
    double
        A function of one view that returns 1 to say kontra (as declarer: rekontra), else 0. Without it, as `like`
        doubles.
    like
        ``cautious``, ``normal`` or ``bold``.

    Raises
    ------
    UserError
        If a signature is not that of a rule.

    Examples
    --------
    >>> from simulate.players.own import PASS, RUFSPIEL, bidder, count, may, trumps
    >>> @bidder
    ... def brave(v, least=5):
    ...     return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS
    >>> brave.make({"least": 4}).spec
    'brave(least=4)'
    """
    return _decorated(function, False, declare, double, like)


def batch_bidder(
    function: Callable[..., Any] | None = None,
    *,
    declare: Callable[..., Any] | None = None,
    double: Callable[..., Any] | None = None,
    like: str = "normal",
) -> Any:
    """Return a bidder made from a function of `simulate.table.Views` that returns an array; a decorator.

    As `bidder`, for NumPy, numba or a model: the functions get many views at once, only those in which somebody is
    asked, and return one whole number for each. The arrays can't be written to.

    Examples
    --------
    >>> import numpy as np
    >>> from simulate.players.own import RUFSPIEL, batch_bidder
    >>> @batch_bidder
    ... def eager(views):
    ...     return RUFSPIEL * (views.legal >> np.uint64(RUFSPIEL) & np.uint64(1))
    >>> eager.make().spec
    'eager'
    """
    return _decorated(function, True, declare, double, like)


def card_player(function: Callable[..., Any]) -> CardPlayerDefinition:
    """Return a card player made from a function of one `View` that returns a legal card; a decorator.

    The function is compiled. Its parameters beside the view are parameters of the player; they need numbers as
    defaults.

    Examples
    --------
    >>> from simulate.players.own import card_player, fattest, is_last, lowest, winners
    >>> @card_player
    ... def greedy(v):
    ...     return fattest(v, winners(v)) if is_last(v) and winners(v) else lowest(v.legal)
    >>> greedy.make().spec
    'greedy'
    """
    return CardPlayerDefinition(_name(function), OwnRule.of(function, batch=False), Home.of(function))


def batch_card_player(function: Callable[..., Any]) -> CardPlayerDefinition:
    """Return a card player made from a function of `simulate.table.Views` that returns an array of masks; a decorator.

    As `card_player`, for NumPy, numba or a model: see `batch_bidder`.
    """
    return CardPlayerDefinition(_name(function), OwnRule.of(function, batch=True), Home.of(function))


def _decorated(function: Callable[..., Any] | None, batch: bool, declare: Any, double: Any, like: str) -> Any:
    if like not in COURAGE:
        raise UserError(f"like={like!r} is no point bidder: use {', '.join(COURAGE)}")

    def decorate(bid: Callable[..., Any]) -> BidderDefinition:
        chosen, doubled = (None if part is None else OwnRule.of(part, batch) for part in (declare, double))
        definition = BidderDefinition(_name(bid), OwnRule.of(bid, batch), chosen, doubled, like, Home.of(bid))
        _ = definition.parameters
        return definition

    return decorate if function is None else decorate(function)


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", function))


def _merged(name: str, parameters: list[Parameter]) -> tuple[Parameter, ...]:
    merged: dict[str, Parameter] = {}
    for parameter in parameters:
        known = merged.setdefault(parameter.name, parameter)
        if known.default != parameter.default:
            raise UserError(
                f"parameter {parameter.name!r} of {name} has the defaults {known.default:g} and {parameter.default:g}: "
                "give it the same in all functions"
            )
    return tuple(merged.values())
