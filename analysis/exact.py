"""Exact counting for the odds: distributions of fractions, and the ways cards split among hands.

Everything here is counted in whole numbers and divided once, so that an answer is a fraction and not a
float. What the cards mean is told in `analysis.odds` and `analysis.odds_hand`.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import comb, lcm, prod
from typing import Any, Generic, Protocol, TypeVar

from simulate.cards import CARDS
from simulate.errors import UserError


class Ordered(Protocol):
    """What outcomes must do: have an order to be listed in."""

    def __lt__(self, other: Any, /) -> bool: ...


T = TypeVar("T", bound=Ordered)
U = TypeVar("U", bound=Ordered)


class Distribution(Mapping[T, Fraction], Generic[T]):
    """The exact probability of each outcome, counted in equally likely ways.

    A mapping from outcome to `Fraction`, in the order of the outcomes. An outcome that can't happen
    has probability 0 rather than being a `KeyError`.

    Parameters
    ----------
    ways
        Outcome to number of ways.
    total
        Number of all ways, where it is known from elsewhere.

    Raises
    ------
    ValueError
        If the ways don't add up to `total`, or there are none.

    Examples
    --------
    >>> aces = hypergeometric(special=4, drawn=8, deck=32)
    >>> aces[4], aces[5], aces.mean
    (Fraction(7, 3596), Fraction(0, 1), Fraction(1, 1))
    >>> aces.at_least(3)
    Fraction(707, 17980)
    """

    __slots__ = ("_total", "_ways")

    def __init__(self, ways: Mapping[T, int], total: int | None = None) -> None:
        self._ways = {outcome: ways[outcome] for outcome in sorted(ways) if ways[outcome]}
        self._total = sum(self._ways.values())
        if total not in (None, self._total):
            raise ValueError(f"the ways add up to {self._total}, not to {total}")
        if not self._total:
            raise ValueError("no outcome is possible")

    @classmethod
    def of_chances(cls, chances: Mapping[T, Fraction]) -> Distribution[T]:
        """Return the distribution of outcomes whose probabilities, summing to 1, are known."""
        total = lcm(*(chance.denominator for chance in chances.values()))
        return cls({outcome: int(chance * total) for outcome, chance in chances.items()}, total)

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._ways.get(outcome, 0), self._total)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._ways

    def __iter__(self) -> Iterator[T]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def __repr__(self) -> str:
        return f"Distribution({dict(self)})"

    def probability(self, event: Callable[[T], bool]) -> Fraction:
        """Return the probability of the outcomes for which `event` is true."""
        return Fraction(sum(ways for outcome, ways in self._ways.items() if event(outcome)), self._total)

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of a function of the outcome."""
        images: Counter[U] = Counter()
        for outcome, ways in self._ways.items():
            images[function(outcome)] += ways
        return Distribution(images, self._total)

    def given(self, event: Callable[[T], bool]) -> Distribution[T]:
        """Return the distribution once `event` is known to be true; `ValueError` if it can't be."""
        return Distribution({outcome: ways for outcome, ways in self._ways.items() if event(outcome)})

    def at_least(self: Distribution[int], n: int) -> Fraction:
        """Return the probability of `n` or more."""
        return self.probability(lambda outcome: outcome >= n)

    def at_most(self: Distribution[int], n: int) -> Fraction:
        """Return the probability of `n` or less."""
        return self.probability(lambda outcome: outcome <= n)

    @property
    def mean(self: Distribution[int]) -> Fraction:
        """The mean of a distribution over whole numbers."""
        return Fraction(sum(outcome * ways for outcome, ways in self._ways.items()), self._total)

    @property
    def variance(self: Distribution[int]) -> Fraction:
        """The variance of a distribution over whole numbers."""
        squares = Fraction(sum(outcome**2 * ways for outcome, ways in self._ways.items()), self._total)
        return squares - self.mean**2


def check_range(name: str, value: int, low: int, high: int) -> None:
    """Raise `UserError` unless ``low <= value <= high``."""
    if not low <= value <= high:
        raise UserError(f"{name}={value} is out of range: use {low} to {high}")


@cache
def hypergeometric(special: int, drawn: int, deck: int) -> Distribution[int]:
    """Return how many of `special` cards are among `drawn` cards of a deck of `deck`.

    Raises
    ------
    UserError
        If a number is negative or too large for the deck.

    Examples
    --------
    >>> hypergeometric(special=14, drawn=8, deck=32).mean
    Fraction(7, 2)
    """
    check_range("deck", deck, 0, CARDS)
    check_range("special", special, 0, deck)
    check_range("drawn", drawn, 0, deck)
    fewest, most = max(0, special + drawn - deck), min(special, drawn)
    ways = {n: comb(special, n) * comb(deck - special, drawn - n) for n in range(fewest, most + 1)}
    return Distribution(ways, comb(deck, drawn))


Ways = Mapping[tuple[int, int], int]
"""Ways to hold cards of a part of the deck: (number of cards, mark) to number of ways."""


def part(size: int, mark: Callable[[int], int]) -> Ways:
    """Return the ways to hold n of `size` cards, marked ``mark(n)``."""
    return {(n, mark(n)): comb(size, n) for n in range(size + 1)}


def merge(parts: Iterable[Ways], how: Callable[[int, int], int] = operator.add) -> Ways:
    """Return the ways to hold cards of several parts of the deck, their marks merged two by two."""

    def both(left: Ways, right: Ways) -> Ways:
        ways: Counter[tuple[int, int]] = Counter()
        for (m, a), (n, b) in product(left, right):
            ways[m + n, how(a, b)] += left[m, a] * right[n, b]
        return ways

    return reduce(both, parts)


def in_hand(deck: Ways, cards: int) -> Distribution[int]:
    """Return the distribution of the mark of a hand of `cards`, given the ways to hold cards of the whole deck."""
    size = max(n for n, _ in deck)
    check_range("cards", cards, 0, size)
    return Distribution({mark: ways for (n, mark), ways in deck.items() if n == cards}, comb(size, cards))


def placements(cards: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to put a number of cards, by count alone, into hands with `room` for so many each."""
    if not room:
        if cards == 0:
            yield ()
        return
    later = sum(room[1:])
    for n in range(max(0, cards - later), min(cards, room[0]) + 1):
        for rest in placements(cards - n, room[1:]):
            yield (n, *rest)


@cache
def split_groups(groups: tuple[int, ...], room: tuple[int, ...]) -> Distribution[tuple[tuple[int, ...], ...]]:
    """Return how several disjoint groups of cards lie among hands, jointly: for each group a count for each hand.

    Parameters
    ----------
    groups
        Number of cards in each group.
    room
        Size of each hand; together they hold all unseen cards.
    """
    if not groups:
        return Distribution({(): 1})
    ways: dict[tuple[tuple[int, ...], ...], int] = {}
    for counts in placements(groups[0], room):
        here = prod(map(comb, room, counts))
        left = tuple(size - n for size, n in zip(room, counts, strict=True))
        for rest, more in split_groups(groups[1:], left)._ways.items():
            ways[counts, *rest] = here * more
    sizes = [sum(room) - sum(groups[:i]) for i in range(len(groups))]
    return Distribution(ways, prod(map(comb, sizes, groups)))


def split(cards: int, room: tuple[int, ...]) -> Distribution[tuple[int, ...]]:
    """Return how `cards` given cards lie among hands, jointly: one count for each hand.

    Raises
    ------
    UserError
        If there is no room for so many cards.

    Examples
    --------
    >>> split(2, (8, 8))
    Distribution({(0, 2): Fraction(7, 30), (1, 1): Fraction(8, 15), (2, 0): Fraction(7, 30)})
    """
    check_range("cards", cards, 0, sum(room))
    return split_groups((cards,), room).map(lambda counts: counts[0])
