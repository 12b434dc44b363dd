"""Seconds and memory of all standard tables, and how many times faster than the obvious pandas code, in the same run.

Each way runs in a process of its own, several times in turn; its best time counts, because other work on the machine
only ever makes a run slower, and the ratio is the median over the rounds. Both must come to the same numbers. Memory is
measured once more with a dataset of ten times as many hands, made of links to the same files.

Run ``python -m benchmarks.bench_analysis [--hands N] [--rounds N] [--dataset FOLDER]``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

SEED = 1
PLAYERS = "normal,bold,cautious,normal"
TIMES_MORE = 10
MEBIBYTE = 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_analysis", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--dataset", type=Path, help="a dataset to use instead of simulating one")
    parser.add_argument("--child", nargs=2, metavar=("WAY", "DATA"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(_measured(*args.child)))
        return
    with tempfile.TemporaryDirectory() as folder:
        dataset = args.dataset or _simulated(Path(folder) / "data", args.hands)
        found = _compared(dataset, args.rounds)
        more = _child("polars", f"{_times_more(dataset, Path(folder) / 'more')}/*.parquet")
    found |= {f"polars_seconds_{TIMES_MORE}x": more["seconds"], f"polars_mib_{TIMES_MORE}x": more["mib"]}
    Console().print(_shown(found))
    print(json.dumps({name: round(value, 3) for name, value in found.items()}))


def _compared(dataset: Path, rounds: int) -> dict[str, float]:
    runs = [{way: _child(way, str(dataset)) for way in WAYS} for _ in range(rounds)]
    _check_equal(runs[0]["polars"]["numbers"], runs[0]["pandas"]["numbers"])
    found = {"hands": runs[0]["polars"]["numbers"]["contracts"]["n"]}
    for way in WAYS:
        found[f"{way}_seconds"] = min(run[way]["seconds"] for run in runs)
        found[f"{way}_cpu_seconds"] = min(run[way]["cpu_seconds"] for run in runs)
        found[f"{way}_mib"] = max(run[way]["mib"] for run in runs)
    ratios = [run["pandas"]["seconds"] / run["polars"]["seconds"] for run in runs]
    return found | {"times_faster": statistics.median(ratios)}


def _check_equal(ours: dict[str, dict[str, float]], theirs: dict[str, dict[str, float]]) -> None:
    """Stop unless both ways have the same tables, with as many rows and the same totals."""
    if ours.keys() != theirs.keys():
        raise SystemExit(f"tables differ: {sorted(ours.keys() ^ theirs.keys())}")
    for name, numbers in ours.items():
        for what, value in numbers.items():
            other = theirs[name][what]
            if abs(value - other) > 1e-9 * max(1.0, abs(value)):
                raise SystemExit(f"table {name!r} differs in {what!r}: {value} and {other}")


def _measured(way: str, data: str) -> dict[str, object]:
    work = WAYS[way]()
    start, busy = time.perf_counter(), time.process_time()
    numbers = work(data)
    seconds, cpu = time.perf_counter() - start, time.process_time() - busy
    mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBIBYTE
    return {"seconds": seconds, "cpu_seconds": cpu, "mib": mib, "numbers": numbers}


def _child(way: str, data: str) -> dict[str, dict[str, dict[str, float]]]:
    command = [sys.executable, "-m", "benchmarks.bench_analysis", "--child", way, data]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def _with_polars() -> Callable[[str], dict[str, dict[str, float]]]:
    import polars as pl

    from analysis import standard

    def work(data: str) -> dict[str, dict[str, float]]:
        tables = standard.tables(data)
        return {
            name: _numbers(int((table["n"] > 0).sum()), table["n"].sum(), _weighted(table))
            for name, table in tables.items()
            if name != "risk"
        }

    def _weighted(table: pl.DataFrame) -> float:
        if "score" not in table.columns:
            return 0.0
        return float((table["score"].cast(pl.Float64).fill_null(0) * table["n"]).sum())

    return work


def _with_pandas() -> Callable[[str], dict[str, dict[str, float]]]:
    import numpy as np
    import pandas as pd

    from simulate.deals import hands_of

    suit_mask = {"schellen": 0x3F, "gras": 0x3F << 6, "eichel": 0x3F << 12}

    def outcomes(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
        return frame.groupby(keys, observed=True).agg(
            n=("won", "size"),
            win_rate=("won", "mean"),
            eyes=("eyes", "mean"),
            eyes_sd=("eyes", "std"),
            score=("score", "mean"),
            score_sd=("score", "std"),
        )

    def sizes(frame: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
        return frame.groupby(keys, observed=True, dropna=False).size().to_frame("n")

    def work(data: str) -> dict[str, dict[str, float]]:
        hands = pd.read_parquet(Path(data) / "hands")
        score_columns = [f"score_{seat}" for seat in range(4)]
        scores = hands[score_columns].to_numpy()
        played = hands[hands["contract"].notna()].copy()
        declarer = played["declarer"].to_numpy(dtype=int)
        played["declarer"] = declarer
        played["won"] = played["won"].astype(bool)
        played["player"] = (played["forehand"] + declarer) % 4
        played["score"] = played[score_columns].to_numpy()[np.arange(len(played)), declarer]
        ace = played[played["contract"] == "rufspiel"].copy()
        holder = ace["partner"].to_numpy(dtype=int)
        suit = ace["suit"].astype(str).map(suit_mask).to_numpy(dtype=np.uint32)
        rows = np.arange(len(ace))
        dealt = hands_of(ace["deal"].to_numpy())
        ace["declarer_cards"] = np.bitwise_count(dealt[rows, ace["declarer"]] & suit)
        ace["holder_cards"] = np.bitwise_count(dealt[rows, holder] & suit)
        ace["distance"] = (holder - ace["declarer"]) % 4
        ace["ran_away"] = ace["ran_away"].astype(bool)
        own = np.take_along_axis(scores, (np.arange(4) - hands[["forehand"]].to_numpy()) % 4, axis=1)
        players = [[0, 3], [1], [2]]
        style_of = np.array([0, 1, 2, 0])
        played["style"] = style_of[played["player"]]
        held = ace[ace["holder_cards"] >= 4]
        tables = {
            "contracts": sizes(hands, ["contract"]),
            "contracts_by_seat": sizes(played, ["declarer", "contract"]),
            "contracts_by_style": sizes(played, ["style", "contract"]),
            "passed_out": pd.DataFrame({"n": [hands["contract"].isna().sum() + hands["redeals"].sum()]}),
            "kontra": sizes(played, ["contract", "kontra"]),
            "results": sizes(played, ["contract", "won", "schneider", "schwarz"]),
            "suits": sizes(played[played["suit"].notna()], ["contract", "suit"]),
            "laufende": sizes(played, ["contract", "laufende"]),
            "ace_fates": outcomes(ace, ["ace_fate"]),
            "ace_tricks": outcomes(ace, ["ace_trick"]),
            "ace_declarer_cards": outcomes(ace, ["declarer_cards"]),
            "ace_distances": outcomes(ace, ["distance"]),
            "ace_running_away": outcomes(held, ["holder_cards", "ran_away"]),
            "expected": outcomes(played, ["contract"]),
            "expected_by_seat": outcomes(played, ["contract", "declarer"]),
            "expected_by_trumps": outcomes(played, ["contract", "declarer_trumps"]),
            "expected_by_laufende": outcomes(played, ["contract", "laufende"]),
            "expected_by_kontra": outcomes(played, ["contract", "kontra"]),
            "seats": pd.DataFrame({"n": len(hands), "score": scores.mean(axis=0), "score_sd": scores.std(axis=0)}),
            "styles": pd.DataFrame({"n": len(hands), "score": [own[:, style].mean() for style in players]}),
            "score_distribution": sizes(played, ["contract", "score"]).reset_index(),
            "eyes_distribution": sizes(played, ["contract", "eyes", "won"]),
        }
        return {
            name: _numbers(
                len(table), table["n"].sum(), (table["score"] * table["n"]).sum() if "score" in table else 0.0
            )
            for name, table in tables.items()
        }

    return work


WAYS = {"polars": _with_polars, "pandas": _with_pandas}


def _numbers(rows: int, n: float, score: float) -> dict[str, float]:
    return {"rows": int(rows), "n": int(n), "score": float(score)}


def _simulated(folder: Path, hands: int) -> Path:
    from simulate.run import run

    run(hands, PLAYERS, seed=SEED, out=folder, workers=2)
    return folder


def _times_more(dataset: Path, folder: Path) -> Path:
    folder.mkdir()
    for number in range(TIMES_MORE):
        for part in sorted((dataset / "hands").glob("*.parquet")):
            os.symlink(part.resolve(), folder / f"{number}-{part.name}")
    return folder


def _shown(found: dict[str, float]) -> Table:
    table = Table("what", "value", title=f"all standard tables of {found['hands']:,} hands")
    for name, value in found.items():
        table.add_row(name, f"{value:,.0f}" if value >= 100 else f"{value:.2f}")
    return table


if __name__ == "__main__":
    main()
