"""`schafkopf show`: one hand of a dataset, told as a player would."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from simulate.cards import Notation
from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, console, print_json
from simulate.cli.words import one_of

PLACE = 20
EXAMPLES = ("schafkopf show data/first 17", "schafkopf show data/first 17 --notation german")

_RED = r"[♥♦]\w+"
_ANY = 10**30


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset.", show_default=False)],
    hand_id: Annotated[str, typer.Argument(metavar="HAND_ID", help="One of its hand ids.", show_default=False)],
    notation: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(Notation),
            help="How cards are written. [default: pretty; in JSON german]",
            show_default=False,
            autocompletion=completing.words(Notation),
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell one hand: the auction, every trick, the score.

    Also who sits where, and how the score is made up.
    """
    # Which hand ids there are, the dataset tells.
    number = whole_number(hand_id, "HAND_ID", -_ANY, _ANY)
    chosen = _notation(notation, as_json)

    from simulate.dataset.reader import open_dataset
    from simulate.tell import tell
    from simulate.tell_text import text_of

    dataset = open_dataset(directory)
    with told_if_compiling():
        told = tell(dataset, number)
    if as_json:
        print_json(told.to_mapping(chosen))
    else:
        _print(text_of(told, chosen))


def _notation(word: str | None, as_json: bool) -> Notation:
    if word is None:
        return Notation.GERMAN if as_json or not _shows_suits() else Notation.PRETTY
    return one_of(Notation, word, "--notation")


def _shows_suits() -> bool:
    try:
        "♣♠♥♦".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _print(text: str) -> None:
    from rich.text import Text

    shown = Text(text)
    shown.highlight_regex(_RED, "red")
    shown.highlight_regex(r"^(Hand|Auction|Game|Doubling|Result|Called ace|Value|Score)\b", "bold")
    console().print(shown, soft_wrap=True)
