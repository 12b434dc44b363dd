"""Answers about Schafkopf from simulated or recorded hands, each with its uncertainty.

================  ==================================================================================================
`load`            hands in any form: a dataset's folder, a run, a Polars or pandas frame
`frequencies`     how often contracts are played and how they end
`called_ace`      what becomes of the called ace
`first_leads`     who leads the called suit first; needs tricks
`scores`          what contracts, seats and players earn; risk
`bidding`         the opening chart: what each contract earns on each class of hand
`standard`        all standard tables in one pass
`same_deals`      the same deals under different rules: what is alike, and what differs
`compare`         which of two players earns more, on the same deals, and where the difference arises
`tournament`      who is best of several players
`sweep`           what a player earns with other parameters; `tune` searches for the best
`estimate`        shares, means and ratios with intervals; how many hands a question needs
`odds`            exact odds of a deal; `odds_hand` for one's own hand, `odds_table` to print,
                  `odds_beside` beside what was dealt
================  ==================================================================================================

Every table is a Polars DataFrame; ``.to_pandas()`` makes a pandas one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis import (
        bidding,
        called_ace,
        compare,
        estimate,
        first_leads,
        frequencies,
        load,
        odds,
        odds_beside,
        odds_hand,
        odds_table,
        same_deals,
        scores,
        standard,
        sweep,
        tournament,
        tune,
    )

__all__ = [
    "bidding",
    "called_ace",
    "compare",
    "estimate",
    "first_leads",
    "frequencies",
    "load",
    "odds",
    "odds_beside",
    "odds_hand",
    "odds_table",
    "same_deals",
    "scores",
    "standard",
    "sweep",
    "tournament",
    "tune",
]


def __getattr__(name: str) -> Any:
    # On first use: the libraries behind some modules take a second to import.
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
