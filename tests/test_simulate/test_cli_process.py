"""The command line as a process: signals, pipes, exit codes, and what is left on the disk."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

from simulate.cli.compiling import SECONDS
from simulate.dataset.lock import only_run_in
from tests.test_simulate.cli_calls import START, process
from tests.test_simulate.datasets import fingerprint

SMALL_SHARDS = (
    "from simulate.experiment import Experiment\n"
    "start = Experiment.__init__\n"
    "start.__defaults__ = (*start.__defaults__[:-1], 20_000)\n"
    "from simulate.cli import main\n"
    "main()\n"
)
"""Starts the command line with shards so small that a run can be interrupted between them."""

HANDS = 400_000


def begin(out, *options):
    """Return a running simulation."""
    arguments = ["simulate", "--hands", str(HANDS), "--seed", "5", "--out", str(out), *options]
    return subprocess.Popen(
        [sys.executable, "-c", SMALL_SHARDS, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(running):
    """Return exit code, output and error output of a process."""
    output, errors = running.communicate(timeout=240)
    return running.returncode, output, errors


def wait_for_part(out, running):
    """Wait until the first part is complete."""
    deadline = time.monotonic() + 240
    while not list((out / "_staging").glob("part-*.json")):
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The files of a run that nobody has interrupted."""
    out = tmp_path_factory.mktemp("whole") / "data"
    code, _, errors = finish(begin(out))
    assert code == 0, errors
    return fingerprint(out)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_complete_parts_and_the_same_command_goes_on(tmp_path, uninterrupted, workers):
    out = tmp_path / "data"
    running = begin(out, "--workers", workers, "--json")
    wait_for_part(out, running)
    running.send_signal(signal.SIGINT)
    code, output, errors = finish(running)
    assert (code, output) == (130, "")
    told = errors.splitlines()[-1]
    assert told.startswith("interrupted: ")
    assert told.endswith("run the same command again to go on")
    assert "Traceback" not in errors
    there = int(told.split()[1].replace(",", ""))
    assert 0 < there < HANDS
    assert not (out / "_manifest.json").exists()
    assert not list((out / "_staging").glob("*.parquet"))

    code, output, errors = finish(begin(out, "--workers", workers, "--json"))
    assert code == 0, errors
    found = json.loads(output)
    assert there <= found["found"] < HANDS
    assert found["found"] + found["simulated"] == HANDS
    assert fingerprint(out) == uninterrupted


def test_a_killed_run_goes_on_too(tmp_path, uninterrupted):
    out = tmp_path / "data"
    running = begin(out)
    wait_for_part(out, running)
    running.kill()
    finish(running)
    code, output, errors = finish(begin(out))
    assert code == 0, errors
    assert "were there already" in output
    assert fingerprint(out) == uninterrupted


def test_two_runs_do_not_write_the_same_folder(tmp_path):
    with only_run_in(tmp_path):
        code, output, errors = finish(begin(tmp_path))
    assert (code, output) == (2, "")
    assert errors.splitlines()[-1].startswith(f"error: another run is writing to {str(tmp_path)!r}: ")
    assert list(tmp_path.iterdir()) == []


def test_an_early_end_of_the_reader_is_silent(tmp_path):
    for arguments in (["odds"], ["odds", "--json"], ["rules", "official"], ["--help"]):
        running = subprocess.Popen([*START, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.stdout.close()
        assert running.stderr.read() == ""
        running.stderr.close()
        assert running.wait(60) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_below_the_output_is_told():
    for arguments in (["odds"], ["odds", "--json"], ["--help"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*START, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr == "error: the output can't be written: No space left on device\n"


def test_a_closed_output_is_no_fault():
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *START, "odds"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_json_is_all_that_is_on_the_output(tmp_path):
    done = process("simulate", "--hands", "100", "--out", tmp_path / "data", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["simulated"] == 100
    assert "Traceback" not in done.stderr
    for arguments in (["show", tmp_path / "data", "7"], ["verify", tmp_path / "data"]):
        done = process(*arguments, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        json.loads(done.stdout)


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--version"], 0), ([], 0), (["simulate"], 2), (["foo"], 2), (["show", "nowhere", "1"], 2)]
)
def test_exit_codes(arguments, code, tmp_path):
    done = process(*arguments)
    assert done.returncode == code
    assert (done.stdout == "") is (code != 0)
    assert len(done.stderr.splitlines()) == (1 if code else 0)


def test_on_a_terminal_a_bar_shows_speed_and_time_left(tmp_path):
    terminal, end = pty.openpty()
    command = [sys.executable, "-c", SMALL_SHARDS, "simulate", "--hands", "60_000", "--players", "random", "--out"]
    running = subprocess.Popen(
        [*command, str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=end,
        env=os.environ | {"COLUMNS": "80", "TERM": "xterm"},
    )
    os.close(end)
    shown = b""
    while True:
        try:
            block = os.read(terminal, 65536)
        except OSError:  # what Linux says at the end of a terminal
            break
        if not block:
            break
        shown += block
    os.close(terminal)
    output, _ = running.communicate(timeout=60)
    assert running.returncode == 0
    assert b"simulating" in shown
    assert b"100%" in shown
    assert b"hands/s" in shown
    assert b" left" in shown
    assert output.startswith(b"60,000 hands simulated in ")
    assert b"\x1b" not in output


@pytest.mark.long
def test_a_cold_start_says_why_it_takes_time_and_a_warm_one_is_quick(tmp_path):
    def start(number):
        begun = time.perf_counter()
        # The same hand each time: one that is passed out needs fewer kernels than another.
        command = ("simulate", "--hands", "1", "--seed", "1", "--out", tmp_path / number)
        done = process(*command, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
        assert (done.returncode, done.stdout.startswith("1 hands simulated in ")) == (0, True)
        return time.perf_counter() - begun, done.stderr

    cold, told = start("cold")
    assert told == f"compiling; the first time this takes up to about {SECONDS} s\n"
    warm = [start(number) for number in ("warm", "again")]
    assert [told for _, told in warm] == ["", ""]
    assert min(seconds for seconds, _ in warm) < cold / 2
