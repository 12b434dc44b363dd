"""Whole numbers as people write them."""

from __future__ import annotations

import re
from decimal import Decimal

from simulate.errors import UserError

_NUMBER = re.compile(
    r"(?P<digits>[+-]?\d+(?:[_,]\d{3})*)(?P<rest>\.\d+)?(?:E\+?(?P<power>\d{1,3}))?(?P<unit>[KM]?)", re.ASCII
)
_UNITS = {"": 1, "K": 1_000, "M": 1_000_000}


def whole_number(text: str, name: str, low: int, high: int) -> int:
    """Return the whole number written in `text`, such as ``1_000_000``, ``1,000,000``, ``1e6`` or ``1M``.

    Parameters
    ----------
    text
        What the user wrote.
    name
        What the number is for, in errors; such as ``--hands``.
    low, high
        The range allowed.

    Raises
    ------
    UserError
        If it is no whole number or not in the range.

    Examples
    --------
    >>> whole_number("2.5e6", "--hands", 1, 10**9)
    2500000
    >>> whole_number("0", "--hands", 1, 10**9)
    Traceback (most recent call last):
    ...
    simulate.errors.UserError: --hands 0 is out of range: use 1 to 1_000_000_000
    """
    match = _NUMBER.fullmatch(text.strip().upper())
    if match is None:
        raise _no_number(text, name)
    digits = re.sub("[_,]", "", match["digits"]) + (match["rest"] or "")
    value = Decimal(digits).scaleb(int(match["power"] or 0)) * _UNITS[match["unit"]]
    if value != value.to_integral_value():
        raise _no_number(text, name)
    if not low <= value <= high:
        raise UserError(f"{name} {text.strip()} is out of range: use {low:_} to {high:_}")
    return int(value)


def _no_number(text: str, name: str) -> UserError:
    return UserError(f"{name} {text!r} is no whole number: write one such as 1000, 1_000_000, 1e6 or 1M")
