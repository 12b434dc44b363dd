"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import Mask, low, top
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.players.club_cards import by_order
from simulate.players.club_choices import Plain
from simulate.players.club_marks import Role
from simulate.players.club_rulebook import (
    FIRST,
    FIRST_LEAD,
    HIGHEST,
    HOW,
    PLAIN_SHIFT,
    SECOND,
    SECOND_HIGHEST,
    choice_of,
    said,
)
from simulate.players.club_sight import Sight, bit, is_wenz
from simulate.players.club_suits import Habits, pick_lead
from simulate.players.club_terms import FOLLOW_SIZE, LEAD_AT, LEAD_SIZE, allowed_rules, lead_words

_ALONE = int(Role.ALONE)
_CALLED_LOW, _CALLED_HIGH, _OTHER = int(Plain.LEAD_CALLED_LOW), int(Plain.LEAD_CALLED_HIGH), int(Plain.LEAD_OTHER)
_LISTS = FIRST_LEAD * FOLLOW_SIZE
"""Where the tables of the lists for leads begin: one for each role, then one for who plays a Wenz."""


@helper
def lead(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to lead."""
    card, what = trump_lead(s, p, habits)
    return either(card, card, plain_lead(p, s.legal & ~s.trumps, s.out, s.mates, s.role, what, habits))


@helper
def trump_lead(s: Sight, p: Any, habits: Habits) -> tuple[Mask, Mask]:
    """Return the trump to lead, or the empty set and what is done with the plain suits, a `Plain`."""
    number = s.role + (bit(s.role == _ALONE) & is_wenz(s))
    fits = allowed_rules(lead_words(s, p), LEAD_AT, habits.book.allowed, _LISTS + number * LEAD_SIZE)
    row = choice_of(habits.book, FIRST_LEAD + number, fits, np.int64(p.frame))
    how = said(habits.book, row, HOW)
    own, plain = s.legal & s.trumps, s.legal & ~s.trumps
    first, second = own & said(habits.book, row, FIRST), own & said(habits.book, row, SECOND)
    from_first = either(how & HIGHEST, top(first), low(first))
    from_second = either(how & SECOND_HIGHEST, top(second), low(second))
    card = either(first, from_first, either(second, from_second, 0))
    last = by_order(s.legal, habits.book, row)
    return either(card, card, either(plain, 0, last)), how >> PLAIN_SHIFT


@helper
def plain_lead(p: Any, plain: Mask, out: Mask, mates: Mask, role: Mask, what: Mask, habits: Habits) -> Mask:
    """Return the card of the plain suits to lead; `what` is a `Plain`."""
    called = plain & np.int64(p.called_suit)
    others = plain & ~called
    avoids = bit(what == _OTHER) & bit(others != 0)
    free = pick_lead(p, either(avoids, others, plain), out, mates, role, habits)
    wanted = bit(called != 0) & (bit(what == _CALLED_LOW) | bit(what == _CALLED_HIGH))
    return either(wanted, either(what == _CALLED_LOW, low(called), top(called)), free)
