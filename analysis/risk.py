"""How likely a losing evening is: the chance that a player has lost so much after so many hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, floor
from typing import Any

import numpy as np
import polars as pl
from scipy import fft

from analysis.intervals import Floats, Intervals, deviations, shares
from analysis.tidy import estimates
from analysis.totals import STYLE, Counted, origin_of, player_scores, styles_of
from simulate.errors import UserError
from simulate.summary import LEVEL
from simulate.table import Array

_MOST_TOTALS = 1 << 24
_ROUNDING = 1e-12


def risk(
    data: Counted, lose: Iterable[int] = (10, 25, 50, 100), hands: int = 100, level: float = LEVEL
) -> pl.DataFrame:
    """Return the probability that a player has lost `lose` score units or more after so many hands.

    It is what resampling whole hands of the data comes to when it is done without end: the sum of `hands` draws with
    replacement, computed exactly from how often each score occurs. Its interval tells what another dataset of the same
    size might say: it follows from how far each hand moves the probability, a hand with several players of a style
    counting once. It wants many more hands than `hands`.

    A loss so high that the data holds hardly an evening of it may come of hands worse than any seen. The fewer such
    evenings, the more the interval is that of a share of as many evenings as the data can be cut into.

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    lose
        Losses in score units, 0 or more.
    hands
        Length of the evening, passed-out deals included.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        ``assigned``, ``style`` (of one player at the table), ``hands``, ``lose``, ``n`` hands in the data,
        ``probability`` and the ends of its interval.

    Raises
    ------
    UserError
        If a number is out of range, or scores are so varied that their sums are too many to compute.

    Examples
    --------
    >>> from simulate.run import run
    >>> risk(run(hands=5000, seed=1).hands, lose=[20]).columns
    ['assigned', 'style', 'hands', 'lose', 'n', 'probability', 'probability_low', 'probability_high']
    """
    losses = sorted(set(lose))
    if hands < 1:
        raise UserError(f"an evening of {hands} hands is none: use 1 or more")
    if not losses or losses[0] < 0:
        raise UserError(f"losses {losses} can't be used: name one or more of 0 or more score units, such as 50")
    specs = styles_of(origin_of(data))
    frame = player_scores(data)
    rows = [
        (assigned, style, hands, loss, *session.lost(loss))
        for (assigned,), part in frame.group_by("assigned", maintain_order=True)
        for style in dict.fromkeys(specs)
        for session in [_Session.of(part, [i for i, spec in enumerate(specs) if spec == style], hands)]
        for loss in losses
    ]
    return _table(rows, list(dict.fromkeys(specs)), level)


def _table(rows: Sequence[tuple[Any, ...]], styles: list[str], level: float) -> pl.DataFrame:
    schema = pl.Schema(
        {
            "assigned": pl.Boolean(),
            STYLE: pl.Enum(styles),
            "hands": pl.Int64(),
            "lose": pl.Int64(),
            "n": pl.Int64(),
            "_probability": pl.Float64(),
            "_worth": pl.Float64(),
            "_doubt": pl.Float64(),
        }
    )
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    probability = frame["_probability"].to_numpy()
    # The interval of a share of as many evenings as the data is worth; unlike a normal one it stays between 0 and 1.
    worth, cut = (frame["_worth"].to_numpy(), (frame["n"] / frame["hands"]).to_numpy())
    found, cautious = (shares(probability * evenings, evenings, level) for evenings in (worth, cut))
    # Mixed step by step, so that players who are alike do not get intervals of two kinds.
    doubt = frame["_doubt"].to_numpy()
    ends = ((1 - doubt) * end + doubt * wide for end, wide in zip(found[1:], cautious[1:], strict=True))
    intervals = Intervals(found.estimate, *ends)
    return frame.drop("_probability", "_worth", "_doubt").with_columns(estimates("probability", intervals))


@dataclass(frozen=True)
class _Session:
    """Sums of `hands` scores drawn from those of some players.

    Attributes
    ----------
    counts
        How often each row of `scores` occurs, shape (r,).
    scores
        Scores of the players in a hand, as places on a grid of equal steps, shape (r, players).
    lowest, step
        The score at place 0; score units from place to place.
    hands
        How many are drawn.
    """

    counts: Floats
    scores: Array
    lowest: int
    step: int
    hands: int

    @classmethod
    def of(cls, frame: pl.DataFrame, players: list[int], hands: int) -> _Session:
        scores = frame.select(f"player_{player}" for player in players).cast(pl.Int64).to_numpy()
        lowest = int(scores.min())
        step = max(1, int(np.gcd.reduce((scores - lowest).ravel())))
        if hands * (int(scores.max()) - lowest) // step > _MOST_TOTALS:
            raise UserError(f"{hands} hands have more than {_MOST_TOTALS} different totals: ask for fewer hands")
        return cls(frame["n"].to_numpy().astype(np.float64), (scores - lowest) // step, lowest, step, hands)

    @property
    def n(self) -> int:
        return int(self.counts.sum())

    @cached_property
    def _without_one(self) -> Floats:
        """Probability that the sum of all draws but one is at most each place."""
        weights = np.repeat(self.counts[:, None], self.scores.shape[1], axis=1)
        chances = np.bincount(self.scores.ravel(), weights.ravel()) / weights.sum()
        length = (self.hands - 1) * (len(chances) - 1) + 1
        size = fft.next_fast_len(length, real=True)
        sums = fft.irfft(fft.rfft(chances, size) ** (self.hands - 1), size)[:length]
        below: Floats = np.clip(np.cumsum(sums), 0, 1)
        return below

    def lost(self, loss: int) -> tuple[int, float, float, float]:
        """Return the number of hands, the probability, how many independent evenings would tell it as well, and doubt.

        The doubt is 0 if the data holds many such evenings, 1 if it holds none.
        """
        most = floor((-loss - self.hands * self.lowest) / self.step)
        place = np.minimum(most - self.scores, len(self._without_one) - 1)
        after = np.where(place >= 0, self._without_one[np.maximum(place, 0)], 0.0).mean(axis=1)
        # What rounding leaves of nothing, and of certainty, is none.
        after = np.where(after < _ROUNDING, 0.0, np.where(after > 1 - _ROUNDING, 1.0, after))
        total, squares = float(self.counts @ after), float(self.counts @ after**2)
        probability = min(total / self.n, 1.0)
        error = self.hands * float(deviations(self.n, total, squares)[0]) / np.sqrt(self.n)
        spread = probability * (1 - probability)
        # If no evening, or every one, ends so, the data is worth the evenings it can be cut into.
        worth = spread / error**2 if error > 0 and spread > 0 else self.n / self.hands
        # Fewer than one such evening (or than one other) among those that the data can be cut into are few.
        seen = min(probability, 1 - probability) * self.n / self.hands
        return self.n, probability, worth, exp(-seen)
