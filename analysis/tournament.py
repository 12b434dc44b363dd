"""Who is best of several players: every pair on the same deals, a table of all pairs, and a ranking with intervals.

Every pair plays the same deals in the same seatings as in a comparison (see `analysis.seatings`). A player's strength
is the mean of what he earns more than each of the others at their tables. Because all pairs play the same deals, the
luck of a deal is in all of them, and differences of strengths get narrower intervals than strengths.

Many questions are asked at once, so errors are counted together: p-values of pairs are Holm's, intervals are
Bonferroni's, each within its table. The ranks a player may have follow from the intervals of his differences to all
others (Mogstad, Romano, Shaikh and Wilhelm, *Inference for ranks*, Review of Economic Studies 91, 2024): together they
hold with the confidence named.

>>> found = tournament(["normal/random", "random", "normal"], hands=3_000, seed=1)
>>> found.ranking()["player"].to_list()
['normal/club', 'normal/random', 'random/random']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, nan
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from statsmodels.stats.multitest import multipletests

from analysis.chunks import Progress, Stopped, in_chunks
from analysis.compare import PER, deals_for
from analysis.compare_text import alike, with_ends
from analysis.estimate import Interval
from analysis.intervals import check_level
from analysis.moments import Moments
from analysis.seatings import UNIT, Design, Numbers, Pairs
from analysis.sequential import FixedPlan
from simulate.deals import resolve_seed
from simulate.errors import UserError
from simulate.players.from_file import AnyPlayer, player
from simulate.rules import Rules
from simulate.summary import LEVEL
from simulate.whole import whole

HANDS = 1_000_000
"""Hands of all pairs together unless said otherwise."""
MOST_PLAYERS = 20
"""Players of a tournament."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """What came out.

    Attributes
    ----------
    players
        Specs, in the order given.
    rules, unit, seed
        Name of the rules, unit of the score, seed of the deals.
    level
        Confidence of each table of intervals as a whole.
    design
        Which seatings of a deal are played.
    moments
        Of what the second player of each pair earns more than the first, in parts of `analysis.seatings.UNIT`; pairs in
        the order of `itertools.combinations`.
    """

    players: tuple[str, ...]
    rules: str
    unit: str
    seed: int
    level: float
    design: Design
    moments: Moments

    @property
    def deals(self) -> int:
        """Deals that every pair has played."""
        return self.moments.n

    @property
    def hands(self) -> int:
        """Hands of all pairs in all seatings."""
        return self.deals * self.design.per_deal * comb(len(self.players), 2)

    def pairs(self) -> pl.DataFrame:
        """Return what b earns more than a per 100 hands, for every pair.

        Columns: ``a``, ``b``, ``per_100`` with the ends of its interval (null where no deal differs), ``p_value`` and
        ``p_adjusted`` (Holm's).
        """
        rows, p_values = [], []
        pairs = list(combinations(self.players, 2))
        for weights, (a, b) in zip(np.eye(len(pairs)) / UNIT, pairs, strict=True):
            found, p_value = self._estimate(weights, len(pairs))
            rows.append({"a": a, "b": b, **_per_100("per_100", found)})
            p_values.append(p_value)
        adjusted = multipletests(p_values, method="holm")[1]
        frame = pl.DataFrame(rows).fill_nan(None)
        return frame.with_columns(pl.Series("p_value", p_values), pl.Series("p_adjusted", adjusted))

    def ranking(self) -> pl.DataFrame:
        """Return the players from the best to the worst.

        Columns: ``rank``, which players of equal strength share, null if no deal tells any of them apart; ``player``,
        ``strength`` (what he earns more than the others, the mean over them, per 100 hands) with the ends of its
        interval, and ``rank_best`` and ``rank_worst``, the ranks he may have.
        """
        count = len(self.players)
        strengths = [self._estimate(weights, count)[0] for weights in self._strengths]
        best, worst = self._ranks()
        rows = [
            {"player": name, **_per_100("strength", found), "rank_best": best[place], "rank_worst": worst[place]}
            for place, (name, found) in enumerate(zip(self.players, strengths, strict=True))
        ]
        frame = pl.DataFrame(rows).fill_nan(None).with_columns(rank=pl.Series(self._places, dtype=pl.UInt32))
        return frame.select("rank", pl.exclude("rank")).sort("strength", descending=True, maintain_order=True)

    def matrix(self) -> pl.DataFrame:
        """Return what the player of a row earns more than that of a column, per 100 hands; null on the diagonal."""
        count = len(self.players)
        means = self.moments.means * PER / UNIT
        cells: list[list[float | None]] = [[None] * count for _ in range(count)]
        for mean, (a, b) in zip(means, combinations(range(count), 2), strict=True):
            cells[b][a], cells[a][b] = float(mean), float(-mean)
        columns = {name: [cells[row][column] for row in range(count)] for column, name in enumerate(self.players)}
        return pl.DataFrame({"player": self.players, **columns})

    def table(self) -> pl.DataFrame:
        """Return the ranking."""
        return self.ranking()

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "players": list(self.players),
            "rules": self.rules,
            "unit": self.unit,
            "seed": self.seed,
            "level": self.level,
            "deals": self.deals,
            "hands": self.hands,
            "seatings": self.design.words,
            "ranking": self.ranking().to_dicts(),
            "pairs": self.pairs().to_dicts(),
        }

    @property
    def alike(self) -> list[tuple[str, str]]:
        """The pairs who earn the same in every deal played."""
        pairs = combinations(self.players, 2)
        return [pair for pair, squares in zip(pairs, self.moments.products.diagonal(), strict=True) if not squares]

    def __repr__(self) -> str:
        best = self.ranking().row(0, named=True)
        first = f"first {best['player']}" if best["rank"] else "all alike"
        return f"Tournament({len(self.players)} players, {first}; {self.deals:_} deals for each pair)"

    def __str__(self) -> str:
        pairs = comb(len(self.players), 2)
        basis = f"{self.deals:,} deals in {self.design.words} for each of {pairs} {'pairs' if pairs > 1 else 'pair'}"
        if len(self.alike) == pairs:
            return (
                f"{', '.join(self.players)} earn the same in each of {self.deals:,} deals\n"
                f"{basis}: {alike(self.deals, self.level, pairs)}"
            )
        lines = [
            f"{row['rank']}. {row['player']}: {with_ends(_strength(row))}, {_ranks_as_text(row)}"
            for row in self.ranking().iter_rows(named=True)
        ]
        return "\n".join([*lines, f"{basis}; {self.level:.0%} for all intervals of a table together"])

    @property
    def _places(self) -> list[int | None]:
        """Rank of each player."""
        if len(self.alike) == comb(len(self.players), 2):
            return [None] * len(self.players)
        # Whole numbers: equal strengths are equal.
        strengths = [int(sum(np.sign(weights).astype(int) * self.moments.sums)) for weights in self._strengths]
        return [1 + sum(other > mine for other in strengths) for mine in strengths]

    @property
    def _strengths(self) -> Numbers:
        """Weights of the pairs in the strength of each player, float64 of shape (players, pairs)."""
        count = len(self.players)
        weights = np.zeros((count, comb(count, 2)))
        for pair, (a, b) in enumerate(combinations(range(count), 2)):
            weights[a, pair], weights[b, pair] = -1, 1
        return weights / ((count - 1) * UNIT)

    def _ranks(self) -> tuple[list[int], list[int]]:
        count = len(self.players)
        better, worse = [0] * count, [0] * count
        for a, b in combinations(range(count), 2):
            found, _ = self._estimate(self._strengths[b] - self._strengths[a], comb(count, 2))
            if found.low > 0:
                better[a], worse[b] = better[a] + 1, worse[b] + 1
            elif found.high < 0:
                better[b], worse[a] = better[b] + 1, worse[a] + 1
        return [1 + ahead for ahead in better], [count - behind for behind in worse]

    def _estimate(self, weights: Numbers, questions: int) -> tuple[Interval, float]:
        """Return a weighted sum of the pairs' differences, with an interval that is one of so many, and its p-value."""
        plan = FixedPlan()
        estimate, error = self.moments.linear(weights)
        half = plan.multiplier(self.deals, 1 - (1 - self.level) / questions) * error
        p_value = plan.p_value(estimate / error, self.deals) if error else 1.0
        return Interval.around(estimate, half), p_value


def tournament(
    players: Sequence[AnyPlayer],
    hands: int = HANDS,
    rules: str | Path | Rules = "standard",
    seed: int | None = None,
    *,
    level: float = LEVEL,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """Return what every player earns against every other.

    Parameters
    ----------
    players
        2 to 20 different ones, as in `analysis.compare.compare`.
    hands
        Hands of all pairs in all seatings together, rounded up to whole deals, two at least.
    rules
        Preset, TOML file, or `simulate.rules.Rules`.
    seed
        0 .. 2**64 - 1; None draws one.
    level
        Confidence of each table of intervals as a whole.
    workers
        Threads; None: one for each core. They change nothing but the time.
    progress
        Called with the hands done and those expected.

    Raises
    ------
    UserError
        If something given can't be used.
    analysis.chunks.Stopped
        On Ctrl-C, with the result so far.
    """
    check_level(level)
    table, chosen = Rules.load(rules), resolve_seed(seed)
    made = tuple(player(one) for one in players)
    specs = tuple(one.spec for one in made)
    if not 2 <= len(made) <= MOST_PLAYERS:
        raise UserError(f"{len(made)} players make no tournament: name 2 to {MOST_PLAYERS}")
    if twice := next((spec for spec in specs if specs.count(spec) > 1), None):
        raise UserError(f"player {twice} takes part twice: name each once")
    pairs = Pairs(table, list(combinations(made, 2)), chosen)
    per_deal = pairs.design.per_deal * len(pairs.pairs)
    deals = deals_for(-(-whole(hands, "hands =") // len(pairs.pairs)), pairs.design)
    moments = Moments.none(len(pairs.pairs))
    try:
        for found in in_chunks(lambda ids: Moments.of(pairs.differences(ids)), 0, deals, workers):
            moments += found
            if progress is not None:
                progress(moments.n * per_deal, deals * per_deal)
    except KeyboardInterrupt:
        if not moments.n:
            raise
    result = Tournament(specs, table.name, table.unit, chosen, level, pairs.design, moments)
    if moments.n < deals:
        raise Stopped(result, deals * per_deal)
    return result


def _strength(row: dict[str, Any]) -> Interval:
    ends = (row[f"strength{end}"] for end in ("", "_low", "_high"))
    return Interval(*(nan if value is None else value for value in ends))


def _ranks_as_text(row: dict[str, Any]) -> str:
    best, worst = row["rank_best"], row["rank_worst"]
    return f"rank {best}" if best == worst else f"rank {best} to {worst}"


def _per_100(name: str, found: Interval) -> dict[str, float]:
    ends = ("", "_low", "_high")
    return {name + end: PER * value for end, value in zip(ends, found, strict=True)}
