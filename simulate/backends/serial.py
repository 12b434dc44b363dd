"""One item after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass

from simulate.backends import Item, Result


@dataclass(frozen=True, slots=True)
class Serial:
    """Runs work in this process."""

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Generator[tuple[Item, Result]]:
        """Yield each item with its result, in order."""
        for item in items:
            yield item, work(item)
