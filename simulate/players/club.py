"""`club`: plays the cards as a sound player at a club table does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.kernels.jit import kernel
from simulate.players.club_follow import follow
from simulate.players.club_lead import lead
from simulate.players.club_sight import look
from simulate.players.club_suits import Habits, habits
from simulate.players.club_tout import is_undecided, tout
from simulate.players.parameters import completed
from simulate.players.player import Parameter
from simulate.table import Array, Tables, Views, tables


@kernel
def play_batch(public: Any, hand: Any, legal: Any, seat: Any, tables: Tables, habits: Habits, cards: Array) -> None:
    """Fill `cards`, uint32 of shape (n,), with the card to play for each of n views."""
    for i in range(hand.shape[0]):
        may = np.int64(legal[i])
        if may & (may - 1) == 0:
            cards[i] = legal[i]
            continue
        p = public[i]
        s = look(p, np.int64(hand[i]), may, np.int64(seat[i]), tables)
        if is_undecided(p):
            card = tout(s, p, habits)
        elif s.position == 0:
            card = lead(s, p, habits)
        else:
            card = follow(s, p, habits)
        cards[i] = np.uint32(card)


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
        play_batch(views.public, views.hand, views.legal, views.seat, tables(), habits(), cards)
        return cards
