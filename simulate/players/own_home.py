"""Where a user's player is kept: the file, its hash, and the name in it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

_INSIDE_A_FUNCTION = "<locals>"
_SCRIPT = "__main__"


@dataclass(frozen=True, slots=True)
class Home:
    """A name in a Python file.

    Attributes
    ----------
    path
        The file, absolute.
    name
        A variable of the file.
    shown
        The file as the user named it.
    sha256
        Hash of the file's bytes, in hexadecimal. What the file imports is not part of it.
    """

    path: str
    name: str
    shown: str
    sha256: str

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Self | None:
        """Return the home of a function; None if it can't be loaded again (a notebook's, a script's own)."""
        path = Path(function.__code__.co_filename)
        if function.__module__ == _SCRIPT or _INSIDE_A_FUNCTION in function.__qualname__ or not path.is_file():
            return None
        return cls.at(path, function.__name__, _relative(path))

    @classmethod
    def at(cls, path: Path, name: str, shown: str) -> Self:
        """Return the home of a name in a file."""
        return cls(str(path.resolve()), name, shown, hashlib.sha256(path.read_bytes()).hexdigest())

    @property
    def spec(self) -> str:
        """The text that names the player, such as ``my_player.py:brave``."""
        return f"{self.shown}:{self.name}"


def _relative(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:
        # Another drive of a Windows machine.
        return str(path)
