"""Pieces of one item in threads of this process, their results in order.

Compiled code does not need the interpreter's lock, so threads use all cores without another process having to start.
Pieces of a shard are simulated like that; whole shards go to processes, which a crash does not take along.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from simulate.backends import Item, Result
from simulate.players.player import Player
from simulate.players.registry import is_compiled

_AHEAD = 1  # pieces begun while all threads are busy and a result is being used


def in_order(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Generator[Result]:
    """Yield the result of each item, in their order; at most ``threads + 1`` are held at once.

    Parameters
    ----------
    work
        What to do with an item; an error ends the others and is raised here.
    items
        Taken one by one.
    threads
        How many; 1 needs no thread.
    """
    if threads == 1:
        yield from map(work, items)
        return
    waiting = iter(items)
    pool = ThreadPoolExecutor(threads)
    try:
        running: deque[Future[Result]] = deque(pool.submit(work, item) for item in islice(waiting, threads + _AHEAD))
        while running:
            result = running.popleft().result()
            running.extend(pool.submit(work, item) for item in islice(waiting, 1))
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_for(players: Iterable[Player], workers: int) -> int:
    """Return how many threads each of so many workers on this machine should use: its share of the cores.

    It is 1 if a player is Python code, which may keep something from one call to the next.
    """
    compiled = all(is_compiled(half) for player in players for half in (player.bidder, player.card_player))
    return max(1, cores() // workers) if compiled else 1
