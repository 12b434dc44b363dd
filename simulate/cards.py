"""Cards and sets of cards, with their German and French names (RULES section 1).

A card is a number from 0 to 31 and a set of cards is the 32-bit mask of those numbers. Cards are
numbered as players sort a hand for a Rufspiel: whatever beats another card there has the higher
number, so the four Ober are the top four bits and a printed set reads from the strongest card down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from enum import IntEnum, StrEnum
from typing import Any, Self

from simulate.errors import UserError


class Suit(IntEnum):
    """The four suits; a higher value is a higher suit (Schellen, Herz, Gras, Eichel)."""

    SCHELLEN = 0
    HERZ = 1
    GRAS = 2
    EICHEL = 3

    @property
    def letter(self) -> str:
        """The German letter: E, G, H or S."""
        return "SHGE"[self]

    @property
    def french_letter(self) -> str:
        """The French letter: C (clubs), S (spades), H (hearts) or D (diamonds)."""
        return "DHSC"[self]

    @property
    def symbol(self) -> str:
        """The French suit symbol that stands for the German suit."""
        return "♦♥♠♣"[self]

    @property
    def title(self) -> str:
        """The German name, as written in a sentence."""
        return self.name.capitalize()

    @classmethod
    def from_letter(cls, letter: str) -> Suit:
        """Return the suit of a German letter (E, G, H, S; lower case too).

        Raises
        ------
        UserError
            If the letter names no suit.
        """
        for suit in cls:
            if suit.letter == letter.upper():
                return suit
        raise UserError(f"suit {letter!r} is unknown: use E (Eichel), G (Gras), H (Herz) or S (Schellen)")


class Rank(IntEnum):
    """The eight ranks, in the order of a plain suit extended by Unter and Ober.

    Which rank beats which depends on the contract; see `simulate.contracts`.
    """

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    KING = 3
    TEN = 4
    SAU = 5
    UNTER = 6
    OBER = 7

    @property
    def letter(self) -> str:
        """The German name of the rank: 7 8 9 K 10 A U O."""
        return _GERMAN_RANKS[self]

    @property
    def french_letter(self) -> str:
        """The French name of the rank: 7 8 9 K T A J Q."""
        return "789KTAJQ"[self]

    @property
    def eyes(self) -> int:
        """Card points of the rank, in eyes: Sau 11, ten 10, king 4, Ober 3, Unter 2, else 0."""
        return _EYES[self]


_GERMAN_RANKS = ("7", "8", "9", "K", "10", "A", "U", "O")
_EYES = (0, 0, 0, 4, 10, 11, 2, 3)

# Card numbers rise suit by suit for the six ranks below the Unter. Herz comes last because it is trump
# in a Rufspiel; then the four Unter, then the four Ober.
_SUIT_BLOCKS = (Suit.SCHELLEN, Suit.GRAS, Suit.EICHEL, Suit.HERZ)


class Card(IntEnum):
    """A card; its value is its bit number in every mask of cards."""

    S7, S8, S9, SK, S10, SA = range(6)
    G7, G8, G9, GK, G10, GA = range(6, 12)
    E7, E8, E9, EK, E10, EA = range(12, 18)
    H7, H8, H9, HK, H10, HA = range(18, 24)
    SU, HU, GU, EU = range(24, 28)
    SO, HO, GO, EO = range(28, 32)

    @property
    def suit(self) -> Suit:
        """The printed suit (which need not be the suit it belongs to in a contract)."""
        return Suit(self % 4) if self >= Card.SU else _SUIT_BLOCKS[self // 6]

    @property
    def rank(self) -> Rank:
        """The rank."""
        if self >= Card.SO:
            return Rank.OBER
        return Rank.UNTER if self >= Card.SU else Rank(self % 6)

    @property
    def eyes(self) -> int:
        """Card points, in eyes."""
        return self.rank.eyes

    @property
    def bit(self) -> int:
        """The mask that holds this card alone."""
        return 1 << self

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Return the card of a suit and a rank.

        >>> Card.of(Suit.HERZ, Rank.TEN).german
        'H10'
        """
        if rank is Rank.OBER:
            return cls(cls.SO + suit)
        if rank is Rank.UNTER:
            return cls(cls.SU + suit)
        return cls(_SUIT_BLOCKS.index(suit) * 6 + rank)

    @property
    def german(self) -> str:
        """German notation, such as EO or H10."""
        return self.suit.letter + self.rank.letter

    @property
    def french(self) -> str:
        """French notation, such as CQ or HT."""
        return self.suit.french_letter + self.rank.french_letter

    @property
    def pretty(self) -> str:
        """Suit symbol and German rank, such as ♣O or ♥10, for people to read."""
        return self.suit.symbol + self.rank.letter

    def __str__(self) -> str:
        return self.german


class Notation(StrEnum):
    """How cards are written."""

    GERMAN = "german"
    FRENCH = "french"
    PRETTY = "pretty"


CARDS = len(Card)
"""Number of cards in the deck."""
SEATS = 4
"""Number of players at a table."""
CARDS_PER_HAND = CARDS // SEATS
"""Number of cards a player is dealt, which is also the number of tricks."""
DECK_MASK = (1 << CARDS) - 1
"""Mask of the whole deck."""
DECK_EYES = sum(card.eyes for card in Card)
"""Eyes in the whole deck."""

_CARDS = tuple(Card)
_GERMAN = {card.german: card for card in Card}
_FRENCH = {card.french: card for card in Card} | {
    card.suit.french_letter + "10": card for card in Card if card.rank is Rank.TEN
}
_SYMBOLS = {ord(suit.symbol): suit.letter for suit in Suit}
_TOKEN = re.compile(r"[^\s,;]+")


class CardSet(Set[Card]):
    """An immutable set of cards over one 32-bit mask.

    Iterates and prints from the strongest card (of a Rufspiel) down, and supports the operators
    of `frozenset`.

    Parameters
    ----------
    mask
        Bit ``c`` is set if card number ``c`` is in the set; 0 .. 2**32 - 1.

    Examples
    --------
    >>> hand = CardSet.parse("S7 EO H10 GU")
    >>> print(hand)
    EO GU H10 S7
    >>> len(hand), hand.eyes, Card.EO in hand
    (4, 15, True)
    >>> print(hand - CardSet.parse("EO"))
    GU H10 S7
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int = 0) -> None:
        if not 0 <= mask <= DECK_MASK:
            raise UserError(f"card mask {mask} is out of range: use 0 to {DECK_MASK}")
        object.__setattr__(self, "mask", int(mask))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet can't be changed; make a new one")

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.mask,)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """Return the set of the given cards (repeats count once)."""
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    # Set's own operators build their results with this hook; it is typed there for elements of any kind, not for cards.
    _from_iterable = of  # type: ignore[assignment]

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> Self:
        """Return the set of the cards written in `text`.

        Raises
        ------
        UserError
            If a word names no card, a card is named twice, or the notations are mixed.

        See Also
        --------
        parse_cards : keeps the order, and says how notations are told apart.
        """
        cards = parse_cards(text, notation)
        for position, card in enumerate(cards):
            if card in cards[:position]:
                raise UserError(f"card {card} is named twice (word {position + 1} of {text!r}): name each card once")
        return cls.of(cards)

    # Operations on two card sets are done on their masks: Set's own go through the cards one by one. Set's | and ^ are
    # typed to take elements of any kind and return a set of both; these take cards, so overrides are ignored.

    def __and__(self, other: Iterable[Any]) -> CardSet:
        return CardSet(self.mask & _mask_of(other))

    def __or__(self, other: Iterable[Card]) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask | _mask_of(other))

    def __sub__(self, other: Iterable[Any]) -> CardSet:
        return CardSet(self.mask & ~_mask_of(other))

    def __xor__(self, other: Iterable[Card]) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask ^ _mask_of(other))

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else super().__eq__(other)

    def __le__(self, other: Set[object]) -> bool:
        return not self.mask & ~other.mask if isinstance(other, CardSet) else super().__le__(other)

    def __ge__(self, other: Set[object]) -> bool:
        return not other.mask & ~self.mask if isinstance(other, CardSet) else super().__ge__(other)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < CARDS and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        rest = self.mask
        while rest:
            top = rest.bit_length() - 1
            yield _CARDS[top]
            rest ^= 1 << top

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __hash__(self) -> int:
        return self._hash()

    @property
    def eyes(self) -> int:
        """Card points of the set, in eyes, 0 .. 120."""
        return sum(card.eyes for card in self)

    def format(self, notation: Notation | str = Notation.GERMAN) -> str:
        """Return the cards as text, strongest first, in the given notation.

        >>> CardSet.parse("H10 EO").format("french")
        'CQ HT'
        >>> CardSet.parse("H10 EO").format("pretty")
        '♣O ♥10'
        """
        return " ".join(getattr(card, Notation(notation).value) for card in self)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"CardSet.parse({self.format()!r})"


def _mask_of(cards: Iterable[Card]) -> int:
    return cards.mask if isinstance(cards, CardSet) else CardSet.of(cards).mask


def parse_cards(text: str, notation: Notation | None = None) -> list[Card]:
    """Return the cards written in `text`, in the order written.

    Words are separated by spaces, commas or semicolons; case does not matter. A suit may be its symbol (♣O, ♥10). The
    letter S is Schellen in German notation and spades (Gras) in French, so a text is read in one notation as a whole:
    French if a word can only be French (CQ, D7, HT), else German.

    Parameters
    ----------
    text
        Such as ``"EO GO H10 S7"`` or ``"cq,sq,ht,d7"``.
    notation
        Read in this notation instead of finding out.

    Raises
    ------
    UserError
        If a word names no card (the word and its position are told) or the notations are mixed.

    Examples
    --------
    >>> [card.german for card in parse_cards("CQ sq HT D7")]
    ['EO', 'GO', 'H10', 'S7']
    >>> [card.german for card in parse_cards("♣O ♥10")]
    ['EO', 'H10']
    >>> parse_cards("EO GO H11")
    Traceback (most recent call last):
    ...
    simulate.errors.UserError: 'H11' (word 3 of 'EO GO H11') is no card:
    write a suit E G H S and a rank A 10 K O U 9 8 7, or French such as CQ, HT
    """
    words = [match.group().upper().translate(_SYMBOLS) for match in _TOKEN.finditer(text)]
    if notation is None:
        notation = _notation_of(words, text)
    names = _FRENCH if notation is Notation.FRENCH else _GERMAN
    for position, word in enumerate(words):
        if word not in names:
            raise _no_card(word, position, text, notation)
    return [names[word] for word in words]


def _notation_of(words: list[str], text: str) -> Notation:
    only_french = [word for word in words if word in _FRENCH and word not in _GERMAN]
    only_german = [word for word in words if word in _GERMAN and word not in _FRENCH]
    if only_french and only_german:
        raise UserError(
            f"{text!r} mixes German ({only_german[0]}) and French ({only_french[0]}) card names: use one of the two"
        )
    return Notation.FRENCH if only_french else Notation.GERMAN


def _no_card(word: str, position: int, text: str, notation: Notation) -> UserError:
    where = f"{word!r} (word {position + 1} of {text!r}) is no card"
    if notation is Notation.FRENCH:
        return UserError(f"{where}: write a suit C S H D and a rank A T K Q J 9 8 7")
    return UserError(f"{where}: write a suit E G H S and a rank A 10 K O U 9 8 7, or French such as CQ, HT")
