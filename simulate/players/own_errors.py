"""What goes wrong in code that a user has written, told in a line: which player, which line of his, what happened."""

from __future__ import annotations

import linecache
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulate.errors import UserError

_LINE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_BOILERPLATE = ("Failed in ", "During: ", "File ", "- Resolution failure", "No implementation of function", ">>> ")
_ATTRIBUTE = re.compile(r"Unknown attribute '(?P<name>\w+)' of type (?P<type>\w+)")


def failed(who: str, function: Callable[..., Any], error: BaseException) -> UserError:
    """Return the error to raise when a user's `function` has raised `error`: it names the line of his that failed."""
    file = function.__code__.co_filename
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return failed_at(who, file, lines[-1] if lines else None, error, f"in {function.__name__}")


def failed_at(who: str, file: str, line: int | None, error: BaseException, otherwise: str = "") -> UserError:
    """Return the error to raise when a line of a file has raised `error`; `otherwise` where, if no line is known."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    place = _place(file, line) if line else otherwise
    return UserError(f"{who} failed {place}: {_one_line(what)}")


def not_compiled(function: Callable[..., Any], error: Exception) -> UserError:
    """Return the error to raise when a scalar rule can't be compiled: it names the line and what is wrong there."""
    file = function.__code__.co_filename
    location = getattr(error, "loc", None)
    line = location.line if location is not None and Path(location.filename).name == Path(file).name else None
    for match in _LINE.finditer(str(error)):
        if Path(match["file"]).name == Path(file).name:
            line = int(match["line"])
    place = _place(file, line) if line else f"in {Path(file).name}"
    return UserError(
        f"{function.__name__} can't be compiled {place}: {_cause(str(error))}; "
        "a rule may use numbers, tuples and the functions of simulate.players.own, else make it a batch function"
    )


def _place(file: str, line: int) -> str:
    code = linecache.getline(file, line).strip()
    return f"in line {line} of {Path(file).name}" + (f" ({code})" if code else "")


def _cause(text: str) -> str:
    """Return the sentence of a compiler's message that says what is wrong."""
    if match := _ATTRIBUTE.search(text):
        return f"{match['type']} has no {match['name']!r}"
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if line and not line.startswith(_BOILERPLATE)]
    return _one_line(telling[0]).rstrip(".") if telling else "the compiler does not say why"


def _one_line(text: str) -> str:
    return " ".join(text.split())
