"""Who plays with whom, as far as a player knows: looked up in tables, without a jump."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simulate.cards import SEATS
from simulate.kernels.bits import Mask
from simulate.kernels.choose import either
from simulate.kernels.codes import NOBODY
from simulate.kernels.jit import helper
from simulate.players.club_marks import Role
from simulate.table import Array

ALL_SEATS = (1 << SEATS) - 1


class Sides(NamedTuple):
    """What can be known of the sides, in flat arrays; sets of seats have a bit for each.

    A partner is a seat, or `OPEN`.
    """

    teams: Array  # int64 (alone, partner, declarer, seat): mates without oneself | foes << 4 | Role << 8
    suspects: Array  # uint8 (plain_first, trump_first, could): the partner who can be told from the leads


_SEAT_BITS = 2
_PARTNER_BITS = 3
OPEN = NOBODY & ((1 << _PARTNER_BITS) - 1)
"""A partner whom nobody knows yet, or who does not exist."""


@cache
def sides_tables() -> Sides:
    """Return the tables."""
    seats = range(SEATS)
    teams = np.zeros((2, 1 << _PARTNER_BITS, SEATS, SEATS), np.int64)
    for partner in (*seats, OPEN):
        for declarer in seats:
            teams[0, partner, declarer] = [_team(seat, declarer, partner, alone=False) for seat in seats]
            teams[1, partner, declarer] = [_team(seat, declarer, partner, alone=True) for seat in seats]
    sets = range(1 << SEATS)
    suspects = np.array(
        [[[_suspect(could, drew, plain) for could in sets] for drew in sets] for plain in sets], np.uint8
    )
    found = Sides(teams.ravel(), suspects.ravel())
    for table in found:
        table.setflags(write=False)
    return found


def _team(seat: int, declarer: int, partner: int, alone: bool) -> int:
    team = {declarer, partner} & set(range(SEATS))
    others = set(range(SEATS)) - team
    mates, foes = (team, others) if seat in team else (others, team)
    if partner == OPEN and not alone:
        mates, foes = set(), {declarer} - {seat}
    if seat == declarer:
        role = Role.ALONE if alone else Role.DECLARER
    elif alone:
        role = Role.AGAINST_ONE
    else:
        role = Role.PARTNER if declarer in mates else Role.OPPONENT
    return _set_of(mates - {seat}) | _set_of(foes) << SEATS | role << 2 * SEATS


def _set_of(seats: set[int]) -> int:
    return sum(1 << seat for seat in seats)


def _suspect(could: int, drew: int, plain: int) -> int:
    """Return the partner among the seats that may be: only the partner leads trumps, and no plain card."""
    suspected = could & drew or could & ~plain
    return suspected.bit_length() - 1 if suspected.bit_count() == 1 else OPEN


@helper
def team_of(p: Any, hand: Mask, seat: Mask, sides: Sides) -> Mask:
    """Return mates (without oneself), foes and the own role as they are known: mates | foes << 4 | Role << 8.

    Before the called ace has fallen, its holder knows himself. Who did not follow to the ace's suit does not hold
    it, and who said kontra is an opponent. Failing that the leads tell.
    """
    partner, declarer = np.int64(p.partner) & OPEN, np.int64(p.declarer)
    # Hands played alone lie side by side in a batch, so that this jump is foreseen.
    if p.alone == 0:
        not_he = np.int64(1) << seat | np.int64(1) << declarer | np.int64(1) << (p.kontra_by & OPEN) | p.no_ace
        could = ALL_SEATS & ~not_he
        leads = np.int64(p.trump_first) << SEATS | np.int64(p.plain_first) << 2 * SEATS
        suspect = np.int64(sides.suspects[np.uint64(could | leads)])
        guess = either(hand & np.int64(p.called_ace), seat, suspect)
        partner = either(partner == OPEN, guess, partner)
    place = seat | declarer << _SEAT_BITS | partner << 2 * _SEAT_BITS
    return np.int64(sides.teams[np.uint64(place | np.int64(p.alone) << 2 * _SEAT_BITS + _PARTNER_BITS)])
