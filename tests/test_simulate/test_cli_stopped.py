import json
import subprocess
import sys

import pytest

from analysis.compare import compare
from analysis.sweep import sweep
from analysis.tournament import tournament
from simulate.cli.late_bar import LateBar
from tests.test_simulate.cli_calls import answer, call

DUELS = {
    "compare": (("normal", "bold"), lambda hands: compare("normal", "bold", hands, seed=5)),
    "tournament": (
        ("cautious", "normal", "bold"),
        lambda hands: tournament(["cautious", "normal", "bold"], hands, seed=5),
    ),
    "sweep": (
        ("normal", "--vary", "solo=11:13:1"),
        lambda hands: sweep("normal", {"solo": [11, 12, 13]}, hands=hands, seed=5),
    ),
}
HANDS = ("--hands", "420_000", "--seed", "5")
SIGNALLED = (
    "import os, signal\n"
    "from simulate.cli.late_bar import LateBar\n"
    "LateBar.__call__ = lambda self, done, expected: os.kill(os.getpid(), signal.SIGINT)\n"
    "from simulate.cli import main\n"
    "main()\n"
)
"""Starts the command line so that Ctrl-C seems to be pressed when some hands have been played."""


@pytest.fixture
def interrupted(monkeypatch):
    """Press Ctrl-C when some hands have been played."""

    def press(self, done, expected):
        assert done < expected
        raise KeyboardInterrupt

    monkeypatch.setattr(LateBar, "__call__", press)


@pytest.mark.parametrize("command", DUELS)
def test_the_result_so_far_is_that_of_so_many_hands(command, interrupted):
    arguments, play = DUELS[command]
    result = call(command, *arguments, *HANDS, "--json")
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    document = json.loads(result.stdout)
    assert (document.pop("stopped_by_hand"), document.pop("planned_hands")) == (True, 420_000)
    assert 0 < document["hands"] < 420_000
    assert document == play(document["hands"]).to_mapping()


@pytest.mark.parametrize("command", DUELS)
def test_it_is_said_that_it_was_stopped(command, interrupted, monkeypatch):
    arguments, _ = DUELS[command]
    result = call(command, *arguments, *HANDS)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    first, empty, *rest = result.stdout.splitlines()
    done = int(first.split()[4].replace(",", ""))
    assert first == f"Stopped by hand after {done:,} of 420,000 hands. The result so far:"
    assert empty == ""
    monkeypatch.undo()
    assert rest == answer(command, *arguments, "--hands", done, "--seed", 5).splitlines()


def test_a_search_has_no_result_to_tell(interrupted):
    result = call("sweep", "normal", "--vary", "solo=11:13", "--search", "3", "--hands", "100_000", "--seed", "5")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == (
        "interrupted: a search has no result before the best has played fresh deals; try fewer --hands\n"
    )


def test_ctrl_c_itself_prints_the_result():
    command = [sys.executable, "-c", SIGNALLED, "compare", "normal", "bold", *HANDS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 130
    assert done.stderr.splitlines()[-1] == "interrupted"
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("Stopped by hand after ")
    assert "per 100 hands" in done.stdout
