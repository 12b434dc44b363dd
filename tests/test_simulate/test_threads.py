import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest

from simulate.backends.threads import cores, in_order, threads_for
from simulate.collect import collect
from simulate.errors import UserError
from simulate.players.own import PASS, batch_bidder, bidder
from simulate.players.player import Player
from simulate.players.registry import parse_players
from tests.test_simulate.datasets import experiment, fingerprint


def backwards(item):
    """Take the longer the earlier an item comes."""
    time.sleep(0.002 * (10 - item))
    return item


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(threads):
    assert list(in_order(backwards, range(10), threads)) == list(range(10))


@pytest.mark.parametrize("threads", [1, 3])
def test_no_more_pieces_are_begun_than_can_be_kept(threads):
    taken = []
    with closing(in_order(lambda item: item, (taken.append(i) or i for i in range(100)), threads)) as results:
        next(results)
        assert len(taken) <= threads + 2


def test_an_error_ends_the_others():
    done = []

    def work(item):
        if item == 1:
            raise UserError("one can't be used")
        done.append(item)

    with pytest.raises(UserError, match="one can't be used"):
        list(in_order(work, range(100), 2))
    assert len(done) < 10
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]


def test_row_groups_simulated_at_once_are_the_same_bytes(tmp_path):
    plan = experiment(300_000, players="random", shard_hands=300_000)
    for threads in (1, 3):
        collect(plan, tmp_path / str(threads), threads=threads)
    assert fingerprint(tmp_path / "1") == fingerprint(tmp_path / "3")
    with pytest.raises(UserError, match="threads = 0 is out of range: use 1 or more"):
        collect(plan, tmp_path / "none", threads=0)


def test_python_players_have_a_thread_of_their_own():
    @bidder
    def never(v):
        return PASS

    @batch_bidder
    def never_in_python(views):
        return views.seat * 0

    (normal, *_) = parse_players("normal")
    assert threads_for([normal], 1) == cores()
    assert threads_for([normal], 10**6) == 1
    assert threads_for([normal, Player(never.make(), normal.card_player)], 1) == cores()
    assert threads_for([normal, Player(never_in_python.make(), normal.card_player)], 1) == 1
    assert threads_for([replace(normal, card_player=object())], 1) == 1
