"""Whether the parts of a dataset are as they were written: all there, no others, of the right size and bytes."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from simulate.dataset.manifest import Manifest, Part
from simulate.dataset.schema import TABLES
from simulate.errors import UserError

RESTORE = "restore the file, or delete the folder and simulate the dataset again"
"""What is to be done with a part that is missing or damaged."""


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
            raise UserError(f"{str(file)!r} is missing: {RESTORE}")
        size = file.stat().st_size
        if size != part.bytes:
            raise UserError(f"{str(file)!r} has {size} bytes instead of {part.bytes}: {RESTORE}")
    known = {folder / part.path for part in manifest.parts}
    for table in TABLES:
        # Whoever reads hands/*.parquet reads it, too.
        foreign = sorted(set((folder / table.name).glob("*.parquet")) - known)
        if foreign:
            raise UserError(
                f"{str(foreign[0])!r} is no part of the dataset: the manifest does not name it; move it away"
            )


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
    return UserError(f"{str(path)!r} is damaged: its checksum differs from the manifest's; {RESTORE}")


def check_bytes_once(folder: Path, part: Part) -> None:
    """Check the hash of a part, unless this process has done so and the file has not been touched since."""
    stat = (folder / part.path).stat()
    _checked(folder, part, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)


@lru_cache(maxsize=10_000)
def _checked(folder: Path, part: Part, *_: int) -> None:
    check_bytes(folder, part)
