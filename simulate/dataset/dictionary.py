"""The data dictionary in ``data/README.md``, made from the column registry.

``python -m simulate.dataset.dictionary`` brings the file up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from simulate.dataset.schema import (
    CARD_WORDS,
    CONTRACT_WORDS,
    FATE_WORDS,
    SCHEMA_VERSION,
    SUIT_WORDS,
    TABLES,
    Absent,
    Column,
    Table,
)
from simulate.fates import AceFate

README = Path(__file__).resolve().parents[2] / "data" / "README.md"
"""The file that holds the dictionary."""
BEGIN = "<!-- data dictionary: made by python -m simulate.dataset.dictionary, do not edit -->"
"""Line above the dictionary."""
END = "<!-- end of the data dictionary -->"
"""Line below the dictionary."""

_CATEGORIES = {
    "contract": (CONTRACT_WORDS, "In bidding order; the order of the categories is the order of the words."),
    "suit": (SUIT_WORDS, "Low to high."),
    "fate": (FATE_WORDS, ""),
    "card": (CARD_WORDS, "German notation: suit S H G E, rank 7 8 9 K 10 A U O."),
}
_FATES = {
    AceFate.LED_BY_OTHER_WON: "somebody else led the suit and the ace took the trick",
    AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS: "somebody else led the suit and an opponent trumped",
    AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE: "somebody else led the suit and the declarer trumped",
    AceFate.LED_BY_HOLDER_WON: "its holder led it and it took the trick",
    AceFate.LED_BY_HOLDER_TRUMPED: "its holder led it and somebody trumped",
    AceFate.DISCARDED: "its holder played it to a trick led in another suit",
}


def dictionary() -> str:
    """Return the data dictionary as Markdown."""
    parts = [f"Schema version {SCHEMA_VERSION}.", *(_table(table) for table in TABLES), _categories()]
    return "\n\n".join(parts)


def updated(text: str) -> str:
    """Return a document with the dictionary between its marks brought up to date.

    Raises
    ------
    ValueError
        If a mark is missing.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the document lacks the line {BEGIN if not begin else END!r}")
    return f"{before}{BEGIN}\n\n{dictionary()}\n\n{END}{after}"


def _table(table: Table) -> str:
    head = [
        f"### `{table.name}`: one row for {table.row}",
        "",
        "| column | type | unit or range | meaning | null where | since |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *map(_row, table.columns)])


def _row(column: Column) -> str:
    kind = "enum" if column.words else str(column.storage)
    absent = "" if column.absent is Absent.NEVER else column.absent.value
    return f"| `{column.name}` | {kind} | {column.unit} | {column.meaning} | {absent} | {column.since} |"


def _categories() -> str:
    lines = ["### Categories", ""]
    for name, (words, note) in _CATEGORIES.items():
        listed = " ".join(f"`{word}`" for word in words)
        lines.append(f"- **{name}**: {listed}{'. ' + note if note else ''}")
        if name == "fate":
            lines += [f"  - `{fate.word}`: {told}" for fate, told in _FATES.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    README.write_text(updated(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{README} is up to date\n")
