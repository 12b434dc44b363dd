"""`club`: plays the cards as a sound player at a club table does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.kernels.jit import helper, kernel
from simulate.players.club_follow import follow_free, follow_suit
from simulate.players.club_lead import lead
from simulate.players.club_sight import bit, look
from simulate.players.club_suits import Habits, habits
from simulate.players.club_tout import is_undecided, tout
from simulate.players.parameters import completed
from simulate.players.player import Parameter
from simulate.table import Array, Views


BLOCK = 256
"""Decisions sorted at a time: few enough to stay in a processor's nearest cache."""

FOLLOWING, VOID, LEADING, IN_TOUT = range(4)
KINDS = 4
"""Kinds of decisions, by what there is to work out."""


@helper
def _sort_out(public: Any, legal: Any, begin: int, end: int, rows: Any, cards: Any) -> tuple[int, int, int, int]:
    """List the decisions of each kind and return how many there are; answer the forced ones."""
    following, void, leading, in_tout = 0, 0, 0, 0
    for i in range(begin, end):
        p, may = public[i], np.int64(legal[i])
        cards[i] = legal[i]
        is_open = bit(may & (may - 1) != 0)
        # Jumps for what is seldom or the same for a whole batch; no jump for what differs from hand to hand.
        if is_undecided(p):
            rows[IN_TOUT, in_tout] = i
            in_tout += is_open
        elif p.position == 0:
            rows[LEADING, leading] = i
            leading += is_open
        else:
            holds = bit(may & np.int64(p.led_suit) != 0)
            rows[FOLLOWING, following] = i
            following += is_open & holds
            rows[VOID, void] = i
            void += is_open & ~holds
    return following, void, leading, in_tout


@kernel
def play_batch(public: Any, hand: Any, legal: Any, seat: Any, habits: Habits, rows: Array, cards: Array) -> None:
    """Fill `cards`, uint32 of shape (n,), with the card to play for each of n views.

    Decisions are worked out kind by kind, each without a jump: which kind comes next is what a processor can't foresee.
    `rows`, int64 of shape (KINDS, BLOCK), is for its own use.
    """
    for begin in range(0, len(cards), BLOCK):
        end = min(begin + BLOCK, len(cards))
        following, void, leading, in_tout = _sort_out(public, legal, begin, end, rows, cards)
        for k in range(following):
            i = rows[FOLLOWING, k]
            s = look(public[i], np.int64(hand[i]), np.int64(legal[i]), np.int64(seat[i]), habits.facts)
            cards[i] = follow_suit(s, public[i], habits)
        for k in range(void):
            i = rows[VOID, k]
            s = look(public[i], np.int64(hand[i]), np.int64(legal[i]), np.int64(seat[i]), habits.facts)
            cards[i] = follow_free(s, public[i], habits)
        for k in range(leading):
            i = rows[LEADING, k]
            s = look(public[i], np.int64(hand[i]), np.int64(legal[i]), np.int64(seat[i]), habits.facts)
            cards[i] = lead(s, public[i], habits)
        for k in range(in_tout):
            i = rows[IN_TOUT, k]
            s = look(public[i], np.int64(hand[i]), np.int64(legal[i]), np.int64(seat[i]), habits.facts)
            cards[i] = tout(s, public[i], habits)


VERSION = 4
PARAMETERS: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class Club:
    """The card player `club`."""

    name = "club"
    spec = "club"
    version = VERSION
    uses_random = False

    @classmethod
    def make(cls, name: str = "club", given: Mapping[str, float] | None = None) -> Club:
        """Return the card player, which has no parameters."""
        completed(PARAMETERS, given or {})
        return cls()

    def play(self, views: Views) -> Array:
        """Return the card to play for each view: a mask of one bit of ``views.legal``, uint32 of shape (n,)."""
        cards = np.empty(len(views.hand), dtype=np.uint32)
        rows = np.empty((KINDS, BLOCK), np.int64)
        play_batch(views.public, views.hand, views.legal, views.seat, habits(), rows, cards)
        return cards
