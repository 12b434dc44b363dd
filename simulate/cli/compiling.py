"""Why nothing moves for a while: the kernels are being compiled, or the rules of a user's own player."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 15
"""About what compiling all kernels takes on an ordinary machine."""


@contextmanager
def told_if_compiling() -> Iterator[None]:
    """Say so on the error output as soon as a kernel is compiled that is not kept on disk yet, or a user's function.

    A user's functions are compiled anew in each process, so to promise that the next start is quicker would be wrong.
    """
    # numba documents its event system as experimental; what it tells here is a courtesy.
    from numba.core import event

    with event.install_listener("numba:compile", _listener(event)):
        yield


def _listener(event: Any) -> Any:
    told = {""}

    def on_start(_: Any, started: Any) -> None:
        words = _words(started.data["dispatcher"])
        if words not in told:
            told.add(words)
            print(words, file=sys.stderr, flush=True)

    return type("Teller", (event.Listener,), {"on_start": on_start, "on_end": lambda _, ended: None})()


def _words(dispatcher: Any) -> str:
    function = dispatcher.py_func
    package = function.__module__.partition(".")[0]
    if package == "simulate":
        # What is not kept on disk is a part of a kernel, or of a user's function.
        kept = dispatcher.stats.cache_path is not None
        return f"compiling; the first time this takes up to about {SECONDS} s" if kept else ""
    return "" if package == "numba" else f"compiling {os.path.basename(function.__code__.co_filename)}"
