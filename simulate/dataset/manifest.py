"""The manifest of a dataset: written last, so a dataset that has one is complete."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from simulate.dataset.files import to_json, write_atomically
from simulate.dataset.provenance import Provenance
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import HANDS, SCHEMA_VERSION, TABLES, TRICKS
from simulate.errors import UserError

MANIFEST = "_manifest.json"
"""File that commits a dataset."""
RUN_FILE = "_run.json"
"""File that says what is being run, while a dataset is not complete."""
FORMAT = "schafkopf-lab"
"""Mark of this project's files."""

_PATH = re.compile(rf"(?:{'|'.join(table.name for table in TABLES)})/[\w-][\w.-]*\.parquet", re.ASCII)


@dataclass(frozen=True, slots=True)
class Part:
    """One Parquet file.

    Attributes
    ----------
    path
        Below the dataset's folder, with ``/``.
    rows, bytes
        Its size.
    sha256
        Hash of its bytes, in hexadecimal.
    """

    path: str
    rows: int
    bytes: int
    sha256: str

    def __post_init__(self) -> None:
        # A manifest may come from a stranger: nothing outside the dataset's folder is read, whatever it says.
        if not isinstance(self.path, str) or not _PATH.fullmatch(self.path):
            raise ValueError(
                f"{self.path!r} is no path of a part, such as 'hands/part-000000000000-000000000999.parquet'"
            )
        if not (type(self.rows) is type(self.bytes) is int and isinstance(self.sha256, str)):
            raise TypeError(f"rows, bytes and sha256 of {self.path!r} are no numbers and no text")

    @property
    def table(self) -> str:
        """Name of its table."""
        return self.path.split("/", 1)[0]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a complete dataset holds.

    Attributes
    ----------
    provenance
        Where the hands come from.
    receipt
        Sums over all hands.
    parts
        All files, table by table in the order of hand ids.
    """

    provenance: Provenance
    receipt: Receipt
    parts: tuple[Part, ...]

    def parts_of(self, table: str) -> tuple[Part, ...]:
        """Return the files of a table."""
        return tuple(part for part in self.parts if part.table == table)

    def to_mapping(self) -> dict[str, Any]:
        """Return the manifest as JSON values."""
        return {
            "format": FORMAT,
            "experiment": self.provenance.identity,
            **self.provenance.to_mapping(),
            "summary": self.receipt.to_mapping(),
            "parts": [asdict(part) for part in self.parts],
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Return the manifest that `to_mapping` has written; `KeyError` or `TypeError` if it is none."""
        parts = tuple(Part(**part) for part in values["parts"])
        if len({part.path for part in parts}) < len(parts):
            raise ValueError("a part is named twice")
        manifest = cls(Provenance.from_mapping(values), Receipt.from_mapping(values["summary"]), parts)
        for table, shards in ((HANDS, manifest.provenance.shards), (TRICKS, manifest.provenance.trick_shards)):
            found = len(manifest.parts_of(table.name))
            if found != shards:
                raise ValueError(f"it names {found} parts of {table.name} for {shards} shards")
        return manifest

    def save(self, folder: Path, staging: Path) -> None:
        """Commit the dataset in `folder`."""
        write_atomically(folder / MANIFEST, staging, to_json(self.to_mapping()))

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return the manifest of the dataset in `folder`.

        Raises
        ------
        UserError
            If the file can't be read, is no manifest, or belongs to a later version of the schema.
        """
        return cls.checked(load_json(folder / MANIFEST), str(folder))

    @classmethod
    def checked(cls, values: Mapping[str, Any], folder: str) -> Self:
        """Return the manifest that a JSON object of the dataset in `folder` is; `UserError` as for `load`."""
        version = values.get("schema_version")
        if isinstance(version, int) and version > SCHEMA_VERSION:
            raise UserError(
                f"dataset {folder!r} has schema version {version}, this program knows up to {SCHEMA_VERSION}: "
                "update schafkopf-lab to read it"
            )
        try:
            return cls.from_mapping(values)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise UserError(f"'{folder}/{MANIFEST}' is no manifest of a dataset: {_what_lacks(error)}") from None


def load_json(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file.

    Raises
    ------
    UserError
        If the file can't be read or holds no JSON object.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{str(path)!r} can't be read: {error.strerror}") from None
    return parse_json(content, str(path))


def parse_json(content: bytes, path: str) -> dict[str, Any]:
    """Return the JSON object that the bytes of a file are; `UserError` if they are none."""
    try:
        values = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path!r} is not valid JSON: {error}; restore it or simulate the dataset again") from None
    if not isinstance(values, dict):
        raise UserError(f"{path!r} holds no JSON object: restore it or simulate the dataset again")
    return values


def _what_lacks(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else " ".join(str(error).split())
