"""Does a dataset hold what its manifest says? Hashes, rules that every row obeys, and hands played once more.

Imported hands can't be played once more; the referee judges them once more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from simulate.dataset.checks import Broken, broken_hands, broken_tricks, recount
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.difference_text import difference_text
from simulate.dataset.frames import polars_schema, to_frame
from simulate.dataset.manifest import MANIFEST
from simulate.dataset.parts import check_bytes
from simulate.dataset.provenance import Provenance
from simulate.dataset.reader import Dataset, open_dataset
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import HANDS, TRICKS, Table
from simulate.deals import resolve_seed
from simulate.engine import Engine, Played
from simulate.errors import UserError
from simulate.experiment import Experiment, Shard, shards_of
from simulate.recorded import Judged, games_in, judge, rows_of
from simulate.rules import Rules
from simulate.table import Array
from simulate.whole import whole

SAMPLE = 10_000
"""Hands played once more unless said otherwise."""
MOST_FINDINGS = 100
"""Findings reported one by one."""

_Again: TypeAlias = Callable[["_Rows"], Iterator["Finding"]]


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
        Hands that were played (imported ones: judged) once more and compared column by column.
    findings
        The first `MOST_FINDINGS` things that are wrong.
    found
        How many there are.
    imported
        Whether the hands were imported.
    """

    hands: int
    replayed: int
    findings: tuple[Finding, ...]
    found: int
    imported: bool = False

    @property
    def ok(self) -> bool:
        """Whether all is well."""
        return self.found == 0

    def __str__(self) -> str:
        how = "judged" if self.imported else "played"
        checked = f"{self.hands:,} hands checked, {self.replayed:,} {how} once more"
        if self.ok:
            return f"{checked}: no difference"
        more = [f"... and {self.found - len(self.findings):,} more"] if self.found > len(self.findings) else []
        return "\n".join([f"{checked}: {self.found:,} differences", *map(str, self.findings), *more])


def verify(path: str | Path, sample: int | None = SAMPLE, seed: int = 0) -> Report:
    """Return what is wrong with a dataset.

    Every part's hash and every row's invariants are checked. A sample of the hands is simulated again from the manifest
    and every column compared; of imported hands the referee judges the cards once more instead.

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
    sample = None if sample is None else whole(sample, "sample =")
    seed = resolve_seed(whole(seed, "seed ="))
    dataset = open_dataset(path, hashes=False)
    provenance = dataset.manifest.provenance
    if sample is not None and sample < 0:
        raise UserError(f"sample = {sample} is out of range: use 0 or more, or all")
    everything = sample is None or sample >= provenance.hands
    chosen = None if everything else _sample(provenance, sample or 0, seed)
    again = None if sample == 0 else _again(dataset)
    findings: list[Finding] = []
    found = 0
    for finding in _findings(dataset, again, chosen):
        found += 1
        if len(findings) < MOST_FINDINGS:
            findings.append(finding)
    replayed = provenance.hands if chosen is None else len(chosen)
    return Report(provenance.hands, replayed, tuple(findings), found, provenance.file is not None)


class _Rows(NamedTuple):
    """The rows of one shard, and which of its hands to play once more."""

    shard: Shard
    hands_path: str
    hands: pl.DataFrame
    tricks_path: str
    tricks: pl.DataFrame | None
    ids: Array

    @property
    def have_tricks(self) -> pl.Expr:
        """Whether a hand is one of the first, which have tricks."""
        return pl.col("hand_id") <= pl.lit(self.shard.first + self.shard.trick_hands - 1, pl.UInt64)

    @property
    def with_tricks(self) -> pl.DataFrame:
        """The hands that have tricks."""
        return self.hands.filter(self.have_tricks)


def _again(dataset: Dataset) -> _Again:
    """Return what finds the hands of a shard that come out differently."""
    if dataset.manifest.provenance.file is not None:
        return partial(_judge_again, dataset.rules)
    return partial(_play_again, _engine(dataset))


def _play_again(engine: Engine, rows: _Rows) -> Iterator[Finding]:
    yield from _compare_all(rows, engine.simulate(rows.ids, rows.tricks is not None))


def _judge_again(rules: Rules, rows: _Rows) -> Iterator[Finding]:
    if rows.tricks is None:
        return
    hands = rows.with_tricks.filter(pl.col("hand_id").is_in(rows.ids))
    judged: dict[int, Judged] = {}
    for hand_id, game in zip(hands["hand_id"], games_in(hands, rows.tricks), strict=True):
        try:
            judged[hand_id] = judge(rules, game)
        except UserError as error:
            yield Finding(rows.hands_path, f"hand {hand_id}: {error}")
    yield from _compare_all(rows, rows_of(list(judged.values()), np.array(list(judged), np.uint64)))


def _compare_all(rows: _Rows, expected: Played) -> Iterator[Finding]:
    yield from _compare(rows.hands_path, rows.hands, to_frame(hands_table(expected.hands)), ["hand_id"])
    if rows.tricks is not None and expected.tricks is not None:
        tricks = to_frame(tricks_table(expected.tricks)).filter(rows.have_tricks)
        yield from _compare(rows.tricks_path, rows.tricks, tricks, ["hand_id", "trick"])


def _engine(dataset: Dataset) -> Engine:
    """Return the engine that made a dataset; `UserError` if this program's is another one."""
    made_by = dataset.manifest.provenance
    experiment = Experiment.of(made_by)
    told = difference_text(made_by.unmerged, experiment.provenance, "{name} {one} (this is {other})")
    if told:
        fix = _fix([*made_by.unmerged.differences(experiment.provenance)])
        raise UserError(
            f"dataset {str(dataset.path)!r} was made with {told}: {fix}, or play no hands once more (--sample 0)"
        )
    return experiment.engine()


def _fix(differ: list[str]) -> str:
    """Return what to do where settings of these names differ."""
    fixes = {"_sha256": "restore the file", "_version": "install the version that made it"}
    told = [fix for ending, fix in fixes.items() if any(name.endswith(ending) for name in differ)]
    return " and ".join(told) or fixes["_version"]


def _sample(provenance: Provenance, sample: int, seed: int) -> Array:
    """Return the chosen hand ids, sorted, uint64."""
    chosen = np.random.default_rng(seed).choice(provenance.hands, sample, replace=False)
    numbers = np.sort(chosen).astype(np.uint64)
    ids: list[Array] = []
    before = 0
    for first, hands in provenance.ranges:
        begin, end = np.searchsorted(numbers, np.array([before, before + hands], np.uint64))
        ids.append(numbers[begin:end] - np.uint64(before) + np.uint64(first))
        before += hands
    return np.concatenate(ids)


def _findings(dataset: Dataset, again: _Again | None, chosen: Array | None) -> Iterator[Finding]:
    manifest = dataset.manifest
    for part in manifest.parts:
        try:
            check_bytes(dataset.path, part)
        except UserError as error:
            yield Finding(part.path, str(error))
    provenance = manifest.provenance
    counted = Receipt()
    for number, shard in enumerate(shards_of(provenance)):
        rows = yield from _load_shard(dataset, number, shard, _ids_in(shard, chosen))
        if rows is None:
            continue
        counted += recount(rows.hands)
        yield from _told(rows.hands_path, rows.hands, broken_hands(rows.hands, shard.first))
        if again is not None:
            yield from again(rows)
        if rows.tricks is not None:
            yield from _told(rows.tricks_path, rows.tricks, broken_tricks(rows.with_tricks, rows.tricks))
    if counted != manifest.receipt:
        yield Finding(MANIFEST, "the summary should be the sums over the rows")


def _load_shard(dataset: Dataset, number: int, shard: Shard, ids: Array) -> Generator[Finding, None, _Rows | None]:
    hands = yield from _load(dataset, HANDS, number)
    if hands is None:
        return None
    hands_path = dataset.manifest.parts_of(HANDS.name)[number].path
    if not shard.trick_hands:
        return _Rows(shard, hands_path, hands, "", None, ids)
    tricks = yield from _load(dataset, TRICKS, number)
    return _Rows(shard, hands_path, hands, dataset.manifest.parts_of(TRICKS.name)[number].path, tricks, ids)


def _load(dataset: Dataset, table: Table, number: int) -> Generator[Finding, None, pl.DataFrame | None]:
    """Return a part as a frame; None, after a finding, if it can't be read."""
    part = dataset.manifest.parts_of(table.name)[number]
    try:
        frame = pl.read_parquet(dataset.path / part.path)
    except (pl.exceptions.PolarsError, OSError) as error:
        yield Finding(part.path, f"can't be read: {' '.join(str(error).split())}")
        return None
    if frame.schema != polars_schema(table):
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
