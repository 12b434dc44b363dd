"""Files that are either complete or not there: staged, synced, renamed. What goes wrong is told in a line."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from simulate.errors import UserError

_REASONS = {
    errno.ENOSPC: "no space is left",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than allowed",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EROFS: "the file system is read-only",
}
_KEPT = "complete parts are kept, run the same command again to go on"


@contextmanager
def telling(path: str | Path) -> Iterator[None]:
    """Raise a `UserError` that names the file and the reason instead of an `OSError`; `path` if that names none."""
    try:
        yield
    except OSError as error:
        raise storage_error(error, path) from None


def storage_error(error: OSError, path: str | Path) -> UserError:
    """Return the error for a person: which file, why, what to do."""
    reason = _REASONS.get(error.errno or 0) or error.strerror or str(error)
    return UserError(f"{str(error.filename or path)!r} can't be written: {reason}; {_KEPT} once that is mended")


def write_atomically(path: Path, staging: Path, content: str) -> None:
    """Write a text file so that it is there in full or not at all; `staging` is a folder on the same file system."""
    staged = staging / f"{path.name}.{os.getpid()}"
    with staged.open("w", encoding="utf-8", newline="\n") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    move_into_place(staged, path)


def move_into_place(staged: Path, path: Path) -> None:
    """Rename a synced file and sync the folder that now holds it."""
    os.replace(staged, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can do that."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def to_json(values: Any) -> str:
    """Return JSON for people to read, the same bytes on every machine."""
    return json.dumps(values, indent=2, ensure_ascii=False) + "\n"


def canonical_json(values: Any) -> str:
    """Return JSON for hashing: keys sorted, no spaces."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
