"""The columns of the tables ``hands`` and ``tricks``: one registry for writing, reading, checking and documenting.

A column that means something else gets a new name and raises `SCHEMA_VERSION`.

Types are as small as the values allow, but signed, and wide enough for the square of eyes: Polars computes in the type
of a column, where ``eyes - 60`` of unsigned bytes would turn into large numbers unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import pyarrow as pa

from simulate.cards import SEATS, Card, Suit
from simulate.contracts import Contract
from simulate.fates import AceFate

SCHEMA_VERSION = 1
"""Version of the tables; a reader refuses a dataset of a later one."""

CONTRACT_WORDS = tuple(contract.word for contract in Contract)
"""Categories of contracts, in bidding order."""
SUIT_WORDS = tuple(suit.name.lower() for suit in Suit)
"""Categories of suits, low to high."""
FATE_WORDS = tuple(fate.word for fate in AceFate if fate)
"""Categories of what became of a called ace."""
CARD_WORDS = tuple(card.german for card in Card)
"""Categories of cards, in German notation."""


class Absent(Enum):
    """When a value is null."""

    NEVER = "never"
    NEVER_BID = "the seat never bid, or the hand was imported"
    PASSED_OUT = "passed out"
    NO_SUIT = "passed out, or the contract names no suit"
    NO_CALLED_ACE = "passed out, or no ace is called"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name
        Name in the file.
    storage
        Arrow type of the values; of the codes if the column has categories.
    meaning
        What a value says.
    unit
        Unit or range.
    absent
        When it is null.
    words
        Categories; empty for numbers and truth values.
    ordered
        Whether the order of the categories means something.
    field, place
        Where `simulate.table.HAND_ROW` or `simulate.table.TRICK_ROW` holds it.
    since
        First schema version that has it.
    """

    name: str
    storage: pa.DataType
    meaning: str
    unit: str = ""
    absent: Absent = Absent.NEVER
    words: tuple[str, ...] = ()
    ordered: bool = False
    field: str = ""
    place: int | None = None
    since: int = 1

    @property
    def source(self) -> str:
        """The field of the row it comes from."""
        return self.field or self.name

    @cached_property
    def arrow(self) -> pa.Field:
        """Return the Arrow field; Polars finds the categories of an Enum in its metadata."""
        metadata = {_POLARS_ENUM: "".join(f"{len(word)};{word}" for word in self.words)} if self.words else None
        return pa.field(self.name, self.arrow_type, self.absent is not Absent.NEVER, metadata)

    @property
    def arrow_type(self) -> pa.DataType:
        """The Arrow type."""
        return pa.dictionary(self.storage, pa.string(), self.ordered) if self.words else self.storage


_POLARS_ENUM = "_PL_ENUM_VALUES2"


@dataclass(frozen=True)
class Table:
    """A table of a dataset, which is a folder of Parquet files of that name."""

    name: str
    row: str
    columns: tuple[Column, ...]

    @cached_property
    def arrow(self) -> pa.Schema:
        """The Arrow schema."""
        return pa.schema([column.arrow for column in self.columns])

    def __getitem__(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)


def _per_seat(make: Callable[[int], Column]) -> tuple[Column, ...]:
    return tuple(make(seat) for seat in range(SEATS))


_SEAT = "seat 0 (forehand) to 3 (dealer)"
_CODE = pa.int8()

HANDS = Table(
    "hands",
    "one hand",
    (
        Column("hand_id", pa.uint64(), "number of the hand in the run's stream of hands"),
        Column(
            "deal", pa.uint64(), "number of the deal, which names all 32 cards (`simulate.deals`)", "0 to 32!/8!^4 - 1"
        ),
        Column("forehand", pa.int8(), "which of the four players sits in seat 0", "player 0 to 3"),
        *_per_seat(
            lambda seat: Column(
                f"bid_{seat}",
                _CODE,
                f"highest bid of seat {seat}",
                "contract",
                Absent.NEVER_BID,
                CONTRACT_WORDS,
                ordered=True,
                field="bid",
                place=seat,
            )
        ),
        Column("contract", _CODE, "contract played", "contract", Absent.PASSED_OUT, CONTRACT_WORDS, True, field="game"),
        Column(
            "suit",
            _CODE,
            "suit of the called ace in a Rufspiel, trump suit in a Solo",
            "suit",
            Absent.NO_SUIT,
            SUIT_WORDS,
            field="game",
        ),
        Column("declarer", pa.int8(), "seat of the declarer", _SEAT, Absent.PASSED_OUT),
        Column("partner", pa.int8(), "seat of the declarer's partner", _SEAT, Absent.NO_CALLED_ACE),
        Column("kontra", pa.int8(), "0 none, 1 kontra, 2 rekontra", "0 to 2", Absent.PASSED_OUT),
        Column("declarer_trumps", pa.int8(), "trumps dealt to the declarer", "cards", Absent.PASSED_OUT),
        Column(
            "laufende",
            pa.int8(),
            "unbroken run of trumps from the highest, "
            "positive if the declaring side holds it, negative if the others do",
            "cards",
            Absent.PASSED_OUT,
        ),
        Column("eyes", pa.int16(), "eyes of the declaring side", "eyes, 0 to 120", Absent.PASSED_OUT),
        Column("tricks", pa.int8(), "tricks of the declaring side", "0 to 8", Absent.PASSED_OUT),
        Column("won", pa.bool_(), "the declaring side won", "", Absent.PASSED_OUT),
        Column("schneider", pa.bool_(), "the losing side was schneider (or schwarz)", "", Absent.PASSED_OUT),
        Column("schwarz", pa.bool_(), "the losing side took no trick", "", Absent.PASSED_OUT),
        Column(
            "value", pa.int32(), "what one loser paid to one winner, kontra included", "score units", Absent.PASSED_OUT
        ),
        *_per_seat(
            lambda seat: Column(
                f"score_{seat}", pa.int32(), f"won or lost by seat {seat}", "score units", field="score", place=seat
            )
        ),
        Column("ace_trick", pa.int8(), "trick in which the called ace was played", "1 to 8", Absent.NO_CALLED_ACE),
        Column("ace_fate", _CODE, "what became of the called ace", "fate", Absent.NO_CALLED_ACE, FATE_WORDS),
        Column(
            "ran_away",
            pa.bool_(),
            "the holder of the called ace led another card of its suit first",
            "",
            Absent.NO_CALLED_ACE,
        ),
        Column("assigned", pa.bool_(), "the contract was assigned, not reached by bidding"),
        Column("redeals", pa.uint16(), "deals thrown in before this one because all passed", "deals"),
    ),
)
"""The table with one row per hand."""

TRICKS = Table(
    "tricks",
    "one trick of a hand that was played out",
    (
        Column("hand_id", pa.uint64(), "the hand, as in the table hands"),
        Column("trick", pa.int8(), "number of the trick", "1 to 8"),
        Column("leader", pa.int8(), "seat that led", _SEAT),
        *_per_seat(
            lambda place: Column(
                f"card_{place + 1}",
                _CODE,
                ("card led", "second card", "third card", "fourth card")[place],
                "card",
                words=CARD_WORDS,
                field="card",
                place=place,
            )
        ),
        Column("winner", pa.int8(), "seat that took the trick", _SEAT),
        Column("eyes", pa.int16(), "eyes in the trick", "eyes, 0 to 44"),
    ),
)
"""The table with one row per trick."""

TABLES = (HANDS, TRICKS)
"""All tables."""
