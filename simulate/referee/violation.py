"""The error of an act against the rules."""

from __future__ import annotations

from collections.abc import Iterable

from simulate.errors import UserError


class RuleViolation(UserError):  # noqa: N818  (the word of the rules says more than Error)
    """An act, a deal or a record that the rules forbid; one line says what, which rule, and what was allowed."""


def violation(what: str, rule: str, allowed: Iterable[object]) -> RuleViolation:
    """Return the error for `what`, the rule it breaks and the things that were allowed instead."""
    return RuleViolation(f"{what}: {rule}; allowed: {', '.join(map(str, allowed)) or 'nothing'}")
