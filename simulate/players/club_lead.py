"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_cards import _ALL_BUT_ONE_SUIT
from simulate.players.club_sight import Mask, Sight, low, top
from simulate.players.club_suits import Habits


@helper
def lead(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to lead."""
    own = s.legal & s.trumps
    out = s.out & s.trumps
    plain = s.legal & ~s.trumps
    if plain == 0:
        return top(own) if top(own) > out else low(own)
    if s.declarer & s.me:
        return lead_declarer(s, p, habits, own, out, plain)
    if s.declarer & s.mates:
        if own and out:
            return top(own)
        return lead_plain(s, p, habits, plain, 1)
    called = plain & np.int64(p.called_suit)
    if called and p.called_led == 0:
        return low(called) if popcount32(own) > 3 else top(called)
    return lead_plain(s, p, habits, plain, 0)


@helper
def lead_declarer(s: Sight, p: Any, habits: Habits, own: Mask, out: Mask, plain: Mask) -> Mask:
    """Return what the declarer leads: trumps while he has two, from above if he can keep the lead."""
    if own & (own - 1) and out:
        if top(own) > out:
            return top(own)
        return low(own) if popcount32(out & s.ober) > 2 else top(own)
    return lead_plain(s, p, habits, plain, 1)


@helper
def lead_plain(s: Sight, p: Any, habits: Habits, plain: Mask, attack: Mask) -> Mask:
    """Return the plain card to lead: from the suit that `habits` marks highest, more gladly where mates are void."""
    trumps = popcount32(s.trumps)
    row = np.int64(trumps != _ALL_BUT_ONE_SUIT)
    width = 6 + row
    best: Any = np.int64(-32768)
    card: Mask = np.int64(0)
    start: Any = 0
    while start + width <= CARDS - trumps:
        part = (plain >> start) & ((1 << width) - 1)
        if part:
            suit = ((np.int64(1) << width) - 1) << start
            sau_out = np.int64(s.out & suit & s.sau != 0)
            mark = np.int64(habits.lead_mark[attack, sau_out, row, part])
            for seat in range(SEATS):
                if s.me >> seat & 1 == 0 and s.out & suit & ~np.int64(p.lacks[seat]) == 0:
                    if s.mates >> seat & 1:
                        mark += 96
                    elif s.foes >> seat & 1:
                        mark -= 20
            if mark > best:
                best = mark
                card = np.int64(habits.lead[attack, sau_out, row, part]) << start
        start += width
    return card
