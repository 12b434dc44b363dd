"""Which of two players earns more, on the same deals with the players changed over the seats.

Each deal is played in several seatings of a and b (see `analysis.seatings`), so that the luck of the cards cancels. The
deal is the unit of all statistics: its difference is the mean over its seatings of what b earns more than a
per hand and seat. Means over deals get intervals, and so does every part of the difference: by contract, by
seat, by seating.

>>> found = compare("normal", "normal(rufspiel=8)", hands=28_000, seed=1)
>>> found.difference.high < 0
True
>>> found.p_value < 0.01
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.chunks import Progress, Stopped, in_chunks
from analysis.compare_sums import A, B, Layout, Sums, better_games, more_games
from analysis.estimate import Interval
from analysis.intervals import check_level
from analysis.seatings import CHUNK, KINDS, MASKS, PARTS, UNIT, Design, Kind, Numbers, Pairs
from analysis.sequential import FixedPlan, Plan, SequentialPlan, plan_for
from simulate.cards import SEATS
from simulate.contracts import Contract
from simulate.deals import resolve_seed
from simulate.errors import UserError
from simulate.experiment import HAND_IDS
from simulate.players.from_file import AnyPlayer, player
from simulate.rules import Rules
from simulate.summary import LEVEL
from simulate.whole import is_number, whole

HANDS = 1_000_000
"""Hands of a comparison unless said otherwise."""
MOST_HANDS = 200_000_000
"""Hands at most of a comparison that runs until its interval is narrow enough, unless said otherwise."""
PER = 100
"""Differences are told for so many hands."""
FIRST_LOOK = 4
"""Chunks before the first look at the interval: the theory is for many deals."""
FEWEST_DIFFERING = 50
"""Deals with different scores below which no interval is to be trusted."""

_SEATS_OF_EACH = sum(mask.bit_count() for mask in MASKS)
_PILOT = HAND_IDS // 2
"""Hand ids from here on are for a first guess at the spread, and not used again."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What came out.

    Attributes
    ----------
    a, b
        Specs of the players.
    rules
        Name of the rules.
    unit
        What one unit of the score is.
    seed, start
        The deals: seed and first hand id.
    level
        Confidence of the intervals.
    plan
        Whether the number of deals was fixed beforehand.
    design
        Which seatings of a deal are played.
    layout, sums
        What the estimates are made from.
    reached
        Whether the interval is as narrow as was asked for; None if nothing was asked for.
    """

    a: str
    b: str
    rules: str
    unit: str
    seed: int
    start: int
    level: float
    plan: Plan
    design: Design
    layout: Layout
    sums: Sums
    reached: bool | None = None

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.sums.moments.n

    @property
    def hands(self) -> int:
        """Hands these are in all seatings played."""
        return self.deals * self.design.per_deal

    @property
    def hands_played(self) -> int:
        """Hands that had to be played for these: what several seatings of a deal play alike is played once."""
        return self.sums.played

    @cached_property
    def difference(self) -> Interval:
        """What b earns more than a per hand, in score units; its ends are NaN if that is the same in every deal."""
        return self._interval(*self._mean(self._everything))

    @property
    def per_100(self) -> Interval:
        """What b earns more than a in 100 hands, in score units."""
        return Interval(*(PER * end for end in self.difference))

    @cached_property
    def p_value(self) -> float:
        """How probable a difference this large is between equal players; two-sided."""
        estimate, error = self._mean(self._everything)
        return self.plan.p_value(estimate / error, self.deals) if error else 1.0

    @cached_property
    def variance_ratio(self) -> float:
        """How many times as many hands independent deals would have taken for the same interval.

        Counted are hands that had to be played: what several seatings of a deal play alike is played once. Independent
        deals would each be played in one seating drawn from the 14. Infinite if no deal differs.
        """
        estimate, error = self._mean(self._everything)
        single = self.sums.squares / (PARTS**2 * self.hands) - estimate**2
        return single / (self.sums.played * error**2) if error else inf

    @property
    def trusted(self) -> bool:
        """Whether enough deals differ for the intervals to be trusted."""
        return self.sums.differing >= FEWEST_DIFFERING

    def by_seating(self) -> pl.DataFrame:
        """Return the difference in each kind of seating, and what a and b themselves earn there, per 100 hands."""
        rows = []
        for kind in Kind:
            seatings = KINDS.count(kind)
            weights = np.zeros(self.layout.size)
            weights[self.layout.kind(kind)] = 1 / (PARTS * seatings)
            found = self._interval(*self._mean(weights))
            others = SEATS - MASKS[KINDS.index(kind)].bit_count()
            scores = {"b": PER * found.estimate * others / SEATS, "a": PER * found.estimate * (others / SEATS - 1)}
            rows.append({"seating": kind.value, "seatings": seatings, **scores, **_per_100(found)})
        return pl.DataFrame(rows).fill_nan(None)

    def by_seat(self) -> pl.DataFrame:
        """Return what each seat adds to the difference, per 100 hands; seat 0 is the forehand. They add up to it."""
        rows = []
        for seat in range(SEATS):
            weights = np.zeros(self.layout.size)
            weights[self.layout.seats][seat] = 1 / UNIT
            rows.append({"seat": seat, **_per_100(self._interval(*self._mean(weights)))})
        return pl.DataFrame(rows).fill_nan(None)

    def by_contract(self) -> pl.DataFrame:
        """Return what the games of each contract add to the difference, per 100 hands; they add up to it.

        Columns: ``contract``; ``a_share`` and ``b_share``, the shares of hands in which a player of either kind
        declares it; ``a_win`` and ``b_win``, the shares of these games that are won; ``per_100``, what both sides'
        games add to the difference; of which ``more`` comes from b declaring more or fewer of them, and ``better``
        from b's games ending better or worse than a's. Each with the ends of its interval, ``..._low``, ``..._high``:
        null where no deal differs.
        """
        rows = [self._contract(contract) for contract in self.layout.contracts]
        words = pl.Enum([contract.word for contract in Contract])
        return pl.DataFrame(rows).with_columns(pl.col("contract").cast(words)).fill_nan(None)

    def table(self) -> pl.DataFrame:
        """Return the difference and its parts, one row each: ``part``, ``name``, and ``per_100`` with its interval."""
        parts: list[tuple[str, pl.DataFrame, str]] = [
            ("seating", self.by_seating(), "seating"),
            ("seat", self.by_seat(), "seat"),
            ("contract", self.by_contract(), "contract"),
        ]
        whole = pl.DataFrame([{"part": "all", "name": "all", **_per_100(self.difference)}]).fill_nan(None)
        columns = ["per_100", "per_100_low", "per_100_high"]
        frames = [
            frame.select(pl.lit(part).alias("part"), pl.col(name).cast(pl.String).alias("name"), *columns)
            for part, frame, name in parts
        ]
        return pl.concat([whole, *frames])

    def to_mapping(self) -> dict[str, Any]:
        """Return everything as JSON values; what can't be told is null."""
        ratio = self.variance_ratio
        return {
            "a": self.a,
            "b": self.b,
            "rules": self.rules,
            "unit": self.unit,
            "seed": self.seed,
            "start": self.start,
            "level": self.level,
            "intervals": self.plan.words,
            "reached": self.reached,
            "deals": self.deals,
            "hands": self.hands,
            "hands_played": self.hands_played,
            "seatings": self.design.words,
            "deals_differing": self.sums.differing,
            "difference": self.difference.to_mapping(),
            "per_100": self.per_100.to_mapping(),
            "p_value": self.p_value,
            "variance_ratio": None if ratio == inf else ratio,
            "by_contract": self.by_contract().to_dicts(),
            "by_seating": self.by_seating().to_dicts(),
            "by_seat": self.by_seat().to_dicts(),
        }

    def __repr__(self) -> str:
        from analysis.compare_text import with_ends

        return f"Comparison({self.b} against {self.a}: {with_ends(self.per_100)}; {self.deals:_} deals)"

    def __str__(self) -> str:
        from analysis.compare_text import told

        return told(self)

    @property
    def _everything(self) -> Numbers:
        weights = np.zeros(self.layout.size)
        weights[self.layout.seats] = 1 / UNIT
        return weights

    def _mean(self, weights: Numbers) -> tuple[float, float]:
        return self.sums.moments.linear(weights)

    def _interval(self, estimate: float, error: float) -> Interval:
        return Interval.around(estimate, self.plan.multiplier(self.deals, self.level) * error)

    def _of_means(self, function: Callable[[Any], Any]) -> Interval:
        return self._interval(*self.sums.moments.function(function))

    def _contract(self, contract: Contract) -> dict[str, Any]:
        at, sums = self.layout, self.sums.moments.sums
        games = [at.games(contract, side) for side in (A, B)]
        won = [at.won(contract, side) for side in (A, B)]
        earned = [at.earned(contract, side) for side in (A, B)]
        row: dict[str, Any] = {"contract": contract.word}
        for side, name in ((A, "a"), (B, "b")):
            row |= _named(f"{name}_share", self._share(games[side]))
            row |= _named(f"{name}_win", self._ratio(won[side], games[side]))
        row |= _per_100(self._of_means(lambda x: (x[earned[A]] + x[earned[B]]) / UNIT))
        declared = bool(sums[games[A]]), bool(sums[games[B]])
        for name, effect in (("more", more_games), ("better", better_games)):
            found = self._of_means(partial(effect, games, earned, declared))
            row |= _named(name, Interval(*(PER * end for end in found)))
        return row

    def _share(self, games: int) -> Interval:
        return self._of_means(lambda x: x[games] / _SEATS_OF_EACH)

    def _ratio(self, part: int, whole: int) -> Interval:
        if not self.sums.moments.sums[whole]:
            return Interval(np.nan, np.nan, np.nan)
        found = self._of_means(lambda x: x[part] / x[whole])
        return Interval(found.estimate, max(0.0, found.low), min(1.0, found.high))


def _named(name: str, found: Interval) -> dict[str, float]:
    return {name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}


def _per_100(found: Interval) -> dict[str, float]:
    return _named("per_100", Interval(*(PER * end for end in found)))


def compare(
    a: AnyPlayer,
    b: AnyPlayer,
    hands: int | None = None,
    rules: str | Path | Rules = "standard",
    seed: int | None = None,
    *,
    until: float | None = None,
    level: float = LEVEL,
    start: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Return what b earns more than a, on the same deals with the two changed over the seats.

    Parameters
    ----------
    a, b
        Players: specs, functions with a decorator of `simulate.players.own`, or players.
    hands
        Hands in all seatings together, rounded up to whole deals, two at least; 1,000,000 unless given. With `until`,
        at most so many; 200,000,000 unless given.
    rules
        Preset, TOML file, or `simulate.rules.Rules`.
    seed
        0 .. 2**64 - 1; None draws one.
    until
        Play until the interval reaches at most so far to either side, in score units per hand. The intervals are
        then a confidence sequence (see `analysis.sequential`), which is right whenever one stops.
    level
        Confidence of the intervals, above 0 and below 1.
    start
        First hand id.
    workers
        Threads; None: one for each core. They change nothing but the time.
    progress
        Called with the hands done and those expected.

    Raises
    ------
    UserError
        If something given can't be used.
    analysis.chunks.Stopped
        On Ctrl-C, with the result so far; with `until`, it is returned instead.
    """
    check_level(level)
    start = whole(start, "start =")
    table, chosen = Rules.load(rules), resolve_seed(seed)
    pairs = Pairs(table, [(player(a), player(b))], chosen)
    layout = Layout(table.contracts)
    most = hands if hands is not None else (HANDS if until is None else MOST_HANDS)
    deals = deals_for(most, pairs.design)
    plan = FixedPlan() if until is None else _sequential(pairs, layout, until, level, deals)
    expected = pairs.design.per_deal * (plan.tuned_to if isinstance(plan, SequentialPlan) else deals)
    one, other = (half.spec for half in pairs.pairs[0])
    result = Comparison(
        one, other, table.name, table.unit, chosen, start, level, plan, pairs.design, layout, Sums.none(layout)
    )
    try:
        for number, sums in enumerate(_played(pairs, layout, start, deals, workers), 1):
            result = _with(result, sums, until)
            if progress is not None:
                progress(result.hands, max(result.hands, expected))
            if number >= FIRST_LOOK and result.reached:
                break
    except KeyboardInterrupt:
        if not result.deals:
            raise
        # A confidence sequence holds whenever one stops; an ordinary interval if that is not for what one has seen.
        if until is None and result.deals < deals:
            raise Stopped(result, expected) from None
    return result


def deals_for(hands: int, design: Design) -> int:
    """Return the number of deals that make so many hands in the seatings of a design; two at least.

    One deal says nothing of the spread.

    >>> from analysis.seatings import EVERY_SEATING
    >>> deals_for(28, EVERY_SEATING), deals_for(29, EVERY_SEATING)
    (2, 3)
    """
    number = whole(hands, "hands =")
    if not 1 <= number < HAND_IDS:
        raise UserError(f"hands = {number} is out of range: use 1 to {HAND_IDS - 1}")
    return max(2, -(-number // design.per_deal))


def _played(pairs: Pairs, layout: Layout, start: int, deals: int, workers: int | None) -> Iterator[Sums]:
    return in_chunks(lambda hand_ids: Sums.of(*pairs.play(hand_ids), pairs.design, layout), start, deals, workers)


def _sequential(pairs: Pairs, layout: Layout, until: float, level: float, most: int) -> Plan:
    if not is_number(until) or not until > 0:
        raise UserError(f"until = {until!r} is out of range: use a number above 0, such as 0.01 score units per hand")
    a, b = pairs.pairs[0]
    if a == b:
        raise UserError(f"a and b are both {a.spec}: their difference is 0, which no hands need to show")
    (sums,) = _played(pairs, layout, _PILOT, CHUNK, 1)
    weights = np.zeros(layout.size)
    weights[layout.seats] = 1 / UNIT
    _, error = sums.moments.linear(weights)
    return plan_for(until, error * sqrt(sums.moments.n), most, level)


def _with(result: Comparison, sums: Sums, until: float | None) -> Comparison:
    grown = replace(result, sums=result.sums + sums)
    if until is None:
        return grown
    narrow = grown.difference.high - grown.difference.estimate <= until
    return replace(grown, reached=narrow and grown.trusted)
