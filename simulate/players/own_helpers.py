"""Words for rules: small questions about a `View`, for compiled rules and for plain Python alike.

A set of cards is a mask; "a card" is a mask of one bit. Functions that look for a card return 0 if there is none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import Card, Rank, Suit
from simulate.contracts import FRAMES, GAME_NUMBER, Contract, Game, SuitRole
from simulate.kernels.bits import highest_index32, popcount32
from simulate.kernels.jit import helper
from simulate.kernels.rng import unit_interval
from simulate.players.own_view import View
from simulate.table import Array, frame_mask

__all__ = [
    "E7",
    "E8",
    "E9",
    "E10",
    "EA",
    "EICHEL",
    "EK",
    "EO",
    "EU",
    "G7",
    "G8",
    "G9",
    "G10",
    "GA",
    "GK",
    "GO",
    "GRAS",
    "GU",
    "H7",
    "H8",
    "H9",
    "H10",
    "HA",
    "HERZ",
    "HK",
    "HO",
    "HU",
    "PASS",
    "RUFSPIEL",
    "S7",
    "S8",
    "S9",
    "S10",
    "SA",
    "SCHELLEN",
    "SIE",
    "SK",
    "SO",
    "SOLO",
    "SOLO_TOUT",
    "SU",
    "WENZ",
    "WENZ_TOUT",
    "bit",
    "chance",
    "cheapest",
    "count",
    "eyes",
    "fattest",
    "game",
    "has",
    "highest",
    "is_declarer",
    "is_foe",
    "is_last",
    "is_mate",
    "is_ours",
    "is_trump",
    "is_void",
    "lowest",
    "may",
    "partner",
    "plain",
    "suit_of",
    "trumps",
    "trumps_in",
    "winners",
]

PASS = 0
"""The bid of who does not bid."""
RUFSPIEL, WENZ, SOLO = int(Contract.RUFSPIEL), int(Contract.WENZ), int(Contract.SOLO)
WENZ_TOUT, SOLO_TOUT, SIE = int(Contract.WENZ_TOUT), int(Contract.SOLO_TOUT), int(Contract.SIE)
SCHELLEN, HERZ, GRAS, EICHEL = (int(suit) for suit in Suit)
S7, S8, S9, SK, S10, SA = (int(card) for card in Card if card.suit is Suit.SCHELLEN and card.rank < Rank.UNTER)
G7, G8, G9, GK, G10, GA = (int(card) for card in Card if card.suit is Suit.GRAS and card.rank < Rank.UNTER)
E7, E8, E9, EK, E10, EA = (int(card) for card in Card if card.suit is Suit.EICHEL and card.rank < Rank.UNTER)
H7, H8, H9, HK, H10, HA = (int(card) for card in Card if card.suit is Suit.HERZ and card.rank < Rank.UNTER)
SU, HU, GU, EU = (int(card) for card in Card if card.rank is Rank.UNTER)
SO, HO, GO, EO = (int(card) for card in Card if card.rank is Rank.OBER)

NO_SUCH_GAME = -1
"""What `game` returns for a contract that has no such suit."""

_UNTER_EYES, _OBER_EYES, _KING_EYES, _TEN_EYES, _SAU_EYES = (
    rank.eyes for rank in (Rank.UNTER, Rank.OBER, Rank.KING, Rank.TEN, Rank.SAU)
)


def _game_of(contract: int, suit: Suit) -> int:
    if contract == 0:
        return NO_SUCH_GAME
    named = Game(Contract(contract)).spec.suit_role is not SuitRole.NONE
    return GAME_NUMBER.get(Game(Contract(contract), suit if named else None), NO_SUCH_GAME)


def _constant(values: Any, dtype: Any) -> Array:
    array = np.array(values, dtype=dtype)
    array.setflags(write=False)
    return array


_PLACE = _constant([[frame.positions[card] for card in Card] for frame in FRAMES], np.int64)
_PLAIN = _constant(
    [
        [frame_mask(frame.positions, [c for c in Card if c.suit is suit and c not in frame.trumps]) for suit in Suit]
        for frame in FRAMES
    ],
    np.int64,
)
_AS_TRUMP = _constant([Game(Contract.SOLO, suit).frame.trumps.mask for suit in Suit], np.int64)
_GAME = _constant([[_game_of(contract, suit) for suit in Suit] for contract in range(max(Contract) + 1)], np.int64)


# Sets of cards


@helper
def count(cards: int) -> int:
    """Return how many cards a set has."""
    return int(popcount32(cards))


@helper
def highest(cards: int) -> int:
    """Return the highest card of a set."""
    return int((1 << (highest_index32(cards) + 1)) >> 1)


@helper
def lowest(cards: int) -> int:
    """Return the lowest card of a set."""
    return cards & -cards


@helper
def eyes(v: View, cards: int) -> int:
    """Return the eyes of a set."""
    return int(
        _SAU_EYES * popcount32(cards & v.sau)
        + _TEN_EYES * popcount32(cards & v.ten)
        + _KING_EYES * popcount32(cards & v.king)
        + _OBER_EYES * popcount32(cards & v.ober)
        + _UNTER_EYES * popcount32(cards & v.unter)
    )


@helper
def fattest(v: View, cards: int) -> int:
    """Return the card with the most eyes; of equals the lowest."""
    for rank in (v.sau, v.ten, v.king, v.ober, v.unter):
        if cards & rank:
            return lowest(cards & rank)
    return lowest(cards)


@helper
def cheapest(v: View, cards: int) -> int:
    """Return the card with the fewest eyes; of equals the lowest."""
    rest = cards & ~(v.sau | v.ten | v.king | v.ober | v.unter)
    for rank in (v.unter, v.ober, v.king, v.ten):
        if rest == 0:
            rest = cards & rank
    return lowest(rest) if rest else lowest(cards)


# Cards by name and by suit


@helper
def bit(v: View, card: int) -> int:
    """Return the mask of a card by its name, such as ``bit(v, EO)``."""
    return int(1 << _PLACE[v.frame, card])


@helper
def has(v: View, card: int) -> bool:
    """Return whether the own hand holds a card, such as ``has(v, EO)``."""
    return v.hand & bit(v, card) != 0


@helper
def trumps(v: View) -> int:
    """Return the own trumps; while bidding those in a Rufspiel."""
    return v.hand & v.trumps


@helper
def trumps_in(v: View, suit: int) -> int:
    """Return the own cards that would be trump in a Solo; while bidding and declaring only."""
    return int(v.hand & _AS_TRUMP[suit])


@helper
def plain(v: View, suit: int) -> int:
    """Return the cards of a suit that are not trump, held or not; such as ``v.hand & plain(v, GRAS)``."""
    return int(_PLAIN[v.frame, suit])


@helper
def is_trump(v: View, card: int) -> bool:
    """Return whether a card is trump."""
    return card & v.trumps != 0


@helper
def suit_of(v: View, card: int) -> int:
    """Return the cards that answer a lead of `card`: all trumps, or its plain suit."""
    if card & v.trumps:
        return v.trumps
    for suit in (SCHELLEN, HERZ, GRAS, EICHEL):
        if card & plain(v, suit):
            return plain(v, suit)
    return 0


# The auction


@helper
def may(v: View, answer: int) -> bool:
    """Return whether a contract may be bid, such as ``may(v, SOLO)``; or a game declared."""
    return answer >= 0 and (v.legal >> answer) & 1 != 0


@helper
def game(contract: int, suit: int) -> int:
    """Return the number of a game to declare, such as ``game(RUFSPIEL, GRAS)``; for a Wenz any suit will do."""
    return int(_GAME[contract, suit])


# The trick


@helper
def winners(v: View) -> int:
    """Return the legal cards that take the trick as it lies; all legal cards on lead."""
    if v.position == 0:
        return v.legal
    return v.legal & ~((v.best << 1) - 1) & (v.trumps | v.led_suit)


@helper
def is_last(v: View) -> bool:
    """Return whether nobody plays to this trick afterwards."""
    return v.position == 3


@helper
def is_void(v: View, seat: int, cards: int) -> bool:
    """Return whether a seat is known to hold none of some cards, such as ``is_void(v, 2, v.trumps)``."""
    if seat == v.seat:
        return v.hand & cards == 0
    return v.out & cards & ~v.lacks[seat] == 0


# Who is with whom


@helper
def is_declarer(v: View) -> bool:
    """Return whether one is the declarer oneself."""
    return v.seat == v.declarer


@helper
def partner(v: View) -> int:
    """Return the seat of the declarer's partner, if it is known: -1 if not, or if there is none."""
    if v.partner < 0 and v.hand & v.called_ace:
        return v.seat
    return v.partner


@helper
def is_mate(v: View, seat: int) -> bool:
    """Return whether a seat is known to be on one's own side (one's own seat is)."""
    if seat == v.seat:
        return True
    if v.alone:
        return v.seat != v.declarer and seat != v.declarer
    known = partner(v)
    return known >= 0 and (seat in (v.declarer, known)) == (v.seat in (v.declarer, known))


@helper
def is_foe(v: View, seat: int) -> bool:
    """Return whether a seat is known to be on the other side."""
    if seat == v.seat:
        return False
    if v.alone or partner(v) >= 0:
        return not is_mate(v, seat)
    return seat == v.declarer


@helper
def is_ours(v: View) -> bool:
    """Return whether the trick so far is taken by oneself or a known mate."""
    return v.position > 0 and is_mate(v, v.best_seat)


@helper
def chance(v: View) -> float:
    """Return a random number from 0 to 1, the same whenever this decision of this hand is repeated."""
    return float(unit_interval(np.uint64(v.random)))
