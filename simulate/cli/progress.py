"""How far a run is, on the error output."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from simulate.cli.output import console

if TYPE_CHECKING:
    from simulate.collect import Progress


class Pace:
    """How fast hands are simulated.

    Attributes
    ----------
    found, simulated, total
        Hands that were there before; hands simulated since; hands to be there at the end.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start: float | None = None
        self._last = 0.0
        self.found = self.simulated = self.total = 0

    def update(self, found: int, done: int, total: int) -> None:
        """Take note of how far the run is; the first time starts the clock."""
        self._last = self._clock()
        self._start = self._last if self._start is None else self._start
        self.found, self.simulated, self.total = found, done - found, total

    @property
    def seconds(self) -> float:
        """Seconds from the first update to the last."""
        return 0.0 if self._start is None else self._last - self._start

    @property
    def hands_per_second(self) -> float | None:
        """Hands simulated in a second, by the last update; None before the first hand."""
        return self.simulated / self.seconds if self.simulated and self.seconds else None

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the end at this pace, counted down between updates; None before the first hand."""
        speed = self.hands_per_second
        if speed is None:
            return None
        left = (self.total - self.found - self.simulated) / speed
        return max(0.0, left - (self._clock() - self._last))


class ProgressBar:
    """A bar with speed and time left while a run goes on, on a terminal only; used in a ``with``.

    Attributes
    ----------
    pace
        Kept on any output.
    """

    def __init__(self, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self._stack = ExitStack()
        self._bar: Any = None

    def __enter__(self) -> Self:
        screen = console(stderr=True)
        if screen.is_terminal:
            self._bar = self._stack.enter_context(_bar(screen, self.pace))
            self._task = self._bar.add_task("simulating", total=None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __call__(self, progress: Progress) -> None:
        """Show how far the run is."""
        self.pace.update(progress.found, progress.done, progress.total)
        if self._bar is not None:
            self._bar.update(self._task, completed=progress.done, total=progress.total)


def speed(pace: Pace) -> str:
    """Return the speed and the time left as text, empty before the first hand."""
    if pace.hands_per_second is None or pace.seconds_left is None:
        return ""
    return f"{pace.hands_per_second:,.0f} hands/s, {duration(pace.seconds_left)} left"


def duration(seconds: float) -> str:
    """Return a time span as text.

    >>> duration(3.24), duration(32.4), duration(75), duration(4000)
    ('3.2 s', '32 s', '1:15 min', '1:06 h')
    """
    if round(seconds) < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02} min"
    return f"{minutes // 60}:{minutes % 60:02} h"


def _bar(screen: Any, pace: Pace) -> Any:
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        max_refresh = 0.5

        def render(self, task: Any) -> Text:
            return Text(speed(pace))

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        Speed(),
        console=screen,
        expand=True,
        transient=True,
    )
