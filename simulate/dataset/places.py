"""Where a dataset is: a folder of this machine, or a URL; known before anything heavy is imported."""

from __future__ import annotations

from pathlib import Path

_LOCAL = "file://"


def is_remote(place: str | Path) -> bool:
    """Return whether a place is a URL that is not on this machine's file system.

    >>> is_remote("s3://bucket/run"), is_remote("file:///data/run"), is_remote("data/run")
    (True, False, False)
    """
    return isinstance(place, str) and "://" in place and not place.startswith(_LOCAL)


def local_path(place: str | Path) -> Path:
    """Return a path on this machine, which may be written as a URL.

    >>> local_path("file:///data/run").as_posix()
    '/data/run'
    """
    return Path(place.removeprefix(_LOCAL) if isinstance(place, str) else place)
