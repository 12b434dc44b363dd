"""What a worker process does: read work from its input, do it, write the result to its output, until the input ends.

Messages are pickled bytes of a pickle: what can't be unpickled then does not spoil the messages behind it.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Any, BinaryIO

from simulate.errors import UserError


def send(stream: Any, message: Any) -> None:
    """Write a message; an error of pickling is raised before anything is written."""
    stream.write(pickle.dumps(pickle.dumps(message)))
    stream.flush()


def receive(stream: Any) -> bytes:
    """Return the next message, still pickled; `EOFError` at the end."""
    message: bytes = pickle.load(stream)
    return message


def serve(module: str) -> None:
    """Answer each (function, argument) with (result, error), of which one is None; the module is imported before."""
    requests, answers = _take_over_streams()
    # If that fails, so does the first request, whose sender is told.
    with suppress(Exception):
        import_module(module)
    while True:
        try:
            answer = _answer(receive(requests))
        except EOFError:
            return
        try:
            _send_any(answers, answer)
        except BrokenPipeError:
            # Whoever asked is gone.
            os._exit(1)


def _answer(request: bytes) -> tuple[Any, Exception | None]:
    try:
        work, item = pickle.loads(request)
    except Exception as error:
        return None, UserError(
            f"a worker process can't load this run ({error}): "
            "put the players into a module that can be imported, or use 1 worker"
        )
    try:
        return work(item), None
    except UserError as error:
        return None, error
    except Exception as error:
        return None, _that_can_be_sent(error)


def _that_can_be_sent(error: Exception) -> Exception:
    """Return the error with its traceback as a note; its text alone if it does not survive pickling."""
    error.add_note("In a worker process:\n" + traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__} in a worker process: {error}")
    return error


def _send_any(answers: BinaryIO, answer: tuple[Any, Exception | None]) -> None:
    try:
        send(answers, answer)
    except BrokenPipeError:
        raise
    except Exception as error:
        send(answers, (None, RuntimeError(f"a worker process can't send its result: {error}")))


def _take_over_streams() -> tuple[BinaryIO, BinaryIO]:
    # What a player prints must not get between the answers, so it goes to the error output.
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers
