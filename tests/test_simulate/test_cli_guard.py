import errno

import pytest
import typer

from simulate.cli.guard import ExitCode, Interrupted, guarded
from simulate.errors import UserError


def outcome(capsys, error):
    """Return the exit code and the error output for something that is raised."""

    def run():
        raise error

    code = guarded(run)
    output = capsys.readouterr()
    assert output.out == ""
    return code, output.err


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (1, 1), (ExitCode.FAILED, 1)])
def test_the_exit_code_of_a_command(capsys, returned, code):
    assert guarded(lambda: returned) == code
    assert capsys.readouterr().err == ""


def test_what_the_user_can_mend_is_one_line(capsys):
    assert outcome(capsys, UserError("hands = 0\nis out of range")) == (2, "error: hands = 0 is out of range\n")


def test_an_error_of_typer_is_one_line(capsys):
    code, told = outcome(capsys, typer.BadParameter("That is\nno good."))
    assert (code, told) == (2, "error: invalid value: That is no good; see schafkopf --help\n")


@pytest.mark.parametrize("error", [Interrupted("3 of 4 are there"), KeyboardInterrupt("3 of 4 are there")])
def test_an_interruption_is_no_error(capsys, error):
    assert outcome(capsys, error) == (130, "3 of 4 are there\n")


def test_an_interruption_that_typer_has_seen(capsys):
    assert guarded(lambda: 130) == 130
    assert capsys.readouterr().err == "interrupted\n"


@pytest.mark.parametrize("setting", ["", "0"])
def test_a_fault_of_the_program_without_traceback(capsys, monkeypatch, setting):
    monkeypatch.setenv("SCHAFKOPF_DEBUG", setting)
    code, told = outcome(capsys, ZeroDivisionError("division\nby zero"))
    assert code == 1
    assert told.startswith("error: unexpected ZeroDivisionError: division by zero; ")
    assert "SCHAFKOPF_DEBUG=1" in told
    assert told.count("\n") == 1


def test_a_fault_of_the_program_with_traceback(capsys, monkeypatch):
    monkeypatch.setenv("SCHAFKOPF_DEBUG", "1")
    code, told = outcome(capsys, ZeroDivisionError("by zero"))
    assert code == 1
    assert told.startswith("Traceback (most recent call last):\n")
    assert "in run\n" in told
    assert told.splitlines()[-1].startswith("error: unexpected ZeroDivisionError: by zero; ")


def test_a_file_that_fails_is_not_taken_for_the_output(capsys):
    code, told = outcome(capsys, OSError(errno.ENOSPC, "No space left on device", "/data/part"))
    assert code == 1
    assert told.startswith("error: unexpected OSError: ")
