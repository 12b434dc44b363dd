"""Worker processes on this machine; one that dies is replaced, and its item is done again.

Each worker is a fresh interpreter that reads work from a pipe. So nothing of the calling program is run a second time
(a script needs no ``if __name__ == "__main__"``), exactly one item is known to be lost when a worker dies, and
Ctrl-C reaches this process alone. A worker whose parent is gone ends when it has finished its item.

Work and results travel as pickles. That is safe here, and only here: both ends are this program, and nobody else
holds the pipe. Nothing that is kept or that comes from elsewhere is ever unpickled.

Workers start, and import what the work needs, while this process compiles what they will use: if the work has a method
``warm_up``, it is called before the first item is sent.

A thread for each worker passes items on. Threads that simulate themselves would be simpler: the compiled
code does not need the interpreter's lock. But they share one memory, so a crash ends the run.
"""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from simulate.backends import Item, Result, checked_workers
from simulate.backends.worker import receive, send
from simulate.errors import UserError

TRIES = 3
"""So often is an item given to a worker before the run is given up."""

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from simulate.backends.worker import serve; serve(sys.argv[2])"
)
_SECONDS_TO_DIE = 5.0


class WorkerDiedError(Exception):
    """A worker process has ended without an answer."""


@dataclass(frozen=True, slots=True)
class Processes:
    """Runs work in processes of their own.

    Attributes
    ----------
    workers
        How many at once.
    """

    workers: int

    def __post_init__(self) -> None:
        checked_workers(self.workers)

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Generator[tuple[Item, Result]]:
        """Yield each item with its result, as they are finished.

        Raises
        ------
        UserError
            If workers die on the same item `TRIES` times, or the work can't be sent to another process.
        """
        waiting = iter(items)
        with closing(_Crew(work)) as crew, ThreadPoolExecutor(self.workers) as threads:
            try:
                first = list(islice(waiting, self.workers))
                crew.start(len(first))
                if first and hasattr(work, "warm_up"):
                    work.warm_up()
                running = {threads.submit(crew.do, item): item for item in first}
                while running:
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        item = running.pop(future)
                        result = future.result()
                        running |= {threads.submit(crew.do, following): following for following in islice(waiting, 1)}
                        yield item, result
            finally:
                crew.dismiss()


class _Crew:
    """The workers of a run; each thread has the one it started."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._own = threading.local()
        self._lock = threading.Lock()
        self._all: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._dismissed = False

    def start(self, workers: int) -> None:
        """Start so many workers, which the first threads find."""
        self._idle += [self._new() for _ in range(workers)]

    def do(self, item: Any) -> Any:
        """Return the result for an item, from as many workers as it takes."""
        told = ""
        for _ in range(TRIES):
            try:
                return self._worker().ask(self._work, item)
            except WorkerDiedError as error:
                if self._dismissed:
                    raise
                self._own.worker = None
                told = str(error)
        raise UserError(
            f"{item}: the worker process has died {TRIES} times ({told}); if memory is short, use fewer workers, "
            "then run again: complete parts are kept"
        )

    def dismiss(self) -> None:
        """Stop all workers at once; threads that wait for one go on."""
        with self._lock:
            self._dismissed = True
            for worker in self._all:
                worker.kill()

    def close(self) -> None:
        """Close the pipes, when no thread waits any more."""
        for worker in self._all:
            worker.close()

    def _worker(self) -> _Worker:
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None:
            with self._lock:
                if self._dismissed:
                    raise WorkerDiedError("the run has ended")
                worker = self._own.worker = self._idle.pop() if self._idle else self._new()
        return worker

    def _new(self) -> _Worker:
        worker = _Worker(type(self._work).__module__)
        self._all.append(worker)
        return worker


class _Worker:
    """A process that does one item at a time; it imports a module first."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(sys.path), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # In a session of its own, so that Ctrl-C in a terminal does not reach it.
            start_new_session=True,
        )

    def ask(self, work: Callable[[Any], Any], item: Any) -> Any:
        """Return the result of the work on an item; raise the error it raised."""
        try:
            send(self._process.stdin, (work, item))
            answer = receive(self._process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise WorkerDiedError(self._cause_of_death()) from None
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UserError(f"this run can't be sent to worker processes ({error}): use 1 worker") from None
        result, error_there = pickle.loads(answer)
        if error_there is not None:
            raise error_there
        return result

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Close the pipes."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                # What a dead process has not read can't be flushed.
                with suppress(OSError):
                    pipe.close()

    def _cause_of_death(self) -> str:
        try:
            code = self._process.wait(_SECONDS_TO_DIE)
        except subprocess.TimeoutExpired:
            self.kill()
            return "it broke off its answer"
        return f"signal {-code}, {signal.strsignal(-code)}" if code < 0 else f"exit code {code}"
