"""Runs an experiment into a folder: only the shards that are missing, wherever a backend runs them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa

from simulate.backends import Backend, checked_workers, local_backend
from simulate.backends.serial import Serial
from simulate.backends.threads import in_order, threads_for
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.files import canonical_json, telling
from simulate.dataset.folder import STAGING, RunFolder, ShardReceipt, open_folder, recorded_seed
from simulate.dataset.manifest import MANIFEST, Manifest
from simulate.dataset.places import is_remote, local_path
from simulate.dataset.receipt import Receipt
from simulate.dataset.remote import Remote, RemoteFolder, open_remote, remote_hands, remote_seed
from simulate.dataset.schema import HANDS, TRICKS
from simulate.dataset.writer import ROW_GROUP_HANDS, PartWriter, part_writer
from simulate.engine import BATCH_SIZE
from simulate.experiment import Experiment, Shard
from simulate.table import Array

WARM_UP_HANDS = 256
"""So many hands are played once before workers start, so that everything is compiled."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    done, total
        Hands simulated; hands to be there at the end.
    found
        Hands that an earlier run had finished already.
    receipt
        Sums over the hands on the disk.
    """

    done: int
    total: int
    found: int
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class WriteShard:
    """Simulates a shard and writes its parts; what a backend runs.

    Attributes
    ----------
    experiment
        What to simulate.
    folder
        Folder of the dataset.
    batch_size
        Hands in lockstep.
    threads
        Row groups simulated at once.
    told
        Called with the number of hands as they are simulated; another process can't be told.
    """

    experiment: Experiment
    folder: Path
    batch_size: int
    threads: int = 1
    told: Callable[[int], None] | None = None

    def __call__(self, shard: Shard) -> ShardReceipt:
        """Return the receipt of a shard, which is then on the disk."""
        with telling(self.folder), ExitStack() as stack:
            tables = (HANDS, TRICKS) if shard.trick_hands else (HANDS,)
            provenance = _shard_provenance(self.experiment, shard)
            writers = [
                stack.enter_context(part_writer(self.folder, self.folder / STAGING, table, shard.name, provenance))
                for table in tables
            ]
            counted = self._write(shard, writers)
            receipt = ShardReceipt(shard.name, tuple(writer.commit() for writer in writers), counted)
            receipt.save(self.folder)
        return receipt

    def key(self, shard: Shard) -> str:
        """Return what names the work on a shard wherever it is done: equal keys, equal files in the same place."""
        return task_key(self.experiment, str(self.folder), shard)

    def warm_up(self) -> None:
        """Compile what a shard needs, so that workers find it on the disk of their machine."""
        with telling(self.folder):
            _warm_up(self.experiment)

    def _write(self, shard: Shard, writers: list[PartWriter]) -> Receipt:
        counted = Receipt()
        told = self.told or _ignore
        # Of several threads this one tells, after each row group.
        each_batch = told if self.threads == 1 else None
        simulate = partial(play, self.experiment, batch_size=self.batch_size, told=each_batch)
        with closing(in_order(simulate, shard.split(ROW_GROUP_HANDS), self.threads)) as groups:
            for played in groups:
                counted += played.receipt
                if each_batch is None:
                    told(played.receipt.hands)
                # The last groups may be without tricks.
                for writer, table in zip(writers, played.tables, strict=False):
                    writer.write(table)
        return counted


@dataclass(frozen=True, slots=True)
class UploadShard:
    """Simulates a shard, and writes its parts to a URL once they are complete; what a backend runs.

    Attributes
    ----------
    experiment, batch_size, threads, told
        As in `WriteShard`.
    url
        Where the dataset is to be.
    """

    experiment: Experiment
    url: str
    batch_size: int
    threads: int = 1
    told: Callable[[int], None] | None = None

    def __call__(self, shard: Shard) -> ShardReceipt:
        """Return the receipt of a shard, which is then in its place."""
        with TemporaryDirectory() as scratch:
            folder = Path(scratch)
            (folder / STAGING).mkdir()
            receipt = WriteShard(self.experiment, folder, self.batch_size, self.threads, self.told)(shard)
            Remote.at(self.url).upload(folder, receipt)
        return receipt

    def key(self, shard: Shard) -> str:
        """Return what names the work on a shard wherever it is done."""
        return task_key(self.experiment, self.url, shard)

    def warm_up(self) -> None:
        """Compile what a shard needs, so that workers find it on the disk of their machine."""
        _warm_up(self.experiment)


def task_key(experiment: Experiment, place: str, shard: Shard) -> str:
    """Return a name for the work on a shard: a hash of all that decides what is written where, and the shard."""
    content = canonical_json([experiment.provenance.to_mapping(), place])
    return f"schafkopf-{hashlib.sha256(content.encode()).hexdigest()[:16]}-{shard.name}"


@dataclass(frozen=True, slots=True)
class Played:
    """Hands that have been played.

    Attributes
    ----------
    hands, tricks
        Arrow tables; tricks are those of the hands that are to have them, None if there are no such hands.
    receipt
        Sums over the hands.
    """

    hands: pa.Table
    tricks: pa.Table | None
    receipt: Receipt

    @property
    def tables(self) -> tuple[pa.Table, ...]:
        """The tables there are."""
        return (self.hands,) if self.tricks is None else (self.hands, self.tricks)


def play(
    experiment: Experiment, shard: Shard, batch_size: int = BATCH_SIZE, told: Callable[[int], None] | None = None
) -> Played:
    """Return the hands of a shard, or of a piece of one, played; `told` is called with their number as they are."""
    rows = experiment.engine(batch_size).simulate(shard.hand_ids, shard.trick_hands > 0, told)
    tricks = None if rows.tricks is None else tricks_table(_of_first(rows.tricks, shard))
    return Played(hands_table(rows.hands), tricks, Receipt.of_rows(rows.hands))


def _of_first(tricks: Array, shard: Shard) -> Array:
    """Return the tricks of the hands that are to have them."""
    end = np.searchsorted(tricks["hand_id"] - np.uint64(shard.first), np.uint64(shard.trick_hands))
    return tricks[:end]


def collect(
    experiment: Experiment,
    out: str | Path,
    workers: int = 1,
    batch_size: int = BATCH_SIZE,
    progress: Callable[[Progress], None] | None = None,
    backend: Backend | None = None,
    threads: int | None = None,
) -> Receipt:
    """Return the sums over all hands of an experiment, which are then a dataset in `out`.

    Shards that an earlier, interrupted call has finished are kept. A dataset that is complete is left as it is.
    One version of this package writes the same bytes whatever the workers, the threads, the batch size and the
    interruptions.

    Parameters
    ----------
    experiment
        What to simulate.
    out
        Folder: new, empty, or of the same experiment. A URL such as ``s3://bucket/run`` may name any place that fsspec
        reaches.
    workers
        Processes on this machine; 1 stays in this process.
    batch_size
        Hands in lockstep; changes speed only.
    progress
        Called at the start and after each shard; in this process between them, too.
    backend
        Runs the shards instead of `workers`.
    threads
        In each process; None: what is free of this machine's cores, 1 with another backend or with players written in
        Python, which may keep something from one call to the next.

    Raises
    ------
    UserError
        If the folder holds anything else, can't be written, or another run is writing to it.
    """
    chosen = backend or local_backend(workers)
    if threads is None:
        threads = 1 if backend else threads_for(experiment.players, workers)
    threads = checked_workers(threads, "threads")
    report = progress or _ignore
    if isinstance(out, str) and is_remote(out):
        folder = open_remote(out, experiment.provenance)
        return _fill(folder, UploadShard(experiment, folder.place.url, batch_size, threads), chosen, report)
    with open_folder(local_path(out), experiment.provenance) as local:
        # Workers elsewhere have another working directory.
        path = local.path if backend is None else local.path.resolve()
        return _fill(local, WriteShard(experiment, path, batch_size, threads), chosen, report)


def seed_in(out: str | Path) -> int | None:
    """Return the seed of the dataset or unfinished run in a folder or at a URL; None if it holds neither."""
    return remote_seed(out) if isinstance(out, str) and is_remote(out) else recorded_seed(local_path(out))


def hands_in(out: str | Path) -> int:
    """Return how many hands of a run are complete in a folder or at a URL, whoever has written them."""
    if isinstance(out, str) and is_remote(out):
        return remote_hands(out)
    folder = local_path(out)
    if (folder / MANIFEST).exists():
        return Manifest.load(folder).receipt.hands
    return sum(shard.receipt.hands for shard in RunFolder(folder, None).finished().values())


def _fill(
    folder: RunFolder | RemoteFolder,
    work: WriteShard | UploadShard,
    backend: Backend,
    report: Callable[[Progress], None],
) -> Receipt:
    """Run what is missing and commit the dataset; return the sums over all hands."""
    experiment = work.experiment
    if folder.manifest is not None:
        report(Progress(experiment.hands, experiment.hands, experiment.hands, folder.manifest.receipt))
        return folder.manifest.receipt
    finished = _run_missing(experiment, folder, work, backend, report)
    return folder.commit(experiment.provenance, [finished[shard.name] for shard in experiment.shards()])


def _run_missing(
    experiment: Experiment,
    folder: RunFolder | RemoteFolder,
    work: WriteShard | UploadShard,
    backend: Backend,
    report: Callable[[Progress], None],
) -> dict[str, ShardReceipt]:
    finished = folder.finished()
    counted = sum((receipt.receipt for receipt in finished.values()), Receipt())
    found = counted.hands
    report(Progress(found, experiment.hands, found, counted))
    missing = [shard for shard in experiment.shards() if shard.name not in finished]
    done = found

    def told(hands: int) -> None:
        nonlocal done
        done += hands
        report(Progress(done, experiment.hands, found, counted))

    here = replace(work, told=told) if isinstance(backend, Serial) else work
    with closing(backend.run(here, missing)) as results:
        for shard, receipt in results:
            folder.check(receipt)
            finished[shard.name] = receipt
            counted += receipt.receipt
            done = counted.hands
            report(Progress(done, experiment.hands, found, counted))
    return finished


def _warm_up(experiment: Experiment) -> None:
    # Workers that compile the same kernels at once waste time and have crashed numba; they find them on the disk now.
    play(experiment, experiment.whole.head(WARM_UP_HANDS))


def _shard_provenance(experiment: Experiment, shard: Shard) -> str:
    """Return what a Parquet file says of its origin."""
    provenance = experiment.provenance
    return canonical_json(
        {
            "schema_version": provenance.schema_version,
            "engine_version": provenance.engine_version,
            "experiment": provenance.identity,
            "rules": experiment.rules.name,
            "players": [player.spec for player in experiment.players],
            "seed": experiment.seed,
            "first_hand": shard.first,
            "hands": shard.hands,
        }
    )


def _ignore(_: object) -> None:
    pass
