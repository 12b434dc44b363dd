"""Runs that are killed again and again, for tests: a process that has everything loaded forks one after the other."""

import json
import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

from simulate.collect import collect, play
from simulate.experiment import Shard
from tests.test_simulate.datasets import experiment

HANDS, SHARD_HANDS = 24_000, 2_000


def plan():
    """Return what is simulated: twelve shards with tricks."""
    return experiment(HANDS, players="random", shard_hands=SHARD_HANDS, tricks=True)


def kill_runs(folder: Path, kills: int, seed: int) -> None:
    """Begin runs in ``folder/0``, ``folder/1``, ... and kill them; print how often, and how many shards each left."""
    play(plan(), Shard(0, 100))
    chance = random.Random(seed)
    begun = time.perf_counter()
    _wait(_start(folder / "whole"))
    seconds = time.perf_counter() - begun
    shards: list[int] = []
    number = 0
    while len(shards) < kills:
        out = folder / str(number)
        running = _start(out)
        time.sleep(chance.uniform(0, seconds))
        os.kill(running, signal.SIGKILL)
        if os.WIFSIGNALED(_wait(running)):
            shards.append(len(list(out.glob("_staging/*.json"))))
        else:
            # It had just finished.
            number += 1
    for out in folder.iterdir():
        _wait(_start(out))
    print(json.dumps(shards))


def _start(out: Path) -> int:
    child = os.fork()
    if not child:
        try:
            collect(plan(), out, threads=1)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return child


def _wait(child: int) -> int:
    status = os.waitpid(child, 0)[1]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("a run has failed")
    return status


if __name__ == "__main__":
    kill_runs(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
