"""Sums over finished hands by contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.jit import kernel

HANDS, WON, EYES, EYES_SQUARED, SCORE, SCORE_SQUARED = range(6)
"""Columns of the sums."""
SUMS = 6


@kernel
def add_up(rows: Any, contract_of: Any, sums: Any) -> Any:
    """Add the hands to the sums; return the largest score of a declarer, won or lost.

    Parameters
    ----------
    rows
        `simulate.table.HAND_ROW`, shape (n,).
    contract_of
        The contract of each game, 0 for none, int64.
    sums
        int64, shape (contracts + 1, SUMS); row 0 is for hands passed out. Squares of scores may overflow if n times
        the square of the largest score does.
    """
    largest = np.int64(0)
    for i in range(rows.shape[0]):
        row = rows[i]
        total = sums[contract_of[row.game]]
        eyes = np.int64(row.eyes)
        # Passed-out hands have no declarer; their scores are zero in every seat.
        score = np.int64(row.score[row.declarer & 3])
        largest = max(largest, abs(score))
        total[HANDS] += 1
        total[WON] += row.won
        total[EYES] += eyes
        total[EYES_SQUARED] += eyes * eyes
        total[SCORE] += score
        total[SCORE_SQUARED] += score * score
    return largest
