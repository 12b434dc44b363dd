"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

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
from simulate.players.club_sight import Mask, Sight, bit, low, top
from simulate.players.club_suits import Habits, pick_lead
from simulate.players.club_terms import FOLLOW_SIZE, LEAD_AT, LEAD_SIZE, allowed_rules, lead_words

_ALONE = int(Role.ALONE)
_CALLED_LOW, _CALLED_HIGH, _OTHER = int(Plain.LEAD_CALLED_LOW), int(Plain.LEAD_CALLED_HIGH), int(Plain.LEAD_OTHER)
_LISTS = FIRST_LEAD * FOLLOW_SIZE
"""Where the tables of the lists for leads begin."""


@helper
def lead(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to lead."""
    number = lead_list_of(s)
    fits = allowed_rules(lead_words(s, p), LEAD_AT, habits.book.allowed, _LISTS + number * LEAD_SIZE)
    return chosen_lead(s, p, choice_of(habits.book, FIRST_LEAD + number, fits, np.int64(p.frame)), habits)


@helper
def lead_list_of(s: Sight) -> Mask:
    """Return the number of the list of rules for the player among those for leads: his role, 5 for who plays a Wenz."""
    return s.role + (bit(s.role == _ALONE) & ~s.trumps >> 27)


@helper
def chosen_lead(s: Sight, p: Any, row: Mask, habits: Habits) -> Mask:
    """Return the card that the choice of a row comes to."""
    how = said(habits.book, row, HOW)
    own, plain = s.legal & s.trumps, s.legal & ~s.trumps
    first, second = own & said(habits.book, row, FIRST), own & said(habits.book, row, SECOND)
    from_first = either(how & HIGHEST, top(first), low(first))
    from_second = either(how & SECOND_HIGHEST, top(second), low(second))
    other = plain_lead(s, p, plain, how >> PLAIN_SHIFT, habits)
    last = either(plain, other, by_order(s.legal, habits.book, row))
    return either(first, from_first, either(second, from_second, last))


@helper
def plain_lead(s: Sight, p: Any, plain: Mask, what: Any, habits: Habits) -> Mask:
    """Return the card of the plain suits to lead; `what` is a `Plain`."""
    called = plain & np.int64(p.called_suit)
    others = plain & ~called
    avoids = bit(what == _OTHER) & bit(others != 0)
    free = pick_lead(s, p, either(avoids, others, plain), habits)
    wanted = bit(called != 0) & (bit(what == _CALLED_LOW) | bit(what == _CALLED_HIGH))
    return either(wanted, either(what == _CALLED_LOW, low(called), top(called)), free)
