"""The opening chart: what each contract wins and earns on each class of hand, and which one to bid.

Bidders choose the hands they play, so what a contract earned where it was bid says little about other hands that look
alike: those that chose it were better than their class. The chart therefore counts only hands whose contract was assigned,
whatever their cards (``schafkopf simulate --assign all``). `selection_bias` puts both numbers side by side.

What the chart says is said of the players who played the hands: of how they choose the suit, and play.

>>> from simulate.run import run
>>> assigned = run(hands=4000, seed=1, assign="all").hands
>>> opening = chart(assigned, by="trumps")
>>> opening.columns[:6]
['trumps', 'contract', 'n', 'win_rate', 'win_rate_low', 'win_rate_high']
>>> look_up(opening, "EO GO HU HA H9 EA G10 G7")["contract"].to_list()
['rufspiel', 'wenz', 'solo', 'wenz-tout', 'solo-tout']
>>> choices(opening).filter(trumps=2)["best"].to_list()  # None is to pass
[None]
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.dealt import cards_of
from analysis.hand_class import FEATURES, FINE, features, hand_class
from analysis.intervals import deviations, mean_differences, means
from analysis.load import Data, collect, scan
from analysis.tidy import column, differences, estimates, outcomes
from analysis.totals import MEASURES, SCORES, Counted, Topic, named, totals
from simulate.cards import SEATS, CardSet
from simulate.errors import UserError
from simulate.summary import LEVEL

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
        The class, ``contract``, ``n`` hands, ``win_rate``, mean ``eyes`` of the declaring side, mean ``score`` of the declarer,
        each with the ends of its interval, ``score_sd``; classes in order, contracts in bidding order.

    Raises
    ------
    UserError
        If no contract was assigned, or the data can't be used.
    """
    names = _class_of(by)
    return outcomes(_assigned(data, (*names, "contract")), level)


def choices(opening: pl.DataFrame, passing: pl.DataFrame | None = None, level: float = LEVEL) -> pl.DataFrame:
    """Return the best choice for each class of hand of a chart: the contract that earns most, or to pass.

    Parameters
    ----------
    opening
        What `chart` has returned.
    passing
        What passing earns, from `passing`; None takes it to earn 0. Classes it lacks are taken to earn 0, too.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        The class; ``best``, null for passing; its ``n`` and ``score``; ``next_best`` and by how much the best is ahead of it
        (``ahead``, with the ends of its interval); ``clear``, whether that interval leaves out 0. The best of several estimates
        tends to look better than it is, the more so the fewer hands there are.
    """
    names = [name for name in opening.columns if name in FEATURES]
    options = pl.concat([opening.select(*names, "contract", *_SCORE), _to_pass(opening, passing, names)])
    # Among equals passing comes first: its contract is null.
    order = options.sort([*names, "score", "contract"], descending=[False] * len(names) + [True, False])
    place = pl.int_range(pl.len()).over(names)
    best, second = (order.filter(place == i) for i in range(2))
    both = best.join(second, on=names, suffix="_next", maintain_order="left")
    ahead = mean_differences(_sums(both, ""), _sums(both, "_next"), level)
    table = both.select(*names, "n", "score", best="contract", next_best="contract_next")
    clear = (pl.col("ahead_low") > 0).fill_null(False)
    return (
        table.with_columns(estimates("ahead", ahead))
        .with_columns(clear=clear)
        .select(*names, "best", "n", "score", "next_best", "ahead", "ahead_low", "ahead_high", "clear")
    )


def passing(data: Data, by: Iterable[str] = FINE, level: float = LEVEL) -> pl.DataFrame:
    """Return what players earn who never bid, for each class of hand: as partners, as opponents, or in a deal passed out.

    From hands whose contract was bid. Those who pass hold the weaker hands of their class, so in classes of which many
    bid it is too low an estimate of what passing would earn.

    Parameters
    ----------
    data
        Hands in any form, simulated without ``--assign``.
    by
        What makes a class, as in `chart`.
    level
        Confidence of the intervals, in which the players of one hand count as independent.

    Returns
    -------
    polars.DataFrame
        The class, ``n`` (players, up to four a hand), mean ``score`` with the ends of its interval, ``score_sd``.
    """
    names = _class_of(by)
    frame = pl.concat(collect(_passed(data, seat, names)) for seat in range(SEATS))
    if frame.is_empty():
        raise UserError("no hand was bid in this data: give a dataset simulated without --assign")
    sums = frame.group_by(names).agg(pl.all().sum()).sort(names)
    columns = sums["n"], sums["score_sum"], sums["score_squares"]
    spread = column("score_sd", deviations(*columns))
    return sums.select(*names, "n").with_columns(*estimates("score", means(*columns, level)), spread)


def selection_bias(
    bid: Counted, assigned: Counted | None = None, by: Iterable[str] = (), level: float = LEVEL
) -> pl.DataFrame:
    """Return what contracts earn where they were bid beside what they earn where they were assigned.

    Parameters
    ----------
    bid
        Hands in any form, or a survey: those whose contract was bid count.
    assigned
        The same of hands whose contract was assigned; None takes them from `bid`, too.
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


_SCORE = ("n", "score", "score_sd")
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


def _to_pass(opening: pl.DataFrame, passing: pl.DataFrame | None, names: list[str]) -> pl.DataFrame:
    """Return passing as a further choice of each class of a chart; where it is taken to earn 0 it has no ``n``."""
    classes = opening.select(names).unique()
    earned = classes.with_columns(n=None, score=None, score_sd=None)
    if passing is not None:
        earned = classes.join(passing.select(*names, *_SCORE), on=names, how="left")
    return earned.select(
        *names,
        pl.lit(None, opening.schema["contract"]).alias("contract"),
        pl.col("n").cast(pl.Int64),
        pl.col("score").cast(pl.Float64).fill_null(0),
        pl.col("score_sd").cast(pl.Float64),
    )


def _sums(frame: pl.DataFrame, end: str) -> tuple[pl.Series, pl.Series, pl.Series]:
    """Return number, sum and sum of squares behind the columns of `_SCORE`."""
    # What is taken for granted has no spread, and enters as a constant seen twice.
    n = frame[f"n{end}"].fill_null(2)
    score, deviation = frame[f"score{end}"], frame[f"score_sd{end}"]
    spread = deviation.fill_null(0) ** 2 * (n - 1)
    return n, score * n, spread + score**2 * n


def _passed(data: Data, seat: int, names: tuple[str, ...]) -> pl.LazyFrame:
    score = pl.col(SCORES[seat])
    bid = f"bid_{seat}"
    hands = scan(data, ["deal", "assigned", "declarer", bid, SCORES[seat]])
    # A seat may have to play without having bid, where the rules make it.
    never = pl.col(bid).is_null() & pl.col("declarer").ne_missing(seat) & ~pl.col("assigned")
    rows = hands.filter(never).with_columns(cards_of(pl.lit(seat, pl.Int8)).alias(_HAND))
    classes = [expr.alias(name) for name, expr in features(pl.col(_HAND), names).items()]
    return rows.group_by(classes).agg(
        MEASURES["n"].alias("n"),
        score.cast(pl.Int64).sum().alias("score_sum"),
        (score.cast(pl.Float64) ** 2).sum().alias("score_squares"),
    )


def _ended(name: str, end: str) -> str:
    for tail in ("_low", "_high"):
        if name.endswith(tail):
            return name.removesuffix(tail) + end + tail
    return name + end
