"""The dataset's folder in an object store or any other place that fsspec reaches, named by a URL such as ``s3://bucket/run``.

The layout is that of `simulate.dataset.folder`: ``_run.json``, the receipts in ``_staging``, the manifest last. There
is no lock and no renaming: an object is there in full or not at all, and two runs that are allowed to write to
the same place write the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.dataset.files import to_json
from simulate.dataset.folder import STAGING, ShardReceipt, check_same, run_of, run_settings
from simulate.dataset.manifest import MANIFEST, RUN_FILE, Manifest, parse_json
from simulate.dataset.provenance import Provenance
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import TABLES
from simulate.errors import UserError


@dataclass(frozen=True, slots=True)
class Remote:
    """A place that fsspec reaches; `Remote.at` makes it.

    Attributes
    ----------
    url
        As the user wrote it, without a slash at its end.
    """

    url: str
    _files: Any
    _root: str

    @classmethod
    def at(cls, url: str) -> Remote:
        """Return the place of a URL.

        Raises
        ------
        UserError
            If fsspec, or what it needs for this kind of URL, is not installed, or there is no such kind.
        """
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise UserError(
                f"{url!r} needs fsspec: pip install -c constraints.txt -e '.[cluster]' in the project's folder"
            ) from None
        url = url.rstrip("/")
        with _telling(url):
            files, root = url_to_fs(url)
        # What was listed before may have been written by another machine since.
        files.invalidate_cache()
        return cls(url, files, root.rstrip("/"))

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the JSON object of a name; None if there is nothing of that name."""
        with _telling(self.url):
            try:
                content = self._files.cat_file(f"{self._root}/{name}")
            except FileNotFoundError:
                return None
        return parse_json(content, f"{self.url}/{name}")

    def write(self, name: str, values: Any) -> None:
        """Write a JSON object."""
        with _telling(self.url):
            self._make_folder(name)
            self._files.pipe_file(f"{self._root}/{name}", to_json(values).encode())

    def upload(self, folder: Path, receipt: ShardReceipt) -> None:
        """Copy the parts of a shard from a local folder, then commit it."""
        with _telling(self.url):
            for part in receipt.parts:
                self._make_folder(part.path)
                self._files.put_file(str(folder / part.path), f"{self._root}/{part.path}")
        self.write(f"{STAGING}/{receipt.name}.json", receipt.to_mapping())

    def sizes(self, below: str = "") -> dict[str, int]:
        """Return the bytes of all files, by their names below the URL."""
        top = f"{self._root}/{below}".rstrip("/")
        with _telling(self.url):
            try:
                self._files.invalidate_cache()
                found = self._files.find(top, detail=True)
            except FileNotFoundError:
                return {}
        return {path.removeprefix(self._root).lstrip("/"): int(info["size"]) for path, info in found.items()}

    def remove(self, name: str) -> None:
        """Remove a file or a folder, if it is there."""
        with _telling(self.url), suppress(FileNotFoundError):
            self._files.rm(f"{self._root}/{name}", recursive=True)

    def _make_folder(self, name: str) -> None:
        self._files.makedirs(f"{self._root}/{name}".rsplit("/", 1)[0], exist_ok=True)


@dataclass(frozen=True, slots=True)
class RemoteFolder:
    """The folder of a run, in a remote place; `open_remote` makes it. It does as `simulate.dataset.folder.RunFolder`.

    Attributes
    ----------
    place
        Where it is.
    manifest
        The manifest, if the dataset is complete.
    """

    place: Remote
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.place.url

    def finished(self) -> dict[str, ShardReceipt]:
        """Return the receipts of the shards that are complete, by name."""
        sizes = self.place.sizes()
        receipts: dict[str, ShardReceipt] = {}
        for name in sorted(sizes):
            if not (name.startswith(f"{STAGING}/") and name.endswith(".json")):
                continue
            try:
                receipt = ShardReceipt.from_mapping(self.place.read(name) or {})
            except (ValueError, KeyError, TypeError, AttributeError):
                continue
            if all(sizes.get(part.path) == part.bytes for part in receipt.parts):
                receipts[receipt.name] = receipt
        return receipts

    def check(self, receipt: ShardReceipt) -> None:
        """Check nothing: whoever could write to the URL has written to the place it names."""

    def commit(self, provenance: Provenance, receipts: list[ShardReceipt]) -> Receipt:
        """Write the manifest over the receipts of all shards, in order; return the sums over all hands."""
        parts = tuple(
            part for table in TABLES for shard in receipts for part in shard.parts if part.table == table.name
        )
        total = sum((shard.receipt for shard in receipts), Receipt())
        manifest = Manifest(provenance, total, parts)
        _check_sizes(self.place, manifest)
        self.place.write(MANIFEST, manifest.to_mapping())
        self.place.remove(STAGING)
        self.place.remove(RUN_FILE)
        return total


def open_remote(url: str, provenance: Provenance) -> RemoteFolder:
    """Return the remote folder for a run: new, begun by the same run before, or complete.

    Raises
    ------
    UserError
        If it holds anything else, or can't be read or written.
    """
    place = Remote.at(url)
    manifest = remote_manifest(place)
    if manifest is not None:
        check_same(url, "holds a dataset", manifest.provenance, provenance)
        _check_sizes(place, manifest)
        return RemoteFolder(place, manifest)
    begun = place.read(RUN_FILE)
    if begun is not None:
        check_same(url, "holds an unfinished run", run_of(begun, f"{url}/{RUN_FILE}"), provenance)
    elif others := place.sizes():
        raise UserError(f"output folder {url!r} holds other files, such as {min(others)!r}: name a new or empty folder")
    place.write(RUN_FILE, run_settings(provenance))
    return RemoteFolder(place, None)


def remote_manifest(place: Remote) -> Manifest | None:
    """Return the manifest of the dataset in a remote place; None if there is none."""
    values = place.read(MANIFEST)
    return None if values is None else Manifest.checked(values, place.url)


def remote_hands(url: str) -> int:
    """Return the number of hands that are complete in a remote place."""
    place = Remote.at(url)
    manifest = remote_manifest(place)
    if manifest is not None:
        return manifest.receipt.hands
    return sum(shard.receipt.hands for shard in RemoteFolder(place, None).finished().values())


def remote_seed(url: str) -> int | None:
    """Return the seed of the dataset or unfinished run in a remote place; None if it holds neither."""
    place = Remote.at(url)
    for name in (MANIFEST, RUN_FILE):
        if (values := place.read(name)) is not None:
            seed = values.get("seed")
            return seed if isinstance(seed, int) else None
    return None


def _check_sizes(place: Remote, manifest: Manifest) -> None:
    sizes = place.sizes()
    for part in manifest.parts:
        if sizes.get(part.path) != part.bytes:
            there = f"has {sizes[part.path]} bytes instead of {part.bytes}" if part.path in sizes else "is missing"
            raise UserError(f"'{place.url}/{part.path}' {there}: simulate the dataset again, or restore the file")


@contextmanager
def _telling(url: str) -> Iterator[None]:
    """Raise a `UserError` that names the URL and the reason; stores raise errors of many kinds."""
    try:
        yield
    except (UserError, FileNotFoundError):
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UserError(f"{url!r} can't be used: {reason}; complete parts are kept, run again to go on") from error
