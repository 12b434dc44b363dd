"""Rules of `club` made into tables, in which the rule that fits is found without a jump.

A rule is a line such as ``mate_holds, no low, pot < 4, hope >= 2, takers = 1: smear``; a term without a number must not
be 0. For each value of each word of terms (`simulate.players.club_terms`) a table has the set of rules that the value
allows, a bit for each. What all words allow fits; the first rule that fits, the lowest bit, is followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from simulate.contracts import FRAMES
from simulate.kernels.bits import Mask, lowest_index32
from simulate.kernels.jit import helper
from simulate.players.club_choices import (
    FREE_CHOICES,
    GROUPS,
    LEAD_CHOICES,
    PLAIN_LED_CHOICES,
    TRUMP_LED_CHOICES,
    Choice,
)
from simulate.players.club_marks import Role
from simulate.players.club_rules import FREE, LEAD, PLAIN_LED, TRUMP_LED
from simulate.players.club_terms import FOLLOW_WORDS, LEAD_WORDS, Word, place_of
from simulate.table import Array, Tables, tables

MOST_RULES = 32
"""Rules of a list at most."""
FIRST_TRUMP_LED = len(PLAIN_LED)
FIRST_FREE = FIRST_TRUMP_LED + len(TRUMP_LED)
FIRST_LEAD = FIRST_FREE + len(FREE)
"""Numbers of the first lists; lists for plain suits led come before them."""
TAKES, HIGHEST, SECOND_HIGHEST = 1, 2, 4
PLAIN_SHIFT = 3
"""Where the parts of a choice are in the column `HOW` of `Rulebook.rows`."""

# Which list of each table is whose, by role; without the suit led that of a Wenz is another.
_PLAIN_LISTS = {Role.OPPONENT: 0, Role.PARTNER: 1, Role.DECLARER: 2, Role.AGAINST_ONE: 0, Role.ALONE: 2}
_TRUMP_LISTS = {Role.OPPONENT: 0, Role.PARTNER: 1, Role.DECLARER: 2, Role.AGAINST_ONE: 3, Role.ALONE: 2}
_FREE_LISTS = {
    Role.OPPONENT: (0, 0),
    Role.PARTNER: (0, 0),
    Role.DECLARER: (0, 0),
    Role.AGAINST_ONE: (1, 2),
    Role.ALONE: (3, 2),
}

_HIGHEST_VALUE = 1 << 30
_CONDITION = re.compile(r"(?P<no>no )?(?P<term>\w+)(?: (?P<sign><|>=|=) (?P<number>\d+))?")
_FRAMES = len(FRAMES)
FIRST, SECOND, GROUP, HOW = 0, 1, 2, 2 + GROUPS
COLUMNS = 8
"""Places in a row of `Rulebook.rows`, and their number: a power of two, so that a row seldom crosses a line."""


class Rulebook(NamedTuple):
    """All rules, in flat arrays."""

    allowed: Array  # uint32: of each list, of each word, of each value, the rules that it allows
    lists: Array  # int32 (roles, 2, 2, 2): number of the list to follow; without the suit led, in a Wenz, trumps led
    choice: Array  # int32 (lists, 32): where the rows of each rule's choice begin
    rows: Array  # uint32 (choices, frames, 8): kinds, groups of the order; takes, highest, ..., plain << 3


@dataclass(frozen=True)
class Rule:
    """What must hold, and what is played then."""

    ranges: Mapping[str, tuple[int, int]]
    """Lowest and highest value of each term."""
    choice: str

    @classmethod
    def parse(cls, line: str) -> Rule:
        """Return the rule that a line says; `ValueError` if it can't be read."""
        conditions, choice = line.split(":")
        ranges: dict[str, tuple[int, int]] = {}
        for text in filter(None, conditions.split(", ")):
            found = _CONDITION.fullmatch(text)
            if found is None:
                raise ValueError(f"{text!r} in {line!r} is no condition")
            low, high = ranges.get(found["term"], (0, _HIGHEST_VALUE))
            number = int(found["number"] or 1)
            if found["no"] or found["sign"] == "<":
                high = number - 1
            else:
                low = number
            ranges[found["term"]] = (low, number if found["sign"] == "=" else high)
        return cls(ranges, choice.strip())

    def allows(self, term: str, values: Array) -> Array:
        """Return which values of a term the rule allows."""
        low, high = self.ranges.get(term, (0, _HIGHEST_VALUE))
        within: Array = (low <= values) & (values <= high)
        return within


def parse(text: str) -> list[Rule]:
    """Return the rules of a text, one a line; `ValueError` if there are too many or the last does not always fit."""
    rules = [Rule.parse(line.strip()) for line in text.strip().splitlines()]
    if len(rules) > MOST_RULES or rules[-1].ranges:
        raise ValueError(f"of at most {MOST_RULES} rules the last must have no condition")
    return rules


def allowed_by(rules: list[Rule], words: tuple[Word, ...]) -> Array:
    """Return which rules each value of each word allows, uint32 of shape (values of all words,).

    Raises
    ------
    ValueError
        If a rule has a term that no word has.
    """
    unknown = {term for rule in rules for term in rule.ranges} - {term for word in words for term, _ in word}
    if unknown:
        raise ValueError(f"no word has the terms {sorted(unknown)}")
    return np.concatenate([_allowed_by_word(rules, word) for word in words])


def _allowed_by_word(rules: list[Rule], word: Word) -> Array:
    size = 1 << sum(bits for _, bits in word)
    fits = np.ones((len(rules), size), np.bool_)
    shift = 0
    for term, bits in word:
        values = np.arange(size) >> shift & (1 << bits) - 1
        if term == "best":
            values = np.array([place_of(int(value)) for value in values])
        fits &= [rule.allows(term, values) for rule in rules]
        shift += bits
    powers = np.uint32(1) << np.arange(len(rules), dtype=np.uint32)
    sets: Array = (fits * powers[:, None]).sum(axis=0, dtype=np.uint32)
    return sets


def rulebook() -> Rulebook:
    """Return the tables of all rules."""
    lists = [
        *((text, PLAIN_LED_CHOICES, FOLLOW_WORDS) for text in PLAIN_LED),
        *((text, TRUMP_LED_CHOICES, FOLLOW_WORDS) for text in TRUMP_LED),
        *((text, FREE_CHOICES, FOLLOW_WORDS) for text in FREE),
        *((text, LEAD_CHOICES, LEAD_WORDS) for text in LEAD),
    ]
    rules = [(parse(text), named) for text, named, _ in lists]
    choices = list(dict.fromkeys(named[rule.choice] for some, named in rules for rule in some))
    numbers = np.zeros((len(rules), MOST_RULES), np.int32)
    for row, (some, named) in enumerate(rules):
        numbers[row, : len(some)] = [choices.index(named[rule.choice]) for rule in some]
    allowed = [allowed_by(some, words) for (some, _), (_, _, words) in zip(rules, lists, strict=True)]
    rows_of_choices = np.stack([_rows_of(choice, tables()) for choice in choices])
    return Rulebook(np.concatenate(allowed), _lists(), numbers.ravel() * _FRAMES * COLUMNS, rows_of_choices.ravel())


def _lists() -> Array:
    """Return the number of the list that each player follows by, as `list_of` looks for it."""
    lists = np.zeros((len(Role), 2, 2, 2), np.int32)
    for role, wenz in product(Role, (0, 1)):
        lists[role, 0, wenz, 0] = _PLAIN_LISTS[role]
        lists[role, 0, wenz, 1] = FIRST_TRUMP_LED + _TRUMP_LISTS[role]
        lists[role, 1, wenz] = FIRST_FREE + _FREE_LISTS[role][wenz]
    return lists.ravel()


def _how(choice: Choice) -> int:
    return (
        TAKES * choice.takes
        | HIGHEST * choice.highest
        | SECOND_HIGHEST * choice.second_highest
        | choice.plain << PLAIN_SHIFT
    )


def _rows_of(choice: Choice, facts: Tables) -> Array:
    """Return the row of a choice in each frame, uint32 of shape (frames, 8)."""
    kinds = {kind: getattr(facts, kind) for kind in ("king", "ten", "sau", "unter", "ober")}
    kinds["low"] = ~np.bitwise_or.reduce(list(kinds.values()))
    texts = [choice.first, choice.second, *choice.order, *[""] * (GROUPS - len(choice.order))]
    rows = np.zeros((_FRAMES, COLUMNS), np.uint32)
    for place, text in enumerate(texts):
        rows[:, place] = np.bitwise_or.reduce([rows[:, place], *(kinds[kind] for kind in text.split())])
    rows[:, HOW] = _how(choice)
    return rows


@helper
def list_of(book: Rulebook, role: Mask, void: Mask, wenz: Mask, trump_led: Mask) -> Mask:
    """Return the number of the list of rules to follow by; the last three are 1 or 0."""
    return np.int64(book.lists[np.uint64(role << 3 | void << 2 | wenz << 1 | trump_led)])


@helper
def choice_of(book: Rulebook, number: Mask, fits: Mask, frame: Mask) -> Mask:
    """Return where the row begins of the choice of the first rule that fits, of the list with a number."""
    return np.int64(book.choice[np.uint64(number * MOST_RULES + lowest_index32(fits))]) + frame * COLUMNS


@helper
def said(book: Rulebook, row: Mask, column: Mask) -> Mask:
    """Return what a row says in a column: a set of cards, or how they are chosen."""
    return np.int64(book.rows[np.uint64(row + column)])
