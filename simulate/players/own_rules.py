"""A user's function as a part of a player: what it takes, how it is asked, and what may come back."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np

from simulate.errors import UserError
from simulate.players.own_errors import failed
from simulate.players.own_scalar import scalar_answers
from simulate.players.player import Parameter
from simulate.table import Array, Views

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, eq=False)
class OwnRule:
    """One function of a user.

    Attributes
    ----------
    function
        Takes a view (or views) and the parameters.
    batch
        Whether it takes `simulate.table.Views` and returns an array; else it is compiled and takes one `View`.
    parameters
        Its parameters but the first.
    """

    function: Callable[..., Any]
    batch: bool
    parameters: tuple[Parameter, ...]

    @classmethod
    def of(cls, function: Callable[..., Any], batch: bool) -> OwnRule:
        """Return the rule that a function is; `UserError` if its signature is not that of a rule."""
        return cls(function, batch, _parameters(function, batch))

    def answers(self, who: str, views: Views, values: Mapping[str, float]) -> Array:
        """Return the answer to each view, whole numbers of shape (n,); 0 where nobody is asked."""
        own = {parameter.name: values[parameter.name] for parameter in self.parameters}
        if not self.batch:
            return scalar_answers(who, self.function, views, tuple(own.values()))
        rows = np.flatnonzero(views.legal)
        answers = np.zeros(len(views.seat), np.int64)
        if len(rows):
            answers[rows] = self._asked(who, _read_only(views.take(rows)), own)
        return answers

    def _asked(self, who: str, views: Views, values: Mapping[str, float]) -> Array:
        try:
            answers = np.asarray(self.function(views, **values))
        except UserError:
            raise
        except Exception as error:
            raise failed(who, self.function, error) from None
        if answers.shape != views.seat.shape:
            raise UserError(
                f"{who} returns an array of shape {answers.shape} from {self.function.__name__}: "
                f"return one answer for each of the {len(views.seat)} views"
            )
        if answers.dtype.kind not in "iub":
            raise UserError(f"{who} returns {answers.dtype} from {self.function.__name__}: return whole numbers")
        return answers


def _read_only(views: Views) -> Views:
    for column in views:
        column.setflags(write=False)
    return views


def _parameters(function: Callable[..., Any], batch: bool) -> tuple[Parameter, ...]:
    name = getattr(function, "__name__", repr(function))
    if not inspect.isfunction(function):
        raise UserError(f"{name} is no function: put the decorator above a def")
    found = list(inspect.signature(function).parameters.values())
    first = found[0] if found else None
    view = "views" if batch else "v"
    if first is None or first.kind not in _POSITIONAL or first.default is not inspect.Parameter.empty:
        raise UserError(f"{name} takes no view: write def {name}({view}), and parameters with defaults behind it")
    meanings = _meanings(function)
    return tuple(_parameter(name, view, other, meanings) for other in found[1:])


def _parameter(function: str, view: str, found: inspect.Parameter, meanings: Mapping[str, str]) -> Parameter:
    default = found.default
    usable = found.kind not in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    if not (usable and isinstance(default, int | float) and isfinite(default)):
        raise UserError(
            f"parameter {str(found)!r} of {function} needs a number as default: "
            f"write def {function}({view}, {found.name}=5)"
        )
    return Parameter(found.name, float(default), meanings.get(found.name, f"a parameter of {function}"))


def _meanings(function: Callable[..., Any]) -> dict[str, str]:
    """Return what parameters mean, from annotations such as ``Annotated[float, "trumps for a Rufspiel"]``."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except Exception:
        # Annotations are for people; one that can't be resolved is no reason to refuse a rule.
        return {}
    notes = {name: [note for note in get_args(hint)[1:] if isinstance(note, str)] for name, hint in hints.items()}
    return {name: note[0] for name, note in notes.items() if get_origin(hints[name]) is Annotated and note}
