"""The opening chart: what each contract wins and earns on each class of hand, and which one to bid.

Bidders choose the hands they play, so what a contract earned where it was bid says little about other hands that look
alike: those that chose it were better than their class. The chart therefore counts only hands whose contract was
assigned, whatever their cards (``schafkopf simulate --assign all``). `selection_bias` puts both numbers side by side.

What the chart says is said of the players who played the hands: of how they choose the suit, and play.

>>> from simulate.run import run
>>> assigned = run(hands=4000, seed=1, assign="all").hands
>>> opening = chart(assigned, by="trumps")
>>> opening.columns[:6]
['trumps', 'contract', 'n', 'win_rate', 'win_rate_low', 'win_rate_high']
>>> look_up(opening, "EO GO HU HA H9 EA G10 G7")["contract"].to_list()
['rufspiel', 'wenz', 'solo', 'wenz-tout', 'solo-tout']
>>> bid = run(hands=4000, seed=2).hands
>>> choices(opening, passing(bid, by="trumps")).filter(trumps=2).select("best", "few").row(0)  # None is to pass
(None, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np
import polars as pl

from analysis.dealt import cards_of
from analysis.hand_class import FEATURES, FINE, features, hand_class
from analysis.intervals import Intervals, check_level, deviations, estimate_differences, ratio_errors, ratios
from analysis.load import Data, collect, scan
from analysis.tidy import column, differences, estimates, outcomes
from analysis.totals import MEASURES, SCORES, Counted, Topic, named, totals
from simulate.cards import SEATS, CardSet
from simulate.errors import UserError
from simulate.summary import FEW, LEVEL

_HAND = "_hand"

_KEYS = {"contract": pl.col("contract"), **features(pl.col(_HAND), FEATURES)}
_PREPARED = {_HAND: cards_of(pl.col("declarer"))}

ASSIGNED_CLASSES = Topic(
    "assigned_classes", _KEYS, where=pl.col("contract").is_not_null() & pl.col("assigned"), prepared=_PREPARED
)
"""Hands with an assigned contract, by the declarer's class of hand (`analysis.hand_class.FEATURES`)."""
BID_CLASSES = Topic(
    "bid_classes", _KEYS, where=pl.col("contract").is_not_null() & ~pl.col("assigned"), prepared=_PREPARED
)
"""Hands with a contract that was bid, by the declarer's class of hand."""


def chart(data: Counted, by: Iterable[str] = FINE, level: float = LEVEL) -> pl.DataFrame:
    """Return what each contract wins and earns on each class of hand, from hands whose contract was assigned.

    Parameters
    ----------
    data
        Hands in any form, or a survey, of a dataset simulated with ``--assign``.
    by
        What makes a class: names of `analysis.hand_class.FEATURES`, or its `COARSE`, `MIDDLE`, `FINE`.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        The class, ``contract``, ``n`` hands, ``win_rate``, mean ``eyes`` of the declaring side, mean ``score`` of the
        declarer, each with the ends of its interval, ``score_sd``; ``few``, whether these are fewer than `FEW` hands,
        of which the estimates and their intervals are not to be trusted; classes in order, contracts in bidding order.

    Raises
    ------
    UserError
        If no contract was assigned, or the data can't be used.
    """
    names = _class_of(by)
    return outcomes(_assigned(data, (*names, "contract")), level).with_columns(few=pl.col("n") < FEW)


def choices(opening: pl.DataFrame, passing: pl.DataFrame | float, level: float = LEVEL) -> pl.DataFrame:
    """Return the best choice for each class of hand of a chart: the contract that earns most, or to pass.

    Parameters
    ----------
    opening
        What `chart` has returned.
    passing
        What passing earns: what `passing` has returned, or one number for all hands. In classes that the table lacks
        only contracts are compared. Who passes is not out of the game, he mostly loses what another wins: with 0 the
        best choice is too often to pass.
    level
        Confidence of the intervals, and of ``clear``.

    Returns
    -------
    polars.DataFrame
        The class; ``best``, null for passing; its ``n`` and ``score``; ``next_best`` and by how much the best is ahead
        of it (``ahead``, with the ends of the interval for these two alone, as if they had been named beforehand);
        ``clear``, whether the best is ahead of each of the others by more than chance allows where so many are compared
        (subset selection: Gupta 1965; Bonferroni's correction for their number); ``few``, whether the contract that
        seems to earn most, or the choice that does, was seen on fewer than `FEW` hands: then nothing is said but their
        number ``n``, and ``best`` is null for that reason. What is ``clear`` is so for each class by itself: of the
        many of a chart, a share of up to 1 - `level` may be called clear and not be. The best of several estimates
        tends to look better than it is, the more so the fewer hands there are.

    Raises
    ------
    UserError
        If `passing` is neither a number nor such a table.
    """
    check_level(level)
    names = [name for name in opening.columns if name in FEATURES]
    options = pl.concat([_to_play(opening, names), _to_pass(opening, passing, names)])
    # Among equals passing comes first: its contract is null.
    order = options.sort([*names, "score", "contract"], descending=[False] * len(names) + [True, False])
    ranked = order.with_columns(
        place=pl.int_range(pl.len()).over(names),
        others=pl.len().over(names) - 1,
        # To pass is best only as far as the contracts are known that it was compared with.
        known=pl.min_horizontal(pl.col("n").first(), pl.col("n").filter(pl.col("contract").is_not_null()).first()).over(
            names
        ),
    )
    best = ranked.filter(pl.col("place") == 0)
    pairs = _ahead(best, ranked.filter(pl.col("place") > 0), names, level)
    clear = pairs.group_by(names).agg(clear=pl.col("beaten").fill_null(False).all())
    second = pairs.filter(pl.col("place_next") == 1).rename({"contract_next": "next_best"})
    return (
        best.join(second.select(*names, *_NEXT), on=names, how="left", maintain_order="left")
        .join(clear, on=names, how="left", maintain_order="left")
        .with_columns(few=pl.col("known") < FEW, clear=pl.col("clear").fill_null(False))
        .with_columns(n=pl.when("few").then("known").otherwise("n"), clear=pl.col("clear") & ~pl.col("few"))
        .with_columns(pl.when(~pl.col("few")).then(name).alias(name) for name in ("contract", "score", *_NEXT))
        .select(*names, pl.col("contract").alias("best"), "n", "score", *_NEXT, "clear", "few")
    )


def passing(data: Data, by: Iterable[str] = FINE, level: float = LEVEL) -> pl.DataFrame:
    """Return what players earn who never bid, by class of hand: as partners, as opponents, or in a deal passed out.

    From hands whose contract was bid. Those who pass hold the weaker hands of their class, so in classes of which many
    bid it is too low an estimate of what passing would earn.

    Parameters
    ----------
    data
        Hands in any form, simulated without ``--assign``.
    by
        What makes a class, as in `chart`.
    level
        Confidence of the intervals. Players of one hand share their luck, so a hand is one draw of all its players.

    Returns
    -------
    polars.DataFrame
        The class, ``n`` players (up to four a hand) in so many ``hands``, mean ``score`` with the ends of its interval
        (none for fewer than `simulate.summary.FEW` hands, or scores all alike) and its standard error ``score_se``,
        ``score_sd``.
    """
    names = _class_of(by)
    frame = pl.concat(collect(_passed(data, seat, names)) for seat in range(SEATS))
    if frame.is_empty():
        raise UserError("no hand was bid in this data: give a dataset simulated without --assign")
    sums = frame.group_by(names).agg(pl.all().sum()).sort(names)
    columns = sums["hands"], sums["n"], sums["score_sum"], sums["xx"], sums["xy"], sums["yy"]
    return sums.select(*names, "n", "hands").with_columns(
        *estimates("score", _told(ratios(*columns, level), sums["hands"])),
        column("score_sd", deviations(sums["n"], sums["score_sum"], sums["score_squares"])),
        column("score_se", ratio_errors(*columns)),
    )


def selection_bias(
    bid: Counted, assigned: Counted | None = None, by: Iterable[str] = (), level: float = LEVEL
) -> pl.DataFrame:
    """Return what contracts earn where they were bid beside what they earn where they were assigned.

    Parameters
    ----------
    bid
        Hands in any form, or a survey: those whose contract was bid count.
    assigned
        The same of hands whose contract was assigned; None takes them from `bid`, too. They may be the same deals, as
        data of one seed is: then the intervals hold as well, because who declares what in a deal is seldom the same in
        both (with 600 pairs of such runs their width was 0.98 to 1.05 of what the spread of the biases asked for).
    by
        What makes a class, as in `chart`; none compares all hands.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        The class, ``contract``, then ``n_bid``, ``n_assigned``, and ``win_rate`` and ``score`` of both (``..._bid``,
        ``..._assigned``) and bid minus assigned (``..._bias``), each with the ends of its interval.

    Raises
    ------
    UserError
        If one of the two kinds of hands is missing.
    """
    groups = (*(_class_of(by) if named(by) else ()), "contract")
    chosen = totals(bid, BID_CLASSES, groups)
    if chosen.is_empty():
        raise UserError("no contract was bid in this data: add hands simulated without --assign")
    given = _assigned(bid if assigned is None else assigned, groups)
    bias = differences(chosen, given, list(groups), ("bid", "assigned"), level)
    table = bias.select(*groups, "n_bid", "n_assigned")
    for end, frame in (("_bid", outcomes(chosen, level)), ("_assigned", outcomes(given, level)), ("_bias", bias)):
        renamed = frame.select(*groups, *(pl.col(name).alias(_ended(name, end)) for name in _COMPARED))
        table = table.join(renamed, on=groups, maintain_order="left")
    return table


def look_up(opening: pl.DataFrame, hand: CardSet | str) -> pl.DataFrame:
    """Return the rows of a table by class of hand, such as `chart` and `choices` return, for one hand.

    Parameters
    ----------
    opening
        A table with columns named as in `analysis.hand_class.FEATURES`.
    hand
        Eight cards, as a set or as text.
    """
    found = hand_class(hand, [name for name in opening.columns if name in FEATURES])
    return opening.filter(pl.col(name) == count for name, count in found.items())


_NEXT = ("next_best", "ahead", "ahead_low", "ahead_high")
_CHOICE = {"n": pl.Int64(), "score": pl.Float64(), "score_se": pl.Float64(), "freedom": pl.Int64()}
_COMPARED = tuple(f"{name}{end}" for name in ("win_rate", "score") for end in ("", "_low", "_high"))


def _class_of(by: Iterable[str]) -> tuple[str, ...]:
    return tuple(features(pl.col(_HAND), by))


def _assigned(data: Counted, groups: Iterable[str]) -> pl.DataFrame:
    frame = totals(data, ASSIGNED_CLASSES, groups)
    if frame.is_empty():
        raise UserError(
            "no contract was assigned in this data, and hands chosen for a contract say too much good of it: "
            "simulate a dataset with --assign all"
        )
    return frame


def _ahead(best: pl.DataFrame, others: pl.DataFrame, names: list[str], level: float) -> pl.DataFrame:
    """Return by how much the best choice of each class is ahead of each other, and whether that is more than chance."""
    pairs = best.join(others, on=names, suffix="_next", maintain_order="left_right")
    mine, theirs = ((pairs[f"score{end}"], pairs[f"score_se{end}"], pairs[f"freedom{end}"]) for end in ("", "_next"))
    # One-sided, each of the others being a question.
    strict = estimate_differences(mine, theirs, 1 - 2 * (1 - level) / pairs["others"].to_numpy())
    ahead = estimates("ahead", estimate_differences(mine, theirs, level))
    return pairs.with_columns(*ahead, column("beaten", strict.low) > 0)


def _to_play(opening: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Return the contracts of a chart as choices, with the columns of `_CHOICE`."""
    n = pl.col("n").cast(pl.Int64)
    # Hands that all ended alike say nothing of how others would.
    error = pl.when(pl.col("score_sd") > 0).then(pl.col("score_sd")).cast(pl.Float64) / n.sqrt()
    return opening.select(*names, "contract", n, pl.col("score").cast(pl.Float64), score_se=error, freedom=n - 1)


def _to_pass(opening: pl.DataFrame, passing: pl.DataFrame | float, names: list[str]) -> pl.DataFrame:
    """Return passing as a further choice of classes of a chart; where a number is given it has no ``n``."""
    classes = opening.select(names).unique()
    if isinstance(passing, pl.DataFrame):
        needed = [*names, "n", "hands", "score", "score_se"]
        missing = [name for name in needed if name not in passing.columns]
        if missing:
            raise UserError(
                f"what passing earns lacks {', '.join(missing)}: give passing(..., by={names}), or a number"
            )
        earned = classes.join(passing.select(needed), on=names).with_columns(freedom=pl.col("hands") - 1)
    elif isinstance(passing, int | float):
        # What is taken for granted has no error, and degrees of freedom that don't matter.
        given = {"n": None, "score": pl.lit(float(passing)), "score_se": 0.0, "freedom": 1}
        earned = classes.with_columns(**given)
    else:
        raise UserError(f"passing is {passing!r}: give what passing() returns, or a number")
    contract = pl.lit(None, opening.schema["contract"]).alias("contract")
    return earned.select(*names, contract, *(pl.col(name).cast(kind) for name, kind in _CHOICE.items()))


def _passed(data: Data, seat: int, names: tuple[str, ...]) -> pl.LazyFrame:
    """Return sums over the players at a seat who never bid, by class, and products for which a hand is one draw.

    A product of sums is a sum over pairs: each player adds his own, and those with the players of his class before him.
    """
    seats = range(seat + 1)
    needed = ["deal", "assigned", "declarer", *(f"bid_{one}" for one in seats), *(SCORES[one] for one in seats)]
    hands = scan(data, needed).filter(_never_bid(seat) & ~pl.col("assigned"))
    rows = hands.with_columns(cards_of(pl.lit(one, pl.Int8)).alias(f"{_HAND}_{one}") for one in seats)
    counts = [features(pl.col(f"{_HAND}_{one}"), names) for one in seats]
    rows = rows.with_columns(expr.alias(f"{name}_{one}") for one in seats for name, expr in counts[one].items())
    like = [
        _never_bid(one) & pl.all_horizontal(pl.col(f"{name}_{one}") == pl.col(f"{name}_{seat}") for name in names)
        for one in range(seat)
    ]
    # Floats: exact below 2**53, and they can't overflow whatever the tariff.
    scores = [pl.col(SCORES[one]).cast(pl.Float64) for one in seats]
    x = reduce(lambda total, one: total + one.cast(pl.Int64), like, pl.lit(0, pl.Int64))
    y = reduce(lambda total, one: total + like[one].cast(pl.Float64) * scores[one], range(seat), pl.lit(0.0))
    own = scores[seat]
    rows = rows.with_columns(x.alias("_x"), y.alias("_y"))
    x, y = pl.col("_x"), pl.col("_y")
    return rows.group_by(pl.col(f"{name}_{seat}").alias(name) for name in names).agg(
        MEASURES["n"].alias("n"),
        (x == 0).sum().cast(pl.Int64).alias("hands"),
        own.sum().alias("score_sum"),
        (own**2).sum().alias("score_squares"),
        (1 + 2 * x).sum().cast(pl.Float64).alias("xx"),
        (own + x * own + y).sum().alias("xy"),
        (own**2 + 2 * own * y).sum().alias("yy"),
    )


def _told(found: Intervals, hands: pl.Series) -> Intervals:
    """Return means without the ends that too few hands, or hands all alike, leave."""
    hidden = (hands.to_numpy() < FEW) | (found.high <= found.low)
    return Intervals(found.estimate, *(np.where(hidden, np.nan, end) for end in found[1:]))


def _never_bid(seat: int) -> pl.Expr:
    # A seat may have to play without having bid, where the rules make it.
    return pl.col(f"bid_{seat}").is_null() & pl.col("declarer").ne_missing(seat)


def _ended(name: str, end: str) -> str:
    for tail in ("_low", "_high"):
        if name.endswith(tail):
            return name.removesuffix(tail) + end + tail
    return name + end
