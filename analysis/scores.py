"""What contracts, seats and players earn: expected scores and their spread, distributions of scores and eyes, risk.

Scores are in score units of the rules played. Every function takes hands in any form, or a survey. Hands whose contract
was assigned never mix with those whose contract was bid: column ``assigned`` says which of the two a row is about. What
a bid contract earns is what it earns on the hands that bidders chose for it; `analysis.bidding` compares the two.

Rows of one table hang together: the scores of the seats of a hand sum to 0, shares of a whole to 1. Whether two rows
differ is told by the interval of their difference, hand by hand, not by whether their intervals overlap.

>>> from simulate.run import run
>>> hands = run(hands=2000, seed=1).hands
>>> expected(hands, by="declarer_trumps").columns[:4]
['assigned', 'contract', 'declarer_trumps', 'n']
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.intervals import deviations, means
from analysis.risk import risk
from analysis.tidy import column, estimates, outcomes, shares_within
from analysis.totals import (
    EYES,
    RESULTS,
    SCORES,
    STYLE,
    TABLE_SCORES,
    Counted,
    named,
    origin_of,
    player_scores,
    styles_of,
    totals,
)
from simulate.summary import LEVEL

__all__ = ["expected", "eyes_distribution", "risk", "score_distribution", "seats", "styles"]

_MEASURES = ("n", "wins", "eyes_sum", "eyes_squares", "score_sum", "score_squares")


def expected(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return what each contract earns its declarer: expected score and spread, with win rate and eyes.

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    by
        Keys to group by within a contract: ``suit``, ``declarer`` (the seat), ``declarer_trumps``, ``laufende``,
        ``kontra``, ``schneider``, ``schwarz``, ``player``, ``style`` (see `analysis.totals.RESULTS`).
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        ``assigned``, ``contract``, the keys; ``n`` hands; ``win_rate`` of the declaring side, its mean ``eyes``, the
        declarer's mean ``score``, each with the ends of its interval; ``score_sd``, the spread of a single hand's
        score. The ends are null for means of fewer than `simulate.summary.FEW` hands, or of hands all alike: such
        intervals would hold far less often than they promise.
    """
    groups = named(("assigned", "contract", *named(by)))
    frame = totals(data, RESULTS, groups, _MEASURES).select(*groups, *_MEASURES)
    return outcomes(frame.filter(pl.col("contract").is_not_null()), level)


def seats(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return what each seat earns per hand, whatever is played and whoever declares.

    Columns ``assigned``, ``seat`` (0 forehand to 3 dealer), ``n``, ``score`` with the ends of its interval,
    ``score_sd``. Hands passed out count with a score of 0.
    """
    frame = totals(data, TABLE_SCORES, ("assigned", *SCORES))
    seat_scores = [
        frame.select("assigned", "n", score=name, seat=pl.lit(seat, pl.Int8)) for seat, name in enumerate(SCORES)
    ]
    return _mean_scores(pl.concat(seat_scores), "seat", level)


def styles(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return what each style of player earns per hand and player, whatever is played and whoever declares.

    Columns ``assigned``, ``style``, ``players`` (how many of the four), ``n`` hands, ``score`` with the ends of its
    interval, ``score_sd``. Players of one style at one table share their luck, so a hand counts once, with their
    mean score; a style that sits in all four places earns exactly 0, which needs no interval. Data that does not tell
    its players has styles ``player 0`` to ``player 3``.
    """
    specs = styles_of(origin_of(data))
    frame = player_scores(data)
    parts = []
    for style in dict.fromkeys(specs):
        own = [f"player_{player}" for player, spec in enumerate(specs) if spec == style]
        mean = pl.mean_horizontal(own)
        parts.append(frame.select("assigned", "n", score=mean, style=pl.lit(style), players=pl.lit(len(own), pl.Int8)))
    order = pl.Enum(list(dict.fromkeys(specs)))
    named_styles = pl.concat(parts).with_columns(pl.col(STYLE).cast(order))
    return _mean_scores(named_styles, STYLE, level, "players")


def score_distribution(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how often the declarer of each contract scores what: ``score``, ``n``, ``of``, ``share`` and its interval.

    See `expected` for parameters.
    """
    groups = named(("assigned", "contract", *named(by)))
    frame = totals(data, RESULTS, (*groups, "score"), ("n",)).select(*groups, "score", "n")
    return shares_within(frame.filter(pl.col("contract").is_not_null()), groups, level)


def eyes_distribution(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return how often the declaring side of each contract takes how many ``eyes``, with ``won``.

    Columns ``assigned``, ``contract``, ``eyes``, ``won``, ``n``, ``of``, ``share`` and the ends of its interval.
    """
    groups = ("assigned", "contract")
    frame = totals(data, EYES, (*groups, "eyes", "won"), ("n",)).select(*groups, "eyes", "won", "n")
    return shares_within(frame, groups, level)


def _mean_scores(frame: pl.DataFrame, key: str, level: float, *also: str) -> pl.DataFrame:
    score = pl.col("score").cast(pl.Float64)
    sums = frame.group_by("assigned", key, *also).agg(
        pl.col("n").sum(),
        total=(score * pl.col("n")).sum(),
        squares=(score**2 * pl.col("n")).sum(),
    )
    ordered = sums.sort("assigned", key)
    columns = ordered["n"], ordered["total"], ordered["squares"]
    spread = column("score_sd", deviations(*columns))
    return ordered.drop("total", "squares").with_columns(*estimates("score", means(*columns, level)), spread)
