"""Words out of a fixed choice."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from simulate.errors import UserError, did_you_mean

Choice = TypeVar("Choice", bound=StrEnum)


def one_of(choices: type[Choice], word: str, name: str) -> Choice:
    """Return the member that a word names.

    Parameters
    ----------
    choices
        An enum of words.
    word
        What the user wrote.
    name
        What it is for, in errors; such as ``--notation``.

    Raises
    ------
    UserError
        If there is no such member.
    """
    for choice in choices:
        if choice.value == word.strip().lower():
            return choice
    raise unknown(name, word, [choice.value for choice in choices])


def unknown(name: str, word: str, known: Iterable[str]) -> UserError:
    """Return the error for a word that is none of those known.

    >>> print(unknown("rules", "offical", ["standard", "official"]))
    rules 'offical' is unknown: use standard, official (did you mean 'official'?)
    """
    allowed = list(known)
    hint = did_you_mean(word.lower(), allowed)
    return UserError(f"{name} {word!r} is unknown: use {', '.join(allowed)}{hint}")
