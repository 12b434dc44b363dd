"""The outcome of a run, contract by contract."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Any

from simulate.cli.output import percent, plain_table

if TYPE_CHECKING:
    from rich.table import Table

    from simulate.dataset.receipt import Receipt

_CAPTION = "won, eyes: declaring side; score: declarer, {unit} per hand; 95 % intervals"
_WITHOUT = "no ±: fewer than {few} hands, or scores all alike"


def caption(receipt: Receipt, unit: str) -> str:
    """Return how to read the table of contracts.

    Parameters
    ----------
    receipt
        Sums over the hands.
    unit
        What scores are counted in.
    """
    from simulate.summary import FEW

    without = any(row["mean_score"] is not None and row["mean_score_high"] is None for row in contract_rows(receipt))
    return _CAPTION.format(unit=unit) + (f"\n{_WITHOUT.format(few=FEW)}" if without else "")


def contract_rows(receipt: Receipt) -> list[dict[str, Any]]:
    """Return one mapping per contract, as `simulate.summary.summarize` has them; contract None: passed out."""
    from simulate.summary import summarize

    return summarize(receipt).to_dicts()


def contract_table(receipt: Receipt) -> Table:
    """Return the table of contracts, 80 columns wide or less."""
    numbers = ("hands", "share", "won", "95 %", "eyes", "score")
    table = plain_table("contract", *numbers, right=numbers)
    for row in contract_rows(receipt):
        table.add_row(row["contract"] or "passed out", f"{row['hands']:,}", percent(row["share"]), *_estimates(row))
    return table


def _estimates(row: dict[str, Any]) -> tuple[str, ...]:
    if row["contract"] is None:
        return ()
    ends = f"{100 * row['win_rate_low']:.2f}–{100 * row['win_rate_high']:.2f}"
    return (percent(row["win_rate"]), ends, f"{row['mean_eyes']:.1f}", _score(row))


def _score(row: dict[str, Any]) -> str:
    mean, high = row["mean_score"], row["mean_score_high"]
    if high is None:
        return f"{mean:+.2f}"
    # Of very many hands: "±0.00" would claim too much.
    digits = max(2, -floor(log10(high - mean)))
    return f"{mean:+.{digits}f} ±{high - mean:.{digits}f}"
