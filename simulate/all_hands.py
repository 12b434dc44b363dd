"""Exact answers about one hand: by looking at all C(32, 8) = 10,518,300 of them.

>>> from simulate.cards import CardSet
>>> ober = CardSet.parse("EO GO HO SO").mask
>>> tally_hands(lambda hand: np.bitwise_count(hand & ober))
{0: 3108105, 1: 4736160, 2: 2260440, 3: 393120, 4: 20475}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from simulate.cards import CARDS, CARDS_PER_HAND
from simulate.deals import tables
from simulate.errors import UserError
from simulate.kernels.deal import hand_range

HANDS = comb(CARDS, CARDS_PER_HAND)
"""Number of hands."""

Masks = npt.NDArray[np.uint32]
Statistic = Callable[[Masks], npt.NDArray[Any]]
"""A function from hands, uint32 of shape (n,), to a value for each, shape (n,)."""

_CHUNK = 1 << 19


def all_hands(chunk: int = _CHUNK) -> Iterator[Masks]:
    """Return all hands in the order of their masks as numbers, in arrays of at most `chunk` (uint32)."""
    for start in range(0, HANDS, chunk):
        hands = np.empty(min(chunk, HANDS - start), np.uint32)
        hand_range(np.uint32(start), tables(), hands)
        yield hands


def count_hands(where: Statistic) -> int:
    """Return the number of hands for which `where` holds, 0 .. `HANDS`; exact, in about a second.

    Parameters
    ----------
    where
        Takes hands, uint32 of shape (n,), and returns bool of shape (n,).

    Raises
    ------
    UserError
        If `where` returns anything else.

    Examples
    --------
    >>> count_hands(lambda hand: hand & 0xFF000000 == 0xFF000000)  # a Sie
    1
    """
    return sum(int(np.count_nonzero(checked_bools(where(hands), len(hands)))) for hands in all_hands())


def hand_probability(where: Statistic) -> Fraction:
    """Return the exact probability that a player's hand is one for which `where` holds; see `count_hands`.

    >>> hand_probability(lambda hand: hand >> 28 == 15)  # all four Ober
    Fraction(7, 3596)
    """
    return Fraction(count_hands(where), HANDS)


def tally_hands(statistic: Statistic) -> dict[int, int]:
    """Return how many hands have each value of a whole-numbered statistic, in the order of the values.

    Parameters
    ----------
    statistic
        Takes hands, uint32 of shape (n,), and returns integers of shape (n,).

    Raises
    ------
    UserError
        If `statistic` returns anything else.
    """
    tally: Counter[int] = Counter()
    for hands in all_hands():
        values = np.asarray(statistic(hands))
        if values.shape != hands.shape or values.dtype.kind not in "biu":
            raise UserError(
                f"the statistic returned {values.dtype} of shape {values.shape} for {len(hands)} hands: "
                "return a whole number for each"
            )
        for value, count in zip(*np.unique(values, return_counts=True), strict=True):
            tally[int(value)] += int(count)
    return dict(sorted(tally.items()))


def checked_bools(values: object, n: int) -> npt.NDArray[np.bool_]:
    """Return what a condition answered as an array, if it is one bool for each of `n` rows.

    Raises
    ------
    UserError
        If not.
    """
    array = np.asarray(values)
    if array.dtype != np.bool_ or array.shape != (n,):
        raise UserError(
            f"the condition returned {array.dtype} of shape {array.shape} for {n} rows: return one bool for each, "
            "such as (hands[:, 0] & mask) != 0"
        )
    return array
