"""What is told of a comparison that the user has stopped by Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulate.cli.guard import Interrupted
from simulate.cli.output import console, print_json


def so_far(play: Callable[[], Any]) -> tuple[Any, int | None]:
    """Return what `play` returns and None; if the user stops it, the result so far and the hands that were planned."""
    from analysis.chunks import Stopped

    try:
        return play(), None
    except Stopped as stopped:
        return stopped.found, stopped.hands


def tell(found: Any, planned: int | None, as_json: bool, show: Callable[[Any], None]) -> None:
    """Print a result.

    Parameters
    ----------
    found
        What came out; has ``hands`` and ``to_mapping``.
    planned
        Hands that it should have been, if it has been stopped.
    as_json
        Whether to print a document.
    show
        Prints it as text.

    Raises
    ------
    Interrupted
        In the end, if it has been stopped.
    """
    if as_json:
        stopped = {} if planned is None else {"stopped_by_hand": True, "planned_hands": planned}
        print_json(found.to_mapping() | stopped)
    else:
        if planned is not None:
            console().print(f"Stopped by hand after {found.hands:,} of {planned:,} hands. The result so far:\n")
        show(found)
    if planned is not None:
        raise Interrupted
