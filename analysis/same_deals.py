"""The same deals played twice, such as under two tables of rules: what is alike, and what differs, hand by hand.

What a hand is dealt depends on the seed and its id alone, so runs of one seed differ in rules or players only. Compared
in pairs, the luck of the cards drops out of the intervals. For which of two players is better, with the players changed
over the seats, see `analysis.compare`.

>>> from simulate.run import run
>>> runs = {rules: run(hands=4000, rules=rules, seed=1) for rules in ("standard", "official")}
>>> equality(runs).select("data", "deal", "contract").rows()
[('official', 1.0, 1.0)]
>>> by_contract(runs).filter(contract="rufspiel")["win_rate_more_high"].item() < 0.005
True
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from scipy import stats

from analysis.intervals import Floats, Intervals, check_level, means
from analysis.load import Data, collect, origin, scan
from analysis.tidy import estimates
from analysis.totals import DECLARER_SCORE, SCORES
from simulate.cards import DECK_EYES
from simulate.contracts import Contract
from simulate.errors import UserError
from simulate.summary import FEW, LEVEL

GAME = ("contract", "suit", "declarer")
"""Columns that say which game is played, and by whom."""

_COMPARED = ("deal", *GAME, "eyes", "won")
_MEASURES = ("win_rate", "eyes", "score")


def equality(runs: Mapping[str, Data]) -> pl.DataFrame:
    """Return in what share of the hands other data is equal to the first: deal, game, eyes, result.

    Parameters
    ----------
    runs
        Hands in any form by name, two or more, of the same hand ids; the first is what others are compared with.

    Returns
    -------
    polars.DataFrame
        ``data``, the name of the other; ``n`` hands; ``deal``, ``contract``, ``suit``, ``declarer``, ``eyes``, ``won``:
        the share of hands in which these are equal, or missing in both; ``game``, the share in which contract, suit and
        declarer all are.

    Raises
    ------
    UserError
        If there is nothing to compare, or the hand ids are not the same.
    """
    equal = {name: pl.col(name).eq_missing(pl.col(f"{name}_other")) for name in _COMPARED}
    shares = {name: alike.mean() for name, alike in equal.items()}
    rows = [
        pairs.select(pl.lit(name).alias("data"), n=pl.len().cast(pl.Int64), **shares, game=_same_game().mean())
        for name, pairs in _paired(runs, check_deals=False)
    ]
    return collect(pl.concat(rows))


def by_contract(runs: Mapping[str, Data], level: float = LEVEL) -> pl.DataFrame:
    """Return how differently the same games end in other data than in the first, contract by contract.

    Parameters
    ----------
    runs
        Hands in any form by name, two or more, of the same hand ids and deals; the first is what others are compared
        with.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        ``data``, the name of the other; ``contract`` of the first; ``n`` hands of it, of which in ``n_same`` the same
        game is played by the same seat in both: all that follows is about these. ``win_rate`` and mean ``eyes`` of the
        declaring side and the declarer's mean ``score`` in the first, the same in the other (``..._other``), in how
        many hands the two differ (``..._differing``), and other minus first (``..._more``) with the ends of its
        interval. Scores are counted in plain Rufspiele of their own rules, so that tariffs can be compared; in units
        where the rules are not known. The differences are taken hand by hand: intervals of win rates are those of
        Agresti and Min (2005) for pairs, which hold for any number; others are Student's, and left out where fewer than
        `simulate.summary.FEW` hands differ: a mean of hands that are mostly alike is a matter of those that are not,
        and of a handful of these the interval is not to be trusted.

    Raises
    ------
    UserError
        If there is nothing to compare, the hand ids are not the same, or hands of one id are not one deal.
    """
    check_level(level)
    frame = collect(pl.concat(_sums(name, pairs) for name, pairs in _paired(runs, check_deals=True)))
    values = [
        (pl.col(f"{name}{end}_sum") / pl.col("n_same")).fill_nan(None).alias(f"{name}{end}")
        for name in _MEASURES
        for end in ("", "_other")
    ]
    more = [column for name in _MEASURES for column in estimates(f"{name}_more", _differences(name, frame, level))]
    return (
        frame.with_columns(*values, *more)
        .select("data", "contract", "n", "n_same", *(f"{name}{end}" for name in _MEASURES for end in _COLUMNS))
        .sort(pl.col("data").cast(pl.Enum(list(runs))), "contract")
    )


_COLUMNS = ("", "_other", "_differing", "_more", "_more_low", "_more_high")


def _paired(runs: Mapping[str, Data], *, check_deals: bool) -> list[tuple[str, pl.LazyFrame]]:
    """Return each other data's name, and its hands joined to those of the first."""
    if len(runs) < 2:
        raise UserError(
            f"{len(runs)} data can't be compared: name two or more, such as {{'standard': ..., 'official': ...}}"
        )
    (_, first), *others = ((name, _hands(data)) for name, data in runs.items())
    for name, other in others:
        _check(name, first, other, check_deals=check_deals)
    return [(name, first.join(other, on="hand_id", suffix="_other")) for name, other in others]


def _check(name: str, first: pl.LazyFrame, other: pl.LazyFrame, *, check_deals: bool) -> None:
    """Refuse hands that are no pairs: a join would leave them out, or repeat them, without a word."""
    sides = [frame.select("hand_id", "deal") for frame in (first, other)]
    no_mine, no_theirs = pl.col("hand_id").is_null(), pl.col("hand_id_other").is_null()
    counts = {
        "common": (~no_mine & ~no_theirs).sum(),
        "first": no_theirs.sum(),
        "other": no_mine.sum(),
        "apart": (pl.col("deal") != pl.col("deal_other")).sum(),
    }
    joined = sides[0].join(sides[1], on="hand_id", how="full", suffix="_other").select(**counts)
    n = collect(joined).row(0, named=True)
    told = None
    if not n["common"]:
        told = f"{name!r} has no hand id of the first"
    elif n["first"] or n["other"]:
        told = f"{n['first']} hands of the first are missing in {name!r}, {n['other']} of {name!r} in the first"
    elif any(collect(side.select(pl.len())).item() != n["common"] for side in sides):
        told = f"{name!r} or the first has several hands of one id"
    elif check_deals and n["apart"]:
        told = f"{n['apart']} of {n['common']} hands of {name!r} are other deals"
    if told:
        raise UserError(f"{told}: simulate both with the same seed and hand ids")


def _hands(data: Data) -> pl.LazyFrame:
    rules = origin(data).rules
    # A tariff may count a Rufspiel for nothing: then its units stay as they are.
    unit = 1 if rules is None else rules.base(Contract.RUFSPIEL) or 1
    return scan(data, ["hand_id", *_COMPARED, *SCORES]).select("hand_id", *_COMPARED, score=DECLARER_SCORE / unit)


def _same_game() -> pl.Expr:
    return pl.all_horizontal(pl.col(name).eq_missing(pl.col(f"{name}_other")) for name in GAME)


def _sums(name: str, pairs: pl.LazyFrame) -> pl.LazyFrame:
    played = pairs.filter(pl.col("contract").is_not_null()).with_columns(same=_same_game())
    sums = []
    for measure, column in zip(_MEASURES, ("won", "eyes", "score"), strict=True):
        mine, other = (pl.col(end).cast(pl.Float64).filter("same") for end in (column, f"{column}_other"))
        sums += [mine.sum().alias(f"{measure}_sum"), other.sum().alias(f"{measure}_other_sum")]
        sums += [(other - mine).pow(2).sum().alias(f"{measure}_squares")]
        sums += [(other != mine).sum().cast(pl.Int64).alias(f"{measure}_differing")]
    counts = pl.len().cast(pl.Int64).alias("n"), pl.col("same").sum().cast(pl.Int64).alias("n_same")
    return played.group_by("contract").agg(*counts, *sums).with_columns(data=pl.lit(name))


def _differences(name: str, frame: pl.DataFrame, level: float) -> Intervals:
    """Return the mean differences of pairs with their intervals."""
    n, total = frame["n_same"], frame[f"{name}_other_sum"] - frame[f"{name}_sum"]
    differing = frame[f"{name}_differing"]
    if name == "win_rate":
        sums = [column.cast(pl.Float64).to_numpy() for column in (n, total, differing)]
        return _of_pairs(sums[0], sums[1], sums[2], level)
    within = (-DECK_EYES, DECK_EYES) if name == "eyes" else (-np.inf, np.inf)
    found = means(n, total, frame[f"{name}_squares"], level, within)
    # Measured on Rufspiele under two rulesets: where 5 hands differ, 95 % intervals hold 90 % of mean eyes and 84 % of
    # mean scores; where 30 do, 94 % and 91 %; where 100 do, 95 % and 94 %.
    few = differing.to_numpy() < FEW
    return Intervals(found.estimate, *(np.where(few, np.nan, end) for end in found[1:]))


def _of_pairs(n: Floats, total: Floats, differing: Floats, level: float) -> Intervals:
    """Return differences of shares of pairs: half a pair is added to each of the four kinds, so that none is empty."""
    estimate = np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)
    middle = total / (n + 2)
    error = np.sqrt((differing + 1) / (n + 2) - middle**2) / np.sqrt(n + 2)
    half = stats.norm.ppf((1 + level) / 2) * error
    ends = np.minimum(np.maximum(middle - half, -1), estimate), np.maximum(np.minimum(middle + half, 1), estimate)
    return Intervals(estimate, *(np.where(n > 0, end, np.nan) for end in ends))
