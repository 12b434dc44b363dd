"""`schafkopf odds`: exact odds of a deal, or of one's own hand."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cards import CardSet, Suit
from simulate.cli.output import JsonOption, percent, plain_table, print_json, print_table
from simulate.errors import UserError

if TYPE_CHECKING:
    from simulate.contracts import Game

PLACE = 60
EXAMPLES = (
    "schafkopf odds",
    'schafkopf odds --hand "EO GO HU HA H9 EA G10 G7"',
    'schafkopf odds --hand "EO GO HU HA H9 EA G10 G7" --call G',
)

_SMALL = 0.0001  # odds below are told as "1 in ..."


def command(
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Eight cards: what else holds for their holder.")
    ] = None,
    call: Annotated[
        str | None, typer.Option(metavar="E|G|S", help="The suit of the called ace, for a hand that plays a Rufspiel.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show exact odds of any deal, or for one's own hand.

    For a hand they are what its holder knows before the first card.
    """
    cards = None if hand is None else CardSet.parse(hand)
    game = None if call is None else _game(call)
    if game is not None and cards is None:
        raise UserError(f"--call {call} needs a hand: add --hand with eight cards")

    from analysis.odds_table import table, table_for_hand

    facts = (table() if cards is None else table_for_hand(cards, game)).to_dicts()
    if as_json:
        print_json(facts)
    else:
        _print(facts)


def _game(letter: str) -> Game:
    from simulate.contracts import CALLABLE_SUITS, Contract, Game

    suit = Suit.from_letter(letter)
    if suit not in CALLABLE_SUITS:
        allowed = ", ".join(f"{suit.letter} ({suit.title})" for suit in CALLABLE_SUITS)
        raise UserError(f"--call {letter} is trump in a Rufspiel and can't be called: use {allowed}")
    return Game(Contract.RUFSPIEL, suit)


def _print(facts: list[dict[str, Any]]) -> None:
    for section, group in groupby(facts, key=lambda fact: fact["section"]):
        rows = list(group)
        known = {fact["given"] for fact in rows}
        # What holds for all rows is told once.
        shared = known.pop() if len(known) == 1 else ""
        table = plain_table(": ".join(filter(None, (section, shared))), "odds", "exactly", right=("odds",))
        for fact in rows:
            table.add_row(_what(fact, shared), _value(fact), fact["exact"])
        print_table(table)
        typer.echo()


def _what(fact: dict[str, Any], shared: str) -> str:
    text = fact["fact"] if fact["quantity"] == "probability" else f"{fact['fact']} ({fact['quantity']})"
    return text if fact["given"] == shared else f"{text}, if {fact['given']}"


def _value(fact: dict[str, Any]) -> str:
    value = fact["value"]
    if fact["quantity"] != "probability":
        return f"{value:.4f}"
    return percent(value, 3) if value >= _SMALL or not value else f"1 in {1 / value:,.0f}"
