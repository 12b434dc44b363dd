"""How `club` plays to a trick that another has led."""

from __future__ import annotations

from typing import Any

from simulate.kernels.bits import popcount32
from simulate.kernels.jit import helper
from simulate.players.club_cards import cheapest, fat, fattest, rich, sure, winners
from simulate.players.club_sight import Mask, Sight, above, low, top
from simulate.players.club_suits import SMEAR, THROW, Habits, pick


@helper
def follow(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play to the trick."""
    win = winners(s)
    mate_holds = (s.mates >> s.best_seat) & 1 == 1
    threat = s.danger & above(s.best)
    if s.legal & s.led_suit == 0:
        return free(s, p, habits, win, mate_holds, threat)
    if s.led_suit & s.trumps:
        if s.declarer & s.me:
            return trump_declarer(s, win, mate_holds, threat)
        if s.declarer & s.mates:
            return trump_partner(s, win, mate_holds, threat)
        return trump_opponent(s, win, mate_holds, threat)
    return follow_plain(s, p, win, mate_holds, threat)


@helper
def gift(s: Sight) -> Mask:
    """Return the card of the suit led to add to a trick of the own side: Sau, ten or king, else the cheapest."""
    eyes = rich(s, s.legal)
    return fattest(s, eyes) if eyes else cheapest(s, s.legal)


@helper
def trump_declarer(s: Sight, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the trump the declarer answers a trump with."""
    if mate_holds:
        if threat == 0:
            return gift(s)
        if s.best & s.ober == 0 and win:
            certain = sure(s, win)
            if popcount32(s.hand & s.trumps) > 3:
                return top(win)
            return low(certain) if certain else cheapest(s, s.legal)
        return cheapest(s, s.legal)
    if win == 0:
        return cheapest(s, s.legal)
    certain = sure(s, win)
    if certain:
        return low(certain)
    if s.pot > 8:
        return top(win)
    thrifty = win & ~fat(s, win)
    return low(thrifty) if thrifty else cheapest(s, s.legal)


@helper
def trump_partner(s: Sight, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the trump the declarer's partner answers a trump with."""
    if mate_holds:
        if threat == 0:
            return gift(s)
        return top(win) if win and s.best & s.ober == 0 else cheapest(s, s.legal)
    if win == 0:
        return cheapest(s, s.legal)
    return top(win) if s.later & s.foes else low(win)


@helper
def trump_opponent(s: Sight, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the trump an opponent answers a trump with."""
    if mate_holds:
        if popcount32(threat) <= 2:
            return gift(s)
        strong = win & (s.ober | s.unter)
        return low(strong) if strong else cheapest(s, s.legal)
    hope = popcount32(s.hope & above(s.best))
    if win == 0:
        return gift(s) if hope >= 2 and fat(s, s.legal) else cheapest(s, s.legal)
    certain = sure(s, win)
    thrifty = win & ~fat(s, win)
    if s.later & ~s.mates == 0 or s.pot > 5:
        if popcount32(s.danger & above(s.best)) > 2:
            return top(win)
        return low(win)
    if s.best & s.ober and hope > 0:
        return low(certain) if certain else cheapest(s, s.legal)
    return low(thrifty) if thrifty else cheapest(s, s.legal)


@helper
def follow_plain(s: Sight, p: Any, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the card to answer a plain suit with."""
    certain = sure(s, win)
    if mate_holds:
        if threat == 0 and (s.declarer & s.later == 0 or s.me & s.declarer):
            return fattest(s, s.legal)
        if certain:
            return top(certain)
        if p.alone == 0 and threat == 0:
            return fattest(s, s.legal)
        return cheapest(s, s.legal)
    if certain:
        return top(certain)
    if win and (win & s.sau or s.later & ~s.mates == 0):
        return top(win)
    return cheapest(s, s.legal)


@helper
def free(s: Sight, p: Any, habits: Habits, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the card to play without the suit led: trump it, add eyes, or throw a card away."""
    certain = sure(s, win)
    if mate_holds:
        if s.me & s.declarer and s.pot <= 10 and s.later:
            small = certain & ~fat(s, certain)
            if small:
                return low(small)
        if threat == 0:
            if s.position == 1 and win and s.me & s.declarer == 0 and p.alone == 0:
                higher = win & (s.ober | s.unter)
                if higher:
                    return low(higher)
            return smear(s, habits)
        if certain:
            return low(certain)
        if win and s.declarer & (s.me | s.mates) == 0:
            return top(win)
        return throw(s, habits)
    if certain & (s.sau | s.ten | s.king):
        return fattest(s, win)
    if win:
        if s.pot <= 4 and s.declarer & (s.me | s.mates) == 0:
            if top(s.hand & s.trumps) > s.out:
                return throw(s, habits)
            if s.danger & above(s.best):
                return top(win) if s.position == 1 else throw(s, habits)
        return low(win)
    if s.hope & above(s.best) and s.best & s.ober == 0 and s.later & ~s.mates == 0:
        return smear(s, habits)
    return throw(s, habits)


@helper
def smear(s: Sight, habits: Habits) -> Mask:
    """Return the card to add to a trick of the own side."""
    plain = s.legal & ~s.trumps
    return pick(s, plain, SMEAR, habits) if plain else fattest(s, s.legal)


@helper
def throw(s: Sight, habits: Habits) -> Mask:
    """Return the card to throw away."""
    plain = s.legal & ~s.trumps
    return pick(s, plain, THROW, habits) if plain else cheapest(s, s.legal)
