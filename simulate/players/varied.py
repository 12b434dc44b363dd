"""Players with some parameters given other values, whatever kind of player they are.

>>> from simulate.players.registry import parse_player
>>> varied(parse_player("normal(wenz=6)"), {"solo": 11.0}).spec
'normal(wenz=6,solo=11)/club'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.errors import UserError, did_you_mean
from simulate.players.own_players import OwnBidder, OwnCardPlayer
from simulate.players.player import Parameter, Player
from simulate.players.registry import Role, entry_and_values


def parameters(player: Player) -> dict[str, tuple[Parameter, float]]:
    """Return the parameters of both halves by name, each with its value; the bidder's where both have one of a name."""
    card_player = _parameters(Role.CARD_PLAYER, player.card_player)
    return card_player | _parameters(Role.BIDDER, player.bidder)


def varied(player: Player, values: Mapping[str, float]) -> Player:
    """Return a player with some parameters given other values, the others kept.

    Raises
    ------
    UserError
        If neither half has a parameter of that name.
    """
    known = parameters(player)
    for name in values:
        if name not in known:
            allowed = f"use {', '.join(known)}" if known else "it has none"
            hint = did_you_mean(name, tuple(known))
            raise UserError(f"parameter {name!r} of {player.spec!r} is unknown: {allowed}{hint}")
    of_bidder = _parameters(Role.BIDDER, player.bidder)
    bids = {name: value for name, value in values.items() if name in of_bidder}
    plays = {name: value for name, value in values.items() if name not in of_bidder}
    return Player(
        _with(Role.BIDDER, player.bidder, bids) if bids else player.bidder,
        _with(Role.CARD_PLAYER, player.card_player, plays) if plays else player.card_player,
    )


def own_values(player: Player, names: Sequence[str]) -> tuple[float, ...]:
    """Return the values that a player has of some of his parameters."""
    known = parameters(player)
    return tuple(known[name][1] for name in names)


def _parameters(role: Role, half: Any) -> dict[str, tuple[Parameter, float]]:
    if isinstance(half, OwnBidder | OwnCardPlayer):
        return {one.name: (one, half.named[one.name]) for one in half.definition.parameters}
    try:
        entry, given = entry_and_values(role, half.spec)
    except UserError:
        # A player that is in no list has no parameters that could be named.
        return {}
    return {one.name: (one, given.get(one.name, one.default)) for one in entry.parameters}


def _with(role: Role, half: Any, values: Mapping[str, float]) -> Any:
    if isinstance(half, OwnBidder | OwnCardPlayer):
        return half.definition.make({**half.named, **values}, half.home)
    entry, given = entry_and_values(role, half.spec)
    return entry.make({**given, **values})
