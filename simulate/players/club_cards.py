"""Which card of a set: one that takes the trick, one of the kinds that a rule names.

Functions that return a card return a set of one, or the empty set if there is none.
"""

from __future__ import annotations

from simulate.kernels.bits import Mask, low, top
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.players.club_rulebook import FIRST, GROUP, HIGHEST, SECOND, TAKES, Rulebook, said
from simulate.players.club_sight import Sight, above


@helper
def winners(s: Sight) -> Mask:
    """Return the legal cards that would take the trick as it lies."""
    return s.legal & above(s.best) & (s.trumps | s.led_suit)


@helper
def first_or_second(pool: Mask, win: Mask, how: Mask, book: Rulebook, row: Mask) -> Mask:
    """Return the card of a choice's first kinds, else of the second ones that take the trick."""
    # If the choice is for what takes the trick, how & TAKES - 1 has no bits; else it has all.
    first = pool & said(book, row, FIRST) & (win | (how & TAKES) - 1)
    card = either(how & HIGHEST, top(first), low(first))
    return either(first, card, low(win & said(book, row, SECOND)))


@helper
def by_order(legal: Mask, book: Rulebook, row: Mask) -> Mask:
    """Return the card that the order of a choice gives away first."""
    first, second = legal & said(book, row, GROUP), legal & said(book, row, GROUP + 1)
    third = legal & said(book, row, GROUP + 2)
    return low(either(first, first, either(second, second, either(third, third, legal))))
