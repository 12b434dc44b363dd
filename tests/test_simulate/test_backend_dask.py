"""A real cluster: processes on this machine, of which one is killed in the middle of its work."""

import os
import pickle
import signal
import sys
import time
from concurrent.futures import CancelledError
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulate.backends.dask_cluster import AHEAD, DaskCluster, about_here, check_versions, connected
from simulate.collect import UploadShard, WriteShard, collect
from simulate.dataset.writer import PartWriter
from simulate.errors import UserError
from simulate.experiment import Shard
from simulate.run import run
from tests.test_simulate.cli_calls import answer, refusal
from tests.test_simulate.datasets import experiment, fingerprint

distributed = pytest.importorskip("distributed")

PLAN = {"hands": 12_000, "tricks": 7_500}


@dataclass(frozen=True)
class DyingOnce:
    """Work whose process is killed before a shard's file is complete, once."""

    work: WriteShard

    def __call__(self, shard):
        marker = self.work.folder.parent / "died"
        if shard.first == 5000 and not marker.exists():
            marker.touch()
            PartWriter.commit = lambda self: os.kill(os.getpid(), signal.SIGKILL)
        return self.work(shard)

    def key(self, shard):
        return self.work.key(shard)


@dataclass(frozen=True)
class KillingAWorker:
    cluster: DaskCluster

    def run(self, work, items):
        return self.cluster.run(DyingOnce(work), items)


def refuse(item):
    raise UserError(f"{item} can't be used")


def die(item):
    os._exit(77)


def wait(item):
    time.sleep(item)
    return item


@pytest.fixture(scope="module")
def address():
    """The address of the scheduler of two worker processes."""
    path = os.pathsep.join([str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        settings = {"distributed.scheduler.allowed-failures": 1, "distributed.admin.system-monitor.gil.enabled": False}
        with (
            distributed.worker.dask.config.set(settings),
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
            ) as made,
        ):
            yield made.scheduler_address


@pytest.fixture
def cluster(address):
    with connected(address) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The files of the run in this process."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    collect(experiment(**PLAN), folder)
    return fingerprint(folder)


def test_a_worker_killed_in_the_middle_costs_no_byte(cluster, undisturbed, tmp_path):
    seen = []
    collect(experiment(**PLAN), tmp_path / "run", backend=KillingAWorker(cluster), progress=seen.append)
    assert (tmp_path / "died").exists()
    assert fingerprint(tmp_path / "run") == undisturbed
    assert [progress.done for progress in seen] == list(range(0, 13_000, 1000))


def test_an_existing_client_is_used_and_stays_open(address, undisturbed, tmp_path):
    with distributed.Client(address, set_as_default=False) as client:
        made = run(12_000, seed=7, tricks=True, out=tmp_path / "run", backend=DaskCluster(client))
        assert client.status == "running"
        assert made.receipt.hands == 12_000


def test_the_command_line_runs_on_a_cluster(address, tmp_path):
    out = tmp_path / "run"
    answer("simulate", "--hands", "500", "--seed", "7", "--out", out, "--backend", "dask", "--scheduler", address)
    answer("simulate", "--hands", "500", "--seed", "7", "--out", tmp_path / "here")
    assert fingerprint(out) == fingerprint(tmp_path / "here")


def test_an_interrupted_run_goes_on_elsewhere(cluster, undisturbed, tmp_path):
    def interrupt(progress):
        if progress.done == 3000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collect(experiment(**PLAN), tmp_path / "run", backend=cluster, progress=interrupt)
    seen = []
    collect(experiment(**PLAN), tmp_path / "run", progress=seen.append)
    assert seen[0].found >= 3000
    assert fingerprint(tmp_path / "run") == undisturbed


def test_few_tasks_are_submitted_at_a_time(cluster):
    taken = []
    with closing(cluster.run(wait, (taken.append(i) or 0.01 + i / 1e9 for i in range(200)))) as results:
        next(results)
        assert len(taken) <= 2 * AHEAD + 1


def test_an_error_of_the_work_ends_the_run_and_is_raised(cluster):
    with pytest.raises(UserError, match=r"^\d can't be used$"):
        list(cluster.run(refuse, range(3)))


def test_work_that_kills_its_workers_is_given_up(cluster):
    with pytest.raises(UserError, match="the workers that tried it have died"):
        list(cluster.run(die, ["an item"]))


def test_a_folder_that_workers_do_not_share_is_told(tmp_path):
    @dataclass(frozen=True)
    class Elsewhere:
        def run(self, work, items):
            for shard in items:
                (tmp_path / "other/_staging").mkdir(parents=True, exist_ok=True)
                yield shard, WriteShard(work.experiment, tmp_path / "other", work.batch_size)(shard)

    with pytest.raises(UserError, match="use a folder that all workers share"):
        collect(experiment(), tmp_path / "run", backend=Elsewhere())


def test_a_receipt_takes_about_a_kilobyte(tmp_path):
    (tmp_path / "_staging").mkdir()
    receipt = WriteShard(experiment(), tmp_path, 4096)(Shard(0, 1000))
    assert len(pickle.dumps(receipt)) < 1500


def test_work_is_named_by_what_is_written_and_where(tmp_path):
    plan, shard = experiment(), Shard(0, 1000)
    keys = [
        WriteShard(plan, tmp_path, 4096).key(shard),
        WriteShard(plan, tmp_path / "other", 4096).key(shard),
        WriteShard(experiment(seed=8), tmp_path, 4096).key(shard),
        WriteShard(experiment(tricks=True), tmp_path, 4096).key(shard),
        WriteShard(plan, tmp_path, 4096).key(Shard(1000, 1000)),
        UploadShard(plan, "s3://bucket/run", 4096).key(shard),
    ]
    assert len(set(keys)) == len(keys)
    assert WriteShard(plan, tmp_path, 1, threads=2).key(shard) == keys[0]


def versions(**changed):
    about = {"host": {"python": "3.11.7.final.0"}, "packages": {"distributed": "2026.8.0", "dask": "2026.8.0"}}
    other = {"host": about["host"], "packages": about["packages"] | changed}
    return about, other


@pytest.mark.parametrize("place", ["scheduler", "worker"])
def test_another_version_is_named(place):
    here, other = versions(distributed="2025.1.0")
    there = {"client": here, "scheduler": here, "workers": {"tcp://a:1": here}}
    check_versions(there)
    there |= {"scheduler": other} if place == "scheduler" else {"workers": {"tcp://a:1": other}}
    with pytest.raises(
        UserError, match=rf"{place}.* has distributed 2025.1.0, this program 2026.8.0: install the same"
    ):
        check_versions(there)


def test_another_python_is_named_unless_it_differs_in_the_patch_only():
    here, other = versions()
    for python, same in (("3.11.9.final.0", True), ("3.12.7.final.0", False)):
        there = {"client": here, "scheduler": other | {"host": {"python": python}}, "workers": {}}
        if same:
            check_versions(there)
        else:
            with pytest.raises(UserError, match=r"the scheduler has python 3\.12, this program 3\.11"):
                check_versions(there)


def test_a_worker_of_another_release_refuses_to_work(cluster, monkeypatch):
    monkeypatch.setattr("simulate.backends.dask_cluster.about_here", lambda: about_here() | {"pyarrow": "99"})
    with pytest.raises(
        UserError, match=r"a worker on .* has pyarrow [\d.]+, this program 99: install the same version"
    ):
        list(cluster.run(wait, [0]))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--backend", "dask"], "--backend dask needs --scheduler tcp://HOST:PORT"),
        (["--backend", "dask", "--scheduler", "here"], "needs --scheduler tcp://HOST:PORT, not 'here'"),
        (["--scheduler", "tcp://a:1"], "add --backend dask"),
        (["--backend", "ray"], "--backend 'ray' is unknown: use local, dask"),
        (["--backend", "dask", "--scheduler", "tcp://a:1", "--workers", "2"], "the cluster has its own workers"),
    ],
)
def test_wrong_options_are_told(options, told, tmp_path):
    assert told in refusal("simulate", "--hands", "10", "--out", tmp_path / "run", *options)
    assert not (tmp_path / "run").exists()


def test_no_scheduler_is_told_in_a_line(monkeypatch, tmp_path):
    monkeypatch.setattr("simulate.backends.dask_cluster._SECONDS_TO_CONNECT", 0.5)
    options = ["--backend", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    told = refusal("simulate", "--hands", "10", "--out", tmp_path / "run", *options)
    assert "no scheduler answers at 'tcp://127.0.0.1:9'" in told
    assert not (tmp_path / "run").exists()


def test_without_the_extra_the_fix_is_told(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    options = ["--backend", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    told = refusal("simulate", "--hands", "10", "--out", tmp_path / "run", *options)
    assert (
        told
        == "a cluster needs dask.distributed: pip install -c constraints.txt -e '.[cluster]' in the project's folder"
    )


class FakeClient:
    """A client of a cluster without workers."""

    def get_versions(self):
        here, _ = versions()
        return {"client": here, "scheduler": here, "workers": {}}


@dataclass(frozen=True)
class Failed:
    error: Exception

    def result(self):
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (CancelledError("key"), "the connection to the scheduler was lost .*: run again once it is back"),
        (OSError("Timed out"), "the connection to the scheduler was lost"),
        (
            ModuleNotFoundError("No module named 'simulate'"),
            r"a worker can't load this run .*: install schafkopf-lab \d",
        ),
        (UserError("a player has failed"), "^a player has failed$"),
    ],
)
def test_what_goes_wrong_far_away_is_told_in_a_line(error, told):
    with pytest.raises(UserError, match=told) as caught:
        DaskCluster(FakeClient())._result(Failed(error), Shard(0, 10))
    assert "\n" not in str(caught.value)
