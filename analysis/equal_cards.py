"""Cards that are equal for all purposes: whichever of them is played, nothing that follows can differ.

Two cards are equal in a decision if both may be played, belong to one suit (all trumps are one), count the same eyes,
and no card that still matters lies between them in rank. A card matters if another player may hold it; or if it is the
card that takes the trick so far, because one of the two might beat it and the other not. Cards in the own hand, cards
of earlier tricks and those on the table that do not take the trick are no difference.

So the EU and the SU are equal if GU and HU have been played or are in the own hand, and 9 and 7 of a suit if its 8 is.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.table import Array, Views, tables


def equal_cards(views: Views, cards: Array) -> Array:
    """Return, for each view, the legal cards that are equal to a given one, itself included.

    Parameters
    ----------
    views
        Of n players who are to play a card.
    cards
        One legal card each, masks of one bit in the frame of the game, uint32 of shape (n,).

    Returns
    -------
    ndarray
        uint32 masks, shape (n,).
    """
    public = views.public
    gone = np.bitwise_or.reduce([public["played"][:, seat] for seat in range(SEATS)]) & ~public["best"]
    matters = ~(views.hand | gone)
    positions = np.bitwise_count(cards - np.uint32(1))
    # Up to the next card that matters above, and down to that below.
    above = matters & ~(cards | cards - np.uint32(1))
    lowest = above & (~above + np.uint32(1))
    below = _filled(matters & (cards - np.uint32(1)))
    equal: Array = _same_kind()[public["frame"], positions] & views.legal & (lowest - np.uint32(1)) & ~below
    return equal


def _filled(masks: Array) -> Array:
    """Return the masks of all bits up to the highest one."""
    for shift in (1, 2, 4, 8, 16):
        masks = masks | masks >> np.uint32(shift)
    return masks


@cache
def _same_kind() -> Array:
    """Return the cards of the suit and of the eyes of each card, uint32 of shape (frames, 32)."""
    facts = tables()
    bits = np.uint32(1) << np.arange(CARDS, dtype=np.uint32)
    eyes = facts.eyes.reshape(-1, CARDS)
    same_eyes = eyes[:, :, None] == eyes[:, None, :]
    same_kind: Array = facts.suit.reshape(-1, CARDS) & (same_eyes * bits).sum(axis=2, dtype=np.uint32)
    return same_kind
