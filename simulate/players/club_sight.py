"""What a player at the table works out from a view: who is with him, what is still out, who can still beat the trick.

Sets of cards are masks in the frame of the game, sets of seats are masks of four bits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simulate.cards import CARDS, DECK_MASK, SEATS
from simulate.kernels.bits import Mask
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.kernels.trick import SEAT_MASK
from simulate.players.club_sides import ALL_SEATS, Sides, sides_tables, team_of
from simulate.table import Array, tables

_FIFTH_TRUMP = CARDS - SEATS - 1
AFTER_SHORT_SUITS = 18
"""The first position behind three plain suits of six cards."""
LOW, KING, UNTER, OBER = range(4)
RANKS = 4
"""Places of the kinds of cards in `Facts.kinds`."""


class Facts(NamedTuple):
    """What a player has to know before he can look, in flat arrays."""

    sides: Sides
    kinds: Array  # int64 (frames, RANKS): the cards of a kind


@cache
def facts() -> Facts:
    """Return the tables."""
    known = tables()
    others = known.sau | known.ten | known.king | known.unter | known.ober
    kinds = np.stack([~others, known.king, known.unter, known.ober], axis=1).astype(np.int64)
    kinds.setflags(write=False)
    return Facts(sides_tables(), kinds.ravel())


class Sight(NamedTuple):
    """A position as a player sees it."""

    hand: Mask
    legal: Mask
    trumps: Mask
    low: Mask
    """Cards below the king of all suits, which are no Unter or Ober."""
    king: Mask
    unter: Mask
    ober: Mask
    out: Mask
    """Cards in the other three hands."""
    led_suit: Mask
    best: Mask
    best_seat: Mask
    mates: Mask
    """Seats known to be on the own side."""
    foes: Mask
    """Seats known to be on the other side."""
    declarer_later: Mask
    """1 if the declarer plays to this trick after the player, else 0."""
    danger: Mask
    """Cards that those who play later and may be foes can answer with."""
    hope: Mask
    """Cards that those who play later and are mates can answer with."""
    pot: Mask
    """Eyes of the trick so far."""
    trick: Mask
    position: Mask
    role: Mask
    """A `simulate.players.club_marks.Role`."""


@helper
def above(card: Mask) -> Mask:
    """Return all positions above a card."""
    return -(card << 1) & DECK_MASK


@helper
def bit(condition: Any) -> Mask:
    """Return 1 if the condition holds, else 0."""
    return np.int64(condition)


@helper
def has_long_suits(trumps: Mask) -> Mask:
    """Return 1 if the plain suits have seven cards and not six, else 0."""
    return ~trumps >> AFTER_SHORT_SUITS & 1


@helper
def is_wenz(s: Sight) -> Mask:
    """Return 1 if only four cards are trump, as in a Wenz, else 0."""
    return ~s.trumps >> _FIFTH_TRUMP & 1


@helper
def answers(p: Any, seat: Mask, out: Mask, mates: Mask) -> tuple[Mask, Mask]:
    """Return what later players who may be foes can answer the lead with, and what later mates can; nothing on lead.

    Who still may hold the suit led has to follow with it; who has shown that he does not may trump.
    """
    if p.position == 0:
        return np.int64(0), np.int64(0)
    danger, hope = np.int64(0), np.int64(0)
    suit, trumps = np.int64(p.led_suit), np.int64(p.trumps)
    for step in range(1, SEATS - p.position):
        other = seat + step & SEAT_MASK
        can = out & ~np.int64(p.lacks[other])
        answer = either(can & suit, can & suit, can & trumps)
        helps = -(mates >> other & 1)
        hope |= answer & helps
        danger |= answer & ~helps
    return danger, hope


@helper
def look(p: Any, hand: Mask, legal: Mask, seat: Mask, facts: Facts) -> Sight:
    """Return the position that the public record `p` and the own cards make."""
    played = np.int64(p.played[0]) | np.int64(p.played[1]) | np.int64(p.played[2]) | np.int64(p.played[3])
    out = np.int64(DECK_MASK) & ~(hand | played)
    team = team_of(p, hand, seat, facts.sides)
    mates = team & ALL_SEATS
    danger, hope = answers(p, seat, out, mates)
    seats_to_declarer = (np.int64(p.declarer) - seat) & SEAT_MASK
    kinds = np.int64(p.frame) * RANKS
    return Sight(
        hand,
        legal,
        np.int64(p.trumps),
        np.int64(facts.kinds[np.uint64(kinds + LOW)]),
        np.int64(facts.kinds[np.uint64(kinds + KING)]),
        np.int64(facts.kinds[np.uint64(kinds + UNTER)]),
        np.int64(facts.kinds[np.uint64(kinds + OBER)]),
        out,
        np.int64(p.led_suit),
        np.int64(p.best),
        np.int64(p.best_seat),
        mates,
        team >> SEATS & ALL_SEATS,
        bit(seats_to_declarer != 0) & bit(seats_to_declarer + p.position <= SEAT_MASK),
        danger,
        hope,
        np.int64(p.cards_eyes),
        np.int64(p.trick),
        np.int64(p.position),
        team >> 2 * SEATS,
    )
