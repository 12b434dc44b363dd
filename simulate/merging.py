"""Runs of the same experiment over different hand ids, joined into one dataset."""

from __future__ import annotations

import hashlib
import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from simulate.dataset.difference_text import difference_text
from simulate.dataset.files import move_into_place, telling
from simulate.dataset.folder import STAGING, RunFolder, open_folder
from simulate.dataset.manifest import Manifest, Part
from simulate.dataset.parts import damaged
from simulate.dataset.places import is_remote, local_path
from simulate.dataset.provenance import Provenance
from simulate.dataset.reader import Dataset, open_dataset
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import TABLES, Table
from simulate.errors import UserError

_MAY_DIFFER = ("first_hand", "hands", "pieces", "trick_hands", "rules.name", "rules.unit")
_BLOCK = 1 << 20


def merge(
    datasets: Sequence[str | Path], out: str | Path, progress: Callable[[int, int], None] | None = None
) -> Receipt:
    """Return the sums over the hands of several datasets, which are then one dataset in `out`.

    Parts are copied and their hashes checked. If the hand ids follow each other and the datasets end where shards end,
    the result is byte for byte what a single run would have written. An interrupted call goes on where it was.

    Parameters
    ----------
    datasets
        Folders of two or more, of the same experiment, without a hand in common; in any order.
    out
        Folder: new, empty, or of the same merge.
    progress
        Called with the number of files copied, and of all.

    Raises
    ------
    UserError
        If a setting differs, hands are in two datasets, those with tricks would not be the first ones, a part is
        damaged, or `out` can't be written.
    """
    if len(datasets) < 2:
        raise UserError(f"{len(datasets)} dataset can't be merged: name two or more")
    if is_remote(out):
        raise UserError(f"{str(out)!r} is not on this machine: merge into a folder, then copy it there")
    opened = sorted(map(open_dataset, datasets), key=_first_hand)
    for one, other in pairwise(opened):
        _check_same_experiment(one, other)
    manifest = _merged(opened)
    with open_folder(local_path(out), manifest.provenance) as folder:
        if folder.manifest is None:
            _copy_all(opened, folder, progress or _ignore)
            folder.commit_manifest(manifest)
    return manifest.receipt


def _first_hand(dataset: Dataset) -> int:
    return dataset.manifest.provenance.first_hand


def _check_same_experiment(one: Dataset, other: Dataset) -> None:
    mine, theirs = one.manifest.provenance, other.manifest.provenance
    if told := difference_text(mine, theirs, leave_out=_MAY_DIFFER):
        raise UserError(
            f"{str(one.path)!r} and {str(other.path)!r} differ in {told}: only runs of one experiment can be merged"
        )


def _merged(datasets: Sequence[Dataset]) -> Manifest:
    """Return the manifest of all, parts in the order of hand ids."""
    ranges = sorted((span, str(dataset.path)) for dataset in datasets for span in dataset.manifest.provenance.ranges)
    for ((first, hands), one), ((second, others), other) in pairwise(ranges):
        if first + hands > second:
            last = min(first + hands, second + others) - 1
            raise UserError(
                f"hands {second} to {last} are in {one!r} and in {other!r}: "
                "merge runs with different hand ids (--start)"
            )
    ordered = tuple(part for table in TABLES for _, part in sorted(_numbered(datasets, table), key=itemgetter(0)))
    total = sum((dataset.manifest.receipt for dataset in datasets), Receipt())
    lowest, trick_hands = datasets[0].manifest.provenance, _trick_hands(datasets)
    return Manifest(_merged_provenance(lowest, [span for span, _ in ranges], trick_hands), total, ordered)


def _trick_hands(datasets: Sequence[Dataset]) -> int:
    """Return how many hands of the result have tricks; `UserError` if they would not be its first ones."""
    spans = sorted(span for dataset in datasets for span in _spans(dataset))
    for (first, hands, with_tricks, one), (_, _, following, other) in pairwise(spans):
        if following and with_tricks < hands:
            raise UserError(
                f"hands {first + with_tricks} to {first + hands - 1} in {one!r} have no tricks, but those after them "
                f"in {other!r} have: only the first hands of a dataset can, so simulate one of the two again"
            )
    return sum(dataset.manifest.provenance.trick_hands for dataset in datasets)


def _spans(dataset: Dataset) -> Iterator[tuple[int, int, int, str]]:
    """Yield each range of hand ids: the first, how many, how many of these have tricks, in which dataset."""
    provenance = dataset.manifest.provenance
    tricks = dict(provenance.trick_ranges)
    return ((first, hands, tricks.get(first, 0), str(dataset.path)) for first, hands in provenance.ranges)


def _numbered(datasets: Sequence[Dataset], table: Table) -> Iterator[tuple[int, Part]]:
    """Yield the parts of a table, each with its first hand id."""
    for manifest in (dataset.manifest for dataset in datasets):
        for (first, _, _), part in zip(manifest.provenance.shard_ranges(), manifest.parts_of(table.name), strict=False):
            yield first, part


def _merged_provenance(first: Provenance, ranges: Sequence[tuple[int, int]], trick_hands: int) -> Provenance:
    """Return the provenance of all hands; ranges that end where a shard ends are one with those that follow."""
    joined: list[tuple[int, int]] = []
    for begin, hands in ranges:
        if joined and sum(joined[-1]) == begin and joined[-1][1] % first.shard_hands == 0:
            joined[-1] = (joined[-1][0], joined[-1][1] + hands)
        else:
            joined.append((begin, hands))
    pieces = tuple(joined) if len(joined) > 1 else None
    hands = sum(hands for _, hands in joined)
    return replace(first, first_hand=joined[0][0], hands=hands, pieces=pieces, trick_hands=trick_hands)


def _copy_all(datasets: Sequence[Dataset], folder: RunFolder, progress: Callable[[int, int], None]) -> None:
    parts = [(dataset, part) for dataset in datasets for part in dataset.manifest.parts]
    for number, (dataset, part) in enumerate(parts):
        progress(number, len(parts))
        if not _is_there(folder.path / part.path, part):
            _copy(dataset, part, folder.path)
    progress(len(parts), len(parts))


def _is_there(path: Path, part: Part) -> bool:
    if not path.is_file() or path.stat().st_size != part.bytes:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == part.sha256


def _copy(dataset: Dataset, part: Part, out: Path) -> None:
    """Copy a part so that it is there in full or not at all."""
    staged = out / STAGING / f"{uuid.uuid4().hex}.parquet"
    try:
        with telling(out / part.path):
            (out / part.path).parent.mkdir(exist_ok=True)
            if _copied(dataset.path / part.path, staged) != part.sha256:
                raise damaged(dataset.path / part.path)
            move_into_place(staged, out / part.path)
    finally:
        with suppress(OSError):
            staged.unlink(missing_ok=True)


def _copied(source: Path, target: Path) -> str:
    """Copy a file and wait until it is on the disk; return the hash of its bytes."""
    digest = hashlib.sha256()
    with source.open("rb") as file, target.open("xb") as copy:
        while block := file.read(_BLOCK):
            digest.update(block)
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    return digest.hexdigest()


def _ignore(*_: Any) -> None:
    pass
