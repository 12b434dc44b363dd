"""Work on chunks of hand ids in threads: compiled code lets others run, and results come in order however many."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from analysis.seatings import CHUNK, Numbers
from simulate.backends import checked_workers
from simulate.backends.threads import cores
from simulate.experiment import HAND_IDS, Shard

Result = TypeVar("Result")

Progress = Callable[[int, int], None]
"""Called with the hands done and those expected."""


class Stopped(KeyboardInterrupt):
    """The user has pressed Ctrl-C before all was played that was planned.

    He had seen nothing of the result, so what it would have been did not make him stop: the intervals of what was
    played until then hold.

    Attributes
    ----------
    found
        The result so far.
    hands
        How many hands were planned.
    """

    def __init__(self, found: Any, hands: int) -> None:
        super().__init__(f"stopped by hand after {found.hands:,} of {hands:,} hands")
        self.found = found
        self.hands = hands


def in_chunks(
    work: Callable[[Numbers], Result], first: int, deals: int, workers: int | None = None, size: int = CHUNK
) -> Iterator[Result]:
    """Yield the results of work on consecutive chunks of hand ids, in order.

    Parameters
    ----------
    work
        Takes hand ids, uint64.
    first, deals
        First hand id, and how many; ids go on from 0 after the last.
    workers
        Threads; None: one for each core.
    size
        Hand ids in a chunk.
    """
    shards = Shard(0, deals).split(size)
    start = np.uint64(first % HAND_IDS)

    def run(shard: Shard) -> Result:
        return work(start + shard.hand_ids)

    threads = checked_workers(cores() if workers is None else workers)
    yield run(next(shards))  # alone, so that what has to be compiled is compiled once
    if threads == 1:
        yield from map(run, shards)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Result]] = deque(pool.submit(run, shard) for shard in islice(shards, 2 * threads))
        try:
            while waiting:
                result = waiting.popleft().result()
                waiting.extend(pool.submit(run, shard) for shard in islice(shards, 1))
                yield result
        finally:
            for future in waiting:
                future.cancel()
