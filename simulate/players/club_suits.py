"""What a player thinks of the cards he holds of a plain suit: which to throw away, to smear, to lead, and how gladly.

A suit's cards in hand are a part of six bits (seven where the Ober or the Unter stand in the plain suits), lowest
first. All 64 (128) parts are marked in advance, so that at the table a look into a list is enough: the suit with the
highest mark gives the card.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from simulate.kernels.bits import Mask, low, popcount32
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.kernels.trick import SEAT_MASK
from simulate.players.club_marks import MARKS, Act, Role
from simulate.players.club_rulebook import Rulebook, rulebook
from simulate.players.club_sight import Facts, Sight, facts, has_long_suits
from simulate.table import Array

Part = tuple[str, ...]
"""The cards held of a suit by name, lowest first."""

SHORT_SUIT = ("7", "8", "9", "K", "10", "A")
LONG_SUIT = ("7", "8", "9", "B", "K", "10", "A")
"""Ranks of a plain suit, lowest first; B is the Ober or Unter where it is no trump."""

THROW, SMEAR, LEAD = int(Act.THROW), int(Act.SMEAR), int(Act.LEAD)

_PARTS = 1 << len(LONG_SUIT)
_ROLES = len(Role)
_CARD_BITS = 8
_CARD_MASK = (1 << _CARD_BITS) - 1
_NOTHING = -(1 << 25)
_START_BITS = 5
_LAST_START = (1 << _START_BITS) - 1


class Habits(NamedTuple):
    """All that `club` knows: its rules, and the card of each part of a suit and its mark.

    Card and mark are one number: ((256 * mark) + card as a part of one card) * 32.

    `entry` is flat, of shape (acts, roles, 2, 2, 128): the third index is 1 if nobody else has a higher card of the
    suit than the highest of the part, the fourth is 1 for suits of seven cards.
    """

    entry: Array  # int32
    mate_void: Array  # int32 (roles,): added to a lead for each mate who has none of the suit
    decl_void: Array  # int32 (roles,): added if the declarer has none
    book: Rulebook
    facts: Facts


@cache
def habits() -> Habits:
    """Return the marks of all parts, and the rules."""
    entries = np.full((len(Act), _ROLES, 2, 2, _PARTS), _NOTHING, np.int32)
    marks = {(act, role): {name: row[role] for name, row in MARKS[act].items()} for act, role in product(Act, Role)}
    for stands, (long, ranks) in product((0, 1), enumerate((SHORT_SUIT, LONG_SUIT))):
        for part in range(1, 1 << len(ranks)):
            held = tuple(rank for bit, rank in enumerate(ranks) if part >> bit & 1)
            applying = [applies_to(card, held, bool(stands)) for card in held]
            for (act, role), weights in marks.items():
                of_cards = [sum(weights.get(name, 0) for name in names) for names in applying]
                best = of_cards.index(max(of_cards))
                entries[act, role, stands, long, part] = of_cards[best] << _CARD_BITS | 1 << ranks.index(held[best])
    mate_void, decl_void = (
        np.array(MARKS[Act.LEAD][name], np.int32) << _CARD_BITS + _START_BITS for name in ("mate_void", "decl_void")
    )
    all_habits = Habits(entries.ravel() << _START_BITS, mate_void, decl_void, rulebook(), facts())
    for array in (*all_habits[:3], *all_habits.book):
        array.setflags(write=False)
    return all_habits


def applies_to(card: str, held: Part, stands: bool) -> list[str]:
    """Return what applies to a card held with the others of a part; see `simulate.players.club_marks`."""
    kind = card if card in ("A", "10", "K", "B") else "x"
    length = {1: "single_", 2: "double_", 3: "three_"}.get(len(held), "long_")
    top, with_ten = card == held[-1], "10" in held and card != "10"
    applies = {
        kind: True,
        length + kind: True,
        "lowest": card == held[0],
        "stands_" + kind: top and stands,
        "under_top": not top and stands,
        "with_10": with_ten,
        "guards_10": with_ten and len(held) == len(("10", card)) and not stands,
    }
    return [name for name, true in applies.items() if true]


@helper
def pick(s: Sight, cards: Mask, act: Any, habits: Habits) -> Mask:
    """Return the card of the plain suit with the highest mark to throw or smear."""
    long = has_long_suits(s.trumps)
    width = len(SHORT_SUIT) + long
    whole = (1 << width) - 1
    row = ((act * _ROLES + s.role) * 4 + long) * _PARTS
    best = np.int64(_NOTHING)
    for suit in range(3 + long):
        part = (cards >> suit * width) & whole
        stands = np.int64(part > (s.out >> suit * width) & whole)
        entry = np.int64(habits.entry[np.uint64(row + stands * 2 * _PARTS + part)])
        # One number, so that one comparison selects both; of equal entries that of the first suit.
        entry |= _LAST_START - suit * width
        best = either(entry > best, entry, best)
    return (best >> _START_BITS & _CARD_MASK) << _LAST_START - (best & _LAST_START)


@helper
def pick_lead(p: Any, cards: Mask, out: Mask, mates: Mask, role: Mask, habits: Habits) -> Mask:
    """Return the card of the plain suit with the highest mark to lead."""
    long = has_long_suits(np.int64(p.trumps))
    width = len(SHORT_SUIT) + long
    whole = (1 << width) - 1
    row = ((LEAD * _ROLES + role) * 4 + long) * _PARTS
    first, second = low(mates), mates & (mates - 1)
    # What mates and the declarer may still have of the unseen cards; all of them where there is no such mate.
    first_has = out & ~either(first, p.lacks[np.uint64(popcount32(first - 1) & SEAT_MASK)], 0)
    second_has = out & ~either(second, p.lacks[np.uint64(popcount32(second - 1) & SEAT_MASK)], 0)
    declarer_has = out & ~np.int64(p.lacks[np.uint64(p.declarer)])
    mate_void, decl_void = np.int64(habits.mate_void[np.uint64(role)]), np.int64(habits.decl_void[np.uint64(role)])
    best = np.int64(_NOTHING)
    for suit in range(3 + long):
        part, others = (cards >> suit * width) & whole, (out >> suit * width) & whole
        entry: Any = np.int64(habits.entry[np.uint64(row + np.int64(part > others) * 2 * _PARTS + part)])
        mates_void = np.int64(first_has >> suit * width & whole == 0) + np.int64(
            second_has >> suit * width & whole == 0
        )
        entry += mate_void * mates_void
        entry += decl_void * np.int64(declarer_has >> suit * width & whole == 0)
        entry |= _LAST_START - suit * width
        best = either(entry > best, entry, best)
    return (best >> _START_BITS & _CARD_MASK) << _LAST_START - (best & _LAST_START)
