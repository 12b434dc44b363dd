"""Decisions that agree with those of recorded games, as sums that add up, and as tables with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analysis.estimate import Interval, Ratio, Share
from simulate.errors import UserError
from simulate.summary import LEVEL

WHOLE = "all"
"""The group of all decisions."""

_PRODUCTS = ("x", "y", "xx", "xy", "yy")


@dataclass(frozen=True)
class Layout:
    """How decisions are grouped and what is averaged.

    Attributes
    ----------
    keys
        Columns that decisions can be grouped by, with their types.
    groups
        The groupings, each by some of the keys.
    means
        Columns that are averaged beside ``agrees``.
    whole
        Which decisions make up the whole.
    """

    keys: Mapping[str, pl.DataType]
    groups: Mapping[str, tuple[str, ...]]
    means: tuple[str, ...] = ()
    whole: pl.Expr = field(default_factory=lambda: pl.lit(True))

    def keys_of(self, group: str) -> tuple[str, ...]:
        """Return the keys of a grouping.

        Raises
        ------
        UserError
            If there is no such grouping.
        """
        if group == WHOLE:
            return ()
        if group not in self.groups:
            raise UserError(f"decisions can't be grouped by {group!r}: use {WHOLE}, {', '.join(self.groups)}")
        return self.groups[group]

    def sums(self, decisions: pl.DataFrame) -> dict[str, pl.DataFrame]:
        """Return the sums over the decisions of whole hands.

        Parameters
        ----------
        decisions
            Columns ``hand_id``, ``agrees``, the keys and the means.
        """
        return {
            group: self._by_hand(decisions.filter(self.whole) if group == WHOLE else decisions, group)
            for group in (WHOLE, *self.groups)
        }

    def add(self, group: str, parts: list[pl.DataFrame]) -> pl.DataFrame:
        """Return the sums of several parts as one."""
        keys = self.keys_of(group)
        kinds = {"hands": pl.Int64(), **dict.fromkeys((*_PRODUCTS, *self.means), pl.Float64())}
        nothing = pl.DataFrame(schema={**{key: self.keys[key] for key in keys}, **kinds})
        joined = pl.concat([nothing, *(part.select(nothing.columns) for part in parts)])
        columns = [pl.col(name).sum() for name in kinds]
        return joined.group_by(*keys).agg(columns) if keys else joined.select(columns)

    def _by_hand(self, decisions: pl.DataFrame, group: str) -> pl.DataFrame:
        # Decisions of one hand hang together: a hand is one draw, so products are those of its sums.
        summed = [pl.col(name).sum().cast(pl.Float64) for name in self.means]
        sums = decisions.group_by("hand_id", *self.keys_of(group)).agg(
            pl.len().cast(pl.Float64).alias("x"), pl.col("agrees").sum().cast(pl.Float64).alias("y"), *summed
        )
        x, y = pl.col("x"), pl.col("y")
        return self.add(group, [sums.with_columns(hands=pl.lit(1, pl.Int64), xx=x * x, xy=x * y, yy=y * y)])


@dataclass(frozen=True)
class Agreement:
    """Agreement of a player with recorded games; agreements on different hands add up.

    Attributes
    ----------
    player
        Spec of the bidder or card player.
    layout
        How decisions are grouped.
    sums
        For each grouping the sums that tables are made of.
    """

    player: str
    layout: Layout
    sums: Mapping[str, pl.DataFrame]

    @classmethod
    def of(cls, player: str, layout: Layout, decisions: pl.DataFrame) -> Agreement:
        """Return the agreement in some decisions, as `Layout.sums` takes them."""
        return cls(player, layout, layout.sums(decisions))

    @classmethod
    def none(cls, player: str, layout: Layout) -> Agreement:
        """Return an agreement in no decision."""
        return cls(player, layout, {group: layout.add(group, []) for group in (WHOLE, *layout.groups)})

    def __add__(self, other: Agreement) -> Agreement:
        if self.player != other.player:
            raise UserError(f"agreements of {self.player!r} and {other.player!r} don't add up: ask for one player")
        sums = {group: self.layout.add(group, [self.sums[group], other.sums[group]]) for group in self.sums}
        return Agreement(self.player, self.layout, sums)

    def table(self, group: str = WHOLE, level: float = LEVEL) -> pl.DataFrame:
        """Return one row per group of decisions.

        Columns: the keys of the grouping; ``hands`` and ``decisions`` in it; ``agreement``, ``agreement_low``,
        ``agreement_high`` and the means of the layout, all shares of the decisions, 0 .. 1. Decisions of one hand hang
        together, so the interval is that of a ratio of sums over hands; Wilson's for hands where each has one decision,
        and where all decisions agree or none does.

        Parameters
        ----------
        group
            "all" or a grouping of the layout.
        level
            Confidence of the interval.

        Raises
        ------
        UserError
            If there is no such grouping.
        """
        keys = self.layout.keys_of(group)
        sums = self.sums[group].sort(keys, nulls_last=True) if keys else self.sums[group]
        intervals = [_interval(row, level) for row in sums.iter_rows(named=True)]
        ends = {f"agreement{end}": [one[i] for one in intervals] for i, end in enumerate(("", "_low", "_high"))}
        return sums.select(
            *keys,
            "hands",
            pl.col("x").cast(pl.Int64).alias("decisions"),
            *(pl.Series(name, values, pl.Float64).fill_nan(None) for name, values in ends.items()),
            *(pl.col(name) / pl.col("x") for name in self.layout.means),
        )

    @property
    def decisions(self) -> int:
        """Decisions in the whole."""
        return int(self.sums[WHOLE]["x"].sum())

    @property
    def agreement(self) -> Interval:
        """Share of the decisions of the whole that agree, with its interval."""
        return _interval(self.sums[WHOLE].row(0, named=True), LEVEL)

    def estimate(self, group: str, **keys: Any) -> Interval:
        """Return the agreement in one group, with its interval; NaN if it has no decision.

        Parameters
        ----------
        group
            A grouping of the layout.
        keys
            Values of its keys.
        """
        rows = self.sums[group].filter(
            pl.col(name) == pl.lit(value, self.layout.keys[name]) for name, value in keys.items()
        )
        nan = float("nan")
        return _interval(rows.row(0, named=True), LEVEL) if len(rows) else Interval(nan, nan, nan)

    def mean(self, name: str) -> float:
        """Return one of the means of the layout over the whole; NaN if there is no decision."""
        return float(self.sums[WHOLE][name].sum()) / self.decisions if self.decisions else float("nan")

    def to_mapping(self) -> dict[str, Any]:
        """Return all tables as JSON values, the whole first."""
        whole = self.table().row(0, named=True)
        order = dict.fromkeys(("agreement", "decisions", "player", *whole))
        values = whole | {"player": self.player}
        groups = {group: self.table(group).to_dicts() for group in self.layout.groups}
        return {name: values[name] for name in order} | groups


def _interval(row: Mapping[str, Any], level: float) -> Interval:
    if row["xx"] == row["hands"]:
        # One decision in each hand: a share of hands.
        return Share(int(row["y"]), row["hands"]).interval(level)
    found = Ratio(row["hands"], *(row[name] for name in _PRODUCTS)).interval(level)
    return Interval(found.estimate, max(0.0, found.low), min(1.0, found.high))
