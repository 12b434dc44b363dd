"""The best parameters against a given field, found by successive halving and checked on fresh deals.

Many candidates play few deals, the better ones go on to more (Jamieson and Talwalkar, *Non-stochastic best arm
identification and hyperparameter optimization*, 2016). Each round deals fresh cards to all who are left. The player
as he was given takes part, so that the search ends with him if nothing is better.

Whoever comes out of a search has been lucky, too, and looks better than he is. So the winner plays once more, on
deals that the search has not seen, against the field and beside the player he started from: only this estimate is to
be believed.

>>> found = tune("normal(rufspiel=9)", {"rufspiel": (5, 9)}, hands=60_000, candidates=9, seed=1)
>>> found.gain.low > 0
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, inf, log
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import qmc

from analysis.chunks import Progress
from analysis.compare import PER
from analysis.compare_text import alike, beyond, with_ends
from analysis.estimate import Interval
from analysis.intervals import check_level
from analysis.moments import Moments
from analysis.race import Field, Race, opponents
from analysis.seatings import UNIT, Numbers
from analysis.sequential import FixedPlan
from simulate.deals import resolve_seed
from simulate.errors import UserError
from simulate.players.from_file import AnyPlayer, player
from simulate.players.player import Player
from simulate.players.varied import own_values, varied
from simulate.rules import Rules
from simulate.summary import LEVEL
from simulate.whole import whole

HANDS = 5_000_000
"""Hands of a search and its check unless said otherwise."""
CANDIDATES = 27
"""Candidates beside the player himself."""
KEPT = 3
"""One in so many goes on to the next round."""
MOST_CANDIDATES = 400

_DIGITS = 4


@dataclass(frozen=True, eq=False)
class Tuned:
    """What came out.

    Attributes
    ----------
    start, best
        Specs of the player given and of the winner.
    against
        Specs of the opponents.
    names
        The parameters searched.
    values
        The winner's.
    rules, unit, seed, level
        As in a comparison.
    candidates
        One row for each candidate: the parameters, ``rounds`` he has played, ``deals``, and ``estimate``, what he
        seemed to earn more than the field per 100 hands, too good for those who went far.
    promised
        What the winner seemed to earn in the search, per 100 hands.
    check
        What he earns more than the field on fresh deals, per 100 hands; without ends if no deal differs.
    gain
        What he earns more than the player given, both against the field on these deals, per 100 hands.
    p_value
        How probable a gain this large is between equal players.
    search_deals, check_deals
        Deals of the winner in the search, and in the check.
    hands
        Hands played in all.
    """

    start: str
    best: str
    against: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[float, ...]
    rules: str
    unit: str
    seed: int
    level: float
    candidates: pl.DataFrame
    promised: float
    check: Interval
    gain: Interval
    p_value: float
    search_deals: int
    check_deals: int
    hands: int

    def table(self) -> pl.DataFrame:
        """Return the candidates, those who went farthest first."""
        return self.candidates

    @property
    def at_edge(self) -> dict[str, str]:
        """The parameters of which the winner's value is the ``lowest`` or the ``highest`` of all candidates."""
        if self.best == self.start:
            return {}
        found = {}
        for name, value in zip(self.names, self.values, strict=True):
            tried = self.candidates[name]
            if value in (tried.min(), tried.max()):
                found[name] = "lowest" if value == tried.min() else "highest"
        return found

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "start": self.start,
            "best": self.best,
            "against": list(self.against),
            "parameters": dict(zip(self.names, self.values, strict=True)),
            "at_edge": self.at_edge,
            "rules": self.rules,
            "unit": self.unit,
            "seed": self.seed,
            "level": self.level,
            "promised": self.promised,
            "check": self.check.to_mapping(),
            "gain": self.gain.to_mapping(),
            "p_value": self.p_value,
            "search_deals": self.search_deals,
            "check_deals": self.check_deals,
            "hands": self.hands,
            "candidates": self.candidates.to_dicts(),
        }

    def __repr__(self) -> str:
        gain = with_ends(self.gain)
        return f"Tuned({self.best}, gain over {self.start}: {gain}; {self.check_deals:_} fresh deals)"

    def __str__(self) -> str:
        field = ", ".join(self.against)
        if self.best == self.start:
            told = f"nothing is better than {self.start} against {field}: {with_ends(self.check)} on fresh deals"
            return told if self.check.ends else f"{told}; {alike(self.check_deals, self.level)}"
        return (
            f"best: {self.best}{beyond(dict(zip(self.names, self.values, strict=True)), self.at_edge)}\n"
            f"on {self.check_deals:,} fresh deals against {field}: {with_ends(self.check)}; "
            f"in the search it seemed to be {self.promised:+.2f}\n"
            f"gain over {self.start}: {with_ends(self.gain)}, p = {self.p_value:.2g}"
        )


def tune(
    one: AnyPlayer,
    vary: Mapping[str, tuple[float, float]],
    against: Field = "normal",
    hands: int = HANDS,
    rules: str | Path | Rules = "standard",
    seed: int | None = None,
    *,
    candidates: int = CANDIDATES,
    level: float = LEVEL,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tuned:
    """Return the best parameters found, checked on fresh deals.

    Parameters
    ----------
    one
        The player to start from, as in `analysis.compare.compare`.
    vary
        The range of each parameter searched.
    against
        The opponent or opponents.
    hands
        Hands of the search and its check, which takes a third of them.
    rules
        Preset, TOML file, or `simulate.rules.Rules`.
    seed
        0 .. 2**64 - 1, of the deals and the candidates; None draws one.
    candidates
        How many, spread evenly over the ranges; the player himself comes on top.
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
    """
    check_level(level)
    table, chosen = Rules.load(rules), resolve_seed(seed)
    start, field = player(one), opponents(against)
    hands, candidates = whole(hands, "hands ="), whole(candidates, "candidates =")
    if not 2 <= candidates <= MOST_CANDIDATES:
        raise UserError(f"candidates = {candidates} is out of range: use 2 to {MOST_CANDIDATES}")
    names = tuple(vary)
    spread = _spread(start, vary, candidates, chosen)
    # The player himself comes first, and so before those who are no better.
    points = [own_values(start, names), *spread]
    runners = [varied(start, dict(zip(names, point, strict=True))) for point in points]
    count = _Counted(hands, progress)
    found = _halved(table, runners, field, chosen, hands * 2 // 3, workers, count)
    frame = _frame(names, points, found, len(field))
    winner = int(frame["candidate"][0])
    # The winner and the player given, on deals from the first that nobody has played yet.
    moments = _run(Race(table, [runners[winner], start], field, chosen), found.next_deal, hands // 3, workers, count)
    plan, scale = FixedPlan(), PER / (UNIT * len(field))
    check, gain = (moments.linear(np.array(weights) * scale) for weights in ((1, 0), (1, -1)))
    reach = plan.multiplier(moments.n, level)
    if not moments.apart.any():
        gain = (0.0, 0.0)
    return Tuned(
        start=start.spec,
        best=runners[winner].spec,
        against=tuple(other.spec for other in field),
        names=names,
        values=points[winner],
        rules=table.name,
        unit=table.unit,
        seed=chosen,
        level=level,
        candidates=frame.drop("candidate"),
        promised=float(frame["estimate"][0]),
        check=Interval.around(check[0], reach * check[1]),
        gain=Interval.around(gain[0], reach * gain[1]),
        p_value=plan.p_value(gain[0] / gain[1], moments.n) if gain[1] else 1.0,
        search_deals=int(frame["deals"][0]),
        check_deals=moments.n,
        hands=count.hands,
    )


class _Counted:
    """Adds up the hands that have been played, and tells of them."""

    def __init__(self, expected: int, progress: Progress | None) -> None:
        self.hands = 0
        self._expected = expected
        self._progress = progress

    def add(self, hands: int) -> None:
        """Count some hands more."""
        self.hands += hands
        if self._progress is not None:
            self._progress(self.hands, max(self.hands, self._expected))


@dataclass(frozen=True)
class _Halved:
    """What each candidate has earned until he was left behind: sums in parts of `UNIT`, over his deals and rounds."""

    sums: Numbers
    deals: Numbers
    rounds: Numbers
    next_deal: int


def _halved(
    rules: Rules,
    runners: list[Player],
    field: tuple[Player, ...],
    seed: int,
    hands: int,
    workers: int | None,
    count: _Counted,
) -> _Halved:
    sums, deals, rounds = np.zeros(len(runners), object), *(np.zeros(len(runners), np.int64) for _ in range(2))
    alive = np.arange(len(runners))
    to_play = max(1, ceil(log(len(runners), KEPT)))
    first = 0
    for _ in range(to_play):
        race = Race(rules, [runners[number] for number in alive], field, seed)
        moments = _run(race, first, hands // to_play, workers, count)
        first += moments.n
        sums[alive] += moments.sums
        deals[alive] += moments.n
        rounds[alive] += 1
        best_first = alive[np.argsort(-sums[alive], kind="stable")]
        alive = best_first[: ceil(len(alive) / KEPT)]
    return _Halved(sums, deals, rounds, first)


def _run(race: Race, first: int, hands: int, workers: int | None, count: _Counted) -> Moments:
    whole = Moments.none(race.runners)
    for moments in race.run(first, race.deals_for(hands), workers):
        whole += moments
        count.add(moments.n * race.per_deal)
    return whole


def _frame(names: tuple[str, ...], points: list[tuple[float, ...]], found: _Halved, opponents: int) -> pl.DataFrame:
    columns = {name: [point[place] for point in points] for place, name in enumerate(names)}
    estimates = PER * found.sums.astype(np.float64) / (UNIT * opponents * found.deals)
    frame = pl.DataFrame({**columns, "rounds": found.rounds, "deals": found.deals, "estimate": estimates})
    return frame.with_row_index("candidate").sort(["rounds", "estimate"], descending=True, maintain_order=True)


def _spread(start: Player, vary: Mapping[str, tuple[float, float]], count: int, seed: int) -> list[tuple[float, ...]]:
    """Return points spread evenly over the ranges."""
    if not vary:
        raise UserError("no parameter is to be varied: name at least one, with its range")
    varied(start, dict.fromkeys(vary, 0.0))
    for name, (low, high) in vary.items():
        if not -inf < low < high < inf:
            raise UserError(f"parameter {name!r} can't range from {low:g} to {high:g}: give the lower end first")
    lows, highs = zip(*vary.values(), strict=True)
    points = qmc.scale(qmc.Halton(len(vary), rng=np.random.default_rng(seed)).random(count), lows, highs)
    return [tuple(float(f"{value:.{_DIGITS}g}") for value in point) for point in points]
