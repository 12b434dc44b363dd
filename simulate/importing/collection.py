"""From a file of recorded games to a dataset: which games are kept, why the others are not, and the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.files import canonical_json, telling
from simulate.dataset.folder import STAGING, RunFolder, ShardReceipt, open_folder
from simulate.dataset.provenance import Provenance, SourceFile
from simulate.dataset.receipt import Receipt
from simulate.dataset.schema import HANDS, SCHEMA_VERSION, TRICKS
from simulate.dataset.writer import ROW_GROUP_HANDS, part_writer
from simulate.engine import ENGINE_VERSION, Played
from simulate.errors import UserError
from simulate.experiment import SHARD_HANDS, Shard
from simulate.importing.columns import REQUIRED, record_of, unread
from simulate.importing.csv_rows import CsvFile, Row, open_csv
from simulate.recorded import Judged, judge, rows_of
from simulate.rules import Rules
from simulate.table import HAND_ROW, TRICK_ROW, Array

DEFAULT_RULES = "official"
"""The rules that people play by unless said otherwise: those of recorded games."""

_PIECE = 1_000


class Refused(NamedTuple):
    """A game that was not kept.

    Attributes
    ----------
    line
        Line of the file on which it begins, counted from 1.
    reason
        Why, in one line.
    """

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a file.

    Attributes
    ----------
    file
        Where they come from.
    rules
        The rules they were judged by.
    hands, tricks
        Those that were kept, dtypes `simulate.table.HAND_ROW` and `simulate.table.TRICK_ROW`; hand ids count from 0 in
        the order of the file.
    refused
        Those that were not kept.
    unread
        Columns of the file that nothing was read from.
    """

    file: SourceFile
    rules: Rules
    hands: Array
    tricks: Array
    refused: tuple[Refused, ...]
    unread: tuple[str, ...]

    @property
    def provenance(self) -> Provenance:
        """What decides the bits of a dataset of those kept."""
        return Provenance(
            schema_version=SCHEMA_VERSION,
            engine_version=ENGINE_VERSION,
            seed=None,
            first_hand=0,
            hands=len(self.hands),
            trick_hands=len(self.hands),
            shard_hands=SHARD_HANDS,
            assign=None,
            rules=self.rules.to_mapping(),
            players=(),
            file=self.file,
        )


@dataclass(frozen=True, slots=True)
class Imported:
    """The outcome of an import.

    Attributes
    ----------
    path
        Folder of the dataset.
    games
        What was read.
    receipt
        Sums over the games kept.
    """

    path: Path
    games: Games
    receipt: Receipt


def import_games(
    file: str | Path, out: str | Path, rules: str | Path | Rules = DEFAULT_RULES, *, strict: bool = False
) -> Imported:
    """Return the sums over the games of a CSV file, which are then a dataset in `out`.

    Parameters
    ----------
    file
        The file; ``data/README.md`` describes the format.
    out
        Folder: new, empty, or holding the same games already.
    rules
        Preset, TOML file, or `simulate.rules.Rules`: games played against them are refused.
    strict
        Whether to write nothing if one game is refused.

    Raises
    ------
    UserError
        If the file can't be read, no game was kept, one was refused and `strict` is set, or the folder holds anything
        else.
    """
    games = read_games(file, rules)
    if refused := refusal(games, strict):
        raise refused
    return Imported(Path(out), games, write_games(games, out))


def read_games(
    file: str | Path,
    rules: str | Path | Rules = DEFAULT_RULES,
    progress: Callable[[int], None] | None = None,
) -> Games:
    """Return the games of a CSV file, judged; nothing is written.

    Parameters
    ----------
    file, rules
        As for `import_games`.
    progress
        Called with the number of games read, now and then.

    Raises
    ------
    UserError
        If the file can't be read or holds no game.
    """
    table = Rules.load(rules)
    source = open_csv(Path(file), REQUIRED)
    refused: list[Refused] = []
    pieces = [_NOTHING]
    for piece in _judged(source, table, refused):
        pieces.append(rows_of(piece, np.arange(len(piece), dtype=np.uint64) + _kept(pieces)))
        if progress is not None:
            progress(_kept(pieces) + len(refused))
    count = _kept(pieces) + len(refused)
    if not count:
        raise UserError(f"{str(file)!r} holds no games: below its first line there must be a line for each game")
    return Games(
        file=SourceFile(source.name, source.sha256, count),
        rules=table,
        hands=np.concatenate([piece.hands for piece in pieces]),
        tricks=np.concatenate([piece.tricks for piece in pieces if piece.tricks is not None]),
        refused=tuple(refused),
        unread=unread(source.columns),
    )


def refusal(games: Games, strict: bool) -> UserError | None:
    """Return why games can't become a dataset: none was kept, or, if `strict`, one was refused; None if they can."""
    if not games.refused or (len(games.hands) and not strict):
        return None
    first, others = games.refused[0], len(games.refused) - 1
    more = f"; and {others} more" if others else ""
    return UserError(
        f"{len(games.refused)} of {games.file.games} games of {games.file.name!r} were refused, "
        f"so nothing is written: {first}{more}"
    )


def write_games(games: Games, out: str | Path) -> Receipt:
    """Return the sums over games, which are then a dataset in `out`.

    Raises
    ------
    UserError
        If the folder holds anything but the same dataset, or can't be written.
    """
    with open_folder(Path(out), games.provenance) as folder:
        if folder.manifest is not None:
            return folder.manifest.receipt
        shards = Shard(0, len(games.hands)).split(SHARD_HANDS)
        return folder.commit(games.provenance, [_write_shard(games, folder, shard) for shard in shards])


_NOTHING = Played(np.empty(0, HAND_ROW), np.empty(0, TRICK_ROW))


def _kept(pieces: list[Played]) -> int:
    return sum(len(piece.hands) for piece in pieces)


def _judged(source: CsvFile, rules: Rules, refused: list[Refused]) -> Iterator[list[Judged]]:
    """Yield the games kept, piece by piece; list the others in `refused`."""
    piece: list[Judged] = []
    for row in source.rows():
        try:
            piece.append(judge(rules, record_of(_readable(row))))
        except UserError as error:
            refused.append(Refused(row.line, str(error)))
        if len(piece) == _PIECE:
            yield piece
            piece = []
    yield piece


def _readable(row: Row) -> dict[str, str]:
    if row.fault:
        raise UserError(row.fault)
    return row.values


def _write_shard(games: Games, folder: RunFolder, shard: Shard) -> ShardReceipt:
    hands = games.hands[shard.first : shard.last + 1]
    with telling(folder.path), ExitStack() as stack:
        writers = [
            stack.enter_context(
                part_writer(folder.path, folder.path / STAGING, table, shard.name, _file_provenance(games, shard))
            )
            for table in (HANDS, TRICKS)
        ]
        for group in shard.split(ROW_GROUP_HANDS):
            start = group.first - shard.first
            writers[0].write(hands_table(hands[start : start + group.hands]))
            writers[1].write(tricks_table(_tricks_of(games, group)))
        parts = tuple(writer.commit() for writer in writers)
    return ShardReceipt(shard.name, parts, Receipt.of_rows(hands))


def _tricks_of(games: Games, shard: Shard) -> Array:
    begin, end = np.searchsorted(games.tricks["hand_id"], np.array([shard.first, shard.last + 1], np.uint64))
    return games.tricks[begin:end]


def _file_provenance(games: Games, shard: Shard) -> str:
    """Return what a Parquet file says of its origin."""
    return canonical_json(
        {
            "schema_version": SCHEMA_VERSION,
            "engine_version": ENGINE_VERSION,
            "experiment": games.provenance.identity,
            "rules": games.rules.name,
            "file": games.file.name,
            "sha256": games.file.sha256,
            "first_hand": shard.first,
            "hands": shard.hands,
        }
    )
