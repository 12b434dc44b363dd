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
    if s.declarer & s.me:
        if plain == 0 or (own & (own - 1) and (out or p.alone == 0)) or (own and out and popcount32(s.trumps) == SEATS):
            return top(own) if p.alone else draw(s, own, out)
        return lead_plain(s, p, habits, plain, 1)
    if s.declarer & s.mates:
        if own and (plain == 0 or s.trick <= 3 or own & (own - 1)):
            return offer_trump(s, own, out)
        return lead_plain(s, p, habits, plain, 1)
    if plain == 0:
        return draw(s, own, out)
    called = plain & np.int64(p.called_suit)
    if called and p.called_led == 0:
        return low(called) if popcount32(own) > 3 else top(called)
    return lead_plain(s, p, habits, plain, 0)


@helper
def draw(s: Sight, own: Mask, out: Mask) -> Mask:
    """Return the trump to draw with: from above while nobody can beat it, else a low one that costs little."""
    if top(own) > out:
        return top(own)
    unter = own & s.unter
    small = own & ~(s.ober | s.unter | s.sau | s.ten)
    if popcount32(out) <= 4:
        return top(unter) if unter else (low(small) if small else top(own))
    if small:
        return low(small)
    return low(unter) if unter and popcount32(own & s.ober) <= 1 else top(own)


@helper
def offer_trump(s: Sight, own: Mask, out: Mask) -> Mask:
    """Return the trump that the partner leads to the declarer: his highest, a small one once most are gone."""
    small = own & ~(s.ober | s.unter | s.sau | s.ten)
    if small and popcount32(out) <= 7 and own & s.ober == 0:
        return low(small)
    return top(own)


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
            stands = np.int64(part > (s.out & suit) >> start)
            mark = np.int64(habits.lead_mark[attack, stands, row, part])
            for seat in range(SEATS):
                if s.me >> seat & 1 == 0 and s.out & suit & ~np.int64(p.lacks[seat]) == 0:
                    if s.mates >> seat & 1:
                        mark += 96
                    elif s.foes >> seat & 1:
                        mark -= 20
            if mark > best:
                best = mark
                card = np.int64(habits.lead[attack, stands, row, part]) << start
        start += width
    return card
