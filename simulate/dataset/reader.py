"""Datasets as they are read: checked, described, and lazy."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import polars as pl

from simulate.dataset.in_short import in_short
from simulate.dataset.manifest import MANIFEST, RUN_FILE, Manifest, Part
from simulate.dataset.provenance import PlayerRecord
from simulate.dataset.schema import HANDS, TABLES, TRICKS, Table
from simulate.errors import UserError
from simulate.rules import Rules

CHECKED_BYTES = 250_000_000
"""Datasets up to this size, some 13 million hands, are hashed when they are opened; `simulate.verify` hashes any."""

_AGAIN = "restore the file, or delete the folder and simulate the dataset again"


@dataclass(frozen=True)
class Dataset:
    """A complete dataset; `open_dataset` makes it.

    Attributes
    ----------
    path
        Its folder.
    manifest
        What it holds and where it comes from.
    """

    path: Path
    manifest: Manifest

    def __repr__(self) -> str:
        return f"Dataset({str(self.path)!r}, {in_short(self.manifest.provenance)})"

    @property
    def rules(self) -> Rules:
        """The rules it was played by; `UserError` if this program does not know them all."""
        return self.manifest.provenance.load_rules()

    @property
    def players(self) -> tuple[PlayerRecord, ...]:
        """Player 0 to 3; none if the hands were imported."""
        return self.manifest.provenance.players

    @property
    def seed(self) -> int | None:
        """The seed; None if the hands were imported."""
        return self.manifest.provenance.seed

    @property
    def hands(self) -> pl.LazyFrame:
        """The table ``hands``, one row per hand, in the order of hand ids."""
        return self._scan(HANDS)

    @property
    def tricks(self) -> pl.LazyFrame:
        """The table ``tricks``, one row per trick of the first ``manifest.provenance.trick_hands`` hands.

        Raises
        ------
        UserError
            If tricks were not recorded.
        """
        if not self.manifest.provenance.trick_hands:
            raise UserError(f"dataset {str(self.path)!r} has no tricks: simulate it with tricks into another folder")
        return self._scan(TRICKS)

    def verify_checksums(self) -> None:
        """Read every part and compare its hash with the manifest's.

        Raises
        ------
        UserError
            At the first part that has changed since it was written.
        """
        for part in self.manifest.parts:
            check_bytes(self.path, part)

    def _scan(self, table: Table) -> pl.LazyFrame:
        files = [self.path / part.path for part in self.manifest.parts_of(table.name)]
        frame = pl.scan_parquet(files, glob=False)
        found = frame.collect_schema()
        for column in table.columns:
            if found.get(column.name) != column.polars:
                raise UserError(
                    f"{str(files[0])!r} has {found.get(column.name)} where column {column.name!r} of {table.name} "
                    f"should be {column.polars}: {_AGAIN}"
                )
        return frame


def open_dataset(path: str | Path, *, hashes: bool = True) -> Dataset:
    """Return the dataset in a folder, after a look at its manifest and at every part.

    All parts must be there with their sizes, and no others; of a dataset of up to `CHECKED_BYTES` the hashes are
    compared, once in a process.

    Parameters
    ----------
    path
        The folder.
    hashes
        Whether to compare hashes; without, damage is left for `simulate.verify` to tell in full.

    Raises
    ------
    UserError
        If the folder holds no complete dataset, one of a later schema, or a part is missing, cut off, damaged or
        foreign; which and why is told in one line.
    """
    folder = Path(path)
    # pathlib raises an error for a name that is too long.
    if not os.path.isdir(folder):
        raise UserError(f"dataset {str(folder)!r} is no folder: name the output folder of a simulation")
    if not (folder / MANIFEST).exists():
        if (folder / RUN_FILE).exists():
            raise UserError(
                f"dataset {str(folder)!r} is not complete: run the simulation with the same settings again to finish it"
            )
        raise UserError(
            f"folder {str(folder)!r} holds no dataset: it has no {MANIFEST}; name the folder that simulate --out wrote"
        )
    manifest = Manifest.load(folder)
    check_parts(folder, manifest)
    if hashes and sum(part.bytes for part in manifest.parts) <= CHECKED_BYTES:
        for part in manifest.parts:
            _check_once(folder.resolve(), part)
    return Dataset(folder, manifest)


def check_parts(folder: Path, manifest: Manifest) -> None:
    """Check that every part is there and has its size, and that there are no others.

    Raises
    ------
    UserError
        At the first one for which that does not hold.
    """
    for part in manifest.parts:
        file = folder / part.path
        if not file.is_file():
            raise UserError(f"{str(file)!r} is missing: {_AGAIN}")
        size = file.stat().st_size
        if size != part.bytes:
            raise UserError(f"{str(file)!r} has {size} bytes instead of {part.bytes}: {_AGAIN}")
    known = {folder / part.path for part in manifest.parts}
    for table in TABLES:
        # Whoever reads hands/*.parquet reads it, too.
        foreign = sorted(set((folder / table.name).glob("*.parquet")) - known)
        if foreign:
            raise UserError(
                f"{str(foreign[0])!r} is no part of the dataset: the manifest does not name it; move it away"
            )


def _check_once(folder: Path, part: Part) -> None:
    """Check the hash of a part, unless this process has done so and the file has not been touched since."""
    stat = (folder / part.path).stat()
    _checked(folder, part, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)


@lru_cache(maxsize=10_000)
def _checked(folder: Path, part: Part, *_: int) -> None:
    check_bytes(folder, part)


def check_bytes(folder: Path, part: Part) -> None:
    """Check the hash of a part.

    Raises
    ------
    UserError
        If its bytes are not those that were written.
    """
    path = folder / part.path
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UserError(f"{str(path)!r} can't be read: {error.strerror}") from None
    if digest != part.sha256:
        raise damaged(path)


def damaged(path: Path) -> UserError:
    """Return the error for a part whose bytes are not those that were written."""
    return UserError(f"{str(path)!r} is damaged: its checksum differs from the manifest's; {_AGAIN}")
