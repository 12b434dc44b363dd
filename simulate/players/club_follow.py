"""How `club` plays to a trick that another has led."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_cards import blank, cheapest, eyes, fat, fattest, winners
from simulate.players.club_sight import Mask, Sight, above, low, top


@helper
def threats(s: Sight, p: Any, best: Mask) -> Mask:
    """Return the cards that later players who may be foes can still beat `best` with; void or not as far as known."""
    danger = np.int64(0)
    over = s.out & above(best)
    later = s.later & ~s.mates
    while later:
        seat = np.int64(popcount32((later & -later) - 1))
        can = s.out & ~np.int64(p.lacks[seat])
        if can & s.led_suit:
            danger |= can & over & s.led_suit
        else:
            danger |= can & over & s.trumps
        later &= later - 1
    return danger


@helper
def may_be_trumped(s: Sight, p: Any) -> Any:
    """Return whether a later foe could well be void in the plain suit led."""
    return s.led_suit & s.trumps == 0 and s.later & ~s.mates != 0 and popcount32(s.out & s.led_suit) <= 2


@helper
def smear(s: Sight) -> Mask:
    """Return the fattest card to add to a trick of the own side."""
    plain = s.legal & ~s.trumps
    rich = plain & s.ten
    if rich:
        return top(rich)
    rich = plain & s.sau
    if rich:
        return top(rich)
    rich = s.legal & s.trumps & (s.sau | s.ten | s.king)
    if rich:
        return fattest(s, rich)
    rich = plain & s.king
    if rich:
        return low(rich)
    return throw(s)


@helper
def throw(s: Sight) -> Mask:
    """Return a worthless card: following suit the cheapest; else out of the shortest plain suit."""
    plain = s.legal & ~s.trumps
    if s.legal & s.led_suit or plain == 0:
        return cheapest(s, s.legal)
    poor = blank(s, plain)
    if poor == 0:
        return cheapest(s, plain)
    return shortest(s, poor)


@helper
def shortest(s: Sight, cards: Mask) -> Mask:
    """Return the lowest of `cards` that stands in the player's shortest plain suit."""
    width = 6 if popcount32(s.trumps) == 14 else 7
    suit = (np.int64(1) << width) - 1
    plain = ~s.trumps & 0xFFFFFFFF
    best: Mask = np.int64(0)
    shortest_length: Mask = 99
    while suit & plain:
        own = s.hand & suit
        mine = cards & suit
        length = 2 * popcount32(own) + (1 if own & s.sau else 0)
        if mine and length < shortest_length:
            shortest_length = length
            best = low(mine)
        suit = (suit << width) & plain
    return best


@helper
def take(s: Sight, cards: Mask) -> Mask:
    """Return the card to take a trick with as the last hand: fat if that wins, else the cheapest winner."""
    rich = fat(s, cards) | (cards & s.king)
    if rich:
        return fattest(s, rich)
    return low(cards)


@helper
def follow(s: Sight, p: Any) -> Mask:
    """Return the card to play to the trick."""
    win = winners(s)
    mate_holds = (s.mates >> s.best_seat) & 1 == 1
    pot = eyes(s, s.table)
    if s.position == 3:
        if mate_holds:
            return smear(s)
        if win and (pot >= 4 or fat(s, win) or win & s.led_suit & ~s.trumps):
            return take(s, win)
        return throw(s)
    danger = threats(s, p, s.best)
    if mate_holds:
        if danger == 0 and not may_be_trumped(s, p):
            return smear(s)
        return throw(s)
    if win == 0:
        return throw(s)
    if s.legal & s.led_suit & ~s.trumps:
        first = top(win)
        return first if first & above(s.out & s.led_suit) else throw(s)
    if s.legal & s.led_suit & s.trumps:
        if top(win) > s.out:
            return top(win)
        return top(win) if pot >= 10 else throw(s)
    if pot >= 4 or s.led_suit & s.out == 0:
        rich = fat(s, win)
        return rich & -rich if rich else low(win)
    return throw(s)
