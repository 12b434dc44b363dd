"""Values of a player's parameters: those given, the defaults for the rest, and what differs from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simulate.players.player import Parameter


def completed(parameters: Sequence[Parameter], given: Mapping[str, float]) -> tuple[float, ...]:
    """Return the value of each parameter in order; names that are not parameters raise `KeyError`."""
    names = [parameter.name for parameter in parameters]
    for name in given:
        if name not in names:
            raise KeyError(name)
    return tuple(float(given.get(parameter.name, parameter.default)) for parameter in parameters)


def changed(parameters: Sequence[Parameter], values: Sequence[float]) -> str:
    """Return the values that differ from their defaults as text such as ``(rufspiel=5.5,solo=8)``; "" if none does.

    >>> changed([Parameter("rufspiel", 6.4, ""), Parameter("solo", 12.0, "")], [5.5, 12.0])
    '(rufspiel=5.5)'
    """
    different = [
        f"{parameter.name}={number(value)}"
        for parameter, value in zip(parameters, values, strict=True)
        if value != parameter.default
    ]
    return f"({','.join(different)})" if different else ""


def number(value: float) -> str:
    """Return a number as text that reads back as the same number, without a needless ``.0``.

    >>> number(8.0), number(5.5)
    ('8', '5.5')
    """
    return repr(float(value)).removesuffix(".0")
