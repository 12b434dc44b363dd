"""Figures of the tables of this package: each takes a table and axes, draws, and returns the axes.

Nothing is computed here but places: what a figure shows is in the table. Every estimate is drawn with its interval.
A contract has the same colour, marker and place everywhere. Figures need the extra ``lab``: Matplotlib and seaborn.

>>> from analysis import frequencies, plots
>>> from simulate.run import run
>>> axes = plots.contracts(frequencies.contracts(run(hands=2000, seed=1)))
>>> axes.get_title(loc="left")
'How often each contract is played'
"""

from analysis.plots.bidding import expected_chart, opening_chart
from analysis.plots.calibration import calibration
from analysis.plots.called_ace import ace_tricks, fates, running_away
from analysis.plots.compare import differences
from analysis.plots.frequencies import contracts, contracts_by_seat, contracts_by_style, laufende, results, suits
from analysis.plots.odds import exact_and_simulated, odds
from analysis.plots.scores import (
    expected,
    expected_by,
    eyes_distribution,
    risk,
    score_distribution,
    seats,
    styles,
)
from analysis.plots.style import CONTRACT_COLORS, CONTRACT_MARKERS, new_axes
from analysis.plots.sweep import sweep, sweep_map

__all__ = [
    "CONTRACT_COLORS",
    "CONTRACT_MARKERS",
    "ace_tricks",
    "calibration",
    "contracts",
    "contracts_by_seat",
    "contracts_by_style",
    "differences",
    "exact_and_simulated",
    "expected",
    "expected_by",
    "expected_chart",
    "eyes_distribution",
    "fates",
    "laufende",
    "new_axes",
    "odds",
    "opening_chart",
    "results",
    "risk",
    "running_away",
    "score_distribution",
    "seats",
    "styles",
    "suits",
    "sweep",
    "sweep_map",
]
