"""Timing in pairs: a workload and the yardstick in turn, so that a machine that is busy is busy for both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.limit import build, run

YARDSTICK_HANDS = 1_000_000


@dataclass(frozen=True)
class Figure:
    """One measured figure.

    Attributes
    ----------
    name, unit
        What was measured.
    value
        The best of the rounds: other work on a machine only ever makes a run slower.
    ratios
        For each yardstick, the median over the rounds of the rate divided by the yardstick's of the same round.
    goal
        What it should reach, in words.
    """

    name: str
    unit: str
    value: float
    ratios: dict[str, float] = field(default_factory=dict)
    goal: str = ""


@dataclass(frozen=True)
class Yardsticks:
    """The C programs that speeds are compared with: without and with the processor's bit-deposit instruction."""

    programs: dict[str, Path]

    @classmethod
    def build(cls) -> Yardsticks:
        """Return the programs, freshly compiled."""
        return cls({"limit": build(plain=True), "limit with bit deposit": build()})

    def rates(self) -> dict[str, float]:
        """Return hands per second of each, now."""
        return {name: run(YARDSTICK_HANDS, 1, program).hands_per_second for name, program in self.programs.items()}


def paired_rate(
    name: str, unit: str, count: int, work: Callable[[], object], yardsticks: Yardsticks, rounds: int, goal: str = ""
) -> Figure:
    """Return the rate of `work`, which does `count` things a call, and its ratio to the yardsticks.

    The yardsticks run before and after each round of the work, and their mean counts.
    """
    rates: list[float] = []
    ratios: dict[str, list[float]] = {}
    before = yardsticks.rates()
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        rates.append(count / (time.perf_counter() - start))
        after = yardsticks.rates()
        for stick in before:
            ratios.setdefault(stick, []).append(2 * rates[-1] / (before[stick] + after[stick]))
        before = after
    medians = {stick: statistics.median(values) for stick, values in ratios.items()}
    return Figure(name, unit, max(rates), medians, goal)
