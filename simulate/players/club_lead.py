"""What `club` leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import helper
from simulate.players.club_cards import by_order
from simulate.players.club_choices import Plain
from simulate.players.club_marks import Role
from simulate.players.club_rulebook import (
    FIRST_LEAD,
    HIGHEST,
    PLAIN_SHIFT,
    SECOND_HIGHEST,
    choice_of,
    column_of,
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
    return chosen_lead(s, p, choice_of(habits.book, FIRST_LEAD + number, fits), habits)


@helper
def lead_list_of(s: Sight) -> Mask:
    """Return the number of the list of rules for the player among those for leads: his role, 5 for who plays a Wenz."""
    return s.role + (bit(s.role == _ALONE) & ~s.trumps >> 27)


@helper
def chosen_lead(s: Sight, p: Any, choice: Mask, habits: Habits) -> Mask:
    """Return the card that a choice comes to."""
    cards, column = habits.book.cards, column_of(choice, np.int64(p.frame))
    how = np.int64(habits.book.how[np.uint64(choice)])
    own, plain = s.legal & s.trumps, s.legal & ~s.trumps
    first, second = own & cards[np.uint64(column)], own & cards[np.uint64(column + 1)]
    if first:
        return top(first) if how & HIGHEST else low(first)
    if second:
        return top(second) if how & SECOND_HIGHEST else low(second)
    if plain == 0:
        return by_order(s.legal, cards, column)
    return plain_lead(s, p, plain, how >> PLAIN_SHIFT, habits)


@helper
def plain_lead(s: Sight, p: Any, plain: Mask, what: Any, habits: Habits) -> Mask:
    """Return the card of the plain suits to lead; `what` is a `Plain`."""
    called = plain & np.int64(p.called_suit)
    if called:
        if what == _CALLED_LOW:
            return low(called)
        if what == _CALLED_HIGH:
            return top(called)
        if what == _OTHER and plain & ~called:
            plain = plain & ~called
    return pick_lead(s, p, plain, habits)
