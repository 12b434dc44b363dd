"""What one player knows at the deal: his hand, the game and his role in it.

>>> from simulate.cards import Suit
>>> from simulate.contracts import Contract
>>> see("EO GO HU HA H9 EA G10 GA", Game(Contract.RUFSPIEL, Suit.GRAS)).others
(<Role.DECLARER: 'declarer'>, <Role.OPPONENT: 'opponent'>, <Role.OPPONENT: 'opponent'>)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from analysis.odds import RUFSPIEL
from simulate.cards import CARDS_PER_HAND, SEATS, CardSet
from simulate.contracts import Frame, Game, Goal, callable_aces
from simulate.errors import UserError


class Role(StrEnum):
    """What a player is in a game."""

    PLAYER = "player"
    """No game is declared."""
    DECLARER = "declarer"
    PARTNER = "partner"
    """The holder of the called ace."""
    OPPONENT = "opponent"


class Direction(IntEnum):
    """Where another player sits, as the number of seats further clockwise."""

    LEFT = 1
    OPPOSITE = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player knows at the deal; made by `see`.

    Attributes
    ----------
    hand
        His eight cards.
    game
        The game declared, if any.
    role
        What he is in it.
    """

    hand: CardSet
    game: Game | None
    role: Role

    def __post_init__(self) -> None:
        if len(self.hand) != CARDS_PER_HAND:
            raise UserError(f"hand {self.hand} has {len(self.hand)} cards: give {CARDS_PER_HAND}")
        if (self.game is None) != (self.role is Role.PLAYER):
            raise UserError(f"role {self.role} does not fit game {self.game}: name both a game and a role in it")
        if self.game is not None:
            _check_role(self.hand, self.game, self.role)

    @property
    def frame(self) -> Frame:
        """The order of the cards; before a game is declared that of a Rufspiel."""
        return (self.game or RUFSPIEL).frame

    @property
    def called_suit(self) -> CardSet:
        """The non-trump cards of the called suit; empty where no ace is called."""
        return self.game.called_suit if self.game else CardSet()

    @property
    def others(self) -> tuple[Role, ...]:
        """The roles of the other three players, the declarer's first; in no order of seats."""
        if self.game is None:
            return (Role.PLAYER,) * (SEATS - 1)
        roles = [Role.DECLARER, Role.PARTNER, Role.OPPONENT, Role.OPPONENT]
        if self.game.spec.alone:
            roles[1] = Role.OPPONENT
        roles.remove(self.role)
        return tuple(roles)


def _check_role(hand: CardSet, game: Game, role: Role) -> None:
    if game.spec.goal is Goal.SHOWN:
        raise UserError(f"{game} is not played out, so there is nothing to ask: name another game")
    if game.spec.alone:
        if role is Role.PARTNER:
            raise UserError(f"{game} has no partner: use declarer or opponent")
        return
    ace = game.called_ace
    if ace is None:
        raise UserError(f"{game} calls no ace: name its suit, E, G or S")
    if (role is Role.PARTNER) != (ace in hand):
        has = "has" if ace in hand else "has not"
        raise UserError(
            f"the {role} of {game} can't hold {hand}, which {has} {ace}: who has the called ace is the partner"
        )
    if role is Role.DECLARER and game.suit not in callable_aces(hand):
        raise UserError(
            f"{ace} can't be called with {hand}, which has no non-trump card of its suit: name another suit"
        )
    if role is not Role.DECLARER and not game.called_suit - hand - {ace}:
        raise UserError(f"{ace} can't have been called: all other cards of its suit are in {hand}")


def see(hand: CardSet | str, game: Game | None = None, role: Role | str | None = None) -> Seen:
    """Return what a player knows at the deal.

    Parameters
    ----------
    hand
        His eight cards, or their names.
    game
        The game declared; None asks about the hand alone, with the trumps of a Rufspiel.
    role
        His role in the game. By default the holder of the called ace is the partner, anyone else the declarer.

    Raises
    ------
    UserError
        If the hand has not eight cards, or he can't have that role with it.
    """
    cards = CardSet.parse(hand) if isinstance(hand, str) else hand
    if role is None:
        role = Role.DECLARER if game else Role.PLAYER
        if game is not None and game.called_ace in cards:
            role = Role.PARTNER
    if role not in list(Role):
        raise UserError(f"role {str(role)!r} is unknown: use {', '.join(Role)}")
    return Seen(cards, game, Role(role))
