"""What a player earns with other parameters: a grid of values on the same deals, against the same opponents.

Every value plays the same deals in the same seatings against each opponent (see `analysis.seatings`), and what the
values decide alike is played once. So the values differ by little luck, and the curve is smooth where the player is.

The values marked as among the best are a confidence set: with 95 % the truly best value of the grid is one of them
(subset selection: Gupta 1965; a value is left out if another is better by more than chance allows, with Bonferroni's
correction for the number of values). The estimate at the top of a grid is too good, as it was chosen for being the
highest: `analysis.tune` tries what it has chosen on fresh deals.

>>> found = sweep("normal", {"rufspiel": [6, 8, 10]}, "normal", hands=40_000, seed=1)
>>> found.table()["rufspiel"].to_list()
[6.0, 8.0, 10.0]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.chunks import Progress, Stopped
from analysis.compare import PER
from analysis.compare_text import alike, beyond, with_ends
from analysis.estimate import Interval
from analysis.intervals import check_level
from analysis.moments import Moments
from analysis.race import Field, Race, opponents
from analysis.seatings import UNIT, Design, Numbers
from analysis.sequential import FixedPlan
from simulate.deals import resolve_seed
from simulate.errors import UserError
from simulate.players.from_file import AnyPlayer, player
from simulate.players.player import Player
from simulate.players.varied import varied
from simulate.rules import Rules
from simulate.summary import LEVEL

HANDS = 2_000_000
"""Hands of all values together unless said otherwise."""
MOST_VALUES = 400
"""Points of a grid, times opponents."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """What came out.

    Attributes
    ----------
    player
        Spec of the player whose parameters are varied.
    against
        Specs of the opponents.
    names
        The parameters varied.
    values
        Their values at each point of the grid.
    rules, unit, seed
        Name of the rules, unit of the score, seed of the deals.
    level
        Confidence.
    design
        Which seatings of a deal are played.
    moments
        Of what each point earns more than the opponents, the sum over them, in parts of `analysis.seatings.UNIT`.
    """

    player: str
    against: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    rules: str
    unit: str
    seed: int
    level: float
    design: Design
    moments: Moments

    @property
    def deals(self) -> int:
        """Deals that every point has played against every opponent."""
        return self.moments.n

    @property
    def hands(self) -> int:
        """Hands of all points against all opponents in all seatings."""
        return self.deals * self.design.per_deal * len(self.values) * len(self.against)

    @property
    def best(self) -> dict[str, float] | None:
        """The point that has earned most; None if all earn the same in every deal."""
        return None if self._alike else dict(zip(self.names, self.values[self._best], strict=True))

    @property
    def at_edge(self) -> dict[str, str]:
        """The parameters of which the best value is the ``lowest`` or the ``highest`` tried: better may lie beyond.

        A parameter that makes no difference has no best value.
        """
        tried = np.array(self.values)
        tied = tried[self._as_best]
        words = [("lowest", tried.min(axis=0)), ("highest", tried.max(axis=0))]
        return {
            name: word
            for column, name in enumerate(self.names)
            for word, ends in words
            if np.ptp(tried[:, column]) and (tied[:, column] == ends[column]).all()
        }

    def table(self) -> pl.DataFrame:
        """Return one row for each point of the grid.

        Columns: the parameters; ``estimate``, what it earns more than the opponents per 100 hands, with the ends of its
        interval, ``low`` and ``high`` (null where no deal differs); ``best``, of none if all earn the same in every
        deal; ``among_best``, whether it may be the best.
        """
        among = self.among_best()
        rows = []
        for place, point in enumerate(self.values):
            weights = np.zeros(len(self.values))
            weights[place] = 1
            found = self._estimate(weights)
            row = dict(zip(self.names, point, strict=True)) | found._asdict()
            best = place == self._best and not self._alike
            rows.append(row | {"best": best, "among_best": bool(among[place])})
        return pl.DataFrame(rows).fill_nan(None)

    def among_best(self) -> Numbers:
        """Return which points may be the best, bool of shape (points,)."""
        count = len(self.values)
        means, covariance = self.moments.means, self.moments.covariance
        spread = covariance.diagonal()[:, None] + covariance.diagonal() - 2 * covariance
        errors = np.sqrt(np.maximum(spread, 0) / self.deals)
        # One-sided, each of the others being a question.
        level = 1 - 2 * (1 - self.level) / max(1, count - 1)
        behind = means - means[:, None] > FixedPlan().multiplier(self.deals, level) * errors
        among: Numbers = ~behind.any(axis=1)
        return among

    def plot(self, ax: Any = None) -> Any:
        """Return axes with the curve, or for two parameters the map; needs matplotlib."""
        from analysis import plots

        earned = "lead per 100 hands"
        if len(self.names) == 1:
            return plots.sweep(self.table(), self.names[0], ax, y=earned)
        x, y = self.names
        return plots.sweep_map(self.table(), x, y, ax, what=earned)

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "player": self.player,
            "against": list(self.against),
            "parameters": list(self.names),
            "rules": self.rules,
            "unit": self.unit,
            "seed": self.seed,
            "level": self.level,
            "deals": self.deals,
            "hands": self.hands,
            "seatings": self.design.words,
            "best": self.best,
            "at_edge": self.at_edge,
            "points": self.table().to_dicts(),
        }

    def __repr__(self) -> str:
        best = "all points alike" if self.best is None else f"best {_told(self.best)}"
        return f"Sweep({self.player}, {len(self.values)} points, {best}; {self.deals:_} deals)"

    def __str__(self) -> str:
        field, basis = ", ".join(self.against), f"{self.deals:,} deals in {self.design.words}"
        weights = np.zeros(len(self.values))
        weights[self._best] = 1
        earned = with_ends(self._estimate(weights), field)
        if self.best is None:
            told = f"no value makes a difference in any of {self.deals:,} deals: {earned}"
            return f"{told}\n{basis}: {alike(self.deals, self.level)}"
        same = int(self._as_best.sum()) - 1
        others = int(self.among_best().sum()) - 1 - same
        rivals = ", ".join(
            f"{count} other {f'point {one}' if count == 1 else f'points {more}'}"
            for count, one, more in (
                (same, "earns the same in every deal", "earn the same in every deal"),
                (others, "may be as good", "may be as good"),
            )
            if count
        )
        rivals = rivals or "no other is as good"
        edge = beyond(self.best, self.at_edge)
        return f"best: {_told(self.best)}, {earned}; {rivals}{edge}\n{basis}; {self.level:.0%} intervals"

    @property
    def _best(self) -> int:
        return int(np.argmax(self.moments.sums))

    def _estimate(self, weights: Numbers) -> Interval:
        scale = PER / (UNIT * len(self.against))
        estimate, error = self.moments.linear(weights * scale)
        half = FixedPlan().multiplier(self.deals, self.level) * error
        return Interval.around(estimate, half)

    @property
    def _as_best(self) -> Numbers:
        """Which points earn in every deal what the best does, bool of shape (points,)."""
        same: Numbers = self.moments.apart[self._best] == 0
        return same

    @property
    def _alike(self) -> bool:
        """Whether all points earn the same in every deal; of one there is nothing to say."""
        return len(self.values) > 1 and not self.moments.apart.any()


def sweep(
    one: AnyPlayer,
    vary: Mapping[str, Sequence[float]],
    against: Field = "normal",
    hands: int = HANDS,
    rules: str | Path | Rules = "standard",
    seed: int | None = None,
    *,
    level: float = LEVEL,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Return what a player earns with each of some values of one parameter or two.

    Parameters
    ----------
    one
        The player, as in `analysis.compare.compare`; his other parameters stay as they are.
    vary
        The values of each parameter. Of two, every pair of values is a point of the grid.
    against
        The opponent or opponents.
    hands
        Hands of all points against all opponents in all seatings together, rounded up to whole deals, two at least.
    rules
        Preset, TOML file, or `simulate.rules.Rules`.
    seed
        0 .. 2**64 - 1; None draws one.
    level
        Confidence.
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
    start, field = player(one), opponents(against)
    names, points = _grid(start, vary)
    if len(points) * len(field) > MOST_VALUES:
        raise UserError(
            f"{len(points)} points against {len(field)} opponents are too many: use at most {MOST_VALUES} in all"
        )
    race = Race(table, [varied(start, dict(zip(names, point, strict=True))) for point in points], field, chosen)
    deals = race.deals_for(hands)
    moments = Moments.none(len(points))
    try:
        for found in race.run(0, deals, workers):
            moments += found
            if progress is not None:
                progress(moments.n * race.per_deal, deals * race.per_deal)
    except KeyboardInterrupt:
        if not moments.n:
            raise
    specs = tuple(other.spec for other in field)
    result = Sweep(start.spec, specs, names, points, table.name, table.unit, chosen, level, race.design, moments)
    if moments.n < deals:
        raise Stopped(result, deals * race.per_deal)
    return result


def _told(point: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {value:g}" for name, value in point.items())


def _grid(start: Player, vary: Mapping[str, Sequence[float]]) -> tuple[tuple[str, ...], tuple[tuple[float, ...], ...]]:
    if not 1 <= len(vary) <= 2:
        raise UserError(
            f"{len(vary)} parameters can't be swept: name one or two; a search varies more (--search, analysis.tune)"
        )
    for name, values in vary.items():
        if not len(values):
            raise UserError(f"parameter {name!r} has no values: give at least one")
    varied(start, dict.fromkeys(vary, 0.0))
    points = tuple(tuple(float(value) for value in point) for point in product(*vary.values()))
    if len(set(points)) < len(points):
        raise UserError("the values of a parameter repeat each other: give each once")
    return tuple(vary), points
