"""Errors whose message a person reads: one line that names the value, what is allowed and the fix."""

from __future__ import annotations


class UserError(ValueError):
    """Something the user gave can't be used; the message says what, what is allowed and what to do.

    The command line prints the message alone and ends with exit code 2.
    """
