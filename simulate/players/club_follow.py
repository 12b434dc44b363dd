"""How `club` plays to a trick that another has led."""

from __future__ import annotations

from typing import Any

from simulate.kernels.jit import helper
from simulate.players.club_cards import cheapest, fat, fattest, pick, rich, sure, winners
from simulate.players.club_sight import Mask, Sight, above, low, top
from simulate.players.club_suits import Habits


@helper
def follow(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play to the trick."""
    win = winners(s)
    mate_holds = (s.mates >> s.best_seat) & 1 == 1
    threat = s.danger & above(s.best)
    if s.legal & s.led_suit == 0:
        return free(s, p, habits, win, mate_holds, threat)
    if s.led_suit & s.trumps:
        return follow_trump(s, p, win, mate_holds, threat)
    return follow_plain(s, p, win, mate_holds, threat)


@helper
def follow_trump(s: Sight, p: Any, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the trump to answer a trump with."""
    if mate_holds:
        if threat == 0:
            gift = rich(s, s.legal)
            return fattest(s, gift) if gift else cheapest(s, s.legal)
        if s.me & s.declarer:
            certain = sure(s, win)
            return low(certain) if certain else cheapest(s, s.legal)
        if win and s.best & s.ober == 0:
            return top(win)
        return cheapest(s, s.legal)
    if s.me & s.declarer:
        certain = sure(s, win)
        return low(certain) if certain else cheapest(s, s.legal)
    if s.declarer & s.mates:
        if win == 0:
            return cheapest(s, s.legal)
        return top(win) if s.later & s.foes else low(win)
    thrifty = win & ~fat(s, win)
    if s.later & s.declarer:
        certain = sure(s, win)
        return low(certain) if certain else (low(thrifty) if thrifty and s.pot >= 4 else cheapest(s, s.legal))
    return low(win) if win else cheapest(s, s.legal)


@helper
def follow_plain(s: Sight, p: Any, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the card to answer a plain suit with."""
    certain = sure(s, win)
    if mate_holds:
        if threat == 0 and s.later & s.foes == 0:
            return fattest(s, s.legal)
        return top(certain) if certain else cheapest(s, s.legal)
    if certain:
        return top(certain)
    if s.later & ~s.mates == 0 and win:
        return top(win)
    return cheapest(s, s.legal)


@helper
def free(s: Sight, p: Any, habits: Habits, win: Mask, mate_holds: Any, threat: Mask) -> Mask:
    """Return the card to play without the suit led: trump it, add eyes, or throw a card away."""
    plain = s.legal & ~s.trumps
    if mate_holds and threat == 0:
        return pick(s, plain, habits.smear, habits.smear_mark) if plain else fattest(s, s.legal)
    certain = sure(s, win)
    if mate_holds:
        if certain and plain == 0:
            return low(certain)
        return pick(s, plain, habits.throw, habits.throw_mark) if plain else cheapest(s, s.legal)
    if certain & (s.sau | s.ten | s.king):
        return fattest(s, win)
    if win and s.pot > 4:
        return low(win)
    if certain:
        return low(certain)
    return pick(s, plain, habits.throw, habits.throw_mark) if plain else cheapest(s, s.legal)
