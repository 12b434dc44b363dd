"""Datasets as they are read: checked, described, and lazy."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from simulate.dataset.frames import polars_type
from simulate.dataset.in_short import in_short
from simulate.dataset.manifest import MANIFEST, RUN_FILE, Manifest
from simulate.dataset.parts import RESTORE, check_bytes, check_bytes_once, check_parts
from simulate.dataset.provenance import PlayerRecord
from simulate.dataset.schema import HANDS, TRICKS, Table
from simulate.errors import UserError
from simulate.rules import Rules

CHECKED_BYTES = 250_000_000
"""Datasets up to this size, some 13 million hands, are hashed when they are opened; `simulate.verify` hashes any."""


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
            if found.get(column.name) != polars_type(column):
                raise UserError(
                    f"{str(files[0])!r} has {found.get(column.name)} where column {column.name!r} of {table.name} "
                    f"should be {polars_type(column)}: {RESTORE}"
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
            check_bytes_once(folder.resolve(), part)
    return Dataset(folder, manifest)
