"""Deals in which some cards may go to some seats only: counted exactly and dealt directly.

The cards are given out one after the other. `completions` counts, for every number of cards the seats
still lack, in how many ways the cards from there on can be given out. A number below the count of all deals then
picks a deal as in a tree: the first card goes to seat 0 for the lowest numbers, as many as there are ways to
go on from there, to seat 1 for the next, and so on. Equally likely numbers are equally likely deals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simulate.kernels.deal import Hands
from simulate.kernels.jit import kernel
from simulate.kernels.rng import draw_below

Ways = npt.NDArray[np.uint64]

_STEP = (100, 10, 1, 0)  # a card to seat 0, 1, 2 or 3 moves this far in the table of lacking cards


def completions(allowed: Sequence[int], lacking: Sequence[int]) -> tuple[Ways, int]:
    """Return in how many ways the cards can be given out from each card on, and where the first looks that up.

    Parameters
    ----------
    allowed
        For each card to give out, the seats that may get it, as a set of four bits.
    lacking
        How many cards each of the four seats still gets, 0 .. 8; as many in all as there are cards.

    Returns
    -------
    ways
        uint64, shape (cards + 1, 1000): for card number i and the place ``100 (a + 1) + 10 (b + 1) + c + 1``, the
        ways to give out cards i, i + 1, ... if seats 0, 1, 2 lack a, b, c cards and seat 3 all others.
    place
        The place for `lacking`; ``ways[0, place]`` counts all deals.
    """
    # Each axis starts at "-1 cards lacking", which has no ways, so that no step must be checked.
    ways = np.zeros((len(allowed) + 1, 10, 10, 10), dtype=np.uint64)
    ways[-1, 1, 1, 1] = 1
    sum_of_three = np.add.outer(np.add.outer(np.arange(-1, 9), np.arange(-1, 9)), np.arange(-1, 9))
    for i in range(len(allowed) - 1, -1, -1):
        after, here = ways[i + 1], ways[i]
        if allowed[i] & 1:
            here[1:] += after[:-1]
        if allowed[i] & 2:
            here[:, 1:] += after[:, :-1]
        if allowed[i] & 4:
            here[:, :, 1:] += after[:, :, :-1]
        if allowed[i] & 8:
            here += after
        fourth = len(allowed) - i - sum_of_three
        here[(fourth < 0) | (fourth > lacking[3])] = 0
        here[0] = here[:, 0] = here[:, :, 0] = 0
    place = sum(step * (cards + 1) for step, cards in zip(_STEP[:3], lacking, strict=False))
    return ways.reshape(len(allowed) + 1, 1000), place


@kernel
def given_batch(
    seed: np.uint64,
    purpose: np.uint64,
    start: np.uint64,
    biased: np.uint64,
    place: np.int64,
    ways: Ways,
    cards: npt.NDArray[np.uint32],
    allowed: npt.NDArray[np.uint8],
    held: npt.NDArray[np.uint32],
    hands: Hands,
) -> None:
    """Fill row i of `hands`, uint32 of shape (n, 4), with a deal from the stream of hand id ``start + i``.

    Parameters
    ----------
    seed, purpose, start
        ``uint64``.
    biased
        ``uint64``; `rng.words_to_spare` of the number of deals.
    place, ways
        From `completions`; `place` is ``int64``.
    cards
        The cards to give out, each as a set of one card; uint32, shape (cards,).
    allowed
        Seats that may get them, as bits; uint8, shape (cards,).
    held
        Cards given to each seat beforehand; uint32, shape (4,).
    hands
        Filled.
    """
    total = ways[0, place]
    for i in range(hands.shape[0]):
        number = draw_below(seed, purpose, start + np.uint64(i), np.uint64(0), total, biased)
        for seat in range(4):
            hands[i, seat] = held[seat]
        here = place
        for card in range(cards.shape[0]):
            for seat in range(4):
                if allowed[card] >> seat & 1:
                    step = here - _STEP[seat]
                    below = ways[card + 1, step]
                    if number < below:
                        hands[i, seat] |= cards[card]
                        here = step
                        break
                    number -= below
