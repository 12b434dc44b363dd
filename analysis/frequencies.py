"""How often what is played and how it ends: contracts, passed-out deals, kontra, schneider, suits, laufende.

Every function takes hands in any form, or a survey, and returns one row per group: the group's keys, ``n`` (its hands),
``of`` (hands it is a share of), ``share`` and the ends of its Wilson interval, ``share_low`` and ``share_high``.
Contracts come in bidding order; groups without a hand are left out.

How often a contract is played can only be asked of hands that were bid: hands with an assigned contract don't count
there. Where the contract is given, they count in rows of their own (column ``assigned``).

>>> from simulate.run import run
>>> hands = run(hands=2000, seed=1).hands
>>> contracts(hands).columns
['contract', 'n', 'of', 'share', 'share_low', 'share_high']
>>> laufende(hands, by="declarer").columns[:5]
['assigned', 'contract', 'declarer', 'laufende', 'n']
"""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.tidy import shares_of, shares_within
from analysis.totals import RESULTS, STYLE, Counted, named, origin_of, regroup, styles_of, totals
from simulate.errors import UserError
from simulate.summary import LEVEL

MARGINS = ("plain", "schneider", "schwarz")
"""How clear a result is; schwarz is not counted as schneider once more."""


def contracts(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return in which share of deals each contract is played; a null contract is a deal passed out.

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    level
        Confidence of the intervals.

    Raises
    ------
    UserError
        If the data can't be used, or all contracts were assigned.
    """
    return shares_within(_bid(data, "contract"), (), level)


def contracts_by_seat(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return in which share of deals each seat plays each contract; the shares of a seat sum to how often it declares.

    See `contracts` for parameters and errors.
    """
    counted = shares_within(_bid(data, "declarer", "contract"), (), level)
    return counted.filter(pl.col("contract").is_not_null())


def contracts_by_style(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return in which share of a player's deals he plays each contract, for each style of player.

    A style is the spec of a player (``style``); players of one style are counted together, so ``of`` is deals times
    players. Data that does not tell its players has styles ``player 0`` to ``player 3``, by the rotation of the
    forehand. At most one player declares in a deal, so players of one deal are no independent draws: the interval is
    Wilson's for the share of deals that any of them plays, divided by their number.

    See `contracts` for parameters and errors.
    """
    styles = styles_of(origin_of(data))
    frame = _bid(data, STYLE, "contract")
    places = {style: styles.count(style) for style in styles}
    played = frame.filter(pl.col("contract").is_not_null())
    of_deals = shares_of(played, pl.lit(int(frame["n"].sum())), level)
    players = pl.col(STYLE).cast(pl.String).replace_strict(places, return_dtype=pl.Int64)
    return of_deals.with_columns(pl.col("of") * players, pl.col("share", "share_low", "share_high") / players)


def passed_out(data: Counted, level: float = LEVEL) -> pl.DataFrame:
    """Return which share of deals is passed out, in one row.

    Where the rules have passed-out deals dealt again, the deals thrown in count as well, in ``n`` and in ``of``.

    See `contracts` for parameters and errors.
    """
    frame = _bid(data, "contract", sums=("n", "redeals"))
    redeals = int(frame["redeals"].sum())
    passed = int(frame.filter(pl.col("contract").is_null())["n"].sum())
    counted = pl.DataFrame({"n": [passed + redeals]})
    return shares_of(counted, pl.lit(int(frame["n"].sum()) + redeals), level)


def kontra(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how often a contract is played without (0), with kontra (1) and with rekontra (2).

    Parameters
    ----------
    data
        Hands in any form, or their survey.
    by
        More keys to group by, such as ``"style"`` or ``"declarer"`` (see `analysis.totals.RESULTS`).
    level
        Confidence of the intervals.
    """
    return _within_contract(data, by, ("kontra",), level)


def results(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how a contract ends: ``won`` by the declaring side or not, and by which ``margin``.

    The margin is ``plain``, ``schneider`` or ``schwarz``, of the side that lost. See `kontra` for parameters.
    """
    frame = _given_contract(data, by, ("won", "schneider", "schwarz"))
    margin = (
        pl.when("schwarz")
        .then(pl.lit("schwarz"))
        .when("schneider")
        .then(pl.lit("schneider"))
        .otherwise(pl.lit("plain"))
    )
    groups = _groups(by)
    named_margin = frame.with_columns(margin=margin.cast(pl.Enum(MARGINS)))
    return shares_within(regroup(named_margin, (*groups, "won", "margin")), groups, level)


def suits(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return which suit is called in a Rufspiel, and trump in a Solo. See `kontra` for parameters."""
    return _within_contract(data, by, ("suit",), level).filter(pl.col("suit").is_not_null())


def laufende(data: Counted, by: Iterable[str] = (), level: float = LEVEL) -> pl.DataFrame:
    """Return how long the run of highest trumps is: positive with the declaring side, negative with the others.

    See `kontra` for parameters.
    """
    return _within_contract(data, by, ("laufende",), level)


def _bid(data: Counted, *by: str, sums: Iterable[str] = ("n",)) -> pl.DataFrame:
    frame = totals(data, RESULTS, ("assigned", *by), sums).filter(~pl.col("assigned"))
    if frame.is_empty():
        raise UserError(
            "all hands have an assigned contract, so how often contracts are played is not in them: "
            "give a dataset simulated without --assign"
        )
    return frame.select(*by, *sums)


def _groups(by: Iterable[str]) -> tuple[str, ...]:
    return named(("assigned", "contract", *named(by)))


def _given_contract(data: Counted, by: Iterable[str], what: tuple[str, ...]) -> pl.DataFrame:
    frame = totals(data, RESULTS, (*_groups(by), *what), ("n",))
    return frame.filter(pl.col("contract").is_not_null())


def _within_contract(data: Counted, by: Iterable[str], what: tuple[str, ...], level: float) -> pl.DataFrame:
    frame = _given_contract(data, by, what).select(*_groups(by), *what, "n")
    return shares_within(frame, _groups(by), level)
