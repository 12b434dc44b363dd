"""A cluster that exists already: shards as tasks of dask.distributed.

Each task writes its files and returns a receipt, so the scheduler holds next to nothing. Tasks are named by what they
do, a few more than the cluster has threads are submitted at a time, and a task whose worker is lost is done again by
another one. Writing a shard twice does no harm: the bytes are the same.

Needs the extra ``cluster``; it is imported when a cluster is used. Dask sends tasks as pickles, as is its way: whoever
may talk to a scheduler may run code on its workers, so it belongs into a network of its own, or behind its TLS.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from typing import Any

from simulate.backends import Item, Result
from simulate.engine import ENGINE_VERSION
from simulate.errors import UserError

TRIES = 3
"""So often is a task that fails done before the run is given up."""
AHEAD = 2
"""Tasks submitted for each thread of the cluster: one to do, and one to go on with."""

_SECONDS_TO_CONNECT = 15
_TALK = ("python", "dask", "distributed", "cloudpickle", "msgpack")


@dataclass(frozen=True)
class DaskCluster:
    """Runs work on a cluster of dask.distributed.

    Attributes
    ----------
    client
        A `distributed.Client` connected to it, which stays open.
    """

    client: Any

    def __post_init__(self) -> None:
        check_versions(self.client.get_versions())

    def run(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Generator[tuple[Item, Result]]:
        """Yield each item with its result, as they are finished.

        Raises
        ------
        UserError
            If workers are lost again and again, lack what the work needs, or the scheduler is gone.
        """
        self._warm_up(work)
        waiting = iter(items)
        running = {self._submit(work, item): item for item in islice(waiting, self._window())}
        finished = _distributed().as_completed(list(running), loop=self.client.loop)
        try:
            while running:
                future = next(finished)
                item = running.pop(future)
                result = self._result(future, item)
                for following in islice(waiting, max(0, self._window() - len(running))):
                    begun = self._submit(work, following)
                    running[begun] = following
                    finished.add(begun)
                yield item, result
        finally:
            # Without a scheduler there is nothing left to cancel.
            with suppress(Exception):
                self.client.cancel(list(running))

    def _warm_up(self, work: Any) -> None:
        """Let one worker of each machine compile: several that compile the same at once waste time, and may crash."""
        if not hasattr(work, "warm_up"):
            return
        machines = {address.rsplit(":", 1)[0]: address for address in self.client.nthreads()}
        begun = {
            machine: self.client.submit(_do, about_here(), _call, work.warm_up, workers=[address], pure=False)
            for machine, address in machines.items()
        }
        for machine, future in begun.items():
            self._result(future, machine)

    def _window(self) -> int:
        # Asked again and again, because a cluster may grow.
        threads: dict[str, int] = self.client.nthreads()
        return AHEAD * max(1, sum(threads.values()))

    def _submit(self, work: Callable[[Item], Result], item: Item) -> Any:
        key = work.key(item) if hasattr(work, "key") else None
        return self.client.submit(partial(_do, about_here(), work), item, key=key, retries=TRIES - 1, pure=True)

    def _result(self, future: Any, item: Any) -> Any:
        try:
            return future.result()
        except UserError:
            raise
        except _distributed().KilledWorker as error:
            raise UserError(
                f"{item}: the workers that tried it have died ({error.last_worker}); if memory is short, give the "
                "workers more or fewer threads, then run again: complete parts are kept"
            ) from None
        except (CancelledError, OSError, TimeoutError) as error:
            raise UserError(
                f"the connection to the scheduler was lost ({type(error).__name__}): run again once it is back, "
                "complete parts are kept"
            ) from None
        except (ImportError, AttributeError, TypeError) as error:
            raise UserError(
                f"a worker can't load this run ({error}): "
                f"install schafkopf-lab {version('schafkopf-lab')} on all workers"
            ) from error


@contextmanager
def connected(address: str) -> Iterator[DaskCluster]:
    """Yield the cluster of a scheduler, such as ``tcp://10.0.0.1:8786``; the connection is closed at the end.

    Raises
    ------
    UserError
        If dask.distributed is not installed, there is no scheduler, or it runs another version.
    """
    connect = _distributed().Client
    try:
        client = connect(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UserError(
            f"no scheduler answers at {address!r} ({reason}): start one with dask scheduler, and name it as "
            "tcp://HOST:PORT"
        ) from None
    with client:
        yield DaskCluster(client)


def _distributed() -> Any:
    # Imported when a cluster is used, because it is an extra; and untyped.
    try:
        return import_module("distributed")
    except ImportError:
        raise UserError(
            "a cluster needs dask.distributed: pip install -c constraints.txt -e '.[cluster]' in the project's folder"
        ) from None


def check_versions(versions: dict[str, Any]) -> None:
    """Check that all parts of a cluster speak the same language, by what ``Client.get_versions`` says.

    Raises
    ------
    UserError
        If the scheduler or a worker has another version of what they talk with.
    """
    own = versions["client"]
    others = {"the scheduler": versions["scheduler"]}
    others |= {f"worker {address}": worker for address, worker in versions["workers"].items()}
    for who, there in others.items():
        for name in _TALK:
            mine, theirs = _version(own, name), _version(there, name)
            if mine != theirs:
                raise UserError(f"{who} has {name} {theirs}, this program {mine}: install the same version on both")


def about_here() -> dict[str, str]:
    """Return the versions that decide the bytes of a part."""
    return {
        "schafkopf-lab": version("schafkopf-lab"),
        "engine": str(ENGINE_VERSION),
        "pyarrow": version("pyarrow"),
    }


def _version(about: Any, name: str) -> str:
    if about is None:
        return "of an unknown version"
    if name == "python":
        return ".".join(str(about["host"]["python"]).split(".")[:2])
    return str(about["packages"].get(name))


def _call(function: Callable[[], None]) -> None:
    function()


def _do(wanted: dict[str, str], work: Callable[[Item], Result], item: Item) -> Result:
    """Do a task, on a worker: a worker may have joined since versions were compared."""
    here = about_here()
    for name, mine in wanted.items():
        if here[name] != mine:
            raise UserError(
                f"a worker on {platform.node()} has {name} {here[name]}, this program {mine}: install the same version"
            )
    return work(item)
