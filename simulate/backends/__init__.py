"""Where shards are simulated: in this process or in worker processes.

A backend maps a function over items and yields results as they come. It knows nothing of hands; the function writes
its results to the dataset's folder and returns a small receipt, so no rows travel between processes. A backend
for a cluster is one more class with a `run`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from simulate.errors import UserError
from simulate.whole import whole

Item = TypeVar("Item")
Result = TypeVar("Result")


class Backend(Protocol):
    """Runs work on items."""

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Generator[tuple[Item, Result]]:
        """Yield each item with its result, in any order, as they are finished.

        Items are taken from the iterable as workers become free. An error of `work` ends the run and is raised here;
        closing the iterator stops what is still running.

        If the work has a method ``warm_up`` and there are items, it is called once on each machine before workers get
        any: several that compile the same at once waste time, and have crashed numba. One process alone need not.
        """


def checked_workers(workers: int, name: str = "workers") -> int:
    """Return the number of workers (or threads); `UserError` if it is none."""
    number = whole(workers, f"{name} =")
    if number < 1:
        raise UserError(f"{name} = {number} is out of range: use 1 or more")
    return number


def local_backend(workers: int) -> Backend:
    """Return the backend for so many workers on this machine: this process itself, or worker processes."""
    from simulate.backends.processes import Processes
    from simulate.backends.serial import Serial

    number = checked_workers(workers)
    return Serial() if number == 1 else Processes(number)
