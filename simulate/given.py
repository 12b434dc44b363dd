"""What is known of a deal: cards that a seat holds and cards that a seat does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

from simulate.cards import CARDS, CARDS_PER_HAND, SEATS, Card, CardSet, Notation, parse_cards
from simulate.deals import DEALS, Hands
from simulate.errors import UserError
from simulate.kernels.deal import DealTables, sample_batch, uneven_tables
from simulate.kernels.given import Ways, completions, given_batch
from simulate.kernels.rng import Purpose, words_to_spare

_ALL_SEATS = (1 << SEATS) - 1
_CLAUSE = re.compile(r"(?:seat\s*)?(\d+)\s*:(.*)", re.IGNORECASE | re.DOTALL)
_EXAMPLE = "'seat 0: EO GO -HA; seat 2: H10'"


@dataclass(frozen=True, init=False)
class Given:
    """Cards that seats hold, and cards that seats do not hold; all deals in agreement are equally likely.

    Deals in agreement are dealt directly, none is thrown away, and counted exactly; see `simulate.kernels.given`.
    Seats that hold cards cost no time; cards kept from seats make dealing a few times slower.

    Parameters
    ----------
    held
        For a seat (0 forehand .. 3 dealer), cards that are in its hand; as a set of cards or as text.
    without
        For a seat, cards that are not in its hand.

    Raises
    ------
    UserError
        If no deal agrees; the message names the contradiction.

    Examples
    --------
    >>> given = Given(held={0: "EO GO HO"}, without={2: "HA"})
    >>> print(given)
    seat 0: EO GO HO; seat 2: -HA
    >>> given.count()
    813986684661150
    >>> Given(held={0: "EO GO HO"}).probability()
    Fraction(7, 620)
    """

    held: tuple[CardSet, ...]
    """Cards each seat holds; four sets."""
    without: tuple[CardSet, ...]
    """Cards each seat does not hold; four sets."""

    def __init__(
        self, held: Mapping[int, CardSet | str] | None = None, without: Mapping[int, CardSet | str] | None = None
    ) -> None:
        object.__setattr__(self, "held", _by_seat(held or {}))
        object.__setattr__(self, "without", _by_seat(without or {}))
        _check_held_once(self.held)
        _check_possible(self)

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> Self:
        """Return what is given in a text such as ``"seat 0: EO GO HO; seat 2: -HA"``.

        A clause for each seat, ended by a semicolon or the end of the line; a minus before a card says that the seat
        does not hold it. The word "seat" may be left out. Cards are read as in `simulate.cards.parse_cards`,
        all in one notation.

        Raises
        ------
        UserError
            If a clause names no seat, a word no card, or no deal agrees.

        Examples
        --------
        >>> Given.parse("0: EO GO HO; 2: -HA").held[0]
        CardSet.parse('EO GO HO')
        """
        words = [(seat, word) for clause in re.split(r"[;\n]", text) for seat, word in _words(clause)]
        cards = parse_cards(" ".join(word.removeprefix("-") for _, word in words), notation)
        if len(cards) != len(words):
            raise UserError(f"{text!r} has a minus without a card: write it before a card, such as in {_EXAMPLE}")
        held: dict[int, list[Card]] = {}
        without: dict[int, list[Card]] = {}
        for (seat, word), card in zip(words, cards, strict=True):
            cards_of_seat = (without if word.startswith("-") else held).setdefault(seat, [])
            if card in cards_of_seat:
                raise UserError(f"card {card} is named twice for seat {seat} in {text!r}: name each card once")
            cards_of_seat.append(card)
        return cls(_sets(held), _sets(without))

    def __str__(self) -> str:
        return "; ".join(clause for seat in range(SEATS) if (clause := self._clause(seat)))

    def _clause(self, seat: int) -> str:
        words = [str(card) for card in self.held[seat]] + [f"-{card}" for card in self.without[seat]]
        return f"seat {seat}: {' '.join(words)}" if words else ""

    def count(self) -> int:
        """Return the exact number of deals in agreement, 1 .. `simulate.deals.DEALS`.

        >>> Given().count()
        99561092450391000
        """
        return int(self._ways[0][0, self._ways[1]])

    def probability(self) -> Fraction:
        """Return the exact probability that a deal agrees."""
        return Fraction(self.count(), DEALS)

    def allowed(self, card: Card) -> tuple[int, ...]:
        """Return the seats that may hold a card.

        >>> Given(held={0: "EO"}, without={2: "HA"}).allowed(Card.HA)
        (0, 1, 3)
        """
        return tuple(seat for seat in range(SEATS) if self._allowed[card] >> seat & 1)

    def agrees(self, hands: Hands) -> npt.NDArray[np.bool_]:
        """Return which deals agree; bool, shape (n,), for the hands of n deals, shape (n, 4)."""
        without = np.array([cards.mask for cards in self.without], np.uint32)
        agreeing: npt.NDArray[np.bool_] = ((hands & (self._held | without)) == self._held).all(axis=1)
        return agreeing

    def fill(self, seed: int, start: int, hands: Hands) -> None:
        """Fill row i of `hands`, uint32 of shape (n, 4), with deal number ``start + i`` of a seed, at random.

        Every deal in agreement is exactly as likely as any other, and independent of `simulate.deals.sample`.
        """
        stream = np.uint64(seed), np.uint64(Purpose.SAMPLE), np.uint64(start)
        if not any(self.without):
            sample_batch(*stream, self._rest, hands)
            hands |= self._held
            return
        ways, place = self._ways
        given_batch(
            *stream,
            words_to_spare(self.count()),
            np.int64(place),
            ways,
            np.array([card.bit for card in self._free], np.uint32),
            np.array([self._allowed[card] for card in self._free], np.uint8),
            self._held,
            hands,
        )

    @cached_property
    def _held(self) -> npt.NDArray[np.uint32]:
        return np.array([cards.mask for cards in self.held], np.uint32)

    @cached_property
    def _rest(self) -> DealTables:
        # Cards that may go anywhere are an ordinary deal to hands of different sizes: several times as fast as
        # giving them out one by one.
        return uneven_tables(CardSet.of(self._free).mask, self._lacking)

    @property
    def _lacking(self) -> list[int]:
        return [CARDS_PER_HAND - len(cards) for cards in self.held]

    @cached_property
    def _allowed(self) -> tuple[int, ...]:
        # For each card, the seats that may hold it, as bits.
        seats = [_ALL_SEATS] * CARDS
        for seat, cards in enumerate(self.held):
            for card in cards:
                seats[card] = 1 << seat
        for seat, cards in enumerate(self.without):
            for card in cards:
                seats[card] &= ~(1 << seat)
        return tuple(seats)

    @cached_property
    def _free(self) -> list[Card]:
        held = {card for cards in self.held for card in cards}
        return [card for card in Card if card not in held]

    @cached_property
    def _ways(self) -> tuple[Ways, int]:
        return completions([self._allowed[card] for card in self._free], self._lacking)


def _by_seat(cards: Mapping[int, CardSet | str]) -> tuple[CardSet, ...]:
    for seat in cards:
        if seat not in range(SEATS):
            raise UserError(f"seat {seat!r} is unknown: use 0 (forehand) to {SEATS - 1} (dealer)")
    sets = (cards.get(seat, "") for seat in range(SEATS))
    return tuple(CardSet.parse(some) if isinstance(some, str) else some for some in sets)


def _sets(cards: Mapping[int, Iterable[Card]]) -> dict[int, CardSet | str]:
    return {seat: CardSet.of(some) for seat, some in cards.items()}


def _words(clause: str) -> list[tuple[int, str]]:
    if not clause.strip(" \t\r,"):
        return []
    match = _CLAUSE.fullmatch(clause.strip())
    if match is None:
        raise UserError(f"{clause.strip()!r} names no seat: write it such as {_EXAMPLE}")
    return [(int(match[1]), word) for word in re.findall(r"[^\s,]+", match[2])]


def _check_held_once(held: tuple[CardSet, ...]) -> None:
    for card in Card:
        seats = [seat for seat, cards in enumerate(held) if card in cards]
        if len(seats) > 1:
            raise UserError(f"card {card} is held by {_names(seats)}: give it to one of them")


def _check_possible(given: Given) -> None:
    # A deal exists exactly if no group of seats must take more cards than it has room for (Hall's theorem);
    # the empty group takes the cards that no seat may hold.
    for group in sorted(range(1 << SEATS), key=int.bit_count):
        cards = [card for card in reversed(Card) if given._allowed[card] & ~group == 0]
        room = CARDS_PER_HAND * group.bit_count()
        if len(cards) > room:
            raise UserError(_impossible(CardSet.of(cards), [seat for seat in range(SEATS) if group >> seat & 1], room))


def _impossible(cards: CardSet, seats: list[int], room: int) -> str:
    if not seats:
        return f"no deal is possible: {cards} can't be with any seat, let a seat hold each card"
    return (
        f"no deal is possible: {len(cards)} cards ({cards}) can only be with {_names(seats)}, room for {room}; "
        "give some of them to other seats"
    )


def _names(seats: list[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + " and ".join(map(str, seats))
