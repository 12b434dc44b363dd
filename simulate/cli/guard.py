"""Whatever goes wrong in a command ends as one line on the error output and an exit code."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from simulate.errors import UserError

_OUTPUT_FAILS = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


class ExitCode(IntEnum):
    """What the command tells the shell."""

    DONE = 0
    FAILED = 1
    """Something is wrong, but not with what the user gave."""
    MISUSE = 2
    """Something the user gave can't be used."""
    INTERRUPTED = 130
    """Ctrl-C."""


class Interrupted(Exception):  # noqa: N818  (an interruption is no error)
    """The user pressed Ctrl-C; the message says what is left and how to go on."""


def guarded(run: Callable[[], Any]) -> int:
    """Return the exit code of `run`, after one line about what has gone wrong, if anything has.

    Parameters
    ----------
    run
        Returns an exit code, or None if all went well.
    """
    if sys.stdout is None:
        # Started with its output closed. Open until the process ends, so no context manager closes it.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        code = run() or ExitCode.DONE
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        return ExitCode.FAILED
    except (Interrupted, KeyboardInterrupt) as error:
        return _told(str(error) or "interrupted", ExitCode.INTERRUPTED, prefix="")
    except UserError as error:
        return _told(str(error), ExitCode.MISUSE)
    except Exception as error:
        return _misused(error) or _failed(error)
    if code == ExitCode.INTERRUPTED:
        return _told("interrupted", ExitCode.INTERRUPTED, prefix="")
    return int(code)


def _misused(error: Exception) -> int | None:
    """Tell a usage error of Typer. Which class it has depends on Typer's version; all know how to word themselves."""
    if not hasattr(error, "format_message"):
        return None
    words = _lower(error.format_message())
    parameter: Any = getattr(error, "param", None)
    context: Any = getattr(error, "ctx", None)
    if words.startswith("missing") and getattr(parameter, "help", None):
        words += f" ({_lower(parameter.help)})"
    if words.startswith("no such command") and "mean" not in words and context is not None:
        words += f": use {', '.join(context.command.commands)}"
    command = context.command_path if context is not None else "schafkopf"
    return _told(f"{words}; see {command} --help", ExitCode.MISUSE)


def _lower(sentence: str) -> str:
    sentence = sentence.strip().rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def _failed(error: Exception) -> int:
    if isinstance(error, OSError) and error.errno in _OUTPUT_FAILS and error.filename is None:
        _abandon_output()
        return _told(f"the output can't be written: {error.strerror or error}", ExitCode.FAILED)
    shown = os.environ.get("SCHAFKOPF_DEBUG", "0") not in ("", "0")
    if shown:
        traceback.print_exc()
    hint = "" if shown else ", with the traceback that SCHAFKOPF_DEBUG=1 shows"
    words = f"unexpected {type(error).__name__}: {error}; this is a fault of the program, please report it{hint}"
    return _told(words, ExitCode.FAILED)


def _told(words: str, code: ExitCode, prefix: str = "error: ") -> int:
    print(prefix + " ".join(words.split()), file=sys.stderr)
    return int(code)


def _abandon_output() -> None:
    # Nobody reads on (``| head``): what is still buffered must not fail again when Python ends.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
