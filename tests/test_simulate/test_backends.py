import os
import signal
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from simulate.backends import local_backend
from simulate.backends.processes import TRIES, Processes
from simulate.backends.serial import Serial
from simulate.errors import UserError

BACKENDS = [Serial(), Processes(1), Processes(2)]


def double(item):
    return 2 * item


def noisy(item):
    print("what a player prints", flush=True)
    os.write(1, b"and what its libraries print\n")
    return item


def refuse_three(item):
    if item == 3:
        raise UserError("three can't be used")
    return item


def fail(item):
    raise ZeroDivisionError(f"item {item}")


class UnspeakableError(Exception):
    def __init__(self, a, b):
        super().__init__(f"{a} and {b}")


def fail_unspeakably(item):
    raise UnspeakableError(1, 2)


def die_once(item):
    folder, number = item
    if number == 1 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number, os.getpid()


def die(item):
    if item == 2:
        os._exit(77)
    return item


def write_pid_and_sleep(item):
    Path(item).write_text(str(os.getpid()))
    time.sleep(60)


class WarmedUp:
    """Work that notes when it is warmed up, and doubles items."""

    def __init__(self, folder, fail=False):
        self.folder, self.fail, self.others = folder, fail, children()

    def warm_up(self):
        (self.folder / "workers").write_text(" ".join(map(str, children() - self.others)))
        if self.fail:
            raise UserError("this can't be compiled")

    def __call__(self, item):
        return os.getpid(), (self.folder / "workers").exists()


def children():
    """Return the ids of the processes that this one has started, on Linux."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while one looks.
        with suppress(OSError):
            if stat.read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(int(stat.parent.name))
    return found


def return_lambda(item):
    return lambda: item


@pytest.mark.parametrize("backend", BACKENDS, ids=str)
def test_every_item_comes_back_with_its_result(backend):
    assert sorted(backend.run(double, range(7))) == [(i, 2 * i) for i in range(7)]
    assert list(backend.run(double, [])) == []


@pytest.mark.parametrize("backend", BACKENDS, ids=str)
def test_items_are_taken_as_workers_become_free(backend):
    taken = []
    results = backend.run(double, (taken.append(i) or i for i in range(100)))
    with closing(results):
        next(results)
        assert len(taken) <= 3


@pytest.mark.parametrize("backend", BACKENDS, ids=str)
def test_an_error_of_the_work_ends_the_run_and_is_raised(backend):
    with pytest.raises(UserError, match=r"^three can't be used$"):
        list(backend.run(refuse_three, range(100)))


def test_an_error_in_a_worker_tells_where_it_came_from():
    with pytest.raises(ZeroDivisionError, match="item 0") as caught:
        list(Processes(1).run(fail, [0]))
    assert "in fail" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (fail_unspeakably, "UnspeakableError in a worker process: 1 and 2"),
        (return_lambda, "a worker process can't send its result: .*lambda"),
    ],
)
def test_what_can_not_be_sent_back_is_told_as_text(work, told):
    with pytest.raises(RuntimeError, match=told):
        list(Processes(1).run(work, [0]))


def test_what_workers_print_does_not_get_between_the_results(capfd):
    assert sorted(Processes(2).run(noisy, range(4))) == [(i, i) for i in range(4)]
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err.count("what a player prints") == 4
    assert captured.err.count("and what its libraries print") == 4


def test_a_worker_that_is_killed_is_replaced_and_its_item_done_again(tmp_path):
    results = dict(Processes(2).run(die_once, [(tmp_path, i) for i in range(6)]))
    assert (tmp_path / "died").exists()
    assert sorted(number for number, _ in results.values()) == list(range(6))


def test_an_item_that_kills_its_workers_is_given_up():
    with pytest.raises(UserError, match=rf"^2: the worker process has died {TRIES} times \(exit code 77\)"):
        list(Processes(2).run(die, range(4)))


def test_work_that_can_not_be_sent_is_refused():
    with pytest.raises(UserError, match=r"can't be sent to worker processes .*: use 1 worker"):
        list(Processes(1).run(lambda item: item, [0]))


def test_work_of_a_module_that_workers_do_not_have_is_refused(monkeypatch):
    module = type(sys)("nowhere_to_be_found")
    exec("def work(item): return item", module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(UserError, match=r"a worker process can't load this run .*nowhere_to_be_found.*or use 1 worker"):
        list(Processes(1).run(module.work, [0]))


def test_leaving_early_stops_the_workers_at_once(tmp_path):
    files = [tmp_path / str(i) for i in range(2)]
    results = Processes(2).run(write_pid_and_sleep, files)

    class EnoughError(Exception):
        pass

    def stop_once_both_run(signum, frame):
        if all(file.exists() and file.read_text() for file in files):
            raise EnoughError

    before = signal.signal(signal.SIGALRM, stop_once_both_run)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        with pytest.raises(EnoughError), closing(results):
            next(results)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    for file in files:
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.read_text()), 0)


def test_a_script_needs_no_guard_around_its_start(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from operator import neg\n"
        "from simulate.backends.processes import Processes\n"
        "print(sorted(Processes(2).run(neg, range(3))))\n"
    )
    root = Path(__file__).resolve().parents[2]
    with os.popen(f"cd {root} && PYTHONPATH=. {sys.executable} {script}") as output:
        assert output.read() == "[(0, 0), (1, -1), (2, -2)]\n"


def test_one_worker_is_this_process():
    assert local_backend(1) == Serial()
    assert local_backend(3) == Processes(3)
    with pytest.raises(UserError, match="workers = 0 is out of range"):
        local_backend(0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes as Linux lists them")
@pytest.mark.parametrize("items", [1, 5])
def test_workers_are_there_before_the_work_is_warmed_up_and_get_items_after(tmp_path, items):
    work = WarmedUp(tmp_path)
    found = [result for _, result in Processes(2).run(work, range(items))]
    assert all(warmed for _, warmed in found)
    started = set(map(int, (tmp_path / "workers").read_text().split()))
    assert {pid for pid, _ in found} <= started
    assert len(started) == min(2, items)


def test_nothing_is_warmed_up_where_there_is_nothing_to_do(tmp_path):
    assert list(Processes(2).run(WarmedUp(tmp_path), [])) == []
    assert not (tmp_path / "workers").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes as Linux lists them")
def test_workers_end_if_the_work_can_t_be_warmed_up(tmp_path):
    with pytest.raises(UserError, match="can't be compiled"):
        list(Processes(2).run(WarmedUp(tmp_path, fail=True), range(5)))
    started = (tmp_path / "workers").read_text().split()
    assert len(started) == 2
    assert not any(Path("/proc", pid).exists() for pid in started)
