"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_cards import blank, cheapest, fattest
from simulate.players.club_follow import shortest
from simulate.players.club_sight import Mask, Sight, low, top


@helper
def boss_plain(s: Sight) -> Mask:
    """Return the plain cards in hand that nothing of their suit can beat."""
    width = 6 if popcount32(s.trumps) == 14 else 7
    suit = (np.int64(1) << width) - 1
    plain = ~s.trumps & 0xFFFFFFFF
    boss = np.int64(0)
    while suit & plain:
        mine = top(s.legal & suit)
        boss |= mine if mine > (s.out & suit) else np.int64(0)
        suit = (suit << width) & plain
    return boss


@helper
def lead_trump(s: Sight) -> Mask:
    """Return the trump to draw with."""
    own = s.legal & s.trumps
    out = s.out & s.trumps
    if top(own) > out:
        return top(own)
    return low(own)


@helper
def lead_plain(s: Sight) -> Mask:
    """Return a plain card to lead."""
    plain = s.legal & ~s.trumps
    boss = boss_plain(s)
    if boss:
        return fattest(s, boss)
    poor = blank(s, plain)
    if poor:
        return shortest(s, poor)
    return cheapest(s, plain)


@helper
def lead(s: Sight, p: Any) -> Mask:
    """Return the card to lead."""
    own = s.legal & s.trumps
    out = s.out & s.trumps
    plain = s.legal & ~s.trumps
    declarer_side = s.declarer & (s.me | s.mates) != 0
    if plain == 0:
        return top(own) if top(own) > out else low(own)
    if declarer_side:
        if s.me & s.declarer:
            if own & (own - 1) and out:
                return lead_trump(s)
        elif own and out:
            return top(own)
        return lead_plain(s)
    if p.alone == 0 and p.called_led == 0 and plain & np.int64(p.called_suit):
        called = plain & np.int64(p.called_suit)
        poor = blank(s, called)
        return low(poor) if poor else cheapest(s, called)
    return lead_plain(s)
