import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import pyarrow.compute as pc
import pytest

from simulate.backends.processes import Processes
from simulate.backends.serial import Serial
from simulate.collect import WriteShard, collect, play
from simulate.contracts import Contract
from simulate.dataset.folder import recorded_seed
from simulate.dataset.reader import open_dataset
from simulate.dataset.writer import PartWriter
from simulate.errors import UserError
from simulate.experiment import Shard
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment, fingerprint

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class BreakingOff:
    """A backend that is interrupted after some shards."""

    after: int

    def run(self, work, items):
        for number, item in enumerate(items):
            if number == self.after:
                raise KeyboardInterrupt
            yield item, work(item)


@dataclass(frozen=True)
class DyingOnce:
    """Work whose process is killed before its second shard's file is complete."""

    work: WriteShard

    def __call__(self, shard):
        marker = self.work.folder.parent / "died"
        if shard.first and not marker.exists():
            marker.touch()
            PartWriter.commit = lambda self: os.kill(os.getpid(), signal.SIGKILL)
        return self.work(shard)


@dataclass(frozen=True)
class KillingAWorker:
    def run(self, work, items):
        return Processes(2).run(DyingOnce(work), items)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return the files of a run with tricks that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    collect(experiment(tricks=True), folder)
    return fingerprint(folder)


def test_a_dataset_is_parquet_files_and_a_manifest(undisturbed):
    names = [f"part-{first:012d}-{first + 999:012d}.parquet" for first in (0, 1000, 2000)]
    assert list(undisturbed) == ["_manifest.json", *(f"{t}/{name}" for t in ("hands", "tricks") for name in names)]


@pytest.mark.parametrize(("workers", "batch_size"), [(1, 1), (1, 777), (2, 4096)])
def test_workers_and_batches_change_no_byte(undisturbed, tmp_path, workers, batch_size):
    collect(experiment(tricks=True), tmp_path / "run", workers, batch_size)
    assert fingerprint(tmp_path / "run") == undisturbed


@pytest.mark.parametrize("after", [0, 1, 2])
def test_an_interrupted_run_goes_on_to_the_same_bytes(undisturbed, tmp_path, after):
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(tricks=True), folder, backend=BreakingOff(after))
    assert not (folder / "_manifest.json").exists()
    assert len(list(folder.glob("hands/*.parquet"))) == after
    seen = []
    collect(experiment(tricks=True), folder, progress=seen.append)
    complete = list(dict.fromkeys((p.receipt.hands, p.found) for p in seen))
    assert complete == [(1000 * done, 1000 * after) for done in range(after, 4)]
    assert fingerprint(folder) == undisturbed


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return a dataset with the tricks of all hands, each row group of 400 hands."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simulate.collect.ROW_GROUP_HANDS", 400)
        collect(experiment(tricks=True), folder)
    return folder


@pytest.mark.parametrize("first", [1, 400, 1000, 1001, 1500, 2999])
def test_tricks_of_the_first_hands_alone(whole, tmp_path, monkeypatch, first):
    monkeypatch.setattr("simulate.collect.ROW_GROUP_HANDS", 400)
    collect(experiment(tricks=first), tmp_path / "run")
    found, there = fingerprint(tmp_path / "run"), fingerprint(whole)
    shards = [f"part-{start:012d}-{start + 999:012d}.parquet" for start in range(0, 3000, 1000)]
    assert {path: found[path] for path in found if path.startswith("hands/")} == {
        f"hands/{name}": there[f"hands/{name}"] for name in shards
    }
    with_tricks = shards[: -(-first // 1000)]
    assert sorted(path for path in found if path.startswith("tricks/")) == [f"tricks/{name}" for name in with_tricks]
    # A shard that has the tricks of all its hands is the same file as ever.
    for name in shards[: first // 1000]:
        assert found[f"tricks/{name}"] == there[f"tricks/{name}"]
    tricks = pl.read_parquet(whole / "tricks/*.parquet").filter(pl.col("hand_id") < first)
    assert pl.read_parquet(tmp_path / "run/tricks/*.parquet").equals(tricks)
    for batch_size, threads in ((7, 1), (300, 3)):
        collect(experiment(tricks=first), tmp_path / str(threads), batch_size=batch_size, threads=threads)
        assert fingerprint(tmp_path / str(threads)) == found


@pytest.mark.parametrize("after", [1, 2])
def test_tricks_of_the_first_hands_survive_processes_and_interruptions(tmp_path, after):
    plan = experiment(tricks=1500)
    collect(plan, tmp_path / "undisturbed")
    with pytest.raises(KeyboardInterrupt):
        collect(plan, tmp_path / "run", backend=BreakingOff(after))
    collect(plan, tmp_path / "run", workers=2, batch_size=333)
    assert fingerprint(tmp_path / "run") == fingerprint(tmp_path / "undisturbed")


def test_a_killed_worker_costs_a_shard_and_no_byte(undisturbed, tmp_path):
    collect(experiment(tricks=True), tmp_path / "run", backend=KillingAWorker())
    assert (tmp_path / "died").exists()
    assert fingerprint(tmp_path / "run") == undisturbed


@pytest.mark.parametrize("table", ["hands", "tricks", "_staging"])
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"half")])
def test_a_shard_whose_file_is_gone_is_simulated_again(undisturbed, tmp_path, table, damage):
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(tricks=True), folder, backend=BreakingOff(2))
    damage(next(folder.glob(f"{table}/*")))
    seen = []
    collect(experiment(tricks=True), folder, progress=seen.append)
    assert seen[0].found == 1000
    assert fingerprint(folder) == undisturbed


def test_what_a_run_killed_from_outside_has_left_is_removed(undisturbed, tmp_path):
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(tricks=True), folder, backend=BreakingOff(1))
    (folder / "_staging" / "hands-part.0123.parquet").write_text("unfinished")
    (folder / "_run.lock").touch()
    collect(experiment(tricks=True), folder)
    assert fingerprint(folder) == undisturbed


def test_a_complete_dataset_is_left_as_it_is(tmp_path):
    class Never:
        def run(self, work, items):
            raise AssertionError("simulated")

    folder = tmp_path / "run"
    receipt = collect(experiment(), folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    seen = []
    assert collect(experiment(), folder, progress=seen.append, backend=Never()) == receipt
    assert [(p.done, p.total, p.found) for p in seen] == [(3000, 3000, 3000)]
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_the_receipt_is_what_the_rows_add_up_to(tmp_path):
    receipt = collect(experiment(), tmp_path / "run")
    hands = open_dataset(tmp_path / "run").hands.collect()
    assert receipt.hands == 3000
    assert receipt.passed_out == hands["contract"].null_count()
    for contract in Contract:
        rows = hands.filter(pl.col("contract") == contract.word)
        tally = receipt.tally(contract)
        assert (tally.hands, tally.won, tally.eyes) == (len(rows), rows["won"].sum(), rows["eyes"].sum())


def test_the_manifest_says_in_full_what_was_played(tmp_path):
    plan = experiment(10, rules="official", players="bold(solo=11)/random", start=5)
    collect(plan, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "_manifest.json").read_text())
    assert manifest["rules"] == Rules.preset("official").to_mapping()
    assert manifest["players"][0]["spec"] == "bold(solo=11)/random"
    assert (manifest["seed"], manifest["first_hand"], manifest["hands"], manifest["trick_hands"]) == (7, 5, 10, 0)
    assert manifest["experiment"] == plan.id
    assert manifest["parts"][0]["rows"] == 10
    assert "simulate." not in json.dumps(manifest)


def test_a_part_does_not_depend_on_what_else_is_simulated(tmp_path):
    collect(experiment(), tmp_path / "whole")
    collect(experiment(1000, start=1000), tmp_path / "piece")
    name = "hands/part-000000001000-000000001999.parquet"
    assert (tmp_path / "piece" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_hand_takes_less_than_20_bytes(tmp_path):
    collect(experiment(40_000, shard_hands=40_000), tmp_path / "run")
    (part,) = (tmp_path / "run").glob("hands/*")
    assert part.stat().st_size < 20 * 40_000


CHANGED = [
    ({"seed": 8}, "seed = 7, not 8"),
    ({"hands": 2000}, "hands = 3000, not 2000"),
    ({"tricks": True}, "trick_hands = 0, not 3000"),
    ({"tricks": 5}, "trick_hands = 0, not 5"),
    ({"shard_hands": 500}, "shard_hands = 1000, not 500"),
    ({"rules": "sauspiel"}, "rules.base_rufspiel = 1, not 20"),
    ({"players": "normal,normal,bold,normal"}, "players[2].spec = 'normal/club', not 'bold/club'"),
]


@pytest.mark.parametrize("unfinished", [False, True])
@pytest.mark.parametrize(("settings", "told"), CHANGED)
def test_another_run_is_not_mixed_in(tmp_path, settings, told, unfinished):
    folder = tmp_path / "run"
    if unfinished:
        with pytest.raises(KeyboardInterrupt):
            collect(experiment(), folder, backend=BreakingOff(1))
    else:
        collect(experiment(), folder)
    before = fingerprint(folder)
    with pytest.raises(UserError, match=re.escape(told)) as caught:
        collect(experiment(**settings), folder)
    assert "\n" not in str(caught.value)
    assert fingerprint(folder) == before


def test_other_files_are_never_touched(tmp_path):
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(UserError, match=r"holds other files, such as 'thesis.txt': name a new or empty folder"):
        collect(experiment(), tmp_path)
    with pytest.raises(UserError, match="is a file: name a folder"):
        collect(experiment(), tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_empty_folder_will_do(tmp_path):
    assert collect(experiment(10), tmp_path).hands == 10


def test_two_runs_at_once_do_not_write_the_same_folder(tmp_path):
    refused = []

    def start_another(progress):
        with pytest.raises(UserError, match="another run is writing to") as caught:
            collect(experiment(), tmp_path / "run")
        refused.append(str(caught.value))

    collect(experiment(), tmp_path / "run", progress=start_another)
    # At the start, and after the batch and the end of each of three shards.
    assert len(refused) == 7
    assert open_dataset(tmp_path / "run").manifest.receipt.hands == 3000


def test_a_damaged_dataset_is_not_called_complete(tmp_path):
    collect(experiment(), tmp_path / "run")
    next((tmp_path / "run").glob("hands/*")).unlink()
    with pytest.raises(UserError, match="is missing: restore the file"):
        collect(experiment(), tmp_path / "run")


def test_a_description_that_is_none_is_refused(tmp_path):
    (tmp_path / "_run.json").write_text("{}")
    with pytest.raises(UserError, match=r"_run.json' describes no run of this program"):
        collect(experiment(), tmp_path)


def test_the_seed_of_a_run_is_found_in_its_folder(tmp_path):
    assert recorded_seed(tmp_path) is None
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(seed=41), tmp_path, backend=BreakingOff(1))
    assert recorded_seed(tmp_path) == 41
    collect(experiment(seed=41), tmp_path)
    assert recorded_seed(tmp_path) == 41


RUN = """
import resource, sys
from simulate.collect import collect
from simulate.errors import UserError
from tests.test_simulate.datasets import experiment
if len(sys.argv) > 4:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[4]),) * 2)
try:
    collect(experiment(int(sys.argv[2]), tricks=True), sys.argv[1], workers=int(sys.argv[3]),
            progress=lambda progress: print(progress.receipt.hands, flush=True))
except UserError as error:
    print("UserError:", error)
except KeyboardInterrupt:
    print("KeyboardInterrupt")
"""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as only POSIX systems can")
def test_a_full_disk_is_told_in_a_line_and_costs_no_complete_part(undisturbed, tmp_path, workers):
    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(tricks=True), folder, backend=BreakingOff(1))
    parts = fingerprint(folder / "hands")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN, folder, "3000", str(workers), "20000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert list(dict.fromkeys(done.stdout.splitlines())) == [
        "1000",
        f"UserError: {str(folder)!r} can't be written: the file would be larger than allowed; complete parts are kept, "
        "run the same command again to go on once that is mended",
    ]
    assert parts.items() <= fingerprint(folder / "hands").items()
    assert [path.suffix for path in (folder / "_staging").iterdir()] == [".json"]
    collect(experiment(tricks=True), folder)
    assert fingerprint(folder) == undisturbed


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match="can't be written: permission is denied"):
        collect(experiment(), tmp_path / "run")
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as only POSIX systems can")
def test_ctrl_c_keeps_complete_parts_and_ends_every_process(tmp_path, workers):
    folder = tmp_path / "run"
    command = [sys.executable, "-c", RUN, folder, "2000000", str(workers)]
    # The group of processes that Ctrl-C in a terminal reaches.
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, process_group=0) as running:
        assert running.stdout is not None
        while "2000" not in running.stdout.readline():
            pass
        os.killpg(running.pid, signal.SIGINT)
        begun = time.monotonic()
        assert running.stdout.read().splitlines()[-1] == "KeyboardInterrupt"
    assert time.monotonic() - begun < 5
    receipts = {path.stem for path in (folder / "_staging").iterdir()}
    assert {path.suffix for path in (folder / "_staging").iterdir()} == {".json"}
    assert receipts <= {path.stem for path in folder.glob("hands/*")}
    assert len(receipts) >= 2
    assert not (folder / "_run.lock").exists()


def test_hands_are_played_as_arrow_tables():
    played = play(experiment(), Shard(5, 20, trick_hands=20))
    assert played.hands["hand_id"].to_pylist() == list(range(5, 25))
    assert played.tables == (played.hands, played.tricks)
    assert played.receipt.hands == 20
    assert play(experiment(), Shard(5, 20)).tables[1:] == ()
    first = play(experiment(), Shard(5, 20, trick_hands=7))
    assert first.hands.equals(played.hands)
    assert first.tricks.equals(played.tricks.filter(pc.field("hand_id") < 12))


def test_tricks_of_the_first_hands_reach_the_last_hand_id():
    some = play(experiment(), Shard(2**64 - 20, 20, trick_hands=15)).tricks["hand_id"].to_pylist()
    assert min(some) >= 2**64 - 20
    assert max(some) <= 2**64 - 6


def test_a_wrong_player_ends_the_run_with_its_name(tmp_path):
    class Cheat:
        version, spec, uses_random = 1, "cheat", False

        def play(self, views):
            return views.legal * 0

    base = experiment(100)
    wrong = replace(base, players=(replace(base.players[0], card_player=Cheat()),) * 4)
    with pytest.raises(UserError, match="player 'normal/cheat'"):
        collect(wrong, tmp_path / "run", backend=Serial())
