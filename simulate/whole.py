"""Whole numbers as Python has them: ``100000``, NumPy's, and ``1e5``."""

from __future__ import annotations

import operator
from math import isfinite
from numbers import Real
from typing import Any

from simulate.errors import UserError


def as_whole(value: Any) -> int | None:
    """Return a value as an int; None if it is no whole number.

    >>> as_whole(1e5), as_whole(7), as_whole(2.5), as_whole("7")
    (100000, 7, None, None)
    """
    try:
        return operator.index(value)
    except TypeError:
        whole = isinstance(value, Real) and isfinite(value) and value % 1 == 0
        return int(value) if whole else None


def is_number(value: Any) -> bool:
    """Return whether a value is a number that can be compared with others."""
    return isinstance(value, Real)


def whole(value: Any, name: str, allowed: str = "write one such as 1000 or 1e6") -> int:
    """Return a value as an int.

    Parameters
    ----------
    value
        What the user gave.
    name
        What it is for, in errors; such as ``hands =``.
    allowed
        What may be given, in errors.

    Raises
    ------
    UserError
        If it is no whole number.

    Examples
    --------
    >>> whole(2.5, "hands =")
    Traceback (most recent call last):
    ...
    simulate.errors.UserError: hands = 2.5 is no whole number: write one such as 1000 or 1e6
    """
    number = as_whole(value)
    if number is None:
        raise UserError(f"{name} {value!r} is no whole number: {allowed}")
    return number
