"""Which card of a set: the fattest, the cheapest, the one that takes the trick.

Every function returns a set of one card, or the empty set if it is asked about one.
"""

from __future__ import annotations

from simulate.kernels.jit import helper
from simulate.players.club_sight import Mask, Sight, above, low, top


@helper
def fattest(s: Sight, cards: Mask) -> Mask:
    """Return the card with the most eyes; of equals the weakest."""
    most = cards & s.sau
    if most == 0:
        most = cards & s.ten
    if most == 0:
        most = cards & s.king
    if most == 0:
        most = cards & ~(s.ober | s.unter)
        few = cards & s.unter
        if few:
            most = few
        elif most == 0:
            most = cards
    return low(most)


@helper
def rich(s: Sight, cards: Mask) -> Mask:
    """Return the Sau, tens and kings of a set."""
    return cards & (s.sau | s.ten | s.king)


@helper
def fat(s: Sight, cards: Mask) -> Mask:
    """Return the Sau and tens of a set."""
    return cards & (s.sau | s.ten)


@helper
def blank(s: Sight, cards: Mask) -> Mask:
    """Return the cards without eyes."""
    return cards & ~(s.sau | s.ten | s.king | s.ober | s.unter)


@helper
def cheapest(s: Sight, cards: Mask) -> Mask:
    """Return the card to throw on a trick of the others: no eyes first, then king, Unter, Ober, ten, Sau."""
    poor = blank(s, cards)
    if poor == 0:
        poor = cards & s.king
    if poor == 0:
        poor = cards & s.unter
    if poor == 0:
        poor = cards & s.ober
    if poor == 0:
        poor = cards & s.ten
    if poor == 0:
        poor = cards
    return low(poor)


@helper
def winners(s: Sight) -> Mask:
    """Return the legal cards that would take the trick as it lies."""
    return s.legal & above(s.best) & (s.trumps | s.led_suit)


@helper
def sure(s: Sight, cards: Mask) -> Mask:
    """Return those of `cards` that take the trick that nobody who may be a foe can beat any more."""
    return cards & above(top(s.danger)) if s.danger else cards
