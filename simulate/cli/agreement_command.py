"""`schafkopf agreement`: how often a player does what people have done."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, console, percent, plain_table, print_json, print_table

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

    from analysis.agreed import Agreement
    from simulate.dataset.provenance import Provenance

PLACE = 75
EXAMPLES = (
    "schafkopf agreement data/club --players club",
    "schafkopf agreement data/club --players bold/club --part held-out",
)

_GROUPS = ("contract", "contract_leading", "role", "leading", "trick")
_QUESTIONS = {
    "before": "seats before the declarer bid less than he",
    "declares": "the declarer bids",
    "contract": "he plays the same contract",
    "game": "and the same suit",
    "after": "seats after him do not bid more",
    "auction_declarer": "four such players: the same seat plays",
    "auction_contract": "it plays the same contract",
    "auction_game": "and the same suit",
}


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset with tricks.", show_default=False)],
    players: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="One player, such as club, bold or normal(solo=11)/club.",
            autocompletion=completing.half_or_player,
        ),
    ] = "club",
    part: Annotated[
        str,
        typer.Option(
            metavar="all|fit|held-out",
            help="All hands, three in four, or the fourth: hand id % 4 == 3.",
            autocompletion=completing.words(["all", "fit", "held-out"]),
        ),
    ] = "all",
    seed: Annotated[str, typer.Option(metavar="NUMBER", help="Of the random numbers that the player sees.")] = "0",
    as_json: JsonOption = False,
) -> None:
    """Compare a player with recorded games, decision by decision.

    Decisions are cards where more than one is legal, and bids.
    """
    chosen = whole_number(seed, "--seed", 0, 2**64 - 1)

    from analysis.agreement import card_agreement
    from analysis.bidding_agreement import bidding_agreement
    from analysis.replays import Part, player_of
    from simulate.dataset.reader import open_dataset

    hands, player = Part.of(part), player_of(players)
    dataset = open_dataset(directory)
    with told_if_compiling():
        cards = card_agreement(dataset, player.card_player, hands, chosen)
        bidding = bidding_agreement(dataset, player.bidder, hands, chosen)
    if as_json:
        print_json(cards.to_mapping() | {"part": hands.value, "path": str(directory), "bidding": bidding.to_mapping()})
    else:
        _tell_cards(cards)
        _tell_bidding(bidding)
        _tell_left_out(dataset.manifest.provenance)


def _tell_cards(cards: Agreement) -> None:
    whole = cards.table().row(0, named=True)
    _print(
        f"{cards.player} plays the card that was played, or one equal to it, in {percent(whole['agreement'], 1)} "
        f"({_ends(whole)}) of {cards.decisions:,} decisions of {whole['hands']:,} hands; "
        f"the very same card in {percent(whole['exact'], 1)}."
    )
    _print(
        f"A choice at random agrees in {percent(whole['chance'], 1)}, "
        f"with the very same card in {percent(whole['chance_exact'], 1)}."
    )
    typer.echo()
    print_table(_card_table(cards))
    typer.echo()


def _card_table(cards: Agreement) -> Table:
    numbers = ("decisions", "agrees", "95 %", "same card", "random")
    table = plain_table("", *numbers, right=numbers)
    for group in _GROUPS:
        for row in cards.table(group).iter_rows(named=True):
            name = ", ".join(_title(key, row[key]) for key in cards.layout.groups[group])
            shares = (percent(row[column], 1) for column in ("exact", "chance"))
            table.add_row(name, f"{row['decisions']:,}", percent(row["agreement"], 1), _ends(row), *shares)
        table.add_section()
    return table


def _title(key: str, value: Any) -> str:
    if key == "leading":
        return "leading" if value else "following"
    return f"trick {value}" if key == "trick" else str(value)


def _tell_bidding(bidding: Agreement) -> None:
    rows = bidding.table("question")
    _print(
        f"{bidding.player} bids or passes as people did in {percent(bidding.agreement.estimate, 1)} "
        f"of {bidding.decisions:,} decisions: those of the seats up to the declarer. "
        f"Always to pass would agree in {percent(_passing(rows, bidding.decisions), 1)}."
    )
    typer.echo()
    numbers = ("decisions", "agrees", "95 %")
    table = plain_table("", *numbers, right=numbers)
    for row in rows.iter_rows(named=True):
        table.add_row(_QUESTIONS[row["question"]], f"{row['decisions']:,}", percent(row["agreement"], 1), _ends(row))
    print_table(table)


def _tell_left_out(provenance: Provenance) -> None:
    if provenance.trick_hands < provenance.hands:
        typer.echo()
        _print(
            f"These are games of the first {provenance.trick_hands:,} hands: "
            f"the tricks of the other {provenance.hands - provenance.trick_hands:,} are not recorded."
        )


def _print(text: str) -> None:
    # A number stays with its sign.
    typer.echo(fill(text.replace(" %", "\N{NO-BREAK SPACE}%"), console().width).replace("\N{NO-BREAK SPACE}", " "))


def _passing(rows: pl.DataFrame, decisions: int) -> float:
    before = [row["decisions"] for row in rows.iter_rows(named=True) if row["question"] == "before"]
    return float(sum(before)) / decisions


def _ends(row: dict[str, Any]) -> str:
    if row["agreement_low"] is None:
        return ""
    return f"{100 * row['agreement_low']:.1f}–{100 * row['agreement_high']:.1f}"
