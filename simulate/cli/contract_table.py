"""The outcome of a run, contract by contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.cli.output import percent, plain_table

if TYPE_CHECKING:
    from rich.table import Table

    from simulate.dataset.receipt import Receipt

CAPTION = "won, eyes: declaring side; score: declarer, {unit} per hand; 95 % intervals"


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
    # A single hand has no interval.
    return f"{mean:+.2f}" if high is None else f"{mean:+.2f} ±{high - mean:.2f}"
