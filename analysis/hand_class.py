"""Classes of hands, by what a bidder counts: trumps, Ober, Unter, aces outside.

A class is a few counts of a hand's eight cards. Which counts is a choice, from coarse to fine: `COARSE`, `MIDDLE`,
`FINE`, or any of `FEATURES`. Trumps are those of a Rufspiel, so that all contracts can be compared on one hand.

>>> hand_class("EO GO HU HA H9 EA G10 G7")
{'trumps': 5, 'ober': 2, 'unter': 1, 'aces': 1}
>>> hand_class("EO GO HU HA H9 EA G10 G7", by=["trumps", "solo_trumps", "callable"])
{'trumps': 5, 'solo_trumps': 5, 'callable': 1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from types import MappingProxyType

import polars as pl

from analysis.dealt import held
from simulate.cards import CARDS_PER_HAND, Card, CardSet, Rank, Suit
from simulate.contracts import CALLABLE_SUITS, Contract, Game
from simulate.errors import UserError

_RUFSPIEL = Game(Contract.RUFSPIEL, CALLABLE_SUITS[0]).frame.trumps


def _rank(rank: Rank) -> CardSet:
    return CardSet.of(card for card in Card if card.rank is rank)


def _counts(cards: CardSet) -> Callable[[pl.Expr], pl.Expr]:
    return lambda hand: held(hand, cards.mask)


def _solo_trumps(hand: pl.Expr) -> pl.Expr:
    return pl.max_horizontal(held(hand, Game(Contract.SOLO, suit).frame.trumps.mask) for suit in Suit)


def _callable(hand: pl.Expr) -> pl.Expr:
    return reduce(lambda total, suit: total + _may_call(hand, suit), CALLABLE_SUITS, pl.lit(0, pl.Int8))


def _may_call(hand: pl.Expr, suit: Suit) -> pl.Expr:
    game = Game(Contract.RUFSPIEL, suit)
    ace = CardSet.of([Card.of(suit, Rank.SAU)])
    return ((held(hand, game.called_suit.mask) > 0) & (held(hand, ace.mask) == 0)).cast(pl.Int8)


FEATURES: Mapping[str, Callable[[pl.Expr], pl.Expr]] = MappingProxyType(
    {
        "trumps": _counts(_RUFSPIEL),
        "ober": _counts(_rank(Rank.OBER)),
        "unter": _counts(_rank(Rank.UNTER)),
        "aces": _counts(_rank(Rank.SAU) - _RUFSPIEL),
        "solo_trumps": _solo_trumps,
        "callable": _callable,
    }
)
"""What can be counted: trumps of a Rufspiel, Ober, Unter, aces that are not trump in a Rufspiel, trumps in the hand's
best Solo, suits whose ace may be called. Each takes a column of masks of hands and returns a column of counts."""

COARSE = ("trumps",)
"""Classes by trumps alone."""
MIDDLE = ("trumps", "ober")
"""Classes by trumps and Ober."""
FINE = ("trumps", "ober", "unter", "aces")
"""Classes by trumps, Ober, Unter and aces outside."""


def hand_class(hand: CardSet | str, by: Iterable[str] = FINE) -> dict[str, int]:
    """Return the class of a hand: each count by its name.

    Parameters
    ----------
    hand
        Eight cards, as a set or as text.
    by
        Names of `FEATURES`.

    Raises
    ------
    UserError
        If the hand has not eight cards, or a name is unknown.
    """
    cards = CardSet.parse(hand) if isinstance(hand, str) else hand
    if len(cards) != CARDS_PER_HAND:
        raise UserError(f"hand {str(cards)!r} has {len(cards)} cards: name {CARDS_PER_HAND}")
    frame = pl.DataFrame({"hand": [cards.mask]}, schema={"hand": pl.UInt32})
    row = frame.select(expr.alias(name) for name, expr in features(pl.col("hand"), by).items())
    return {name: int(count) for name, count in row.row(0, named=True).items()}


def features(hand: pl.Expr, by: Iterable[str]) -> dict[str, pl.Expr]:
    """Return the counts named, of a column of masks of hands.

    Raises
    ------
    UserError
        If a name is unknown, or there is none.
    """
    names = tuple(dict.fromkeys((by,) if isinstance(by, str) else by))
    unknown = [name for name in names if name not in FEATURES]
    if unknown or not names:
        raise UserError(
            f"hands can't be classed by {unknown[0]!r}: use {', '.join(FEATURES)}"
            if unknown
            else f"no counts to class hands by: name some of {', '.join(FEATURES)}"
        )
    return {name: FEATURES[name](hand) for name in names}
