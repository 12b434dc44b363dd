"""What goes wrong outside the program costs no complete part and no byte, and is told in a line."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from analysis.load import scan
from simulate.cli.guard import ExitCode
from simulate.collect import collect
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.verify import verify
from tests.test_simulate.cli_calls import call
from tests.test_simulate.datasets import experiment, fingerprint
from tests.test_simulate.killed_runs import plan
from tests.test_simulate.test_collect import BreakingOff

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534

root_only = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may mount")


@pytest.fixture(scope="module")
def pristine(tmp_path_factory):
    """A dataset of three shards with tricks, and the files of the run."""
    folder = tmp_path_factory.mktemp("pristine") / "run"
    collect(experiment(tricks=True), folder)
    return folder


@pytest.fixture
def folder(pristine, tmp_path):
    shutil.copytree(pristine, tmp_path / "run")
    return tmp_path / "run"


@contextmanager
def mounted(place, options):
    """Mount a file system in memory, if this machine lets us."""
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let us mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@contextmanager
def without_privileges():
    """Be nobody for a while, if root; root may write everywhere."""
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if was_root:
            os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as only POSIX systems can")
@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.long)])
def test_killed_at_random_moments_and_resumed_the_files_are_the_same(tmp_path, kills):
    command = [sys.executable, "-m", "tests.test_simulate.killed_runs", tmp_path / "runs", str(kills), "17"]
    (tmp_path / "runs").mkdir()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=550)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)) == kills
    collect(plan(), tmp_path / "undisturbed")
    undisturbed = fingerprint(tmp_path / "undisturbed")
    for out in (tmp_path / "runs").iterdir():
        assert fingerprint(out) == undisturbed


def test_killed_between_the_commit_and_tidying_up(tmp_path, monkeypatch):
    monkeypatch.setattr("simulate.dataset.folder._remove_traces", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), tmp_path / "run")
    monkeypatch.undo()
    assert (tmp_path / "run/_staging").exists()
    (tmp_path / "run/_run.lock").touch()
    assert collect(experiment(), tmp_path / "run").hands == 3000
    collect(experiment(), tmp_path / "undisturbed")
    assert fingerprint(tmp_path / "run") == fingerprint(tmp_path / "undisturbed")


def test_killed_before_the_run_was_described(tmp_path):
    # A kill leaves files where an exception would clean up: the folder for drafts, with a draft or without.
    for draft in ("", "_run.json.4711"):
        out = tmp_path / f"run{draft}"
        (out / "_staging").mkdir(parents=True)
        if draft:
            (out / "_staging" / draft).write_text("{")
        assert collect(experiment(), out).hands == 3000
        assert not (out / "_staging").exists()
    (tmp_path / "other/_staging").mkdir(parents=True)
    (tmp_path / "other/_staging/thesis.txt").touch()
    with pytest.raises(UserError, match="holds other files"):
        collect(experiment(), tmp_path / "other")


def _interrupt(_):
    raise KeyboardInterrupt


@root_only
def test_a_full_disk_and_space_again(tmp_path):
    disk, run = tmp_path / "disk", experiment(20_000, tricks=True, players="random", shard_hands=4_000)
    collect(run, tmp_path / "undisturbed")
    undisturbed = fingerprint(tmp_path / "undisturbed")
    size = sum(path.stat().st_size for path in (tmp_path / "undisturbed").rglob("*.parquet"))
    with mounted(disk, f"size={size * 6 // 10 // 1024}k"):
        with pytest.raises(UserError, match=r"can't be written: no space is left; complete parts are kept") as caught:
            collect(run, disk / "run")
        assert "\n" not in str(caught.value)
        there = fingerprint(disk / "run")
        parts = {name for name in there if name.endswith(".parquet")}
        assert parts
        assert all(there[name] == undisturbed[name] for name in parts)
        subprocess.run(["mount", "-o", f"remount,size={size * 3 // 1024}k", str(disk)], check=True)
        seen = []
        collect(run, disk / "run", progress=seen.append)
        assert seen[0].found >= 4_000
        assert fingerprint(disk / "run") == undisturbed


@root_only
def test_a_place_that_is_read_only(tmp_path):
    with (
        mounted(tmp_path / "disk", "ro"),
        pytest.raises(UserError, match="can't be written: the file system is read-only"),
    ):
        collect(experiment(), tmp_path / "disk" / "run")


def test_permission_denied(tmp_path):
    (tmp_path / "mine").mkdir(mode=0o755)
    (tmp_path / "secret").mkdir(mode=0o700)
    for path in (tmp_path, *tmp_path.parents):
        if path != path.parent and path.stat().st_uid == os.geteuid() and path.name.startswith("pytest"):
            path.chmod(0o755)
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), tmp_path / "begun", backend=BreakingOff(1))
    before = fingerprint(tmp_path / "begun")
    for path in ("mine", "begun", "secret"):
        (tmp_path / path).chmod(0o555 if path != "secret" else 0)
    try:
        with without_privileges():
            for out in ("mine/run", "begun", "secret/run"):
                with pytest.raises(UserError, match=r"can't be written: permission is denied") as caught:
                    collect(experiment(), tmp_path / out)
                assert str(tmp_path / out.split("/")[0]) in str(caught.value)
    finally:
        for path in ("mine", "begun", "secret"):
            (tmp_path / path).chmod(0o755)
    assert fingerprint(tmp_path / "begun") == before
    assert not (tmp_path / "mine/run").exists()


def test_a_clock_that_goes_backwards_changes_nothing(pristine, tmp_path, monkeypatch):
    now = iter(range(2_000_000_000, 0, -1_000))

    def earlier():
        return float(next(now))

    for name in ("time", "monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, earlier)
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(tricks=True), tmp_path / "run", backend=BreakingOff(2))
    for path in (tmp_path / "run").rglob("*"):
        os.utime(path, (4e9, 4e9))
    collect(experiment(tricks=True), tmp_path / "run")
    monkeypatch.undo()
    assert fingerprint(tmp_path / "run") == fingerprint(pristine)


def cut_off(part):
    part.write_bytes(part.read_bytes()[:-100])


def flip_a_bit(part):
    content = bytearray(part.read_bytes())
    content[len(content) // 3] ^= 4
    part.write_bytes(content)


def swap(part):
    """Put another part of as many bytes in its place."""
    other = next(path for path in sorted(part.parent.iterdir()) if path != part)
    content = other.read_bytes()
    part.write_bytes((content + bytes(part.stat().st_size))[: part.stat().st_size])


def add_another(part):
    shutil.copy(part, part.with_name("part-999999999999-999999999999.parquet"))


DAMAGES = [
    (cut_off, r"{part}' has \d+ bytes instead of \d+"),
    (flip_a_bit, r"{part}' is damaged: its checksum differs from the manifest's"),
    (Path.unlink, r"{part}' is missing"),
    (swap, r"{part}' is damaged: its checksum differs from the manifest's"),
    (add_another, r"part-999999999999-999999999999.parquet' is no part of the dataset"),
]


@pytest.mark.parametrize("table", ["hands", "tricks"])
@pytest.mark.parametrize(("damage", "told"), DAMAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_damaged_part_is_named_with_the_reason(folder, damage, told, table):
    part = sorted((folder / table).iterdir())[1]
    scan(folder)
    damage(part)
    pattern = told.format(part=re.escape(str(part)))
    for use in (open_dataset, scan):
        with pytest.raises(UserError, match=pattern) as caught:
            use(folder)
        assert "\n" not in str(caught.value)
    assert re.search(pattern, verified(folder))
    answer = call("verify", folder)
    assert answer.exit_code in (ExitCode.FAILED, ExitCode.MISUSE)
    assert re.search(pattern, answer.output)


def verified(folder):
    """Return what `verify` says: damaged rows are findings, files that lack are an error."""
    try:
        return str(verify(folder, 0))
    except UserError as error:
        return str(error)


def test_a_large_dataset_is_hashed_by_verify_alone(folder, monkeypatch):
    monkeypatch.setattr("simulate.dataset.reader.CHECKED_BYTES", 1000)
    part = sorted((folder / "hands").iterdir())[1]
    flip_a_bit(part)
    open_dataset(folder)
    assert any(
        "is damaged" in finding.says and finding.file.endswith(part.name) for finding in verify(folder, 0).findings
    )
