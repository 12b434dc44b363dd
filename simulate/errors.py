"""Errors whose message a person reads: one line that names the value, what is allowed and the fix."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(ValueError):
    """Something the user gave can't be used; the message says what, what is allowed and what to do.

    The command line prints the message alone and ends with exit code 2.
    """


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Return a hint to end an error with: the allowed word that is closest, or nothing.

    >>> did_you_mean("offical", ["standard", "official"])
    " (did you mean 'official'?)"
    >>> did_you_mean("xyz", ["standard", "official"])
    ''
    """
    close = difflib.get_close_matches(word, list(allowed), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
