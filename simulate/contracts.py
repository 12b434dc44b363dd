"""Contracts as data: which cards are trump in which order, who plays alone, what wins (RULES sections 3-4).

Nothing else in the package knows a contract by name: kernels, scoring and players read the tables here.

Glossary
--------
contract
    Kind of game: Rufspiel, Wenz, Solo, Wenz-Tout, Solo-Tout, Sie (and the variants of RULES section 9).
game
    A contract together with its suit: "Rufspiel on the Eichel-Sau", "Herz-Solo", "Wenz".
frame
    The numbering of the cards in a game in which a higher bit beats a lower one: trumps on top, then the plain
    suits. The frame of a Rufspiel is the numbering of `simulate.cards` itself.
hand, deal
    One deal played out; the 32 cards as distributed.
seat, forehand
    Place in playing order, 0 (forehand, who leads the first trick) to 3 (dealer).
declarer, partner, opponents
    Who plays the game; in a Rufspiel the holder of the called ace; the others.
called ace
    The Sau that the declarer of a Rufspiel names; "its suit" are the non-trump cards of that suit.
eyes
    Card points, 120 in all.
schneider, schwarz
    The losing side stays at or below a quarter of the eyes (opponents: below); it took no trick.
laufende
    The unbroken run of trumps from the highest that one side holds at the deal.
kontra, rekontra
    Doubling by an opponent; the declarer's answer.
score
    Units won or lost by a seat in a hand; the four scores sum to zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache, cached_property

from simulate.cards import Card, CardSet, Rank, Suit


class Contract(IntEnum):
    """The contracts in bidding order: a higher value outbids a lower one."""

    RUFSPIEL = 1
    FARBGEIER = 2
    GEIER = 3
    FARBWENZ = 4
    WENZ = 5
    SOLO = 6
    FARBGEIER_TOUT = 7
    GEIER_TOUT = 8
    FARBWENZ_TOUT = 9
    WENZ_TOUT = 10
    SOLO_TOUT = 11
    SIE = 12

    @property
    def word(self) -> str:
        """The name in data and on the command line, such as ``wenz-tout``."""
        return self.name.lower().replace("_", "-")

    @property
    def title(self) -> str:
        """The name in a sentence, such as ``Wenz-Tout``."""
        return "-".join(part.capitalize() for part in self.name.split("_"))

    @classmethod
    def from_word(cls, word: str) -> Contract:
        """Return the contract of a name such as ``wenz-tout`` (any case, ``_`` for ``-``); `KeyError` if none."""
        return cls[word.strip().upper().replace("-", "_")]


class SuitRole(Enum):
    """What the suit named with a contract means."""

    NONE = "none"
    CALLED = "called"
    TRUMP = "trump"


class Goal(Enum):
    """What the declaring side must do to win."""

    EYES = "more than half of the eyes"
    ALL_TRICKS = "every trick"
    SHOWN = "nothing more: the hand is shown and won"


@dataclass(frozen=True, slots=True)
class ContractSpec:
    """What defines a contract.

    Attributes
    ----------
    trump_ranks
        Ranks that are trump in all suits, highest first.
    suit_role
        Whether a suit is named, and what for.
    fixed_trump_suit
        The trump suit if it is not the one named.
    goal
        What wins.
    """

    trump_ranks: tuple[Rank, ...]
    suit_role: SuitRole
    fixed_trump_suit: Suit | None = None
    goal: Goal = Goal.EYES

    @property
    def alone(self) -> bool:
        """Whether the declarer plays against all three others."""
        return self.suit_role is not SuitRole.CALLED


_OBER_UNTER = (Rank.OBER, Rank.UNTER)

SPECS: dict[Contract, ContractSpec] = {
    Contract.RUFSPIEL: ContractSpec(_OBER_UNTER, SuitRole.CALLED, fixed_trump_suit=Suit.HERZ),
    Contract.FARBGEIER: ContractSpec((Rank.OBER,), SuitRole.TRUMP),
    Contract.GEIER: ContractSpec((Rank.OBER,), SuitRole.NONE),
    Contract.FARBWENZ: ContractSpec((Rank.UNTER,), SuitRole.TRUMP),
    Contract.WENZ: ContractSpec((Rank.UNTER,), SuitRole.NONE),
    Contract.SOLO: ContractSpec(_OBER_UNTER, SuitRole.TRUMP),
    Contract.FARBGEIER_TOUT: ContractSpec((Rank.OBER,), SuitRole.TRUMP, goal=Goal.ALL_TRICKS),
    Contract.GEIER_TOUT: ContractSpec((Rank.OBER,), SuitRole.NONE, goal=Goal.ALL_TRICKS),
    Contract.FARBWENZ_TOUT: ContractSpec((Rank.UNTER,), SuitRole.TRUMP, goal=Goal.ALL_TRICKS),
    Contract.WENZ_TOUT: ContractSpec((Rank.UNTER,), SuitRole.NONE, goal=Goal.ALL_TRICKS),
    Contract.SOLO_TOUT: ContractSpec(_OBER_UNTER, SuitRole.TRUMP, goal=Goal.ALL_TRICKS),
    Contract.SIE: ContractSpec(_OBER_UNTER, SuitRole.NONE, fixed_trump_suit=Suit.HERZ, goal=Goal.SHOWN),
}

SIE_HAND = CardSet.of(card for card in Card if card.rank in _OBER_UNTER)
"""The eight cards of a Sie: all Ober and all Unter."""

CALLABLE_SUITS = tuple(suit for suit in sorted(Suit, reverse=True) if suit is not Suit.HERZ)
"""Suits whose ace may be called: Eichel, Gras, Schellen."""

# Strength of the ranks in a suit, highest first; ranks that are trump in the contract drop out.
_SUIT_ORDER = (Rank.SAU, Rank.TEN, Rank.KING, Rank.OBER, Rank.UNTER, Rank.NINE, Rank.EIGHT, Rank.SEVEN)


@dataclass(frozen=True)
class Frame:
    """The order of the cards in a game: position 31 is the highest trump, position 0 the lowest plain card.

    Attributes
    ----------
    trump_ranks
        Ranks that are trump in all suits, highest first.
    trump_suit
        The suit whose other cards are trump, too; None in a Wenz.
    """

    trump_ranks: tuple[Rank, ...]
    trump_suit: Suit | None

    @cached_property
    def groups(self) -> tuple[tuple[Card, ...], ...]:
        """Trumps, then the plain suits from Eichel to Schellen; each from its highest card to its lowest."""
        plain_ranks = [rank for rank in _SUIT_ORDER if rank not in self.trump_ranks]
        suits = sorted(Suit, reverse=True)
        trumps = [Card.of(suit, rank) for rank in self.trump_ranks for suit in suits]
        if self.trump_suit is not None:
            trumps += [Card.of(self.trump_suit, rank) for rank in plain_ranks]
        plain = [tuple(Card.of(suit, rank) for rank in plain_ranks) for suit in suits if suit is not self.trump_suit]
        return (tuple(trumps), *plain)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The card at each position, lowest first (32 cards)."""
        return tuple(card for group in self.groups for card in group)[::-1]

    @cached_property
    def positions(self) -> dict[Card, int]:
        """The position of each card."""
        return {card: position for position, card in enumerate(self.cards)}

    @cached_property
    def trumps(self) -> CardSet:
        """All trumps."""
        return CardSet.of(self.groups[0])

    def suit_of(self, card: Card) -> CardSet:
        """Return the cards that answer a lead of `card`: all trumps, or its plain suit."""
        return next(CardSet.of(group) for group in self.groups if card in group)

    def beats(self, card: Card, other: Card) -> bool:
        """Return whether `card`, played later, takes the trick from `other`."""
        if card not in self.trumps and card not in self.suit_of(other):
            return False
        return self.positions[card] > self.positions[other]


@dataclass(frozen=True, slots=True)
class Game:
    """A contract with its suit (called or trump), if it names one."""

    contract: Contract
    suit: Suit | None = None

    @property
    def spec(self) -> ContractSpec:
        """What defines the contract."""
        return SPECS[self.contract]

    @property
    def trump_suit(self) -> Suit | None:
        """The suit that is trump besides the trump ranks."""
        return self.suit if self.spec.suit_role is SuitRole.TRUMP else self.spec.fixed_trump_suit

    @property
    def frame(self) -> Frame:
        """The order of the cards."""
        return _frame(self.spec.trump_ranks, self.trump_suit)

    @property
    def called_ace(self) -> Card | None:
        """The called ace of a Rufspiel, else None."""
        return _called_ace(self)

    @property
    def called_suit(self) -> CardSet:
        """The non-trump cards of the called suit; empty where no ace is called."""
        return _called_suit(self)

    @property
    def title(self) -> str:
        """The game in words, such as ``Rufspiel (Eichel)`` or ``Herz-Solo``."""
        if self.suit is None:
            return self.contract.title
        if self.spec.suit_role is SuitRole.CALLED:
            return f"{self.contract.title} ({self.suit.title})"
        return f"{self.suit.title}-{self.contract.title}"

    def __str__(self) -> str:
        return self.title


# A game is asked for these once for every card played, by the referee.


@cache
def _called_ace(game: Game) -> Card | None:
    if game.spec.suit_role is SuitRole.CALLED and game.suit is not None:
        return Card.of(game.suit, Rank.SAU)
    return None


@cache
def _called_suit(game: Game) -> CardSet:
    return game.frame.suit_of(game.called_ace) if game.called_ace is not None else CardSet()


@cache
def _frame(trump_ranks: tuple[Rank, ...], trump_suit: Suit | None) -> Frame:
    return Frame(trump_ranks, trump_suit)


def _suits_of(spec: ContractSpec) -> tuple[Suit | None, ...]:
    if spec.suit_role is SuitRole.NONE:
        return (None,)
    return CALLABLE_SUITS if spec.suit_role is SuitRole.CALLED else tuple(sorted(Suit, reverse=True))


GAMES: tuple[Game, ...] = tuple(Game(contract, suit) for contract in Contract for suit in _suits_of(SPECS[contract]))
"""All games in bidding order; a game's index is its number in kernels and in a player's answers."""

GAME_NUMBER: dict[Game, int] = {game: number for number, game in enumerate(GAMES)}

FRAMES: tuple[Frame, ...] = tuple(dict.fromkeys(game.frame for game in GAMES))
"""The frames in use; the first is that of the Rufspiel, which is the numbering of the cards itself."""


def callable_aces(hand: CardSet) -> tuple[Suit, ...]:
    """Return the suits whose ace the holder of `hand` may call (RULES section 4).

    The ace is not in the hand, and the hand holds at least one non-trump card of its suit.

    >>> callable_aces(CardSet.parse("EO GO HA EA E7 G7 S8 SA"))
    (<Suit.GRAS: 2>,)
    """
    return tuple(
        suit
        for suit in CALLABLE_SUITS
        if Card.of(suit, Rank.SAU) not in hand and hand & Game(Contract.RUFSPIEL, suit).called_suit
    )
