"""The play of the cards: what is legal, who takes the trick, what becomes of the called ace (RULES section 5).

All hands of a batch that are played out are at the same card of the same trick. Cards are masks in the frame of the
game, in which a higher bit beats a lower one; records are those of `simulate.table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.kernels.bits import highest_index32, popcount32
from simulate.kernels.choose import either
from simulate.kernels.codes import (
    ACE_WON,
    DISCARDED,
    LED_BY_HOLDER,
    LED_BY_OTHER,
    NO_GAME,
    SHOWN,
    TAKEN_BY_OPPONENT,
    TAKEN_BY_OWN_SIDE,
)
from simulate.kernels.jit import helper, kernel

SEAT_MASK = SEATS - 1  # seats go round the table: 0 follows 3
LAST_POSITION = SEATS - 1

TOGETHER = 1024
"""Hands that a player plays out at a time: few enough to stay in a cache from the first card to the last."""


@kernel
def first_cards(rules: Any, public: Any, private: Any, seats: Any, hands: Any, legal: Any) -> None:
    """Fill in who plays the first card, the cards he holds, and those he may play.

    Parameters
    ----------
    rules
        `simulate.rulebook.PlayRules`.
    public, private
        Records, shape (n,).
    seats, hands, legal
        uint8, uint32 and uint32, shape (n,), to be filled; nothing is legal in hands that are not played out.
    """
    for i in range(public.shape[0]):
        row = public[i]
        if row.game == NO_GAME or row.goal == SHOWN:
            seats[i], hands[i], legal[i] = 0, 0, 0
        else:
            seats[i], hands[i], legal[i] = _turn(rules, row, private[i])


@helper
def _turn(rules: Any, row: Any, secret: Any) -> Any:
    """Return whose turn it is, the cards he holds, and those he may play."""
    seat = (row.leader + row.position) & SEAT_MASK
    hand = secret.hand[seat]
    following = hand & row.led_suit
    cards = following if following else hand
    # The ace is among these cards seldom enough for a processor to bet on it, and only then are there duties.
    if cards & row.called_ace:
        cards = _holder_may(rules, row, secret, hand, cards)
    return seat, hand, cards


@helper
def _holder_may(rules: Any, row: Any, secret: Any, hand: Any, cards: Any) -> Any:
    """Return which of the otherwise legal `cards` the holder of the called ace may play."""
    ace, suit = row.called_ace, row.called_suit
    if row.led & suit:
        # The suit of the ace is led: by another, since its holder still has to play.
        may_keep = row.called_led or (not rules.run_only_on_lead and _may_run(rules, row, secret, hand))
        return cards if may_keep else np.uint32(ace)
    if row.led:
        if row.trick + 1 >= rules.ace_discard_from_trick:
            return cards
        if rules.ace_free_after_run and secret.ran_away:
            return cards
        without = cards & ~ace
        return without if without else cards
    if row.called_led or _may_run(rules, row, secret, hand):
        return cards
    return (cards & ~suit) | ace


@helper
def _may_run(rules: Any, row: Any, secret: Any, hand: Any) -> Any:
    counted = hand
    if not rules.run_needs_four_in_hand:
        counted = secret.dealt[secret.ace_holder]
    return popcount32(counted & row.called_suit) >= rules.cards_to_run


@kernel
def play_cards(
    answers: Any, rules: Any, tables: Any, public: Any, private: Any, seats: Any, hands: Any, legal: Any
) -> Any:
    """Play the cards, take in the trick with the fourth, and fill in who plays the next; return the first bad answer.

    Parameters
    ----------
    answers
        uint32, shape (n,): one card each, as a mask.
    rules, tables
        `simulate.rulebook.PlayRules`, `simulate.table.Tables`.
    public, private
        Records, shape (n,).
    seats, hands, legal
        As `first_cards` or the last call has filled them; filled anew.

    Returns
    -------
    int
        Index of the first illegal answer, -1 if there is none.
    """
    for i in range(public.shape[0]):
        if not legal[i]:
            continue
        card = answers[i]
        if not card & legal[i] or card & (card - np.uint32(1)):
            return i
        row, secret = public[i], private[i]
        _put(tables, row, secret, seats[i], card)
        seats[i], hands[i], legal[i] = _turn(rules, row, secret)
    return -1


@kernel
def play_last_trick(tables: Any, public: Any, private: Any) -> None:
    """Play the last card of each seat, which nobody can choose.

    Parameters
    ----------
    tables
        `simulate.table.Tables`.
    public, private
        Records, shape (n,); the hands that are played out are before the last trick.
    """
    for i in range(public.shape[0]):
        row, secret = public[i], private[i]
        if row.game == NO_GAME or row.goal == SHOWN:
            continue
        leader = row.leader
        for position in range(LAST_POSITION + 1):
            seat = (leader + position) & SEAT_MASK
            _put(tables, row, secret, seat, secret.hand[seat])


@helper
def _put(tables: Any, row: Any, secret: Any, seat: Any, card: Any) -> None:
    """Put a card on the table; the fourth takes the trick in."""
    place = np.uint64(highest_index32(card))
    in_frame = np.uint64(row.frame) * np.uint64(CARDS) + place
    if row.position == 0:
        row.led, row.led_suit, row.best, row.best_seat = card, tables.suit[in_frame], card, seat
        row.leaders[row.trick] = seat
        first = np.uint8(1 << seat) & ~(row.trump_first | row.plain_first)
        is_trump = np.uint8((card & row.trumps) != 0)
        row.trump_first |= first * is_trump
        row.plain_first |= first * (np.uint8(1) - is_trump)
        holds_ace = np.uint8(secret.hand[seat] & row.called_ace != 0)
        under_ace = np.uint8(card & row.called_suit & ~row.called_ace != 0)
        secret.ran_away |= holds_ace & under_ace & ~row.called_led
    else:
        # Chosen without a jump: which card is played is what a processor can't predict.
        void = np.uint32((card & row.led_suit) == 0)
        row.lacks[seat] |= row.led_suit * void
        row.no_ace |= np.uint8(void & np.uint32((row.led_suit & row.called_ace) != 0)) << np.uint8(seat)
        takes = np.uint32(card > row.best) & np.uint32((card & (row.trumps | row.led_suit)) != 0)
        row.best = either(takes, card, row.best)
        row.best_seat = either(takes, seat, row.best_seat)
    row.card[4 * row.trick + row.position] = place
    row.cards |= card
    row.cards_eyes += tables.eyes[in_frame]
    row.played[seat] |= card
    secret.hand[seat] &= ~card
    if row.position == LAST_POSITION:
        _take_in(tables, row, secret)
    else:
        row.position += 1


@helper
def _take_in(tables: Any, row: Any, secret: Any) -> None:
    """Give the trick to its winner, who leads to the next."""
    winner = row.best_seat & SEAT_MASK
    if row.cards & row.called_ace:
        _ace_has_fallen(tables, row, secret, winner)
    row.called_led |= np.uint8(row.led & row.called_suit != 0)
    row.eyes[winner] += row.cards_eyes
    row.tricks[winner] += 1
    row.leader = winner
    row.trick += 1
    row.position = 0
    row.cards, row.cards_eyes, row.led, row.led_suit, row.best = 0, 0, 0, 0, 0


@helper
def _ace_has_fallen(tables: Any, row: Any, secret: Any, winner: Any) -> None:
    row.partner = secret.ace_holder
    secret.ace_trick = row.trick + 1
    how = LED_BY_OTHER
    if row.led & row.called_ace:
        how = LED_BY_HOLDER
    elif not row.led & row.called_suit:
        how = DISCARDED
    who = TAKEN_BY_OPPONENT
    if row.best & row.called_ace:
        who = ACE_WON
    elif winner == row.declarer or winner == secret.ace_holder:
        who = TAKEN_BY_OWN_SIDE
    secret.ace_fate = tables.fate[how, who]
