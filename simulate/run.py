"""Simulating from Python in a line: `run` takes names, returns tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from simulate.backends import Backend, checked_workers
from simulate.backends.threads import threads_for
from simulate.cards import CARDS_PER_HAND, SEATS
from simulate.collect import Progress, collect, play, seed_in
from simulate.dataset.frames import to_frame
from simulate.dataset.in_short import in_short
from simulate.dataset.places import is_remote, local_path
from simulate.dataset.reader import open_dataset
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import HANDS, TRICKS, Table
from simulate.deals import resolve_seed
from simulate.engine import BATCH_SIZE
from simulate.errors import UserError
from simulate.experiment import Experiment, count_trick_hands
from simulate.players.from_file import AnyPlayer, player
from simulate.players.player import Player
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.summary import summarize
from simulate.whole import whole

ROWS_IN_MEMORY = 20_000_000
"""Rows of hands and tricks that `run` keeps in memory; beyond, it asks for an output folder (about 50 bytes a row)."""

_PIECE = 65_536


@dataclass(frozen=True)
class Run:
    """Simulated hands.

    Attributes
    ----------
    experiment
        What was simulated.
    receipt
        Sums over all hands.
    hands
        The table ``hands``; Polars LazyFrame.
    path
        The dataset's folder; None if the hands are in memory.
    """

    experiment: Experiment
    receipt: Receipt
    hands: pl.LazyFrame
    path: Path | None = None
    _tricks: pl.LazyFrame | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        place = "" if self.path is None else f"{str(self.path)!r}, "
        return f"Run({place}{in_short(self.experiment.provenance)})"

    @property
    def tricks(self) -> pl.LazyFrame:
        """The table ``tricks``, of the first ``experiment.trick_hands`` hands; `UserError` if there are none."""
        if self._tricks is None:
            raise UserError("this run has no tricks: simulate with tricks=True")
        return self._tricks

    @property
    def seed(self) -> int:
        """The seed: the same one gives the same hands again."""
        return self.experiment.seed

    @property
    def summary(self) -> pl.DataFrame:
        """One row per contract: hands, share, win rate, mean eyes, mean score (see `simulate.summary.summarize`)."""
        return summarize(self.receipt)


def run(
    hands: int,
    players: AnyPlayer | Sequence[AnyPlayer] = "normal",
    rules: str | Path | Rules = "standard",
    seed: int | None = None,
    *,
    start: int = 0,
    tricks: bool | int = False,
    assign: str | None = None,
    out: str | Path | None = None,
    workers: int = 1,
    batch_size: int = BATCH_SIZE,
    progress: Callable[[Progress], None] | None = None,
    backend: Backend | None = None,
    threads: int | None = None,
) -> Run:
    """Return simulated hands, in memory or as a dataset in a folder.

    Parameters
    ----------
    hands
        How many.
    players
        Such as ``"normal"`` or ``"normal,bold,normal/random,cautious"`` (see `simulate.players.registry`); or a player,
        a half of one, or a function with a decorator of `simulate.players.own`; or four of all these in a list.
    rules
        Preset, TOML file, or `simulate.rules.Rules`.
    seed
        0 .. 2**64 - 1; None draws one, or goes on with that of an unfinished run in `out`.
    start
        First hand id.
    tricks
        Whether to record tricks; a number records those of so many hands, the first ones.
    assign
        "all" or a contract such as "wenz": it is assigned instead of bid (see `simulate.assign`).
    out
        Folder of the dataset, or a URL such as ``s3://bucket/run``; None keeps the hands in memory.
    workers
        Processes if there is a folder, else threads.
    batch_size
        Hands in lockstep; changes speed only.
    progress
        Called as the run goes on, if there is a folder.
    backend
        Runs the shards instead of `workers`, if there is a folder: such as
        `simulate.backends.dask_cluster.DaskCluster`.
    threads
        In each process, if there is a folder; None: what is free of the cores (see `simulate.collect.collect`).

    Raises
    ------
    UserError
        If something given can't be used, or there are too many hands for the memory.

    Examples
    --------
    >>> again = run(hands=1000, seed=1)
    >>> again.hands.collect().shape
    (1000, 29)
    >>> int(again.summary["hands"].sum())
    1000
    """
    if seed is None and out is not None:
        seed = seed_in(out)
    hands = whole(hands, "hands =")
    trick_hands = count_trick_hands(tricks, hands)
    experiment = Experiment(Rules.load(rules), _players(players), resolve_seed(seed), hands, start, trick_hands, assign)
    if out is None:
        return _in_memory(experiment, workers, batch_size)
    receipt = collect(experiment, out, workers, batch_size, progress, backend, threads)
    if isinstance(out, str) and is_remote(out):
        return Run(experiment, receipt, _scan(out, HANDS), None, _scan(out, TRICKS) if trick_hands else None)
    folder = local_path(out)
    dataset = open_dataset(folder)
    return Run(experiment, receipt, dataset.hands, folder, dataset.tricks if trick_hands else None)


def _scan(url: str, table: Table) -> pl.LazyFrame:
    return pl.scan_parquet(f"{url.rstrip('/')}/{table.name}/*.parquet")


def _players(players: AnyPlayer | Sequence[AnyPlayer]) -> tuple[Player, ...]:
    if isinstance(players, str):
        return parse_players(players)
    if isinstance(players, Sequence):
        return tuple(map(player, players))
    return (player(players),) * SEATS


def _in_memory(experiment: Experiment, workers: int, batch_size: int) -> Run:
    rows = experiment.hands + CARDS_PER_HAND * experiment.trick_hands
    if rows > ROWS_IN_MEMORY:
        raise UserError(
            f"{experiment.hands} hands make {rows} rows, more than the {ROWS_IN_MEMORY} kept in memory: "
            'name an output folder, such as out="data/run"'
        )

    most = checked_workers(workers)
    # Players that are Python code take turns anyway, and may keep something between their calls.
    with ThreadPoolExecutor(most if threads_for(experiment.players, 1) > 1 else 1) as threads:
        pieces = experiment.whole.split(_PIECE)
        played = list(threads.map(lambda piece: play(experiment, piece, batch_size), pieces))
    hands = pl.concat([to_frame(piece.hands) for piece in played])
    tricks = [to_frame(piece.tricks) for piece in played if piece.tricks is not None]
    receipt = sum((piece.receipt for piece in played), Receipt())
    return Run(experiment, receipt, hands.lazy(), None, pl.concat(tricks).lazy() if tricks else None)
