"""A large run and its analysis, measured once: time, size, and the memory of the largest process.

Run ``python -m benchmarks.scale [--hands 100_000_000] [--out FOLDER] [--workers N]``. What it prints are times of this
machine, as busy as it is; sizes and memory are the same on any.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HANDS = 100_000_000
SEED = 1

_SIMULATE = (
    "import sys; from simulate.run import run; "
    "run(int(sys.argv[2]), seed=int(sys.argv[3]), workers=int(sys.argv[4]), out=sys.argv[1])"
)
_ANALYSE = "import sys; from analysis import standard; tables = standard.tables(sys.argv[1]); print(len(tables))"
_MEASURED = (
    "import resource, subprocess, sys, time; begun = time.perf_counter(); "
    "subprocess.run([sys.executable, '-c', *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL); "
    "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    "print(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss)"
)
_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def main() -> None:
    """Simulate, analyse, print one JSON document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="where the dataset stays; without, it is removed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(measured(args.out or Path(scratch) / "run", args.hands, args.workers), indent=1))


def measured(out: Path, hands: int, workers: int) -> dict[str, object]:
    """Return what a run and its analysis took."""
    simulated = in_a_process(_SIMULATE, str(out), str(hands), str(SEED), str(workers))
    size = sum(part.stat().st_size for part in out.glob("hands/*.parquet"))
    return {
        "hands": hands,
        "workers": workers,
        "simulate": simulated | {"hands_per_second": round(hands / simulated["seconds"])},
        "disk": {"bytes": size, "bytes_per_hand": round(size / hands, 2)},
        "analyse": in_a_process(_ANALYSE, str(out)),
    }


def in_a_process(code: str, *arguments: str) -> dict[str, float]:
    """Return seconds, seconds of all cores, and peak memory of the largest process that a program needed."""
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, code, *arguments], check=True, capture_output=True, text=True
    )
    seconds, cpu_seconds, peak = map(float, done.stdout.split())
    return {
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu_seconds, 2),
        "peak_mb": round(peak * _RSS_UNIT / 1e6, 1),
    }


if __name__ == "__main__":
    main()
