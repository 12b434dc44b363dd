"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import SEATS
from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_sight import Mask, Sight, low, top
from simulate.players.club_suits import Habits, pick_lead


@helper
def lead(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to lead."""
    own = s.legal & s.trumps
    plain = s.legal & ~s.trumps
    if s.me & s.declarer:
        return lead_declarer(s, p, own, plain, habits)
    if plain == 0:
        return offer_trump(s, own) if s.mates & s.declarer else draw(s, own)
    if s.mates & s.declarer:
        # Early on to help draw; later on only if one trump is left over.
        if own and (s.trick <= 3 or own & (own - 1)):
            return offer_trump(s, own)
        return pick_lead(s, p, plain, habits)
    called = plain & np.int64(p.called_suit)
    if called and p.called_led == 0:
        return low(called) if popcount32(own) > 3 else top(called)
    return pick_lead(s, p, plain, habits)


@helper
def lead_declarer(s: Sight, p: Any, own: Mask, plain: Mask, habits: Habits) -> Mask:
    """Return what the declarer leads: trumps while he has two of them, in a Wenz while others have any."""
    wenz = popcount32(s.trumps) == SEATS
    trumps = own and s.out & s.trumps if wenz else own & (own - 1)
    if plain and not trumps:
        return pick_lead(s, p, plain, habits)
    return top(own) if p.alone else draw(s, own)


@helper
def draw(s: Sight, own: Mask) -> Mask:
    """Return the trump to draw with: from above while nobody can beat it, else a low one that costs little."""
    out = s.out & s.trumps
    unter = own & s.unter
    small = own & ~(s.ober | s.unter | s.sau | s.ten)
    if top(own) > out:
        return top(own)
    if popcount32(out) <= 4 and unter:
        return top(unter)
    if small:
        return low(small)
    return low(unter) if unter and popcount32(own & s.ober) <= 1 else top(own)


@helper
def offer_trump(s: Sight, own: Mask) -> Mask:
    """Return the trump that the partner leads to the declarer: his highest, a small one once most are gone."""
    small = own & ~(s.ober | s.unter | s.sau | s.ten)
    late = popcount32(s.out & s.trumps) <= 7 and own & s.ober == 0
    return low(small) if late and small else top(own)
