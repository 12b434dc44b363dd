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
    'schafkopf odds --hand "EO GO EU GU EA E10 E9 HA" --game eichel-solo',
)

_SMALL = 0.0001  # odds below are told as "1 in ..."


def command(
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Eight cards: what else holds for their holder.")
    ] = None,
    call: Annotated[
        str | None, typer.Option(metavar="E|G|S", help="The suit of the called ace, for a hand that plays a Rufspiel.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game a hand plays alone, such as eichel-solo or wenz.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show exact odds of any deal, or for one's own hand.

    For a hand they are what its holder knows before the first card. Without --game its trumps are those of a Rufspiel.
    """
    cards = None if hand is None else CardSet.parse(hand)
    if call is not None and game is not None:
        raise UserError(f"--call {call} is of a Rufspiel and --game {game} is played alone: leave one of them out")
    declared = _alone(game) if game is not None else (None if call is None else _game(call))
    if declared is not None and cards is None:
        option = f"--call {call}" if game is None else f"--game {game}"
        raise UserError(f"{option} needs a hand: add --hand with eight cards")

    from analysis.odds_table import table, table_for_hand

    facts = (table() if cards is None else table_for_hand(cards, declared)).to_dicts()
    if as_json:
        print_json(facts)
    else:
        _print(facts)
        if cards is not None and declared is None:
            typer.echo("Trumps are those of a Rufspiel; a game played alone: --game, such as eichel-solo")


def _alone(word: str) -> Game:
    from simulate.cli.words import unknown
    from simulate.contracts import GAMES, Goal

    games = {
        game.contract.word if game.suit is None else f"{game.suit.name.lower()}-{game.contract.word}": game
        for game in GAMES
        if game.spec.alone and game.spec.goal is not Goal.SHOWN
    }
    if (found := games.get(word.strip().lower())) is None:
        raise unknown("--game", word, games)
    return found


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
