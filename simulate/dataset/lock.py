"""A lock on a folder, so that two runs never write the same dataset; the system lets go of it if a run dies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from simulate.errors import UserError

LOCK_FILE = "_run.lock"
"""File that is locked while a run writes to its folder."""


@contextmanager
def only_run_in(folder: Path) -> Iterator[None]:
    """Hold the lock on an existing folder.

    Raises
    ------
    UserError
        If another run holds it.
    """
    path = folder / LOCK_FILE
    with _open_locked(path) as file:
        try:
            yield
        finally:
            _remove(path, file)


def _open_locked(path: Path) -> IO[bytes]:
    while True:
        file = path.open("ab")
        try:
            _lock(file)
            # The run before may have removed the file between opening and locking it.
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except FileNotFoundError:
            pass
        except (BlockingIOError, PermissionError):
            file.close()
            raise UserError(
                f"another run is writing to {str(path.parent)!r}: wait for it, or use another output folder"
            ) from None
        file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _remove(path: Path, file: IO[bytes]) -> None:
        file.close()
        path.unlink(missing_ok=True)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _remove(path: Path, file: IO[bytes]) -> None:
        # While still locked, or the next run might lock a file that is about to go.
        path.unlink(missing_ok=True)
