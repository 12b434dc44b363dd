"""The folder of a dataset while it is being made: what is being run, which shards are there, the commit.

While a run goes on, ``_run.json`` says what it plays, and ``_staging`` holds unfinished files and one receipt for each
finished shard. The receipt is written last, so a shard that has one is complete. At the end ``_manifest.json`` takes
the place of both.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from simulate.dataset.difference_text import difference_text
from simulate.dataset.files import telling, to_json, write_atomically
from simulate.dataset.lock import LOCK_FILE, only_run_in
from simulate.dataset.manifest import FORMAT, MANIFEST, RUN_FILE, Manifest, Part, load_json
from simulate.dataset.parts import check_parts
from simulate.dataset.provenance import Provenance
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import TABLES
from simulate.errors import UserError

STAGING = "_staging"
"""Folder of unfinished files."""

_OWN = (MANIFEST, RUN_FILE, LOCK_FILE, STAGING, *(table.name for table in TABLES))


@dataclass(frozen=True, slots=True)
class ShardReceipt:
    """What a finished shard has left on the disk, and what it counted.

    Attributes
    ----------
    name
        The shard's name.
    parts
        Its files, one for each table.
    receipt
        Sums over its hands.
    """

    name: str
    parts: tuple[Part, ...]
    receipt: Receipt

    def to_mapping(self) -> dict[str, Any]:
        """Return the receipt as JSON values."""
        return {
            "name": self.name,
            "parts": [asdict(part) for part in self.parts],
            "summary": self.receipt.to_mapping(),
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Return the receipt that `to_mapping` has written."""
        parts = tuple(Part(**part) for part in values["parts"])
        return cls(values["name"], parts, Receipt.from_mapping(values["summary"]))

    def save(self, folder: Path) -> None:
        """Commit the shard, whose parts are in place."""
        staging = folder / STAGING
        write_atomically(staging / f"{self.name}.json", staging, to_json(self.to_mapping()))


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A folder that this run alone writes to; `open_folder` makes it.

    Attributes
    ----------
    path
        The folder.
    manifest
        The manifest, if the dataset is complete.
    """

    path: Path
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """What the user calls it."""
        return str(self.path)

    def finished(self) -> dict[str, ShardReceipt]:
        """Return the receipts of the shards that are complete, by name."""
        receipts: dict[str, ShardReceipt] = {}
        for path in sorted((self.path / STAGING).glob("*.json")):
            try:
                receipt = ShardReceipt.from_mapping(json.loads(path.read_text(encoding="utf-8")))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                # Damaged from outside: the shard is simulated again.
                continue
            if all(_has_size(self.path / part.path, part.bytes) for part in receipt.parts):
                receipts[receipt.name] = receipt
        return receipts

    def check(self, receipt: ShardReceipt) -> None:
        """Check that the parts of a shard are where a worker says it has put them; `UserError` if they are not."""
        for part in receipt.parts:
            if not _has_size(self.path / part.path, part.bytes):
                raise UserError(
                    f"{str(self.path / part.path)!r} was written by a worker and is not there: "
                    "use a folder that all workers share, under the same path, or a URL such as s3://bucket/run"
                )

    def commit(self, provenance: Provenance, receipts: list[ShardReceipt]) -> Receipt:
        """Write the manifest over the receipts of all shards, in order; return the sums over all hands."""
        parts = tuple(
            part for table in TABLES for shard in receipts for part in shard.parts if part.table == table.name
        )
        total = sum((shard.receipt for shard in receipts), Receipt())
        self.commit_manifest(Manifest(provenance, total, parts))
        return total

    def commit_manifest(self, manifest: Manifest) -> None:
        """Write the manifest of a dataset whose parts are all in place."""
        with telling(self.path / MANIFEST):
            manifest.save(self.path, self.path / STAGING)
            _remove_traces(self.path)


def recorded_seed(path: Path) -> int | None:
    """Return the seed of the dataset or unfinished run in a folder; None if it holds neither."""
    for name in (MANIFEST, RUN_FILE):
        if (path / name).is_file():
            seed = load_json(path / name).get("seed")
            return seed if isinstance(seed, int) else None
    return None


@contextmanager
def open_folder(path: Path, provenance: Provenance) -> Iterator[RunFolder]:
    """Yield the folder for a run: new, begun by the same run before, or complete.

    Raises
    ------
    UserError
        If the folder holds anything else, another run is writing to it, or it can't be written.
    """
    _check_free_or_own(path)
    with telling(path):
        path.mkdir(parents=True, exist_ok=True)
    if (path / MANIFEST).exists():
        _tidy(path)
        yield _complete(path, provenance)
        return
    with ExitStack() as stack:
        with telling(path / LOCK_FILE):
            stack.enter_context(only_run_in(path))
        stack.callback(_remove_unfinished, path)
        yield _begin(path, provenance)


def _check_free_or_own(path: Path) -> None:
    if "\0" in str(path):
        raise UserError(f"output folder {str(path)!r} can't exist: leave out the null character")
    with telling(path):
        if not path.exists():
            return
        if not path.is_dir():
            raise UserError(f"output {str(path)!r} is a file: name a folder")
        names = {entry.name for entry in path.iterdir()} - {LOCK_FILE}
        links = [name for name in _OWN if (path / name).is_symlink()]
    if links:
        # Whoever made it could have us write and remove files elsewhere.
        raise UserError(
            f"{str(path / links[0])!r} is a link, which a run would write through: name another output folder"
        )
    if names and not names & {MANIFEST, RUN_FILE} and not (names == {STAGING} and _is_just_begun(path / STAGING)):
        raise UserError(
            f"output folder {str(path)!r} holds other files, such as {min(names)!r}: name a new or empty folder"
        )


def _is_just_begun(staging: Path) -> bool:
    """Return whether a run was killed before it could say what it plays: no more than a draft of that is there."""
    return staging.is_dir() and all(file.name.startswith(f"{RUN_FILE}.") for file in staging.iterdir())


def _complete(path: Path, provenance: Provenance) -> RunFolder:
    manifest = Manifest.load(path)
    check_same(path, "holds a dataset", manifest.provenance, provenance)
    check_parts(path, manifest)
    return RunFolder(path, manifest)


def _begin(path: Path, provenance: Provenance) -> RunFolder:
    if (path / MANIFEST).exists():
        return _complete(path, provenance)
    if (path / RUN_FILE).exists():
        begun = load_json(path / RUN_FILE)
        check_same(path, "holds an unfinished run", run_of(begun, str(path / RUN_FILE)), provenance)
    with telling(path):
        (path / STAGING).mkdir(exist_ok=True)
        _remove_unfinished(path)
        write_atomically(path / RUN_FILE, path / STAGING, to_json(run_settings(provenance)))
    return RunFolder(path, None)


def run_settings(provenance: Provenance) -> dict[str, Any]:
    """Return what ``_run.json`` says of a run."""
    return {"format": FORMAT, "experiment": provenance.identity, **provenance.to_mapping()}


def run_of(values: Mapping[str, Any], path: str) -> Provenance:
    """Return the run that ``_run.json`` describes; `UserError` if it describes none."""
    try:
        return Provenance.from_mapping(values)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise UserError(f"{path!r} describes no run of this program: name another output folder") from None


def check_same(path: str | Path, holds: str, there: Provenance, wanted: Provenance) -> None:
    """Check that what a folder holds was made with the same settings; `UserError` that names those which differ."""
    if told := difference_text(there, wanted, "{name} = {one!r}, not {other!r}"):
        raise UserError(
            f"output folder {str(path)!r} {holds} with {told}: use the same settings to go on, or name another folder"
        )


def _has_size(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size


def _remove_unfinished(path: Path) -> None:
    staging = path / STAGING
    if staging.is_dir():
        for file in staging.iterdir():
            if file.suffix != ".json":
                file.unlink(missing_ok=True)


def _tidy(path: Path) -> None:
    """Remove what a run has left that was killed between its commit and its end, unless it can't be removed."""
    if any((path / name).exists() for name in (STAGING, RUN_FILE, LOCK_FILE)):
        with suppress(OSError, UserError), only_run_in(path):
            _remove_traces(path)


def _remove_traces(path: Path) -> None:
    shutil.rmtree(path / STAGING, ignore_errors=True)
    (path / RUN_FILE).unlink(missing_ok=True)
