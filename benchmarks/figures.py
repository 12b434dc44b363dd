"""What is measured: dealer, engine, Parquet, memory, start."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.paired import Figure, Yardsticks, paired_rate
from simulate.deals import sample
from simulate.engine import Engine
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.run import run

SEED = 7


def dealer(yardsticks: Yardsticks, rounds: int) -> Iterator[Figure]:
    """Yield deals per second."""
    deals = 5_000_000
    sample(1000, SEED)
    yield paired_rate(
        "dealer", "deals/s", deals, lambda: sample(deals, SEED), yardsticks, rounds, ">= 5,000,000 deals/s"
    )


def engine(yardsticks: Yardsticks, rounds: int) -> Iterator[Figure]:
    """Yield hands per second in memory on one core, auction included."""
    for players, goal in (
        ("random", ">= 0.7 x limit"),
        ("normal", ">= 0.6 x limit"),
        ("normal/swift", ">= 0.6 x limit"),
    ):
        table = Engine(Rules.preset("standard"), parse_players(players), SEED)
        ids = np.arange(500_000, dtype=np.uint64)
        table.simulate(ids[:10_000])
        yield paired_rate(
            f"engine in memory, {players}",
            "hands/s",
            len(ids),
            lambda t=table, i=ids: t.simulate(i),
            yardsticks,
            rounds,
            goal,
        )


def parquet(yardsticks: Yardsticks, rounds: int) -> Iterator[Figure]:
    """Yield hands per second to Parquet with two workers, and what writing costs on one."""
    # Many hands, because a rate tells little of a run that is over before its workers have started.
    for tricks, hands, goal in ((False, 20_000_000, ">= 1.0 x limit"), (True, 10_000_000, ">= 0.5 x limit")):
        name = "to Parquet, two workers" + (", with tricks" if tricks else "")
        work = partial(_to_parquet, hands, workers=2, tricks=tricks)
        yield paired_rate(name, "hands/s", hands, work, yardsticks, rounds, goal)
    yield _cost_of_writing(rounds)
    yield _bytes_per_hand()


def _to_parquet(hands: int, workers: int, tricks: bool = False) -> int:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "data"
        # One thread each, as many as workers: what is measured is a worker.
        run(hands, seed=SEED, workers=workers, tricks=tricks, out=out, threads=1)
        return sum(part.stat().st_size for part in out.glob("hands/*.parquet"))


def _cost_of_writing(rounds: int) -> Figure:
    hands = 1_000_000
    table = Engine(Rules.preset("standard"), parse_players("normal"), SEED)
    costs = []
    for _ in range(rounds):
        start = time.process_time()
        table.simulate(np.arange(hands, dtype=np.uint64))
        middle = time.process_time()
        _to_parquet(hands, workers=1)
        costs.append((time.process_time() - middle) / (middle - start) - 1)
    return Figure("writing hands, added to simulating alone", "share", float(np.median(costs)), goal="<= 0.20")


def _bytes_per_hand() -> Figure:
    hands = 1_000_000
    return Figure("hands table", "bytes/hand", _to_parquet(hands, workers=1) / hands, goal="<= 20")


_RUN = "import sys; from simulate.run import run; run(int(sys.argv[1]), seed=7, workers=2, out=sys.argv[2])"


def memory(small: int, large: int) -> Iterator[Figure]:
    """Yield the peak memory of the largest process of runs of two sizes."""
    peaks = {hands: _peak_megabytes(hands) for hands in (small, large)}
    for hands, peak in peaks.items():
        yield Figure(f"peak memory of a process, {hands:,} hands", "MB", peak, goal="< 500")
    yield Figure("peak memory, large run to small", "ratio", peaks[large] / peaks[small], goal="<= 1.10")


def _peak_megabytes(hands: int) -> float:
    # The peak of all children is that of the largest so far: a process of its own for each run keeps them apart.
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, sys.executable, "-c", _RUN, str(hands), f"{folder}/data"]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(printed.split()[-1]) * resource.getpagesize() / 4096 / 1024


_FIRST_HAND = (
    "import time; start = time.perf_counter(); from simulate.run import run; run(1, seed=7); "
    "print(time.perf_counter() - start)"
)


def start() -> Iterator[Figure]:
    """Yield the time from nothing to the first simulated hand, with compiled code on disk and without."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        yield Figure("cold start to the first hand", "s", _seconds(environment), goal="< 60")
        warm = min(_seconds(environment) for _ in range(3))
        yield Figure("warm start to the first hand", "s", warm, goal="< 2")


def _seconds(environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", _FIRST_HAND]
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - begun


def to_json(figures: list[Figure]) -> str:
    """Return the figures as JSON."""
    return json.dumps(
        [{"name": f.name, "unit": f.unit, "value": f.value, "ratios": f.ratios, "goal": f.goal} for f in figures]
    )
