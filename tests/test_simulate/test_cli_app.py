import subprocess
import sys
from importlib.metadata import version

import pytest

from simulate.cli.app import app
from tests.test_simulate.cli_calls import answer, call, process, refusal

COMMANDS = ("simulate", "show", "verify", "players", "rules", "odds")


def test_the_version():
    assert answer("--version") == f"schafkopf-lab {version('schafkopf-lab')}\n"


def test_help_lists_the_commands_from_first_to_last():
    listed = answer("--help").split("Commands:\n")[1]
    words = [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]
    assert [word for word in words if word in COMMANDS] == list(COMMANDS)
    assert len(app.registered_commands) == len(words)


def test_no_command_is_listed_with_its_line_cut(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    listed = answer("--help").split("Commands:\n")[1].splitlines()
    assert len(listed) == len(app.registered_commands)
    assert [line for line in listed if not line.endswith(".") or line.endswith("..")] == []


@pytest.mark.parametrize("word", ["--help", "-h"])
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_fits_into_the_terminal(command, word, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = answer(*command, word)
    assert text.startswith("Usage: schafkopf ")
    assert max(map(len, text.splitlines())) <= 80
    if command:
        assert f"\n  schafkopf {command[0]} " in text


def test_help_is_what_comes_without_a_command():
    assert answer() == answer("--help")


def test_help_and_version_do_not_wait_for_heavy_libraries():
    heavy = ("numba", "polars", "pandas", "pyarrow", "scipy", "numpy", "rich")
    code = (
        "import sys\nfrom simulate.cli import main\n"
        "try:\n    main()\nfinally:\n"
        f"    print([name for name in {heavy} if name in sys.modules], file=sys.stderr)\n"
    )
    for arguments in (["--version"], ["--help"], ["simulate", "--help"], ["odds", "--help"]):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
        assert done.stderr == "[]\n"


def test_the_package_is_the_command_line():
    code = (
        "import runpy, sys\n"
        "try:\n    runpy.run_module('simulate', run_name='__main__', alter_sys=True)\n"
        "finally:\n    print('numpy' in sys.modules, 'rich' in sys.modules, file=sys.stderr)\n"
    )
    loaded = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True, check=True)
    assert (loaded.stdout, loaded.stderr) == (answer("--version"), "False False\n")
    command = [sys.executable, "-m", "simulate", "simulate", "--hands", "x", "--out", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: --hands 'x' is no whole number")


def test_what_can_be_checked_early_is_checked_before_heavy_imports():
    code = "import sys\nfrom simulate.cli import main\ntry:\n    main()\nfinally:\n    print('numba' in sys.modules)\n"
    for arguments in (["--hands", "x"], ["--hands", "1", "--rules", "offical"], ["--hands", "1", "--seed", "x"]):
        command = [sys.executable, "-c", code, "simulate", "--out", "nowhere", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "False\n")


def test_a_command_that_is_not_there():
    told = refusal("foo")
    assert told.startswith("no such command 'foo': use simulate, ")
    assert "'simulate'" in refusal("simulat")


def test_an_option_that_is_not_there():
    assert refusal("simulate", "--hand", "7") == (
        "no such option: --hand (Possible options: --backend, --hands); see schafkopf simulate --help"
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_can_complete_commands(shell):
    # Otherwise the shell is that of whoever runs the tests, and make runs them in one that can't complete.
    shown = process("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "_SCHAFKOPF_COMPLETE" in shown.stdout
    done = process(
        _SCHAFKOPF_COMPLETE="complete_bash",
        COMP_WORDS="schafkopf si",
        COMP_CWORD="1",
    )
    assert done.stdout.split() == ["simulate"]


def test_a_fault_shows_no_traceback(monkeypatch):
    monkeypatch.setattr("simulate.rules.Rules.load", lambda name: 1 / 0)
    result = call("rules", "standard")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: unexpected ZeroDivisionError: division by zero; ")
    assert result.stderr.count("\n") == 1
