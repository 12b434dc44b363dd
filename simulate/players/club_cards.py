"""Which card of a set: the fattest, the cheapest, the one that takes the trick.

Every function returns a set of one card, or the empty set if it is asked about one.
"""

from __future__ import annotations

from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_sight import Mask, Sight, above, low, top


@helper
def fattest(s: Sight, cards: Mask) -> Mask:
    """Return the card with the most eyes; of equals the weakest."""
    rich = cards & s.sau
    if rich == 0:
        rich = cards & s.ten
    if rich == 0:
        rich = cards & s.king
    if rich == 0:
        rich = cards & ~(s.ober | s.unter)
        few = cards & s.unter
        if few:
            rich = few
        elif rich == 0:
            rich = cards
    return low(rich)


@helper
def blank(s: Sight, cards: Mask) -> Mask:
    """Return the cards without eyes."""
    return cards & ~(s.sau | s.ten | s.king | s.ober | s.unter)


@helper
def cheapest(s: Sight, cards: Mask) -> Mask:
    """Return the card to throw on a trick of the others: no eyes first, then king, Unter, Ober, ten, Sau."""
    poor = blank(s, cards)
    if poor == 0:
        poor = cards & s.unter
    if poor == 0:
        poor = cards & s.king
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
def eyes(s: Sight, cards: Mask) -> Mask:
    """Return the eyes of a set."""
    return (
        11 * popcount32(cards & s.sau)
        + 10 * popcount32(cards & s.ten)
        + 4 * popcount32(cards & s.king)
        + 3 * popcount32(cards & s.ober)
        + 2 * popcount32(cards & s.unter)
    )


@helper
def fat(s: Sight, cards: Mask) -> Mask:
    """Return the Sau and tens of a set."""
    return cards & (s.sau | s.ten)


@helper
def strongest(cards: Mask, out: Mask) -> Mask:
    """Return the highest of `cards` if nothing in `out` beats it, else the empty set."""
    first = top(cards)
    return first if first > out else first & 0
