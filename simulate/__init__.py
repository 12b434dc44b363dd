"""Simulate Schafkopf hands by the million, and look at them.

The public names are imported when they are first used, so that ``import simulate`` is quick.

>>> import simulate
>>> print(simulate.CardSet.parse("S7 EO H10 GU"))
EO GU H10 S7
>>> int(simulate.run(hands=100, seed=7).summary["hands"].sum())
100
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulate.cards import Card, CardSet, Notation, Rank, Suit
    from simulate.contracts import GAMES, Contract, Game
    from simulate.dataset.reader import Dataset, open_dataset
    from simulate.errors import UserError
    from simulate.experiment import Experiment
    from simulate.players.named import bold, cautious, normal
    from simulate.players.player import Player
    from simulate.players.registry import parse_player, parse_players
    from simulate.rules import Rules
    from simulate.run import Run, run

__all__ = [
    "GAMES",
    "Card",
    "CardSet",
    "Contract",
    "Dataset",
    "Experiment",
    "Game",
    "Notation",
    "Player",
    "Rank",
    "Rules",
    "Run",
    "Suit",
    "UserError",
    "bold",
    "cautious",
    "normal",
    "open_dataset",
    "parse_player",
    "parse_players",
    "run",
]

_MODULES = {
    "cards": ("Card", "CardSet", "Notation", "Rank", "Suit"),
    "contracts": ("GAMES", "Contract", "Game"),
    "dataset.reader": ("Dataset", "open_dataset"),
    "errors": ("UserError",),
    "experiment": ("Experiment",),
    "players.named": ("bold", "cautious", "normal"),
    "players.player": ("Player",),
    "players.registry": ("parse_player", "parse_players"),
    "rules": ("Rules",),
    "run": ("Run", "run"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """A package in which `run` stays the function when the module of the same name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
