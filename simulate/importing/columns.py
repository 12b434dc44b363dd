"""The columns of a file of recorded games: which there are, and how a row becomes a `RecordedGame`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from simulate.cards import SEATS, Card, CardSet, Notation, Suit, parse_cards
from simulate.contracts import Contract, Game
from simulate.errors import UserError
from simulate.recorded import RecordedGame
from simulate.rules import PLAYED_CONTRACTS


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read.

    Attributes
    ----------
    name, meaning
        What it is called and what it holds.
    needed
        Whether a file must have it.
    """

    name: str
    meaning: str
    needed: bool = False


HANDS = tuple(f"hand_{seat}" for seat in range(SEATS))
"""Columns of the cards dealt."""

COLUMNS = (
    Column(
        "contract", "such as rufspiel (or sauspiel), wenz, solo, wenz-tout, solo-tout, sie; empty if all passed", True
    ),
    Column("suit", "suit of the called ace or trump suit, as letter or name; empty for a Wenz", True),
    Column("declarer", "seat of the declarer, 0 (forehand) to 3 (dealer); empty if all passed", True),
    *(Column(name, f"eight cards dealt to seat {seat}", True) for seat, name in enumerate(HANDS)),
    Column("plays", "the 32 cards in the order played; empty for a Sie, and if all passed", True),
    Column("kontra", "0 none, 1 kontra, 2 rekontra; kontra_re is read, too"),
    Column("forehand", "which of four players who stay together sat in seat 0: 0 to 3"),
    Column("tout", "1 for a Tout, if contract does not say so"),
    Column("lay_doubles", "doubles laid before the auction; games with any are refused"),
)
"""All columns that are read; their order in a file does not matter, and others are ignored."""

REQUIRED = tuple(column.name for column in COLUMNS if column.needed)
"""Columns that a file must have."""

KONTRA_NAMES = ("kontra", "kontra_re")
"""Names of the column that says how often a game was doubled."""

_ALL_PASSED = ("", "-", "passed", "passed-out", "all-passed")
_SYNONYMS = {"sauspiel": "rufspiel"}
_WITH_SUIT = {Contract.WENZ: Contract.FARBWENZ, Contract.GEIER: Contract.FARBGEIER}
_ENGLISH = {
    "acorns": Suit.EICHEL,
    "clubs": Suit.EICHEL,
    "leaves": Suit.GRAS,
    "spades": Suit.GRAS,
    "hearts": Suit.HERZ,
    "bells": Suit.SCHELLEN,
    "diamonds": Suit.SCHELLEN,
}
_NUMBER = re.compile(r"(\d{1,9})(?:\.0*)?", re.ASCII)


def unread(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return those columns of a file that are ignored.

    >>> unread(("contract", "price", "kontra_re"))
    ('price',)
    """
    known = {*(column.name for column in COLUMNS), *KONTRA_NAMES}
    return tuple(name for name in columns if name and name not in known)


def record_of(values: Mapping[str, str]) -> RecordedGame:
    """Return the game that a row tells.

    Parameters
    ----------
    values
        Text by column; those of `REQUIRED` must be there.

    Raises
    ------
    UserError
        If a value can't be read; which and why is told in a line.
    """
    notation = _notation(values)
    game = _game(values, notation)
    if _number(values, "lay_doubles", 0):
        raise UserError(f"lay_doubles {values['lay_doubles']}: doubles laid before the auction are not counted")
    return RecordedGame(
        hands=tuple(_hand(values, name, notation) for name in HANDS),
        game=game,
        declarer=_seat(values, "declarer", None),
        plays=_plays(values, notation),
        kontra=max(_number(values, name, 0) for name in KONTRA_NAMES),
        forehand=_seat(values, "forehand", 0) or 0,
    )


def _notation(values: Mapping[str, str]) -> Notation:
    """Return the notation of the hands: most cards of a deal have a letter that only one of the two uses."""
    text = "".join(values[name] for name in HANDS).upper()
    german, french = (sum(map(text.count, letters)) for letters in ("EGOU", "CDQJ"))
    return Notation.FRENCH if french > german else Notation.GERMAN


def _hand(values: Mapping[str, str], name: str, notation: Notation) -> CardSet:
    try:
        return CardSet.parse(values[name], notation)
    except UserError as error:
        raise UserError(f"{name}: {error}") from None


def _plays(values: Mapping[str, str], notation: Notation) -> tuple[Card, ...]:
    try:
        return tuple(parse_cards(values["plays"], notation))
    except UserError as error:
        raise UserError(f"plays: {error}") from None


def _game(values: Mapping[str, str], notation: Notation) -> Game | None:
    word = re.sub(r"[\s_]+", "-", values["contract"].lower())
    if word in _ALL_PASSED:
        return None
    word = _SYNONYMS.get(word, word)
    if _number(values, "tout", 0):
        word = word.removesuffix("-tout") + "-tout"
    if word == "ramsch":
        raise UserError("a Ramsch has no declarer: such games can't be kept")
    try:
        contract = Contract.from_word(word)
    except KeyError:
        known = ", ".join(contract.word for contract in PLAYED_CONTRACTS)
        raise UserError(f"contract {word!r} is unknown: use {known}, or nothing if all passed") from None
    suit = _suit(values["suit"], notation)
    return Game(contract if suit is None else _WITH_SUIT.get(contract, contract), suit)


def _suit(text: str, notation: Notation) -> Suit | None:
    word = text.lower()
    if word in ("", "-"):
        return None
    for suit in Suit:
        letter = suit.french_letter if notation is Notation.FRENCH else suit.letter
        if word in (letter.lower(), suit.name.lower()):
            return suit
    if word in _ENGLISH:
        return _ENGLISH[word]
    letters = "C S H D" if notation is Notation.FRENCH else "E G H S"
    raise UserError(f"suit {text!r} is unknown: use {letters}, or a name such as eichel")


def _seat(values: Mapping[str, str], name: str, otherwise: int | None) -> int | None:
    if not values.get(name):
        return otherwise
    seat = _number(values, name, 0)
    if seat >= SEATS:
        raise UserError(f"{name} {values[name]} is out of range: use 0 to {SEATS - 1}")
    return seat


def _number(values: Mapping[str, str], name: str, otherwise: int) -> int:
    text = values.get(name, "")
    if not text:
        return otherwise
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise UserError(f"{name} {text!r} is no whole number: use one such as 0 or 1")
    return int(match[1])
