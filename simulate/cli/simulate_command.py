"""`schafkopf simulate`: hands into a dataset."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli.compiling import told_if_compiling
from simulate.cli.guard import Interrupted
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, console, print_json, print_table
from simulate.cli.progress import Pace, ProgressBar, duration

if TYPE_CHECKING:
    from simulate.dataset.receipt import Receipt
    from simulate.experiment import Experiment

PLACE = 10
EXAMPLES = (
    "schafkopf simulate --hands 1_000_000 --out data/first",
    "schafkopf simulate --hands 1e6 --out data/mixed --seed 7 --rules official",
    "schafkopf simulate --hands 1e6 --out data/wenz --assign wenz",
    "schafkopf simulate --hands 1e5 --out duel --players bold,normal,bold,normal",
)

MOST_HANDS = 10**12
"""Hands in one run; as a dataset they take some 20 terabytes."""
MOST_WORKERS = 256
"""Worker processes."""
_SHARDS_PER_WORKER = 2  # a process takes about as long to start as it needs for a shard


def command(
    hands: Annotated[str, typer.Option(metavar="NUMBER", help="Hands to simulate, such as 1_000_000 or 1e6.")],
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="Folder of the dataset: a new one, or that of the same run, which is resumed."
        ),
    ],
    players: Annotated[
        str, typer.Option(metavar="SPEC", help="One for all seats or four, such as normal,bold,normal/random,cautious.")
    ] = "normal",
    rules: Annotated[str, typer.Option(metavar="NAME|FILE", help="A preset or a TOML file.")] = "standard",
    seed: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="The same seed gives the same hands. Without, one is drawn.")
    ] = None,
    start: Annotated[str, typer.Option(metavar="NUMBER", help="First hand id.")] = "0",
    assign: Annotated[
        str | None,
        typer.Option(
            metavar="all|CONTRACT", help="Assign contracts in turn instead of bidding, to compare them fairly."
        ),
    ] = None,
    tricks: Annotated[bool, typer.Option("--tricks", help="Record every trick, too.")] = False,
    workers: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Processes. Without, as many as pay off here.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate hands into a dataset of Parquet files."""
    experiment = _experiment(hands, out, players, rules, seed, start, tricks, assign)
    processes = _workers(workers, experiment)
    receipt, pace = _collect(experiment, out, processes)
    if as_json:
        print_json(_document(experiment, out, receipt, pace))
    else:
        _tell(experiment, out, receipt, pace)


def _experiment(
    hands: str, out: Path, players: str, rules: str, seed: str | None, start: str, tricks: bool, assign: str | None
) -> Experiment:
    # What is cheap to check comes before what has to be imported for it.
    wanted = whole_number(hands, "--hands", 1, MOST_HANDS)
    first = whole_number(start, "--start", 0, 2**64 - wanted)
    chosen = None if seed is None else whole_number(seed, "--seed", 0, 2**64 - 1)

    from simulate.rules import Rules

    table = Rules.load(rules)

    from simulate.dataset.folder import recorded_seed
    from simulate.deals import resolve_seed
    from simulate.experiment import Experiment
    from simulate.players.registry import parse_players

    four = parse_players(players)
    # A run that was begun without a seed goes on with the one it drew.
    known = recorded_seed(out) if chosen is None else chosen
    return Experiment(table, four, resolve_seed(known), wanted, first, tricks, assign)


def _workers(text: str | None, experiment: Experiment) -> int:
    if text is not None:
        return whole_number(text, "--workers", 1, MOST_WORKERS)
    shards = -(-experiment.hands // experiment.shard_hands)
    return max(1, min(_cores(), shards // _SHARDS_PER_WORKER))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _collect(experiment: Experiment, out: Path, workers: int) -> tuple[Receipt, Pace]:
    from simulate.collect import Progress, collect

    with ProgressBar() as bar:

        def report(progress: Progress) -> None:
            if not bar.pace.total and progress.done < progress.total:
                _get_ready(experiment)
            bar(progress)

        try:
            return collect(experiment, out, workers, progress=report), bar.pace
        except KeyboardInterrupt:
            raise _interrupted(experiment, out) from None


def _get_ready(experiment: Experiment) -> None:
    """Compile kernels, or load them, before the clock starts: the speed told is that of simulating."""
    from simulate.collect import play
    from simulate.experiment import Shard

    with told_if_compiling():
        play(experiment, Shard(experiment.start, 1))


def _interrupted(experiment: Experiment, out: Path) -> Interrupted:
    told = f"interrupted: {_hands_there(experiment, out):,} of {experiment.hands:,} hands are complete in {str(out)!r}"
    return Interrupted(f"{told}; run the same command again to go on")


def _hands_there(experiment: Experiment, out: Path) -> int:
    # Workers may have finished parts that this process has not heard of.
    from simulate.dataset.folder import RunFolder
    from simulate.dataset.manifest import MANIFEST

    if (out / MANIFEST).exists():
        return experiment.hands
    return sum(shard.receipt.hands for shard in RunFolder(out, None).finished().values())


def _document(experiment: Experiment, out: Path, receipt: Receipt, pace: Pace) -> dict[str, Any]:
    from simulate.cli.contract_table import contract_rows

    return {
        "path": str(out),
        "experiment": experiment.id,
        "hands": experiment.hands,
        "start": experiment.start,
        "seed": experiment.seed,
        "rules": experiment.rules.name,
        "players": [player.spec for player in experiment.players],
        "tricks": experiment.tricks,
        "assign": experiment.assign,
        "found": pace.found,
        "simulated": pace.simulated,
        "seconds": round(pace.seconds, 3),
        "contracts": contract_rows(receipt),
    }


def _tell(experiment: Experiment, out: Path, receipt: Receipt, pace: Pace) -> None:
    from simulate.cli.contract_table import CAPTION, contract_table

    screen = console()
    screen.print(_what_was_done(experiment, pace))
    specs = [player.spec for player in experiment.players]
    who = specs[0] if len(set(specs)) == 1 else ", ".join(specs)
    assigned = f"; contracts assigned: {experiment.assign}" if experiment.assign else ""
    screen.print(f"players {who}", soft_wrap=True)
    screen.print(f"rules {experiment.rules.name}; seed {experiment.seed}{assigned}", soft_wrap=True)
    screen.print()
    print_table(contract_table(receipt))
    screen.print()
    screen.print(CAPTION.format(unit=experiment.rules.unit))
    screen.print(_where(out), soft_wrap=True)
    screen.print(f"Look at a hand: schafkopf show {quote(str(out))} {experiment.start}", soft_wrap=True)


def _what_was_done(experiment: Experiment, pace: Pace) -> str:
    if not pace.simulated:
        return f"{experiment.hands:,} hands: the dataset is complete already, nothing was simulated"
    done = f"{pace.simulated:,} hands simulated in {duration(pace.seconds)} ({pace.hands_per_second:,.0f} hands/s)"
    return f"{done}, {pace.found:,} were there already" if pace.found else done


def _where(out: Path) -> str:
    from simulate.dataset.manifest import Manifest

    parts = Manifest.load(out).parts
    size = sum(part.bytes for part in parts)
    tables = ", ".join(dict.fromkeys(f"{part.table}/*.parquet" for part in parts))
    return f"Data in {out}: {tables} ({size / 1e6:,.1f} MB)"
