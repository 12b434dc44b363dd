"""A progress bar for work that may be over before one would read it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from simulate.cli.progress import Pace, ProgressBar

PATIENCE = 2.0
"""Seconds without a bar."""


class LateBar:
    """A bar that appears when work takes more than `PATIENCE`; used in a ``with``, called with hands done and expected.

    Parameters
    ----------
    clock
        Seconds.

    Attributes
    ----------
    pace
        How fast it goes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock()
        self._stack = ExitStack()
        self._bar: ProgressBar | None = None
        self.pace = Pace(clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __call__(self, done: int, expected: int) -> None:
        """Show how far the work is, if it takes long."""
        from simulate.collect import Progress
        from simulate.dataset.receipt import Receipt

        self.pace.update(0, done, expected)
        if self._bar is None and self._clock() - self._start > PATIENCE:
            self._bar = self._stack.enter_context(ProgressBar(self.pace))
        if self._bar is not None:
            self._bar(Progress(done, expected, 0, Receipt()))
