"""Recorded games of people into datasets: a CSV file, read row by row and judged by the referee.

``data/README.md`` describes the format. Nothing in a file is trusted: a row that can't be read or that the referee
refuses is listed with its line and the reason, and the others are kept.
"""

from simulate.importing.collection import (
    DEFAULT_RULES,
    Games,
    Imported,
    Refused,
    import_games,
    read_games,
    refusal,
    write_games,
)

__all__ = [
    "DEFAULT_RULES",
    "Games",
    "Imported",
    "Refused",
    "import_games",
    "read_games",
    "refusal",
    "write_games",
]
