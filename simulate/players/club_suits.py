"""What a player thinks of the cards he holds of a plain suit: which to throw away, to smear, to lead, and how gladly.

A suit's cards in hand are a part of six bits (seven where the Ober or the Unter stand in the plain suits), lowest
first. All 64 (128) parts are judged in advance by the rules of thumb below, so that at the table a look into
a list is enough. Marks are only compared with each other: the suit with the highest mark gives the card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from simulate.table import Array

Part = tuple[str, ...]
"""The cards held of a suit by name, lowest first."""

SHORT_SUIT = ("7", "8", "9", "K", "10", "A")
LONG_SUIT = ("7", "8", "9", "B", "K", "10", "A")
"""Ranks of a plain suit, lowest first; B is the Ober or Unter where it is no trump."""


class Habits(NamedTuple):
    """The card chosen from each part and its mark; shape (2, 128): row 0 for suits of six cards, row 1 of seven."""

    throw: Array  # uint8: the card to throw away on a trick of the others, as a part of one card
    throw_mark: Array  # int16
    smear: Array  # uint8: the card to add to a trick of the own side
    smear_mark: Array  # int16
    lead: Array  # uint8, shape (2, 2, 2, 128): the card to lead; by side (1 attack), standing or not, length of suit
    lead_mark: Array  # int16


@cache
def habits() -> Habits:
    """Return the judgement of every part."""
    throw, throw_mark = _judged(throw_mark_of)
    smear, smear_mark = _judged(smear_mark_of)
    leads = [
        [_judged(partial(lead_mark_of, stands=stands, attack=attack)) for stands in (False, True)]
        for attack in (False, True)
    ]
    lead = np.array([[cards for cards, _ in side] for side in leads])
    lead_mark = np.array([[marks for _, marks in side] for side in leads])
    return Habits(throw, throw_mark, smear, smear_mark, lead, lead_mark)


def throw_mark_of(card: str, held: Part) -> int:
    """Return how gladly `card` is thrown away: blank ones first, out of short suits, never what guards a ten."""
    mark = {"K": -90, "10": -220, "A": -230, "B": -40}.get(card, 0)
    if card == held[0]:
        mark += 200
    if len(held) == 1:
        mark += {"K": -60, "10": -120, "A": -200}.get(card, 140)
    elif len(held) == 2:
        mark -= 50
    if "10" in held and card != "10":
        mark -= 50
        if len(held) == 2 and "A" not in held:
            mark -= 60
    if "A" in held and card != "A":
        mark -= 30
    return mark


def smear_mark_of(card: str, held: Part) -> int:
    """Return how gladly `card` is added to a sure trick: a ten first, unless its Sau is at home; then king and Sau."""
    mark = {"10": 290, "A": 115, "K": 160, "B": 20}.get(card, 0)
    if card == "10":
        if "A" in held:
            mark -= 100
        elif len(held) == 1:
            mark -= 50
    if card == "K" and "10" in held:
        mark -= 190
    if len(held) == 1:
        mark += 120 if card != "A" else -10
    elif len(held) == 2:
        mark -= 40
    if "10" in held and card != "10":
        mark += 100
    return mark


def lead_mark_of(card: str, held: Part, stands: bool, attack: bool) -> int:
    """Return how gladly `card` is led: what stands, a king or a single card; not from under the own Sau.

    `stands`: nobody else has a higher card of the suit than the highest of `held`. `attack`: the declarer's side leads,
    which cashes what stands.
    """
    mark = {"A": 250, "10": 10, "K": 44, "B": 20} if attack else {"A": 215, "10": 30, "K": 79, "B": 40}
    value = mark.get(card, 0)
    if stands and card == held[-1]:
        if card == "A":
            return value + (20 if attack else -10) * len(held)
        value += 300 if attack else 70
    elif stands:
        value -= 120
    if not attack and "10" in held and card != "10":
        value -= 30
    return value + (90 if len(held) == 1 else 0)


def _judged(mark_of: Callable[[str, Part], int]) -> tuple[Array, Array]:
    cards = np.zeros((2, 128), np.uint8)
    marks = np.full((2, 128), -1000, np.int16)
    for row, ranks in enumerate((SHORT_SUIT, LONG_SUIT)):
        for part in range(1, 1 << len(ranks)):
            held = tuple(rank for bit, rank in enumerate(ranks) if part >> bit & 1)
            best = max(held, key=lambda card: (mark_of(card, held), -ranks.index(card)))
            cards[row, part] = 1 << ranks.index(best)
            marks[row, part] = mark_of(best, held)
    cards.setflags(write=False)
    marks.setflags(write=False)
    return cards, marks
