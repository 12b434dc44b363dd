"""How `club` plays to a trick that another has led."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import helper
from simulate.players.club_cards import by_order, first_or_second, winners
from simulate.players.club_choices import Plain
from simulate.players.club_rulebook import FIRST_FREE, FIRST_TRUMP_LED, PLAIN_SHIFT, choice_of, column_of
from simulate.players.club_sight import Mask, Sight, bit
from simulate.players.club_suits import THROW, Habits, pick
from simulate.players.club_terms import FOLLOW_AT, FOLLOW_SIZE, allowed_rules, follow_words

_THROW = int(Plain.THROW)


@helper
def follow(s: Sight, p: Any, habits: Habits) -> Mask:
    """Return the card to play to the trick."""
    win = winners(s)
    void = bit(s.legal & s.led_suit == 0)
    pool = s.legal & (s.trumps | void - 1)
    number = list_of(s, p, void)
    fits = allowed_rules(follow_words(s, win, pool), FOLLOW_AT, habits.book.allowed, number * FOLLOW_SIZE)
    choice = choice_of(habits.book, number, fits)
    return chosen(s, p, win, pool, void, choice, habits)


@helper
def list_of(s: Sight, p: Any, void: Mask) -> Mask:
    """Return the number of the list of rules for the player; `void` is 1 if he does not hold what is led."""
    alone, wenz = np.int64(p.alone), ~s.trumps >> 27 & 1
    declares = bit(s.me & s.declarer != 0)
    helps = bit(s.mates & s.declarer != 0) & (1 - alone)
    holds = helps + 2 * declares + bit(s.led_suit & s.trumps != 0) * (FIRST_TRUMP_LED + 3 * (alone & (1 - declares)))
    free = FIRST_FREE + alone + wenz + 2 * (declares & alone & ~wenz)
    return holds + void * (free - holds)


@helper
def chosen(s: Sight, p: Any, win: Mask, pool: Mask, void: Mask, choice: Mask, habits: Habits) -> Mask:
    """Return the card that a choice comes to."""
    column = column_of(choice, np.int64(p.frame))
    how = np.int64(habits.book.how[np.uint64(choice)])
    card = first_or_second(pool, win, how, habits.book.cards, column)
    if void and card == 0:
        plain = s.legal & ~s.trumps
        if plain:
            return pick(s, plain, (how >> PLAIN_SHIFT) - _THROW + THROW, habits)
    return card if card else by_order(s.legal, habits.book.cards, column)
