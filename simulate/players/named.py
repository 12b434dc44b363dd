"""Built-in players as functions, with their parameters by name.

>>> normal(rufspiel=5.5, solo=11).spec
'normal(rufspiel=5.5,solo=11)/club'
>>> bold(cards="random").spec
'bold/random'
"""

from __future__ import annotations

from simulate.players.parameters import number
from simulate.players.player import CardPlayer, Player
from simulate.players.registry import DEFAULT_CARD_PLAYER, Role, make_half


def cautious(*, cards: str | CardPlayer = DEFAULT_CARD_PLAYER, **parameters: float) -> Player:
    """Return the player who bids only what it will probably win; see `normal`."""
    return _named("cautious", cards, parameters)


def normal(*, cards: str | CardPlayer = DEFAULT_CARD_PLAYER, **parameters: float) -> Player:
    """Return the player who bids as often as people do.

    Parameters
    ----------
    cards
        Who plays its cards.
    parameters
        Values by name; ``schafkopf players normal`` lists them with their defaults, units and meaning.

    Raises
    ------
    UserError
        If a parameter is not known.
    """
    return _named("normal", cards, parameters)


def bold(*, cards: str | CardPlayer = DEFAULT_CARD_PLAYER, **parameters: float) -> Player:
    """Return the player who bids on weaker hands; see `normal`."""
    return _named("bold", cards, parameters)


def _named(name: str, cards: str | CardPlayer, parameters: dict[str, float]) -> Player:
    written = ",".join(f"{key}={number(value)}" for key, value in parameters.items())
    bidder = make_half(Role.BIDDER, f"{name}({written})")
    return Player(bidder, make_half(Role.CARD_PLAYER, cards) if isinstance(cards, str) else cards)
