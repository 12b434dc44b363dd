"""Does a dataset hold what its manifest says? Hashes, rules that every row obeys, and hands played once more."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simulate.dataset.checks import Broken, broken_hands, broken_tricks, recount
from simulate.dataset.convert import hands_table, to_frame, tricks_table
from simulate.dataset.manifest import MANIFEST
from simulate.dataset.provenance import PlayerRecord, Provenance
from simulate.dataset.reader import Dataset, check_bytes, open_dataset
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import HANDS, TRICKS, Table
from simulate.engine import ENGINE_VERSION, Engine
from simulate.errors import UserError
from simulate.experiment import Shard
from simulate.players.registry import parse_player
from simulate.table import Array

SAMPLE = 10_000
"""Hands played once more unless said otherwise."""
MOST_FINDINGS = 100
"""Findings reported one by one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Attributes
    ----------
    file
        The part, below the dataset's folder.
    says
        What should hold.
    hand_id, trick
        Where; None for a whole file or a whole hand.
    column
        The column, None for a whole file.
    stored
        What the file holds.
    """

    file: str
    says: str
    hand_id: int | None = None
    trick: int | None = None
    column: str | None = None
    stored: Any = None

    def __str__(self) -> str:
        if self.column is None:
            return f"{self.file}: {self.says}"
        trick = "" if self.trick is None else f", trick {self.trick}"
        return f"{self.file}: hand {self.hand_id}{trick}: {self.column} = {self.stored!r}, expected {self.says}"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a verification.

    Attributes
    ----------
    hands
        Hands whose rows were checked.
    replayed
        Hands that were played once more and compared column by column.
    findings
        The first `MOST_FINDINGS` things that are wrong.
    found
        How many there are.
    """

    hands: int
    replayed: int
    findings: tuple[Finding, ...]
    found: int

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.found == 0

    def __str__(self) -> str:
        checked = f"{self.hands} hands checked, {self.replayed} played once more"
        if self.ok:
            return f"{checked}: no difference"
        more = [f"... and {self.found - len(self.findings)} more"] if self.found > len(self.findings) else []
        return "\n".join([f"{checked}: {self.found} differences", *map(str, self.findings), *more])


def verify(path: str | Path, sample: int | None = SAMPLE, seed: int = 0) -> Report:
    """Return what is wrong with a dataset.

    Every part's hash and every row's invariants are checked. A sample of the hands is simulated again from the manifest
    and every column compared.

    Parameters
    ----------
    path
        The dataset's folder.
    sample
        Hands to play once more; None: all; 0: none.
    seed
        Chooses the sample.

    Raises
    ------
    UserError
        If there is no complete dataset, or hands are to be played once more and the engine or a player has another
        version than the one that made it.
    """
    dataset = open_dataset(path)
    provenance = dataset.manifest.provenance
    if sample is not None and sample < 0:
        raise UserError(f"sample = {sample} is out of range: use 0 or more, or all")
    everything = sample is None or sample >= provenance.hands
    chosen = None if everything else _sample(provenance, sample or 0, seed)
    engine = None if sample == 0 else _engine(dataset)
    findings: list[Finding] = []
    found = 0
    for finding in _findings(dataset, engine, chosen):
        found += 1
        if len(findings) < MOST_FINDINGS:
            findings.append(finding)
    return Report(provenance.hands, provenance.hands if chosen is None else len(chosen), tuple(findings), found)


def _engine(dataset: Dataset) -> Engine:
    provenance = dataset.manifest.provenance
    if provenance.engine_version != ENGINE_VERSION:
        raise UserError(
            f"dataset {str(dataset.path)!r} was made by engine version {provenance.engine_version}, this is "
            f"{ENGINE_VERSION}: install the version that made it, or play no hands once more (sample = 0)"
        )
    players = tuple(parse_player(record.spec) for record in provenance.players)
    for record, player in zip(provenance.players, players, strict=True):
        if PlayerRecord.of(player) != record:
            raise UserError(
                f"dataset {str(dataset.path)!r} was played by another version of {record.spec!r}: install the version "
                "that made it, or play no hands once more (sample = 0)"
            )
    return Engine(dataset.rules, players, provenance.seed)


def _sample(provenance: Provenance, sample: int, seed: int) -> Array:
    """Return the chosen hand ids, sorted, uint64."""
    chosen = np.random.default_rng(seed).choice(provenance.hands, sample, replace=False)
    return np.uint64(provenance.first_hand) + np.sort(chosen).astype(np.uint64)


def _findings(dataset: Dataset, engine: Engine | None, chosen: Array | None) -> Iterator[Finding]:
    manifest = dataset.manifest
    for part in manifest.parts:
        try:
            check_bytes(dataset.path, part)
        except UserError as error:
            yield Finding(part.path, str(error))
    provenance = manifest.provenance
    counted = Receipt()
    for number, shard in enumerate(Shard(provenance.first_hand, provenance.hands).split(provenance.shard_hands)):
        hands = yield from _load(dataset, HANDS, number)
        if hands is None:
            continue
        counted += recount(hands)
        path = manifest.parts_of(HANDS.name)[number].path
        yield from _told(path, hands, broken_hands(hands, shard.first))
        ids = _ids_in(shard, chosen)
        played = None if engine is None else engine.simulate(ids, provenance.tricks)
        if played is not None:
            yield from _compare(path, hands, to_frame(hands_table(played.hands)), ["hand_id"])
        if not provenance.tricks:
            continue
        tricks = yield from _load(dataset, TRICKS, number)
        if tricks is None:
            continue
        path = manifest.parts_of(TRICKS.name)[number].path
        yield from _told(path, tricks, broken_tricks(hands, tricks))
        if played is not None and played.tricks is not None:
            yield from _compare(path, tricks, to_frame(tricks_table(played.tricks)), ["hand_id", "trick"])
    if counted != manifest.receipt:
        yield Finding(MANIFEST, "the summary should be the sums over the rows")


def _load(dataset: Dataset, table: Table, number: int) -> Generator[Finding, None, pl.DataFrame | None]:
    """Return a part as a frame; None, after a finding, if it can't be read."""
    part = dataset.manifest.parts_of(table.name)[number]
    try:
        frame = pl.read_parquet(dataset.path / part.path)
    except (pl.exceptions.PolarsError, OSError) as error:
        yield Finding(part.path, f"can't be read: {' '.join(str(error).split())}")
        return None
    if frame.schema != table.polars:
        yield Finding(part.path, f"the columns are not those of the table {table.name}")
        return None
    return frame


def _ids_in(shard: Shard, chosen: Array | None) -> Array:
    if chosen is None:
        return shard.hand_ids
    begin = np.searchsorted(chosen, np.uint64(shard.first), side="left")
    end = np.searchsorted(chosen, np.uint64(shard.last), side="right")
    return chosen[begin:end]


def _told(path: str, frame: pl.DataFrame, broken: Iterable[Broken]) -> Iterator[Finding]:
    for column, says, rows in broken:
        for row in rows:
            at = min(int(row), len(frame) - 1)
            if at < 0:
                yield Finding(path, says)
                continue
            values = frame.row(at, named=True)
            yield Finding(path, says, values["hand_id"], values.get("trick"), column, values[column])


def _compare(path: str, stored: pl.DataFrame, expected: pl.DataFrame, key: list[str]) -> Iterator[Finding]:
    """Yield every value that is not what playing the hand once more gives."""
    stored = stored.filter(pl.col("hand_id").is_in(expected["hand_id"].unique().implode()))
    if not stored.select(key).equals(expected.select(key)):
        yield Finding(path, "the hands played once more should have these rows, each once and in order")
        return
    for column in expected.columns:
        rows = np.flatnonzero(stored[column].ne_missing(expected[column]).to_numpy())
        for row in rows:
            values = stored.row(int(row), named=True)
            says = repr(expected[column][int(row)])
            yield Finding(path, says, values["hand_id"], values.get("trick"), column, values[column])
