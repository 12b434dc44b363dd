"""`schafkopf simulate`: hands into a dataset."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.guard import Interrupted
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, console, print_json, print_table
from simulate.cli.progress import Pace, ProgressBar, duration
from simulate.cli.words import one_of
from simulate.errors import UserError

if TYPE_CHECKING:
    from simulate.backends.dask_cluster import DaskCluster
    from simulate.dataset.receipt import Receipt
    from simulate.experiment import Experiment

PLACE = 10
EXAMPLES = (
    "schafkopf simulate --hands 1_000_000 --out data/first",
    "schafkopf simulate --hands 1e6 --out data/mixed --seed 7 --rules official",
    "schafkopf simulate --hands 1e6 --out data/wenz --assign wenz",
    "schafkopf simulate --hands 1e5 --out duel --players bold,normal,bold,normal",
)


class _Backend(StrEnum):
    LOCAL = "local"
    DASK = "dask"


MOST_HANDS = 10**12
"""Hands in one run; as a dataset they take some 20 terabytes."""
MOST_WORKERS = 256
"""Worker processes."""
_SHARDS_PER_WORKER = 2  # a process takes about as long to start as it needs for a shard


def command(
    hands: Annotated[str, typer.Option(metavar="NUMBER", help="Hands to simulate, such as 1_000_000 or 1e6.")],
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR|URL",
            help="Folder of the dataset: a new one, or that of the same run, which is resumed; or s3://BUCKET/RUN.",
        ),
    ],
    players: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="One for all seats or four, such as normal,bold,normal/random,cautious.",
            autocompletion=completing.players,
        ),
    ] = "normal",
    rules: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="A preset or a TOML file.", autocompletion=completing.rules)
    ] = "standard",
    seed: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="The same seed gives the same hands. Without, one is drawn.")
    ] = None,
    start: Annotated[str, typer.Option(metavar="NUMBER", help="First hand id.")] = "0",
    assign: Annotated[
        str | None,
        typer.Option(
            metavar="all|CONTRACT",
            help="Assign contracts in turn instead of bidding, to compare them fairly.",
            autocompletion=completing.assigned,
        ),
    ] = None,
    tricks: Annotated[bool, typer.Option("--tricks", help="Record every trick, too.")] = False,
    tricks_of: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Record the tricks of the first so many hands alone.")
    ] = None,
    workers: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="Processes. Without, as many as pay off here.")
    ] = None,
    backend: Annotated[
        str,
        typer.Option(
            metavar="local|dask",
            help="Where: on this machine, or on a cluster of dask.distributed.",
            autocompletion=completing.words(_Backend),
        ),
    ] = "local",
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The cluster's scheduler, such as tcp://HOST:8786.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate hands into a dataset of Parquet files."""
    where = _place(out)
    address = _scheduler(backend, scheduler, workers)
    experiment = _experiment(hands, where, players, rules, seed, start, (tricks, tricks_of), assign)
    processes = _workers(workers, experiment)
    with _cluster(address) as cluster:
        receipt, pace = _collect(experiment, where, processes, cluster)
    _report(experiment, where, receipt, pace, as_json)


def _place(out: str) -> str | Path:
    """Return a URL, or a folder on this machine."""
    if not out.strip():
        raise UserError(f"--out {out!r} names no folder: name one, such as data/first")
    from simulate.dataset.places import is_remote, local_path

    return out if is_remote(out) else local_path(out)


def _scheduler(backend: str, scheduler: str | None, workers: str | None) -> str | None:
    """Return the address of the cluster's scheduler; None for this machine."""
    if one_of(_Backend, backend, "--backend") is _Backend.LOCAL:
        if scheduler is not None:
            raise UserError(f"--scheduler {scheduler!r} belongs to a cluster: add --backend dask")
        return None
    if workers is not None:
        raise UserError(f"--workers {workers} contradicts --backend dask: the cluster has its own workers")
    if scheduler is None or not re.fullmatch(r"\w+://\S+", scheduler):
        raise UserError(
            f"--backend dask needs --scheduler tcp://HOST:PORT, not {scheduler!r}: name the cluster's scheduler"
        )
    return scheduler


def _cluster(address: str | None) -> AbstractContextManager[DaskCluster | None]:
    if address is None:
        return nullcontext()
    from simulate.backends.dask_cluster import connected

    return connected(address)


def _report(experiment: Experiment, out: str | Path, receipt: Receipt, pace: Pace, as_json: bool) -> None:
    if as_json:
        print_json(_document(experiment, out, receipt, pace))
    else:
        _tell(experiment, out, receipt, pace)


def _experiment(
    hands: str,
    out: str | Path,
    players: str,
    rules: str,
    seed: str | None,
    start: str,
    tricks: tuple[bool, str | None],
    assign: str | None,
) -> Experiment:
    # What is cheap to check comes before what has to be imported for it.
    wanted = whole_number(hands, "--hands", 1, MOST_HANDS)
    first = whole_number(start, "--start", 0, 2**64 - wanted)
    trick_hands = _trick_hands(*tricks, wanted)
    chosen = None if seed is None else whole_number(seed, "--seed", 0, 2**64 - 1)

    from simulate.rules import Rules

    table = Rules.load(rules)

    from simulate.collect import seed_in
    from simulate.deals import resolve_seed
    from simulate.experiment import Experiment
    from simulate.players.registry import parse_players

    four = parse_players(players)
    # A run that was begun without a seed goes on with the one it drew.
    known = seed_in(out) if chosen is None else chosen
    return Experiment(table, four, resolve_seed(known), wanted, first, trick_hands, assign)


def _trick_hands(every: bool, first: str | None, hands: int) -> int:
    """Return how many hands to record the tricks of."""
    if first is None:
        return hands if every else 0
    if every:
        raise UserError(f"--tricks-of {first} contradicts --tricks, which records those of all hands: use one of them")
    return whole_number(first, "--tricks-of", 1, hands)


def _workers(text: str | None, experiment: Experiment) -> int:
    if text is not None:
        return whole_number(text, "--workers", 1, MOST_WORKERS)
    shards = -(-experiment.hands // experiment.shard_hands)
    from simulate.backends.threads import cores

    return max(1, min(cores(), shards // _SHARDS_PER_WORKER))


def _collect(
    experiment: Experiment, out: str | Path, workers: int, cluster: DaskCluster | None
) -> tuple[Receipt, Pace]:
    from simulate.collect import Progress, collect

    alone = workers == 1 and cluster is None
    with told_if_compiling(), ProgressBar() as bar:

        def report(progress: Progress) -> None:
            # Where others do the work, they start while this process compiles.
            if alone and not bar.pace.total and progress.done < progress.total:
                _get_ready(experiment)
            bar(progress)

        try:
            return collect(experiment, out, workers, progress=report, backend=cluster), bar.pace
        except KeyboardInterrupt:
            raise _interrupted(experiment, out) from None


def _get_ready(experiment: Experiment) -> None:
    """Compile kernels, or load them, before the clock starts: the speed told is that of simulating."""
    from simulate.collect import play

    play(experiment, experiment.whole.head(1))


def _interrupted(experiment: Experiment, out: str | Path) -> Interrupted:
    # Workers may have finished parts that this process has not heard of.
    from simulate.collect import hands_in

    told = f"interrupted: {hands_in(out):,} of {experiment.hands:,} hands are complete in {str(out)!r}"
    return Interrupted(f"{told}; run the same command again to go on")


def _document(experiment: Experiment, out: str | Path, receipt: Receipt, pace: Pace) -> dict[str, Any]:
    from simulate.cli.contract_table import contract_rows

    return {
        "path": str(out),
        "experiment": experiment.id,
        "hands": experiment.hands,
        "start": experiment.start,
        "seed": experiment.seed,
        "rules": experiment.rules.name,
        "players": [player.spec for player in experiment.players],
        "trick_hands": experiment.trick_hands,
        "assign": experiment.assign,
        "found": pace.found,
        "simulated": pace.simulated,
        "seconds": round(pace.seconds, 3),
        "contracts": contract_rows(receipt),
    }


def _tell(experiment: Experiment, out: str | Path, receipt: Receipt, pace: Pace) -> None:
    from simulate.cli.contract_table import caption, contract_table

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
    screen.print(caption(receipt, experiment.rules.unit))
    if isinstance(out, str):
        screen.print(f"Data in {out}: hands/*.parquet", soft_wrap=True)
        return
    screen.print(_where(out), soft_wrap=True)
    if 0 < experiment.trick_hands < experiment.hands:
        screen.print(f"Tricks of the first {experiment.trick_hands:,} hands", soft_wrap=True)
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
