"""Why nothing moves for a while: the kernels are being compiled, or the rules of a user's own player."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SECONDS = 15
"""About what compiling all kernels takes on an ordinary machine."""


@contextmanager
def told_if_compiling() -> Iterator[None]:
    """Say so on the error output as soon as a kernel is compiled that is not kept on disk yet."""
    # numba documents its event system as experimental; what it tells here is a courtesy.
    from numba.core import event

    with event.install_listener("numba:compile", _listener(event)):
        yield


def _listener(event: Any) -> Any:
    told: list[Any] = []

    def on_start(_: Any, started: Any) -> None:
        if not told:
            print(f"compiling; the first time this takes up to about {SECONDS} s", file=sys.stderr, flush=True)
        told.append(started)

    return type("Teller", (event.Listener,), {"on_start": on_start, "on_end": lambda _, ended: None})()
