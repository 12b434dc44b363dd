"""How `club` plays to a trick that another has led."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import Mask
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.players.club_cards import by_order, first_or_second, winners
from simulate.players.club_choices import Plain
from simulate.players.club_rulebook import HOW, PLAIN_SHIFT, choice_of, list_of, said
from simulate.players.club_sight import Sight, bit, is_wenz
from simulate.players.club_suits import THROW, Habits, pick
from simulate.players.club_terms import FOLLOW_AT, FOLLOW_SIZE, allowed_rules, follow_words

_THROW = int(Plain.THROW)


@helper
def follow(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play to the trick."""
    return follow_suit(s, p, habits) if s.legal & s.led_suit else follow_free(s, p, habits)


@helper
def follow_suit(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play of the suit led."""
    win = winners(s)
    row = row_of_choice(s, p, win, s.legal, 0, habits)
    card = first_or_second(s.legal, win, said(habits.book, row, HOW), habits.book, row)
    return either(card, card, by_order(s.legal, habits.book, row))


@helper
def follow_free(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play without the suit led."""
    win, trumps, plain = winners(s), s.legal & s.trumps, s.legal & ~s.trumps
    row = row_of_choice(s, p, win, trumps, 1, habits)
    how = said(habits.book, row, HOW)
    card = first_or_second(trumps, win, how, habits.book, row)
    other = pick(s, plain, (how >> PLAIN_SHIFT) - _THROW + THROW, habits)
    return either(card, card, either(plain, other, by_order(s.legal, habits.book, row)))


@helper
def row_of_choice(s: Sight, p: Any, win: Mask, pool: Mask, void: int, habits: Habits) -> Mask:
    """Return the row of the choice that the rules make; `void` is 1 if the player does not hold what is led."""
    number = list_of(habits.book, s.role, void, is_wenz(s), bit(s.led_suit & s.trumps != 0))
    fits = allowed_rules(follow_words(s, win, pool), FOLLOW_AT, habits.book.allowed, number * FOLLOW_SIZE)
    return choice_of(habits.book, number, fits, np.int64(p.frame))
