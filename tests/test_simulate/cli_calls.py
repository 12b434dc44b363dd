"""Calls of the command line, in this process and in another, for tests."""

import json
import os
import subprocess
import sys

from typer.testing import CliRunner, Result

from simulate.cli.app import app

START = [sys.executable, "-c", "from simulate.cli import main; main()"]
"""Starts the command line as its entry point does."""


def call(*arguments) -> Result:
    """Return what a command answers: exit code, stdout, stderr."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="schafkopf")


def answer(*arguments) -> str:
    """Return what a command prints when all is well."""
    result = call(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def document(*arguments):
    """Return the JSON document that a command prints, which must be all it prints."""
    return json.loads(answer(*arguments, "--json"))


def refusal(*arguments) -> str:
    """Return the one line with which a command refuses what it was given."""
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    return result.stderr.removeprefix("error: ").rstrip("\n")


def process(*arguments, timeout=120, **environment):
    """Return the finished process of a command."""
    return subprocess.run(
        [*START, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env=os.environ | {"COLUMNS": "80"} | environment,
    )
