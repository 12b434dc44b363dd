"""Exact odds beside what was dealt: the best test of a dealer, and of the odds.

>>> from simulate.run import run
>>> table = beside(run(hands=5000, seed=1))
>>> table.filter(section="trumps").columns[-5:]
['n', 'simulated', 'simulated_low', 'simulated_high', 'inside']
>>> int(table.filter(pl.col("fact").str.starts_with("callable suits"))["n"].sum())
5000
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import polars as pl

from analysis.dealt import cards_of
from analysis.hand_class import features
from analysis.intervals import shares
from analysis.load import Data, collect, no_hands, pieces, scan
from analysis.odds_table import table
from analysis.tidy import estimates
from simulate.cards import SEATS
from simulate.errors import UserError
from simulate.summary import LEVEL

FACTS: Mapping[str, str] = MappingProxyType(
    {
        "trumps": "trumps in a hand",
        "solo_trumps": "trumps in a hand's best Solo suit",
        "unter": "Unter in a hand",
        "callable": "callable suits",
    }
)
"""What facts about the number of something in a hand are called, by the name in `analysis.hand_class.FEATURES`."""


def beside(data: Data, seat: int = 0, level: float = LEVEL) -> pl.DataFrame:
    """Return exact odds beside how often they came true: how many trumps, Unter, callable suits a seat was dealt.

    Parameters
    ----------
    data
        Hands in any form, all of a run: of hands chosen by what came of them, such as Rufspiele, exact odds say
        nothing.
    seat
        Whose cards are counted, 0 (forehand) to 3: one seat, as the hands of a deal depend on each other.
    level
        Confidence of the intervals.

    Returns
    -------
    polars.DataFrame
        The rows of `analysis.odds_table.table` with these facts, in its order, and ``n`` deals in which it held, the
        share ``simulated`` with the ends of its interval, ``inside``: whether the exact value lies between them. The
        classes of one count hang together; test them together, not each by its interval.

    Raises
    ------
    UserError
        If there is no such seat, or the data can't be used or holds no hands.
    """
    if seat not in range(SEATS):
        raise UserError(f"seat {seat} is none: use 0 (forehand) to {SEATS - 1}")
    counts = _counted(data, seat)
    held = pl.concat(_held(counts, name) for name in FACTS)
    facts = _about_counts().join(held, on="fact", how="left", maintain_order="left")
    filled = facts.with_columns(pl.col("n").fill_null(0))
    deals = [int(counts["n"].sum())] * len(filled)
    whole = filled.with_columns(estimates("simulated", shares(filled["n"], deals, level)))
    return whole.with_columns(inside=pl.col("value").is_between("simulated_low", "simulated_high"))


def _about_counts() -> pl.DataFrame:
    """Return the facts about the numbers of something in a hand of which nothing else is known."""
    counted = pl.col("fact").str.contains(": ") & pl.col("fact").str.split(": ").list.first().is_in(FACTS.values())
    return table().filter(counted, given="")


def _counted(data: Data, seat: int) -> pl.DataFrame:
    """Return how often each combination of the counts was dealt, ``n``."""
    sums = pl.concat(
        collect(
            scan(piece, ["deal"])
            .select(hand=cards_of(pl.lit(seat, pl.Int8)))
            .select(**features(pl.col("hand"), FACTS))
            .group_by(*FACTS)
            .agg(n=pl.len().cast(pl.Int64))
        )
        for piece in pieces(data)
    )
    if sums.is_empty():
        raise no_hands()
    return sums


def _held(counts: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return how often each number of something was dealt, by the name of the fact."""
    fact = pl.format("{}: {}", pl.lit(FACTS[name]), name).alias("fact")
    return counts.group_by(name).agg(pl.col("n").sum()).select(fact, "n")
