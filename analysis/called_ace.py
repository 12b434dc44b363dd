"""What becomes of the called ace in a Rufspiel (RULES section 5), and how such hands end.

Every function takes hands in any form, or a survey, and returns one row per group. Groups with an assigned contract
stand apart (column ``assigned``). Columns besides the keys: ``n`` hands; for shares ``of``, ``share`` and the ends of
its interval; then for the declaring side ``win_rate`` and mean ``eyes``, for the declarer mean ``score`` in score units
with ``score_sd``, each with the ends of its interval. Keys to group by (parameter `by`):

================  ==================================================================================================
ace_fate          how the ace left its holder's hand (`simulate.fates`)
ace_trick         trick in which it was played, 1 to 8
ran_away          the holder led a lower card of the suit first
distance          seats from declarer to holder, clockwise: 1 left neighbour, 2 opposite, 3 right neighbour
declarer_cards    cards of the called suit dealt to the declarer, 1 to 5
holder_cards      cards of the called suit dealt to the holder, the ace included, 1 to 5
declarer          seat of the declarer
player, style     player who calls, by number 0 to 3 or by spec
================  ==================================================================================================

Who led the called suit first is in the tricks: see `analysis.first_leads`.

>>> from simulate.run import run
>>> hands = run(hands=2000, seed=1).hands
>>> fates(hands, by="declarer_cards").columns[:8]
['assigned', 'declarer_cards', 'ace_fate', 'n', 'of', 'share', 'share_low', 'share_high']
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.dealt import called_counts
from analysis.tidy import differences, outcomes, shares_within
from analysis.totals import Counted, Topic, named, totals
from simulate.cards import SEATS
from simulate.contracts import SPECS, Contract, SuitRole
from simulate.rules import CARDS_TO_RUN
from simulate.summary import LEVEL

CALLS = [contract.word for contract in Contract if SPECS[contract].suit_role is SuitRole.CALLED]
"""Contracts in which an ace is called."""

CALLED_ACE = Topic(
    "called_ace",
    {
        "assigned": pl.col("assigned"),
        "ace_fate": pl.col("ace_fate"),
        "ace_trick": pl.col("ace_trick"),
        "ran_away": pl.col("ran_away"),
        "distance": (pl.col("partner") - pl.col("declarer")) % SEATS,
        "declarer_cards": pl.col("_called").struct.field("declarer"),
        "holder_cards": pl.col("_called").struct.field("holder"),
        "declarer": pl.col("declarer"),
        "player": (pl.col("forehand") + pl.col("declarer")) % SEATS,
    },
    where=pl.any_horizontal(pl.col("contract") == word for word in CALLS),
    prepared={"_called": called_counts()},
)
"""Rufspiele, by what became of the called ace."""


def fates(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return what becomes of the called ace: how often each fate, and how such hands end.

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    by
        Keys, within whose groups the shares are.
    level
        Confidence of the intervals.
    """
    return _shares(data, by, "ace_fate", level)


def ace_tricks(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return in which trick the called ace falls, and how such hands end. See `fates` for parameters."""
    return _shares(data, by, "ace_trick", level)


def declarer_cards(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how many cards of the called suit the declarer holds, and how such hands end.

    See `fates` for parameters.
    """
    return _shares(data, by, "declarer_cards", level)


def distances(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how many seats from the declarer the called ace is, and how such hands end. See `fates` for parameters."""
    return _shares(data, by, "distance", level)


def running_away(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how often the holder of the called ace runs away, and how hands end where he did and where he did not.

    By the number of cards of the suit that he was dealt, from the least with which it is allowed: with fewer nobody
    can. Both answers have a row even if one never occurred, so that a share of 0 has its interval.
    Whether he ever was on lead with the choice is not told by ``hands``; `analysis.first_leads.running_choices` tells,
    from the tricks.

    See `fates` for parameters.
    """
    groups = [name for name in named(("assigned", *named(by), "holder_cards")) if name != "ran_away"]
    frame = totals(data, CALLED_ACE, (*groups, "ran_away")).filter(pl.col("holder_cards") >= CARDS_TO_RUN)
    both = frame.select(groups).unique().join(pl.DataFrame({"ran_away": [False, True]}), how="cross")
    complete = both.join(frame, on=[*groups, "ran_away"], how="left", nulls_equal=True).fill_null(0)
    return outcomes(shares_within(complete.sort(*groups, "ran_away"), groups, level), level)


def running_pays(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how much better hands end where the holder ran away: with it minus without, among holders who may have.

    ``n_ran_away``, ``n_other``, and the differences ``win_rate``, ``eyes`` and ``score`` with their intervals; groups
    as in `running_away`, compared at equal numbers of cards. Holders choose by their cards, so it is not the effect of
    running away alone.

    See `fates` for parameters.
    """
    groups = [name for name in named(("assigned", *named(by), "holder_cards")) if name != "ran_away"]
    frame = totals(data, CALLED_ACE, (*groups, "ran_away")).filter(pl.col("holder_cards") >= CARDS_TO_RUN)
    ran, other = (frame.filter(pl.col("ran_away") == ran_away).drop("ran_away") for ran_away in (True, False))
    return differences(ran, other, groups, ("ran_away", "other"), level)


def _shares(data: Counted, by: Iterable[str], what: str, level: float) -> pl.DataFrame:
    groups = [name for name in named(("assigned", *named(by))) if name != what]
    return outcomes(shares_within(totals(data, CALLED_ACE, (*groups, what)), groups, level), level)
