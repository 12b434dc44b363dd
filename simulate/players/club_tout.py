"""How `club` plays a Tout, in which only the tricks count: the declarer must take all, the others want one."""

from __future__ import annotations

from typing import Any

from simulate.kernels.bits import Mask, low, top
from simulate.kernels.codes import ALL_TRICKS
from simulate.kernels.jit import helper
from simulate.kernels.trick import LAST_POSITION
from simulate.players.club_cards import winners
from simulate.players.club_follow import follow
from simulate.players.club_lead import lead
from simulate.players.club_marks import Role
from simulate.players.club_sight import Sight, above
from simulate.players.club_suits import Habits, pick_lead

_ALONE = int(Role.ALONE)


@helper
def is_undecided(p: Any) -> Any:
    """Return whether a Tout is played and the declarer has taken every trick so far."""
    return p.goal == ALL_TRICKS and p.tricks[p.declarer] == p.trick


@helper
def tout(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play in a Tout that is not lost yet."""
    if s.role == _ALONE:
        return tout_lead(s, p, habits) if s.position == 0 else tout_take(s, p, habits)
    if s.position == 0:
        return lead(s, p, habits)
    win = winners(s)
    if win and s.declarer_later:
        return top(win)
    if win and s.best_seat == p.declarer:
        return low(win)
    return follow(s, p, habits)


@helper
def tout_lead(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return what the declarer leads: his highest trump while others have any, then what stands."""
    own, plain = s.legal & s.trumps, s.legal & ~s.trumps
    if own and (plain == 0 or s.out & s.trumps):
        return top(own)
    return pick_lead(p, plain, s.out, s.mates, s.role, habits)


@helper
def tout_take(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card with which the declarer takes a trick: the lowest that nobody can beat, void or not."""
    win = winners(s)
    if win == 0:
        return follow(s, p, habits)
    trumps = win & s.trumps
    if trumps == 0 or s.position == LAST_POSITION:
        return low(win) if s.position == LAST_POSITION else top(win)
    highest_out = top(s.out & s.trumps)
    safe = trumps & above(highest_out) if highest_out else trumps
    return low(safe) if safe else top(trumps)
