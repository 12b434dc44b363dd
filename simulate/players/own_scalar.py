"""Scalar rules: a user's function of one `View`, compiled, and called for every view of a batch.

The rule is compiled with every check on, so that an index out of range or a division by zero is an error and not a
wrong number. It is compiled once in a process, at its first use, and not kept on disk: what it calls may change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from simulate.errors import UserError
from simulate.players.own_errors import failed, not_compiled
from simulate.players.own_view import View, see, view_at
from simulate.table import PUBLIC, Array, Views

_POLICY: dict[str, Any] = {"nogil": True, "error_model": "python", "boundscheck": True}

Rule = Callable[..., Any]
"""A function of a `View` and of parameters."""


def scalar_answers(who: str, rule: Rule, views: Views, values: tuple[float, ...]) -> Array:
    """Return what a rule answers to each view, int64 of shape (n,); 0 where nobody is asked.

    Parameters
    ----------
    who
        The player, in errors.
    rule
        The user's function.
    views
        A batch.
    values
        The parameters that the rule takes.

    Raises
    ------
    UserError
        If the rule can't be compiled, returns no whole numbers, or raises an error.
    """
    loop = _compiled(rule, len(values))
    answers = np.zeros(len(views.seat), np.int64)
    reached = np.zeros(1, np.int64)
    try:
        loop(views.public, views.hand, views.legal, views.seat, views.random, values, reached, answers)
    except Exception as error:
        raise _told(who, rule, view_at(views, int(reached[0])), values, error) from None
    return answers


def _told(who: str, rule: Rule, view: View, values: tuple[float, ...], error: Exception) -> UserError:
    # Compiled code does not know its line, so the same decision is made once more by the function as it was written.
    try:
        rule(view, *values)
    except Exception as again:
        return failed(who, rule, again)
    return failed(who, rule, error)


@cache
def _compiled(rule: Rule, parameters: int) -> Any:
    compiled = numba.njit(**_POLICY)(rule)
    try:
        compiled.compile((_view_type(), *[numba.float64] * parameters))
    except Exception as error:
        raise not_compiled(rule, error) from None
    _check_result(rule, compiled.nopython_signatures[0].return_type)

    def loop(
        public: Any, hand: Any, legal: Any, seat: Any, random: Any, values: Any, reached: Any, answers: Any
    ) -> None:
        for i in range(hand.shape[0]):
            if legal[i]:
                reached[0] = i
                answers[i] = compiled(see(public[i], hand[i], legal[i], seat[i], random[i]), *values)

    return numba.njit(**_POLICY)(loop)


def _check_result(rule: Rule, kind: Any) -> None:
    if isinstance(kind, numba.types.Integer | numba.types.Boolean):
        return
    if isinstance(kind, numba.types.NoneType | numba.types.Optional):
        raise UserError(
            f"{rule.__name__} returns nothing on some way through it: end it with a return of a whole number"
        )
    raise UserError(f"{rule.__name__} returns {kind}: return a whole number")


@cache
def _view_type() -> Any:
    compiled = numba.njit(**_POLICY)(_sample)
    compiled.compile((numba.from_dtype(PUBLIC),))
    return compiled.nopython_signatures[0].return_type


def _sample(record: Any) -> Any:
    return see(record, 0, 0, 0, 0)
