"""How everything compiled in this project is compiled, and where the compiled code is kept.

`kernel` decorates a function that Python calls: a loop over arrays. `helper` decorates a small function that
kernels call. Both are numba's ``njit`` with one policy: the lock of the interpreter is released, divisions
do not check for zero, arrays are not checked for bounds, and floats follow IEEE exactly, so that results are
the same bits everywhere.

Kernels are kept on disk, so that only the first run after an installation or an edit compiles. numba
notices an edit of a kernel's own file but not of another file it calls into, and would go on running the old
code. So the folder's name is a hash of every source that compiled code is made from (the modules that hold it
and all they import from this package, whose constants get baked in) and of the versions of Python, numba and
llvmlite: an edit leads to a new folder, never to stale code.

Environment variables
---------------------
NUMBA_CACHE_DIR
    Keep compiled code under this folder instead of the user's cache folder (``$XDG_CACHE_HOME/schafkopf-lab``).
SCHAFKOPF_CHECK_BOUNDS
    Any value but ``0``: check the bounds of arrays in kernels (slower).
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding
import numba

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the package `simulate`."""
COMPILED_FOLDERS = ("kernels", "players", "solver")
"""The folders of the package that hold compiled functions."""

# LLVM turns conditional moves in a loop back into jumps where it believes that a processor foresees them; about hands
# it is wrong (see `simulate.kernels.choose`). There is no setting for one function; other code compiled in this process
# computes the same with it. On processors that have no such option it does nothing.
llvmlite.binding.set_option("", "-x86-cmov-converter=false")

CHECK_BOUNDS = os.environ.get("SCHAFKOPF_CHECK_BOUNDS", "0") not in ("", "0")
"""Whether kernels check the bounds of arrays."""

_APP = "schafkopf-lab"
_FORGET_AFTER = 7 * 24 * 3600.0


def kernel(function: F) -> F:
    """Return the function compiled at its first call and kept on disk; for loops that Python calls."""
    with _cache_at(_FOLDER):
        compiled: F = numba.njit(cache=True, **_POLICY)(_checked(function))
    return compiled


def helper(function: F) -> F:
    """Return the function compiled as a part of the kernels that call it; for a few lines in an inner loop."""
    # LLVM would leave many of them as calls, which makes a card take a third longer to play.
    compiled: F = numba.njit(forceinline=True, **_POLICY)(_checked(function))
    return compiled


def cache_folder() -> Path:
    """Return the folder where this process keeps its kernels."""
    return _FOLDER


def source_hash(package: Path = PACKAGE) -> str:
    """Return 16 hexadecimal digits that change with anything compiled code is made from."""
    digest = hashlib.sha256()
    for part in (platform.python_version(), numba.__version__, llvmlite.__version__, str(CHECK_BOUNDS)):
        digest.update(part.encode() + b"\0")
    for path in _sources(package):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


_IMPORT = re.compile(rf"^[ \t]*(?:from|import) ({PACKAGE.name}(?:\.\w+)*)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE)
# Without numba's runtime compiled code can't allocate, and need not: kernels fill the arrays they are given. With it,
# every array handed to a helper is counted as one more reference and one less, which took six times as long
# as playing a card.
_POLICY: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": CHECK_BOUNDS, "_nrt": False}


def _sources(package: Path) -> list[Path]:
    found: set[Path] = set()
    new = {path for folder in COMPILED_FOLDERS for path in (package / folder).rglob("*.py")}
    while new:
        found |= new
        new = {module for path in new for module in _imported(path, package)} - found
    return sorted(found)


def _imported(path: Path, package: Path) -> Iterator[Path]:
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        folder = package.joinpath(*module.split(".")[1:])
        modules = [folder, *(folder / name for name in re.findall(r"\w+", names))]
        candidates = [path for module in modules for path in (module.with_suffix(".py"), module / "__init__.py")]
        yield from (path for path in candidates if path.is_file())


def _checked(function: F) -> F:
    # A compiled function outside the hashed sources would be run stale after an edit of what it calls.
    path = Path(function.__code__.co_filename)
    if path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] not in COMPILED_FOLDERS:
        raise ValueError(f"{path} can't hold compiled code: move {function.__qualname__} to {PACKAGE / 'kernels'}")
    return function


@contextmanager
def _cache_at(folder: Path) -> Iterator[None]:
    # numba reads this setting when a function is decorated. It is put back, so that kernels of other
    # packages in the same process stay where their users expect them.
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def _roots() -> Iterator[Path]:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(chosen) / _APP
    elif sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        yield Path(local) / _APP / "cache"
    elif xdg := os.environ.get("XDG_CACHE_HOME"):
        yield Path(xdg) / _APP
    else:
        yield Path(os.path.expanduser("~")) / ".cache" / _APP
    user = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"{_APP}-{user}"


def _writable(folder: Path) -> bool:
    # Cached code is run, so a folder that somebody else owns is not good enough.
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False


def _choose_folder(roots: Iterable[Path], name: str) -> Path:
    for root in roots:
        if _writable(root) and _writable(root / name):
            os.utime(root / name)
            _forget_old(root, name)
            return root / name
    return Path(tempfile.mkdtemp(prefix=f"{_APP}-"))


def _forget_old(root: Path, name: str) -> None:
    # One folder per edit would pile up; whoever still uses an old one has touched it lately.
    for other in root.iterdir():
        if other.name != name and other.is_dir() and _age(other) > _FORGET_AFTER:
            shutil.rmtree(other, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return time.time() - folder.stat().st_mtime
    except OSError:
        return 0.0


_FOLDER = _choose_folder(_roots(), source_hash())
