"""The standard tables of a dataset, all from one pass over it.

>>> from simulate.run import run
>>> found = tables(run(hands=3000, seed=1))
>>> list(found)[:4]
['contracts', 'contracts_by_seat', 'contracts_by_style', 'passed_out']
>>> int(found["contracts"]["n"].sum())
3000
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from analysis import bidding, called_ace, frequencies, scores
from analysis.bidding import ASSIGNED_CLASSES
from analysis.called_ace import CALLED_ACE
from analysis.load import Data
from analysis.totals import EYES, RESULTS, TABLE_SCORES, Counted, Survey, count
from simulate.summary import LEVEL

TOPICS = (RESULTS, EYES, TABLE_SCORES, CALLED_ACE, ASSIGNED_CLASSES)
"""What a standard survey counts."""

_Table = Callable[[Survey, float], pl.DataFrame]

_OF_BIDDING: dict[str, _Table] = {
    "contracts": frequencies.contracts,
    "contracts_by_seat": frequencies.contracts_by_seat,
    "contracts_by_style": frequencies.contracts_by_style,
    "passed_out": frequencies.passed_out,
    "risk": lambda data, level: scores.risk(data, level=level),
}
_OF_PLAY: dict[str, _Table] = {
    "kontra": lambda data, level: frequencies.kontra(data, level=level),
    "results": lambda data, level: frequencies.results(data, level=level),
    "suits": lambda data, level: frequencies.suits(data, level=level),
    "laufende": lambda data, level: frequencies.laufende(data, level=level),
    "ace_fates": lambda data, level: called_ace.fates(data, level=level),
    "ace_tricks": lambda data, level: called_ace.ace_tricks(data, level=level),
    "ace_declarer_cards": lambda data, level: called_ace.declarer_cards(data, level=level),
    "ace_distances": lambda data, level: called_ace.distances(data, level=level),
    "ace_running_away": lambda data, level: called_ace.running_away(data, level=level),
    "expected": lambda data, level: scores.expected(data, level=level),
    "expected_by_seat": lambda data, level: scores.expected(data, "declarer", level),
    "expected_by_trumps": lambda data, level: scores.expected(data, "declarer_trumps", level),
    "expected_by_laufende": lambda data, level: scores.expected(data, "laufende", level),
    "expected_by_kontra": lambda data, level: scores.expected(data, "kontra", level),
    "seats": scores.seats,
    "styles": scores.styles,
    "score_distribution": lambda data, level: scores.score_distribution(data, level=level),
    "eyes_distribution": scores.eyes_distribution,
}
_OF_ASSIGNED: dict[str, _Table] = {
    "chart": lambda data, level: bidding.chart(data, level=level),
}


def survey(data: Data) -> Survey:
    """Return the totals from which all standard tables can be made; surveys of different hands add up.

    Parameters
    ----------
    data
        Hands in any form (see `analysis.load`).

    Raises
    ------
    UserError
        If the data can't be used or holds no hands.
    """
    return count(data, TOPICS)


def tables(data: Counted, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the standard tables by name.

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    level
        Confidence of the intervals.

    Returns
    -------
    dict
        How often contracts are played and the risk of an evening are left out where all were assigned, and the opening
        chart where none was.
    """
    counted = data if isinstance(data, Survey) else survey(data)
    assigned = set(counted.totals[RESULTS.name]["assigned"])
    chosen = (_OF_BIDDING if False in assigned else {}) | _OF_PLAY | (_OF_ASSIGNED if True in assigned else {})
    return {name: table(counted, level) for name, table in chosen.items()}
