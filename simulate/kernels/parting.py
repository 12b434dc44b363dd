"""Hands that are one for many tables: who has to be asked, and where tables part (see `simulate.duplicate`).

Arrays, for r hands, m of them asked, T tables and K players: ``follows``, bool (r, T), says which tables a hand stands
for; ``rows``, ``seats`` and ``legal``, (m,), who is asked; ``number``, int64 (4, T), which player sits in a seat
of a table; ``answers``, (K, m), what each player answers.
"""

from __future__ import annotations

from typing import Any

from simulate.kernels.jit import helper, kernel


@kernel
def needed(follows: Any, rows: Any, seats: Any, legal: Any, number: Any, need: Any) -> None:
    """Fill `need`, bool of shape (K, m), with whether a player decides at some table."""
    need[:] = False
    for j in range(rows.size):
        if legal[j]:
            for table in range(follows.shape[1]):
                if follows[rows[j], table]:
                    need[number[seats[j], table], j] = True


@kernel
def settle(follows: Any, rows: Any, seats: Any, legal: Any, number: Any, answers: Any, chosen: Any, seen: Any) -> Any:
    """Choose an answer for each hand, that of its first table; return how many hands more there will be.

    Parameters
    ----------
    chosen
        Shape (m,): filled with the answers.
    seen
        Shape (K,): room for the different answers of a hand.
    """
    more = 0
    for j in range(rows.size):
        found = 0
        for table in range(follows.shape[1]):
            if follows[rows[j], table] and (found == 0 or legal[j]):
                _, found = _place(answers[number[seats[j], table], j], seen, found)
        chosen[j] = seen[0]
        more += found - 1
    return more


@kernel
def part(
    follows: Any,
    rows: Any,
    seats: Any,
    legal: Any,
    number: Any,
    answers: Any,
    seen: Any,
    which: Any,
    moved: Any,
    chosen: Any,
) -> None:
    """Take the tables that answer otherwise away from their hands, and say which hands they need.

    Parameters
    ----------
    seen
        As in `settle`.
    which, moved, chosen
        int64 (e,), bool (e, T) and (e,), for the e hands more that `settle` has counted: filled with the index among
        those asked that each is a copy of, the tables it stands for, and their answer.
    """
    moved[:] = False
    start = 0
    for j in range(rows.size):
        if not legal[j]:
            continue
        found = 0
        for table in range(follows.shape[1]):
            if follows[rows[j], table]:
                answer = answers[number[seats[j], table], j]
                place, found = _place(answer, seen, found)
                if place:
                    new = start + place - 1
                    follows[rows[j], table] = False
                    which[new], moved[new, table], chosen[new] = j, True, answer
        start += found - 1


@helper
def _place(answer: Any, seen: Any, found: Any) -> Any:
    """Return the place of an answer among those seen, and how many there are then."""
    for place in range(found):
        if seen[place] == answer:
            return place, found
    seen[found] = answer
    return found, found + 1
