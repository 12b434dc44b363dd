"""Which card of a set: one that takes the trick, one of the kinds that a rule names.

Functions that return a card return a set of one, or the empty set if there is none.
"""

from __future__ import annotations

import numpy as np

from simulate.kernels.jit import helper
from simulate.players.club_rulebook import HIGHEST, TAKES
from simulate.players.club_sight import Mask, Sight, above, low, top
from simulate.table import Array

_HIGHEST_BIT = HIGHEST.bit_length() - 1


@helper
def winners(s: Sight) -> Mask:
    """Return the legal cards that would take the trick as it lies."""
    return s.legal & above(s.best) & (s.trumps | s.led_suit)


@helper
def first_or_second(pool: Mask, win: Mask, how: Mask, cards: Array, column: Mask) -> Mask:
    """Return the card of a choice's first kinds, else of the second ones that take the trick."""
    # If the choice is for what takes the trick, how & TAKES - 1 has no bits; else it has all.
    first = pool & cards[np.uint64(column)] & (win | (how & TAKES) - 1)
    lowest = low(first)
    # Selected without a jump, which could not be foreseen.
    card = lowest ^ (lowest ^ top(first)) & -(how >> _HIGHEST_BIT & 1)
    return card if first else low(win & cards[np.uint64(column + 1)])


@helper
def by_order(legal: Mask, cards: Array, column: Mask) -> Mask:
    """Return the card that the order of a choice gives away first."""
    first, second = legal & cards[np.uint64(column + 2)], legal & cards[np.uint64(column + 3)]
    third = legal & cards[np.uint64(column + 4)]
    group = first if first else second
    group = group if group else third
    return low(group if group else legal)
