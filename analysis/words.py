"""How the words of tables read in reports and figures: contracts, fates of the called ace, seats, heads of columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from simulate.cards import Suit
from simulate.contracts import Contract
from simulate.fates import AceFate

PASSED_OUT = "passed out"
"""A deal without a contract, which tables tell by a null."""
PASS = "pass"
"""No bid, which tables of choices tell by a null."""
FEW_HANDS = "few hands"
"""Classes of which too few hands were seen to recommend anything (`simulate.summary.FEW`)."""

SEAT_TITLES = ("0 (forehand)", "1", "2", "3 (dealer)")
"""Seats, by number."""

FATE_TITLES: Mapping[str, str] = MappingProxyType(
    {
        AceFate.LED_BY_OTHER_WON.word: "other led, won",
        AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS.word: "other led, trumped",
        AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE.word: "other led, own trump",
        AceFate.LED_BY_HOLDER_WON.word: "holder led, won",
        AceFate.LED_BY_HOLDER_TRUMPED.word: "holder led, trumped",
        AceFate.DISCARDED.word: "discarded",
    }
)
"""What became of the called ace, by its word in data: who led the trick in which it fell, and whose was the trick."""

DISTANCE_TITLES: Mapping[int, str] = MappingProxyType({1: "left neighbour", 2: "opposite", 3: "right neighbour"})
"""Where the partner sits, seen from the declarer."""

KONTRA_TITLES = ("none", "kontra", "rekontra")
"""How often a hand was doubled, by number."""

HEADS: Mapping[str, str] = MappingProxyType(
    {
        "assigned": "contract was",
        "n": "hands",
        "won": "result",
        "win_rate": "won",
        "declarer": "seat",
        "declarer_trumps": "trumps",
        "style": "players",
        "players": "how many",
        "kontra": "doubled",
        "ace_fate": "called ace",
        "ace_trick": "trick",
        "declarer_cards": "declarer's cards",
        "holder_cards": "holder's cards",
        "distance": "partner sits",
        "ran_away": "ran away",
        "score_sd": "spread",
        "ober": "Ober",
        "unter": "Unter",
        "aces": "aces outside",
        "next_best": "next best",
    }
)
"""Heads of columns that are not simply the name of the column."""


def head(column: str) -> str:
    """Return the head of a column.

    >>> head("declarer_trumps"), head("score")
    ('trumps', 'score')
    """
    return HEADS.get(column, column.replace("_", " "))


def contract_title(word: str | None, without: str = PASSED_OUT) -> str:
    """Return the name of a contract; `without` if there is none.

    >>> contract_title("wenz-tout"), contract_title(None)
    ('Wenz-Tout', 'passed out')
    """
    return without if word is None else Contract.from_word(word).title


def _suit(word: str) -> str:
    return Suit[word.upper()].title


_READINGS: Mapping[str, Callable[[Any], str]] = MappingProxyType(
    {
        "contract": contract_title,
        "best": lambda word: contract_title(word, PASS),
        "next_best": lambda word: contract_title(word, PASS),
        "suit": _suit,
        "declarer": SEAT_TITLES.__getitem__,
        "seat": SEAT_TITLES.__getitem__,
        "ace_fate": FATE_TITLES.__getitem__,
        "distance": DISTANCE_TITLES.__getitem__,
        "kontra": KONTRA_TITLES.__getitem__,
        "laufende": "{:+d}".format,
        "won": ("lost", "won").__getitem__,
        "assigned": ("bid", "assigned").__getitem__,
    }
)


def reading(column: str, value: Any) -> str:
    """Return a key of a table as people read it.

    Parameters
    ----------
    column
        Name of its column.
    value
        A word, a number, a truth value or None.

    Examples
    --------
    >>> reading("ace_fate", "discarded"), reading("won", True), reading("ran_away", True)
    ('discarded', 'won', 'yes')
    """
    if column in _READINGS and (value is not None or column in ("contract", "best", "next_best")):
        return _READINGS[column](value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
