"""Totals over hands, which add up: every table of this package is worked out from them.

A `Topic` says which hands count and what they can be grouped by. `totals` sums one topic over any hands in one lazy
pass. `count` sums several topics at once, by all their groups: a `Survey` is small, stands in for the data in every
table made from its topics, and surveys of different hands add up to the survey of all of them.

>>> from analysis import frequencies
>>> from simulate.run import run
>>> whole = run(hands=3000, seed=1).hands
>>> parts = [count(whole.slice(start, 1000), [RESULTS]) for start in (0, 1000, 2000)]
>>> frequencies.contracts(parts[0] + parts[1] + parts[2]).equals(frequencies.contracts(whole))
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType
from typing import TypeAlias

import polars as pl

from analysis.load import Data, Origin, collect, collect_all, no_hands, origin, pieces, scan
from simulate.cards import SEATS
from simulate.errors import UserError

STYLE = "style"
"""Name of the key that stands for the spec of the player ``player``, such as ``normal/club``."""
SCORES = tuple(f"score_{seat}" for seat in range(SEATS))
"""Columns of the scores of the seats."""
DECLARER_SCORE = pl.coalesce(
    pl.when(pl.col("declarer") == seat).then(pl.col(name)) for seat, name in enumerate(SCORES)
).cast(pl.Int64)
"""Score of the declarer; null if passed out."""

_EYES = pl.col("eyes").cast(pl.Int64)
MEASURES: Mapping[str, pl.Expr] = MappingProxyType(
    {
        "n": pl.len().cast(pl.Int64),
        "wins": pl.col("won").sum().cast(pl.Int64),
        "eyes_sum": _EYES.sum(),
        "eyes_squares": (_EYES**2).sum(),
        "score_sum": DECLARER_SCORE.sum(),
        # A float: exact below 2**53, and it can't overflow whatever the tariff.
        "score_squares": (DECLARER_SCORE.cast(pl.Float64) ** 2).sum(),
    }
)
"""What is summed over the hands of a group: their number, wins, eyes and score of the declarer, squares of both."""


@dataclass(frozen=True)
class Topic:
    """A way to sum hands.

    Attributes
    ----------
    name
        In a survey.
    keys
        What its hands can be grouped by: names, and how they follow from columns of ``hands`` and of `prepared`.
    where
        Which hands count, from columns of ``hands``.
    prepared
        Columns that several keys need.
    sums
        What is summed over each group.
    """

    name: str
    keys: Mapping[str, pl.Expr]
    where: pl.Expr = field(default_factory=lambda: pl.lit(True))
    prepared: Mapping[str, pl.Expr] = field(default_factory=dict)
    sums: Mapping[str, pl.Expr] = field(default_factory=lambda: MEASURES)

    def query(self, data: Data, by: Iterable[str], sums: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the query that sums hands in groups of the keys named; None asks for all sums."""
        return self.summed(scan(data, self.columns(by, sums)), by, sums)

    def summed(self, hands: pl.LazyFrame, by: Iterable[str], sums: Iterable[str] | None = None) -> pl.LazyFrame:
        """Return the same query for hands that have the `columns` needed."""
        keys, prepared, summed = self._exprs(by, sums)
        rows = hands.filter(self.where).with_columns(prepared)
        return rows.group_by(keys).agg(summed) if keys else rows.select(summed)

    def columns(self, by: Iterable[str], sums: Iterable[str] | None = None) -> list[str]:
        """Return the names of the columns of ``hands`` that the query needs."""
        keys, prepared, summed = self._exprs(by, sums)
        # Rows can't be counted in a frame without columns.
        return sorted(_roots([*keys, *prepared, *summed, self.where]) - set(self.prepared)) or [_ANY_COLUMN]

    def _exprs(
        self, by: Iterable[str], sums: Iterable[str] | None
    ) -> tuple[list[pl.Expr], list[pl.Expr], list[pl.Expr]]:
        keys = [self.keys[name].alias(name) for name in self.checked(by)]
        needed = _roots(keys)
        prepared = [expr.alias(name) for name, expr in self.prepared.items() if name in needed]
        return keys, prepared, [self.sums[name].alias(name) for name in (self.sums if sums is None else sums)]

    def checked(self, by: Iterable[str]) -> tuple[str, ...]:
        """Return the names of keys, each once.

        Raises
        ------
        UserError
            If one is no key of this topic.
        """
        names = named(by)
        known = (*self.keys, STYLE) if "player" in self.keys else tuple(self.keys)
        for name in names:
            if name not in known:
                raise UserError(f"hands can't be grouped by {name!r} here: use {', '.join(known)}")
        return names


RESULTS = Topic(
    "results",
    {
        "assigned": pl.col("assigned"),
        "contract": pl.col("contract"),
        "suit": pl.col("suit"),
        "declarer": pl.col("declarer"),
        "player": (pl.col("forehand") + pl.col("declarer")) % SEATS,
        "kontra": pl.col("kontra"),
        "declarer_trumps": pl.col("declarer_trumps"),
        "laufende": pl.col("laufende"),
        "won": pl.col("won"),
        "schneider": pl.col("schneider"),
        "schwarz": pl.col("schwarz"),
        "score": DECLARER_SCORE,
    },
    sums={**MEASURES, "redeals": pl.col("redeals").cast(pl.Int64).sum()},
)
"""All hands, by what was played and how it ended. ``player`` is the number of the player who declares."""

EYES = Topic(
    "eyes",
    {name: pl.col(name) for name in ("assigned", "contract", "won", "eyes")},
    where=pl.col("contract").is_not_null(),
)
"""Hands with a contract, by the eyes of the declaring side."""

TABLE_SCORES = Topic(
    "table_scores",
    {name: pl.col(name) for name in ("assigned", "forehand", *SCORES)},
    sums={"n": MEASURES["n"]},
)
"""All hands, by the scores of the four seats together."""

_SUMS = frozenset(RESULTS.sums)
_ANY_COLUMN = "contract"


@dataclass(frozen=True)
class Survey:
    """Totals of several topics by all their groups, as `count` makes them; surveys of different hands add up.

    Attributes
    ----------
    totals
        One frame for each topic, by name.
    origin
        Players and rules, where they are known.
    """

    totals: Mapping[str, pl.DataFrame]
    origin: Origin = Origin()

    def __add__(self, other: Survey) -> Survey:
        """Return the survey of the hands of both, which must have no hand in common.

        Raises
        ------
        UserError
            If they are of other players, rules or topics.
        """
        if not isinstance(other, Survey):
            return NotImplemented
        if self.origin != other.origin:
            raise UserError(
                "the surveys are of other players or other rules: they can't be added, put them side by side"
            )
        if self.totals.keys() != other.totals.keys():
            raise UserError(f"surveys of {', '.join(self.totals)} and of {', '.join(other.totals)} can't be added")
        return Survey({name: _added(frame, other.totals[name]) for name, frame in self.totals.items()}, self.origin)


Counted: TypeAlias = Data | Survey
"""Hands in any form, or their survey."""


def count(data: Data, topics: Iterable[Topic]) -> Survey:
    """Return the totals of some topics, in one pass over the hands.

    Raises
    ------
    UserError
        If the data can't be used (see `analysis.load.scan`) or holds no hands.
    """
    chosen = tuple(topics)
    known = origin(data)
    surveys = (Survey(_counted(piece, chosen), known) for piece in pieces(data))
    found = reduce(Survey.__add__, surveys)
    if all(frame.is_empty() for frame in found.totals.values()):
        raise no_hands()
    return found


def _counted(data: Data, topics: tuple[Topic, ...]) -> dict[str, pl.DataFrame]:
    frames = collect_all([topic.query(data, topic.keys) for topic in topics])
    return {topic.name: _ordered(frame, tuple(topic.keys)) for topic, frame in zip(topics, frames, strict=True)}


def totals(data: Counted, topic: Topic, by: Iterable[str], sums: Iterable[str] | None = None) -> pl.DataFrame:
    """Return the totals of a topic in groups of the keys named, sorted by them; null comes last.

    Parameters
    ----------
    data
        Hands in any form, or a survey that has the topic.
    topic
        What is counted.
    by
        Names of keys of the topic; none gives one row.
    sums
        Names of the sums needed; None asks for all.

    Raises
    ------
    UserError
        If the data can't be used, holds no hands, or a name is no key of the topic.
    """
    names = topic.checked(by)
    if STYLE in names:
        by_player = totals(data, topic, ("player" if name == STYLE else name for name in names), sums)
        return regroup(with_style(by_player, origin_of(data)), names)
    if isinstance(data, Survey):
        if topic.name not in data.totals:
            raise UserError(f"this survey has no {topic.name!r}, only {', '.join(data.totals)}: give the hands")
        return regroup(data.totals[topic.name], names)
    frame = collect(topic.query(data, names, sums))
    if (frame.is_empty() or not names) and not _any_hands(data):
        raise no_hands()
    return _ordered(frame, names)


def with_style(frame: pl.DataFrame, known: Origin) -> pl.DataFrame:
    """Return a frame with column ``style``, an Enum in the order of the players, from its column ``player``."""
    styles = styles_of(known)
    order = pl.Enum(list(dict.fromkeys(styles)))
    return frame.with_columns(pl.col("player").replace_strict(dict(enumerate(styles)), return_dtype=order).alias(STYLE))


def styles_of(known: Origin) -> tuple[str, ...]:
    """Return the specs of player 0 to 3, or ``player 0`` to ``player 3`` where they are not known."""
    return known.players or tuple(f"player {player}" for player in range(SEATS))


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, each once; a single name may come alone."""
    return tuple(dict.fromkeys((names,) if isinstance(names, str) else names))


def player_scores(data: Counted) -> pl.DataFrame:
    """Return how often the four players score what together: ``assigned``, ``player_0`` to ``player_3``, ``n``."""
    frame = totals(data, TABLE_SCORES, ("assigned", "forehand", *SCORES))
    own = {}
    for player in range(SEATS):
        seat = (player + SEATS - pl.col("forehand")) % SEATS
        own[f"player_{player}"] = pl.coalesce(pl.when(seat == place).then(name) for place, name in enumerate(SCORES))
    return regroup(frame.select("assigned", "n", **own), ("assigned", *own))


def regroup(frame: pl.DataFrame, by: Iterable[str]) -> pl.DataFrame:
    """Return totals summed up in groups of some of their keys, sorted by them; null comes last."""
    names = tuple(by)
    sums = pl.col(name for name in frame.columns if name in _SUMS).sum()
    return _ordered(frame.group_by(names).agg(sums), names) if names else frame.select(sums)


def origin_of(data: Counted) -> Origin:
    """Return the players and rules of hands or of a survey, where they are known."""
    return data.origin if isinstance(data, Survey) else origin(data)


def _added(first: pl.DataFrame, second: pl.DataFrame) -> pl.DataFrame:
    return regroup(pl.concat([first, second]), [name for name in first.columns if name not in _SUMS])


def _any_hands(data: Data) -> bool:
    return not collect(scan(data, [_ANY_COLUMN]).head(1)).is_empty()


def _ordered(frame: pl.DataFrame, names: tuple[str, ...]) -> pl.DataFrame:
    return frame.sort(names, nulls_last=True) if names else frame


def _roots(exprs: Iterable[pl.Expr]) -> set[str]:
    return {name for expr in exprs for name in expr.meta.root_names()}
