"""What a player at the table works out from a view: who is with him, what is still out, who can still beat the trick.

Sets of cards are ``int64`` masks in the frame of the game, sets of seats are ``int64`` masks of four bits. (Masks are
signed 64-bit words here because a complement or a negation of one then needs no care.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.cards import DECK_MASK, SEATS
from simulate.kernels.bits import highest_index32
from simulate.kernels.jit import helper
from simulate.table import Tables

Mask = Any
"""A set of cards or of seats, int64."""

_ALL_SEATS = (1 << SEATS) - 1
_NO_SEAT = 7
"""Where NOBODY, cut to three bits, points: past all seats."""


class Sight(NamedTuple):
    """A position as a player sees it."""

    hand: Mask
    legal: Mask
    trumps: Mask
    sau: Mask
    ten: Mask
    king: Mask
    ober: Mask
    unter: Mask
    out: Mask
    """Cards in the other three hands."""
    table: Mask
    """Cards of the trick so far."""
    led_suit: Mask
    best: Mask
    best_seat: Mask
    me: Mask
    """Own seat, as a set."""
    mates: Mask
    """Seats known to be on the own side."""
    foes: Mask
    """Seats known to be on the other side."""
    declarer: Mask
    """The declarer's seat, as a set."""
    later: Mask
    """Seats that play to this trick after the player."""
    danger: Mask
    """Cards that those of them who may be foes can answer with."""
    hope: Mask
    """Cards that those of them who are mates can answer with."""
    pot: Mask
    """Eyes of the trick so far."""
    trick: Mask
    position: Mask
    role: Mask
    """A `simulate.players.club_suits.Role`."""


@helper
def top(cards: Mask) -> Mask:
    """Return the highest card of a set alone; empty if the set is empty."""
    return (np.int64(1) << np.int64(highest_index32(cards) + 1)) >> 1


@helper
def low(cards: Mask) -> Mask:
    """Return the lowest card of a set alone; empty if the set is empty."""
    return cards & -cards


@helper
def above(card: Mask) -> Mask:
    """Return all positions above a card (all positions if it is no card)."""
    return ~((card << 1) - 1) if card else np.int64(DECK_MASK)


@helper
def bit(condition: Any) -> Mask:
    """Return 1 if the condition holds, else 0."""
    return np.int64(condition)


@helper
def likely_partner(p: Any, hand: Mask, me: Mask) -> Mask:
    """Return the seat that must be the declarer's partner before the called ace has fallen, as a set; empty if open.

    Its holder knows himself. Who did not follow to the ace's suit does not hold it, and who said kontra is an opponent.
    Failing that the leads tell: only the partner leads trumps.
    """
    ace = np.int64(p.called_ace)
    could = np.int64(_ALL_SEATS) & ~me & ~(np.int64(1) << p.declarer)
    could &= ~(np.int64(1) << (p.kontra_by & _NO_SEAT))
    for other in range(SEATS):
        could &= ~(bit(np.int64(p.lacks[other]) & ace != 0) << other)
    drew = could & np.int64(p.trump_first)
    could = drew if drew else could & ~np.int64(p.plain_first)
    return me if hand & ace else could & -bit(could & (could - 1) == 0)


@helper
def sides(p: Any, hand: Mask, seat: Mask) -> tuple[Mask, Mask]:
    """Return the seats known to be on the own side (without oneself) and on the other side, as sets."""
    me = np.int64(1) << seat
    declarer = np.int64(1) << p.declarer
    partner = np.int64(_ALL_SEATS) & (np.int64(1) << (p.partner & _NO_SEAT))
    if p.alone == 0 and partner == 0:
        partner = likely_partner(p, hand, me)
        if partner == 0:
            return np.int64(0), declarer & ~me
    team = declarer | partner
    others = np.int64(_ALL_SEATS) & ~team
    ours = team if team & me else others
    return ours & ~me, np.int64(_ALL_SEATS) & ~ours


@helper
def answers(p: Any, hand: Mask, seat: Mask, out: Mask, mates: Mask) -> tuple[Mask, Mask]:
    """Return what later players who may be foes can answer the lead with, and what later mates can.

    Who still may hold the suit led has to follow with it; who has shown that he does not may trump.
    """
    danger, hope = np.int64(0), np.int64(0)
    suit, trumps = np.int64(p.led_suit), np.int64(p.trumps)
    for step in range(1, SEATS - p.position):
        other = (seat + step) % SEATS
        can = out & ~np.int64(p.lacks[other])
        answer = can & suit
        if answer == 0:
            answer = can & trumps
        if (mates >> other) & 1:
            hope |= answer
        else:
            danger |= answer
    return danger, hope


@helper
def role_of(p: Any, mates: Mask, seat: Mask) -> Mask:
    """Return the own role."""
    if seat == p.declarer:
        return 4 if p.alone else 2
    if p.alone:
        return 3
    return 1 if mates >> p.declarer & 1 else 0


@helper
def look(p: Any, hand: Mask, legal: Mask, seat: Mask, tables: Tables) -> Sight:
    """Return the position that the public record `p` and the own cards make."""
    played = np.int64(p.played[0]) | np.int64(p.played[1]) | np.int64(p.played[2]) | np.int64(p.played[3])
    out = np.int64(DECK_MASK) & ~(hand | played)
    mates, foes = sides(p, hand, seat)
    danger, hope = np.int64(0), np.int64(0)
    if p.position:
        danger, hope = answers(p, hand, seat, out, mates)
    ring = (((np.int64(1) << (SEATS - 1 - p.position)) - 1) << 1) << seat
    return Sight(
        hand,
        legal,
        np.int64(p.trumps),
        np.int64(tables.sau[p.frame]),
        np.int64(tables.ten[p.frame]),
        np.int64(tables.king[p.frame]),
        np.int64(tables.ober[p.frame]),
        np.int64(tables.unter[p.frame]),
        out,
        np.int64(p.cards),
        np.int64(p.led_suit),
        np.int64(p.best),
        np.int64(p.best_seat),
        np.int64(1) << seat,
        mates,
        foes,
        np.int64(1) << p.declarer,
        (ring | ring >> SEATS) & _ALL_SEATS,
        danger,
        hope,
        np.int64(p.cards_eyes),
        np.int64(p.trick),
        np.int64(p.position),
        role_of(p, mates, seat),
    )
