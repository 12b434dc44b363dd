"""Simulated hands beside those of people: the same figures from both, with intervals on both sides.

`figures` counts the figures in a dataset. `reference` reads those that are known of people from a CSV file with the
columns figure, group, n, value, sd (of a single hand, for means), source; ``data/reference/real_games.csv`` is the one
that comes with the project. `calibration` puts the two side by side.

The limits say how close is close enough. They are no independent test of the player `normal`: its parameters were
fitted to these same figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from analysis.called_ace import CALLED_ACE
from analysis.intervals import Intervals, deviations, means, shares
from analysis.load import no_hands
from analysis.tidy import column, estimates
from analysis.totals import RESULTS, Counted, totals
from simulate.contracts import Contract
from simulate.errors import UserError
from simulate.summary import LEVEL

REFERENCE = Path(__file__).resolve().parents[1] / "data" / "reference" / "real_games.csv"
"""What is known of 2,751 games of people on an online platform, played by the `official` rules."""

SCHEMA = pl.Schema(
    {
        "figure": pl.String(),
        "group": pl.String(),
        "n": pl.Int64(),
        "value": pl.Float64(),
        "sd": pl.Float64(),
        "source": pl.String(),
    }
)
"""Columns of a reference."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that is compared.

    Attributes
    ----------
    name
        In the column ``figure``.
    meaning
        What a value says, and of which hands.
    within
        How close players that play as people do should come; None where no such limit is set.
    fewest
        The limit is for groups with more hands than this on the real side.
    """

    name: str
    meaning: str
    within: float | None = None
    fewest: int = 0


FIGURES = (
    Figure("share", "share of the contract among hands played", 0.04),
    Figure("win_rate", "share of the contract's hands that the declaring side won", 0.04),
    Figure("mean_eyes", "mean eyes of the declaring side", 2.5),
    Figure("schneider_won", "share of the contract's hands won with schneider or schwarz"),
    Figure("schwarz_won", "share of the contract's hands won with schwarz"),
    Figure("declarer_trumps", "mean number of trumps dealt to the declarer"),
    Figure("win_rate_by_trumps", "win rate by contract and trumps dealt to the declarer", 0.06, fewest=100),
    Figure("rufspiel_declarer", "share of the seat among declarers of a Rufspiel"),
    Figure("called_suit_cards", "share of Rufspiele whose declarer holds so many cards of the called suit"),
    Figure("ace_fate", "share of what became of the called ace", 0.04),
    Figure("ace_trick", "share of the trick in which the called ace fell"),
    Figure("ran_away", "share of Rufspiele in which the holder of the called ace ran away"),
)
"""All figures, in the order of tables."""

_NAMES = tuple(figure.name for figure in FIGURES)
_MEANS = ("mean_eyes", "declarer_trumps")


def reference(path: str | Path = REFERENCE) -> pl.DataFrame:
    """Return the figures of a reference, with the columns of `SCHEMA`.

    Raises
    ------
    UserError
        If the file can't be read, lacks a column or names a figure that there is not.

    Examples
    --------
    >>> reference().filter(figure="win_rate").select("group", "n", "value").rows()
    [('rufspiel', 2098, 0.803), ('solo', 448, 0.694), ('wenz', 205, 0.732)]
    """
    try:
        found = pl.read_csv(path, schema_overrides=SCHEMA)
    except (OSError, pl.exceptions.PolarsError) as error:
        told = str(error).strip().splitlines()[0]
        raise UserError(
            f"reference {str(path)!r} can't be read: {told}; it is a CSV file of {', '.join(SCHEMA)}"
        ) from None
    missing = [name for name in SCHEMA if name not in found.columns]
    if missing:
        raise UserError(f"reference {str(path)!r} lacks the columns {', '.join(missing)}: name them in its first line")
    unknown = [name for name in found["figure"].unique(maintain_order=True) if name not in _NAMES]
    if unknown:
        raise UserError(f"reference {str(path)!r} has a figure {unknown[0]!r}: use {', '.join(_NAMES)}")
    return found.select(SCHEMA.names())


def figures(data: Counted) -> pl.DataFrame:
    """Return the figures of hands: columns ``figure``, ``group``, ``n``, ``value``, ``sd`` (null for shares).

    Hands passed out are left out. Groups that do not occur have no row. Only totals are kept in memory, however many
    hands there are.

    Parameters
    ----------
    data
        Hands in any form that `analysis.load` knows, or a survey with `analysis.totals.RESULTS` and
        `analysis.called_ace.CALLED_ACE`.

    Raises
    ------
    UserError
        If the data can't be read or no hand was played.
    """
    played = totals(data, RESULTS, _RESULTS, _SUMS).filter(pl.col("contract").is_not_null())
    if played.is_empty():
        raise no_hands()
    called = totals(data, CALLED_ACE, _CALLED, ("n",))
    frames = [frame.select(*_FIGURE_COLUMNS) for frame in (*_by_contract(played), *_of_rufspiele(called))]
    return pl.concat(frames).sort(pl.col("figure").cast(pl.Enum(_NAMES)), "group")


def calibration(data: Counted, real: pl.DataFrame | str | Path = REFERENCE, level: float = LEVEL) -> pl.DataFrame:
    """Return simulated and real figures side by side, one row for each row of the reference.

    Columns: ``figure``, ``group``; ``simulated``, ``simulated_low``, ``simulated_high`` and its number of hands ``n``;
    ``real``, ``real_low``, ``real_high``, ``real_n``; ``difference``, simulated minus real; ``within``, the limit that
    is set for it, if one is; ``ok``, whether the estimates keep it, luck left aside; ``compatible``, whether the two
    intervals have a value in common. Estimates may be close and not compatible, where there are many hands, or
    compatible and far apart, where there are few; with a `level` of 95 % intervals of equal length miss each other in
    about 1 of 180 rows where nothing differs. Intervals are Wilson's for shares, Student's for means. A group that does
    not occur has share 0, and no win rate.

    Parameters
    ----------
    data
        As in `figures`.
    real
        What to compare with, as `reference` returns it, or a file of it.
    level
        Confidence of the intervals.

    Examples
    --------
    >>> from simulate.run import run
    >>> table = calibration(run(2000, "normal/club", "official", seed=1))
    >>> table.select("figure", "group", "real", "real_n").row(0)
    ('share', 'rufspiel', 0.7626, 2751)
    """
    known = real if isinstance(real, pl.DataFrame) else reference(real)
    simulated = figures(data)
    totals = simulated.group_by("figure").agg(pl.col("n").first().alias("of"))
    both = known.join(simulated, on=["figure", "group"], how="left", suffix="_simulated", maintain_order="left")
    both = both.join(totals, on="figure", how="left", maintain_order="left").with_columns(
        # A share of all hands of a kind is 0 where a group does not occur; within a group there is nothing to count.
        n_simulated=pl.col("n_simulated").fill_null(pl.when(_is_share_of_all()).then("of").otherwise(0)),
        value_simulated=pl.col("value_simulated").fill_null(pl.when(_is_share_of_all()).then(0.0)),
    )
    ours = _intervals(both["figure"], both["n_simulated"], both["value_simulated"], both["sd_simulated"], level)
    theirs = _intervals(both["figure"], both["n"], both["value"], both["sd"], level)
    table = both.select("figure", "group", pl.col("n_simulated").alias("n"), pl.col("n").alias("real_n"))
    table = table.with_columns(*estimates("simulated", ours), *estimates("real", theirs)).with_columns(
        difference=pl.col("simulated") - pl.col("real"), within=_limit()
    )
    overlap = (pl.col("simulated_low") <= pl.col("real_high")) & (pl.col("real_low") <= pl.col("simulated_high"))
    return table.select(
        *("figure", "group", *_SIMULATED, "n", *_REAL, "real_n", "difference", "within"),
        ok=pl.col("difference").abs() <= pl.col("within"),
        compatible=overlap,
    )


def markdown(table: pl.DataFrame) -> str:
    """Return a table of `calibration` as Markdown.

    >>> from simulate.run import run
    >>> print(markdown(calibration(run(2000, "normal/club", "official", seed=1)).head(1)).splitlines()[0])
    | figure | group | simulated | 95 % | n | real | 95 % | n | difference | within | kept | compatible |
    """
    lines = [f"| {' | '.join(_TITLES)} |", "|" + "---|" * len(_TITLES)]
    for row in table.iter_rows(named=True):
        digits = 1 if row["figure"] == "mean_eyes" else (2 if row["figure"] in _MEANS else 3)
        cells = (
            row["figure"],
            row["group"],
            *_told(row, _SIMULATED, digits),
            f"{row['n']:,}",
            *_told(row, _REAL, digits),
            f"{row['real_n']:,}",
            "" if row["difference"] is None else f"{row['difference']:+.{digits}f}",
            "" if row["within"] is None else f"{row['within']:g}",
            *({True: "yes", False: "no", None: ""}[row[name]] for name in ("ok", "compatible")),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


_SIMULATED = ("simulated", "simulated_low", "simulated_high")
_TITLES = (
    *("figure", "group", "simulated", "95 %", "n", "real", "95 %", "n"),
    *("difference", "within", "kept", "compatible"),
)
_REAL = ("real", "real_low", "real_high")
_RESULTS = ("contract", "declarer_trumps", "won", "schneider", "schwarz")
_SUMS = ("n", "eyes_sum", "eyes_squares")
_CALLED = ("declarer", "declarer_cards", "ace_fate", "ace_trick", "ran_away")
_FIGURE_COLUMNS = (
    pl.col("figure"),
    pl.col("group").cast(pl.String),
    pl.col("n").cast(pl.Int64),
    pl.col("value"),
    pl.col("sd"),
)


def _by_contract(played: pl.DataFrame) -> Iterator[pl.DataFrame]:
    n, trumps = pl.col("n"), pl.col("declarer_trumps").cast(pl.Int64)
    sums = (
        n.sum(),
        *(pl.col(f"eyes_{kind}").sum() for kind in ("sum", "squares")),
        *(
            total.sum().alias(f"declarer_trumps_{kind}")
            for kind, total in (("sum", n * trumps), ("squares", n * trumps**2))
        ),
        *(_where(met).alias(name) for name, met in _RATES.items()),
    )
    by_contract = played.group_by(group="contract").agg(sums)
    yield _shares(by_contract, "share", n.sum(), n)
    for name in _RATES:
        yield _shares(by_contract, name, n, pl.col(name))
    for name, source in (("mean_eyes", "eyes"), ("declarer_trumps", "declarer_trumps")):
        total, squares = f"{source}_sum", f"{source}_squares"
        sd = column("sd", deviations(by_contract["n"], by_contract[total], by_contract[squares]))
        yield by_contract.select("group", "n", sd, figure=pl.lit(name), value=pl.col(total) / n)
    by_trumps = played.group_by(group=pl.format("{} {}", "contract", "declarer_trumps")).agg(
        n.sum(), _where(pl.col("won")).alias("won")
    )
    yield _shares(by_trumps, "win_rate_by_trumps", n, pl.col("won"))


def _of_rufspiele(called: pl.DataFrame) -> Iterator[pl.DataFrame]:
    total = int(called["n"].sum())
    if not total:
        return
    for name, source in (
        ("rufspiel_declarer", "declarer"),
        ("called_suit_cards", "declarer_cards"),
        ("ace_fate", "ace_fate"),
        ("ace_trick", "ace_trick"),
    ):
        yield _shares(called.group_by(group=source).agg(pl.col("n").sum()), name, total, pl.col("n"))
    ran = called.select(group=pl.lit(Contract.RUFSPIEL.word), ran=_where(pl.col("ran_away")))
    yield _shares(ran, "ran_away", total, pl.col("ran"))


_RATES = {
    "win_rate": pl.col("won"),
    "schneider_won": pl.col("won") & pl.col("schneider"),
    "schwarz_won": pl.col("won") & pl.col("schwarz"),
}


def _where(met: pl.Expr) -> pl.Expr:
    return pl.col("n").filter(met).sum()


def _shares(groups: pl.DataFrame, figure: str, of: pl.Expr | int, part: pl.Expr) -> pl.DataFrame:
    return groups.select("group", figure=pl.lit(figure), n=of, value=part / of, sd=pl.lit(None, pl.Float64))


def _is_share_of_all() -> pl.Expr:
    return pl.col("figure").is_in(["share", "rufspiel_declarer", "called_suit_cards", "ace_fate", "ace_trick"])


def _limit() -> pl.Expr:
    limit = pl.lit(None, pl.Float64)
    for figure in FIGURES:
        if figure.within is not None:
            is_set = (pl.col("figure") == figure.name) & (pl.col("real_n") > figure.fewest)
            limit = pl.when(is_set).then(figure.within).otherwise(limit)
    return limit


def _intervals(figure: pl.Series, n: pl.Series, value: pl.Series, sd: pl.Series, level: float) -> Intervals:
    """Return the estimates of figures with their ends, from what a reference holds."""
    is_mean = figure.is_in(_MEANS).to_numpy()
    count, estimate, spread = (part.cast(pl.Float64).fill_null(np.nan).to_numpy() for part in (n, value, sd))
    counted = np.where(np.isnan(estimate), 0, count)
    share = np.where(is_mean | (counted == 0), 0, estimate)
    by_share = shares(share * counted, counted, level)
    squares = spread**2 * (count - 1) + count * estimate**2
    by_mean = means(np.where(is_mean, counted, 0), count * estimate, squares, level)
    ends = (np.where(is_mean, mean, share) for mean, share in zip(by_mean[1:], by_share[1:], strict=True))
    return Intervals(estimate, *ends)


def _told(row: dict[str, float | None], names: tuple[str, str, str], digits: int) -> tuple[str, str]:
    value, low, high = (row[name] for name in names)
    ends = "" if low is None or high is None else f"{low:.{digits}f} to {high:.{digits}f}"
    return ("" if value is None else f"{value:.{digits}f}"), ends
