"""`club`: plays the cards as a sound player at a club table does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.kernels.jit import helper, kernel
from simulate.kernels.trick import TOGETHER, play_cards
from simulate.players.club_follow import follow_free, follow_suit
from simulate.players.club_lead import plain_lead, trump_lead
from simulate.players.club_sight import Sight, bit, look
from simulate.players.club_suits import Habits, habits
from simulate.players.club_tout import is_undecided, tout
from simulate.players.parameters import completed
from simulate.players.player import Parameter
from simulate.table import Array, Playing, Tables, Views

BLOCK = 256
"""Decisions sorted at a time: few enough to stay in a processor's nearest cache."""

FOLLOWING, VOID, PLAIN_LEAD, IN_TOUT = range(4)
KINDS = 4
"""Kinds of decisions, by what there is to work out."""
NOTES = 4
"""What is kept for a plain lead: unseen cards, mates, role, what is done with the plain suits."""


@kernel
def play_batch(
    public: Any, hand: Any, legal: Any, seat: Any, habits: Habits, rows: Array, notes: Array, cards: Array
) -> None:
    """Fill `cards`, uint32 of shape (n,), with the card to play for each of n views.

    Decisions are worked out kind by kind, and but for the few in a Tout without a jump: which kind comes next is what a
    processor can't foresee.
    `rows`, int64 of shape (KINDS, BLOCK), and `notes`, int64 of shape (BLOCK, NOTES), are for its own use.
    """
    for begin in range(0, len(cards), BLOCK):
        end = min(begin + BLOCK, len(cards))
        following, void, plain, in_tout = _begin(public, hand, legal, seat, habits, begin, end, rows, notes, cards)
        for k in range(following):
            i = rows[FOLLOWING, k]
            cards[i] = follow_suit(_seen(public, hand, legal, seat, habits, i), public[i], habits)
        for k in range(void):
            i = rows[VOID, k]
            cards[i] = follow_free(_seen(public, hand, legal, seat, habits, i), public[i], habits)
        for k in range(plain):
            i = rows[PLAIN_LEAD, k]
            own = np.int64(legal[i]) & ~np.int64(public[i].trumps)
            cards[i] = plain_lead(public[i], own, notes[k, 0], notes[k, 1], notes[k, 2], notes[k, 3], habits)
        for k in range(in_tout):
            i = rows[IN_TOUT, k]
            cards[i] = tout(_seen(public, hand, legal, seat, habits, i), public[i], habits)


@kernel
def play_out(
    rules: Any,
    tables: Tables,
    public: Any,
    private: Any,
    seats: Any,
    hands: Any,
    legal: Any,
    habits: Habits,
    rows: Array,
    notes: Array,
    cards: Array,
) -> Any:
    """Play all cards but the last of each seat, of all seats; return the index of the first bad answer, else -1.

    The first seven are those of `simulate.kernels.trick.play_cards`, the others those of `play_batch`.
    """
    for first in range(0, len(cards), TOGETHER):
        end = min(first + TOGETHER, len(cards))
        records, secrets, answers = public[first:end], private[first:end], cards[first:end]
        turn, held, may = seats[first:end], hands[first:end], legal[first:end]
        for _ in range(CARDS - SEATS):
            play_batch(records, held, may, turn, habits, rows, notes, answers)
            bad = play_cards(answers, rules, tables, records, secrets, turn, held, may)
            if bad >= 0:
                return first + bad
    return -1


@helper
def _begin(
    public: Any,
    hand: Any,
    legal: Any,
    seat: Any,
    habits: Habits,
    begin: int,
    end: int,
    rows: Any,
    notes: Any,
    cards: Any,
) -> tuple[int, int, int, int]:
    """List the decisions of each kind and return how many there are; answer the forced ones, and lead trumps."""
    following, void, plain, in_tout = 0, 0, 0, 0
    for i in range(begin, end):
        p, may = public[i], np.int64(legal[i])
        cards[i] = legal[i]
        is_open = bit(may & (may - 1) != 0)
        # Jumps for what is seldom, or the same for a whole batch; none for what differs from hand to hand.
        # Where nothing is legal nobody is asked, and there may not even be a declarer.
        if is_undecided(p):
            rows[IN_TOUT, in_tout] = i
            in_tout += is_open
        elif p.position == 0 and may != 0:
            s = _seen(public, hand, legal, seat, habits, i)
            card, what = trump_lead(s, p, habits)
            cards[i] = card
            rows[PLAIN_LEAD, plain] = i
            notes[plain, 0], notes[plain, 1], notes[plain, 2], notes[plain, 3] = s.out, s.mates, s.role, what
            plain += bit(card == 0)
        else:
            holds = bit(may & np.int64(p.led_suit) != 0)
            rows[FOLLOWING, following] = i
            following += is_open & holds
            rows[VOID, void] = i
            void += is_open & ~holds
    return following, void, plain, in_tout


@helper
def _seen(public: Any, hand: Any, legal: Any, seat: Any, habits: Habits, i: int) -> Sight:
    return look(public[i], np.int64(hand[i]), np.int64(legal[i]), np.int64(seat[i]), habits.facts)


VERSION = 4
PARAMETERS: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class Club:
    """The card player `club`."""

    name = "club"
    spec = "club"
    version = VERSION
    uses_random = False

    @classmethod
    def make(cls, name: str = "club", given: Mapping[str, float] | None = None) -> Club:
        """Return the card player, which has no parameters."""
        completed(PARAMETERS, given or {})
        return cls()

    def play(self, views: Views) -> Array:
        """Return the card to play for each view: a mask of one bit of ``views.legal``, uint32 of shape (n,)."""
        cards = np.empty(len(views.hand), dtype=np.uint32)
        play_batch(views.public, views.hand, views.legal, views.seat, habits(), *_scratch(), cards)
        return cards

    def play_out(self, state: Playing, cards: Array) -> int:
        """Play all cards but those of the last trick; see `simulate.players.player.PlaysOut`."""
        bad: int = play_out(*state, habits(), *_scratch(), cards)
        return bad


def _scratch() -> tuple[Array, Array]:
    return np.empty((KINDS, BLOCK), np.int64), np.empty((BLOCK, NOTES), np.int64)
