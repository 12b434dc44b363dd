"""Datasets as input of an analysis: a folder, a run, or a frame of either library, checked and made lazy.

Every function of this package that takes hands takes them in any of these forms (`Data`):

- the path of a dataset's folder, of one Parquet file, or a pattern such as ``data/first/hands/*.parquet``
- an open dataset (`simulate.dataset.reader.Dataset`) or a run (`simulate.run.Run`)
- a Polars LazyFrame or DataFrame, or a pandas DataFrame, that has the columns the question needs

A frame may have been filtered and may lack columns; only what is needed is checked, and converted to the types of
`simulate.dataset.schema`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from glob import glob, has_magic
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, Union

import polars as pl

from simulate.dataset.frames import polars_type
from simulate.dataset.manifest import MANIFEST
from simulate.dataset.reader import Dataset, open_dataset
from simulate.dataset.schema import HANDS, TABLES, TRICKS, Table
from simulate.errors import UserError
from simulate.experiment import shards_of
from simulate.rules import Rules
from simulate.run import Run

if TYPE_CHECKING:
    import pandas as pd

Data: TypeAlias = Union[str, "PathLike[str]", Dataset, Run, pl.LazyFrame, pl.DataFrame, "pd.DataFrame"]
"""Hands in any form."""

_PIECE = 250_000
_PIECE_BYTES = 32_000_000


@dataclass(frozen=True)
class Origin:
    """What is known of hands beside the hands themselves.

    Attributes
    ----------
    players
        Specs of player 0 to 3; None if hands came as a frame.
    rules
        The rules they were played by; None if hands came as a frame.
    """

    players: tuple[str, ...] | None = None
    rules: Rules | None = None


def scan(data: Data, columns: Iterable[str] | None = None) -> pl.LazyFrame:
    """Return hands as a LazyFrame with the types of `simulate.dataset.schema.HANDS`.

    Parameters
    ----------
    data
        Hands in any form.
    columns
        Names of the columns needed; None asks for all.

    Raises
    ------
    UserError
        If the data is no complete dataset or lacks a column, or a column can't hold what it should; the message says
        what to do.

    Examples
    --------
    >>> from simulate.run import run
    >>> scan(run(hands=10, seed=1), ["contract", "won"]).collect().shape
    (10, 2)
    """
    return _scan(data, HANDS, columns)


def pieces(data: Data) -> Iterator[Data]:
    """Yield hands in pieces of one or two million, so that a pass over all of them needs no more memory than over one.

    Only files can be taken in pieces: hands in another form are one piece.

    Raises
    ------
    UserError
        As `scan`.
    """
    dataset = as_dataset(data)
    if dataset is not None:
        files = [dataset.path / part.path for part in dataset.manifest.parts_of(HANDS.name)]
    elif _is_path(data):
        files = [Path(name) for name in _files_of(fspath(data))]
    else:
        yield data
        return
    scan(data, ())  # refuses files that are no hands
    # One after the other: a LazyFrame keeps what it has learned of its files.
    yield from (pl.scan_parquet(group, glob=False) for group in _grouped(files))


def _grouped(files: list[Path]) -> Iterator[list[Path]]:
    group: list[Path] = []
    size = 0
    for file in files:
        more = file.stat().st_size
        if group and size + more > _PIECE_BYTES:
            yield group
            group, size = [], 0
        group.append(file)
        size += more
    if group:
        yield group


def load(data: Data, columns: Iterable[str] | None = None) -> pl.DataFrame:
    """Return hands as a DataFrame, in memory: about 60 bytes a hand for all columns.

    Raises
    ------
    UserError
        As `scan`; and if there are no hands, or a file turns out to be damaged.
    """
    frame = collect(scan(data, columns))
    if frame.is_empty():
        raise no_hands()
    return frame


def scan_tricks(data: Data, columns: Iterable[str] | None = None) -> pl.LazyFrame:
    """Return tricks as a LazyFrame with the types of `simulate.dataset.schema.TRICKS`.

    Tricks may be recorded of the first hands alone: `have_tricks` says of which.

    Parameters
    ----------
    data
        A dataset or a run with tricks, or a frame of tricks.
    columns
        Names of the columns needed; None asks for all.

    Raises
    ------
    UserError
        As `scan`, and if tricks were not recorded.
    """
    return _scan(data, TRICKS, columns)


def have_tricks(data: Data) -> pl.Expr:
    """Return whether a hand's tricks are recorded in a dataset or run; of data in another form, all hands pass."""
    if isinstance(data, Run):
        last = data.experiment.provenance.last_with_tricks
    else:
        dataset = as_dataset(data)
        last = None if dataset is None else dataset.manifest.provenance.last_with_tricks
    return pl.lit(True) if last is None else pl.col("hand_id") <= pl.lit(last, pl.UInt64)


def paired(
    data: Data, columns: Iterable[str], tricks: Data | None = None
) -> Iterator[tuple[pl.DataFrame, pl.LazyFrame]]:
    """Yield some hands at a time, sorted by hand id, with the tricks of a range of hand ids that holds theirs.

    Hands whose tricks a dataset or run has not recorded are left out.

    The parts of a dataset are read piece by piece, so memory does not depend on their number. Hands in another form are
    taken into memory once, the columns needed alone.

    Parameters
    ----------
    data
        Hands in any form.
    columns
        Names of the columns needed, ``hand_id`` among them.
    tricks
        The tricks of the hands, in any form; None takes them from the dataset or run.

    Raises
    ------
    UserError
        As `scan`, and if there are no tricks.
    """
    names = list(columns)
    dataset = as_dataset(data) if tricks is None else None
    if dataset is not None:
        yield from _paired_parts(dataset, names)
        return
    if tricks is None and not isinstance(data, Run):
        raise UserError("these hands come without tricks: give a dataset simulated with tricks, or tricks=...")
    source = data if tricks is None else tricks
    played = scan_tricks(source)
    hands = collect(scan(data, names).filter(have_tricks(source))).sort("hand_id")
    yield from _paired_pieces(hands, played)


def _paired_parts(dataset: Dataset, names: list[str]) -> Iterator[tuple[pl.DataFrame, pl.LazyFrame]]:
    dataset.tricks  # noqa: B018  # refuses a dataset without
    shards = shards_of(dataset.manifest.provenance)
    parts = (dataset.manifest.parts_of(table.name) for table in TABLES)
    for shard, hands_part, tricks_part in zip(shards, *parts, strict=False):
        hands = pl.scan_parquet(dataset.path / hands_part.path, glob=False).select(names).head(shard.trick_hands)
        played = pl.scan_parquet(dataset.path / tricks_part.path, glob=False)
        for start in range(0, shard.trick_hands, _PIECE):
            yield from _paired_pieces(collect(hands.slice(start, _PIECE)), played)


def _paired_pieces(hands: pl.DataFrame, tricks: pl.LazyFrame) -> Iterator[tuple[pl.DataFrame, pl.LazyFrame]]:
    for piece in hands.iter_slices(_PIECE):
        ids = piece["hand_id"]
        yield piece, tricks.filter(pl.col("hand_id").is_between(ids[0], ids[-1]))


def origin(data: Data) -> Origin:
    """Return the players and rules of a dataset or run; nothing is known of a frame's."""
    if isinstance(data, Run):
        experiment = data.experiment
        return Origin(tuple(player.spec for player in experiment.players), experiment.rules)
    dataset = as_dataset(data)
    if dataset is None:
        return Origin()
    return Origin(tuple(player.spec for player in dataset.players), dataset.rules)


def as_dataset(data: Data) -> Dataset | None:
    """Return the dataset that a path names or that was given; None for hands in another form.

    Raises
    ------
    UserError
        If a path names neither a dataset nor Parquet files.
    """
    if isinstance(data, Dataset):
        return data
    if isinstance(data, Run) and data.path is not None:
        return open_dataset(data.path)
    if not _is_path(data) or _are_files(fspath(data)):
        return None
    folder = Path(data)
    if folder.name in {table.name for table in TABLES} and (folder.parent / MANIFEST).exists():
        raise UserError(f"{str(folder)!r} is one table of a dataset: name the dataset, {str(folder.parent)!r}")
    return open_dataset(folder)


def collect(query: pl.LazyFrame) -> pl.DataFrame:
    """Return the result of a query, computed piece by piece.

    Raises
    ------
    UserError
        If a file is damaged or a value is not what its column should hold.
    """
    return collect_all([query])[0]


def collect_all(queries: list[pl.LazyFrame]) -> list[pl.DataFrame]:
    """Return the results of queries that share one pass over the data; see `collect`."""
    try:
        return pl.collect_all(queries, engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        raise UserError(
            f"the data can't be read: {_first_line(error)}; "
            "restore a damaged file or simulate it again, correct a wrong value"
        ) from None


def no_hands() -> UserError:
    """Return the error for data without any hand."""
    return UserError("the data holds no hands: a filter may have removed all, or the dataset must be simulated again")


def _scan(data: Data, table: Table, columns: Iterable[str] | None) -> pl.LazyFrame:
    names = [column.name for column in table.columns] if columns is None else list(dict.fromkeys(columns))
    frame = _open(data, table)
    if isinstance(frame, pl.LazyFrame):
        found = _schema_of(frame)
        _check_columns(list(found), names, table)
        return frame.select(_converted(name, found[name], table) for name in names)
    _check_columns([str(name) for name in frame.columns], names, table)
    return _scan(_from_pandas(frame[names]), table, names)


def _from_pandas(frame: pd.DataFrame) -> pl.LazyFrame:
    converted = pl.from_pandas(frame)
    # A column without any value has lost its type in pandas, and may come as text.
    return converted.lazy().with_columns(
        pl.lit(None).alias(column.name) for column in converted if column.null_count() == len(column)
    )


def _open(data: Data, table: Table) -> pl.LazyFrame | pd.DataFrame:
    if isinstance(data, pl.LazyFrame):
        return data
    if isinstance(data, pl.DataFrame):
        return data.lazy()
    if isinstance(data, Run):
        return data.hands if table is HANDS else data.tricks
    if _is_pandas(data):
        return data
    if not (_is_path(data) or isinstance(data, Dataset)):
        raise UserError(
            f"hands can't come as {type(data).__name__}: give a dataset's folder, or a Polars or pandas frame"
        )
    dataset = as_dataset(data)
    if dataset is None:
        # A path, as what is none was refused above; a TypeGuard that fails tells mypy nothing.
        return pl.scan_parquet(_files_of(fspath(data)))  # type: ignore[arg-type]
    return dataset.hands if table is HANDS else dataset.tricks


def _schema_of(frame: pl.LazyFrame) -> pl.Schema:
    try:
        return frame.collect_schema()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise UserError(f"the data can't be read: {_first_line(error)}; name a Parquet file of this project") from None


def _check_columns(found: list[str], names: list[str], table: Table) -> None:
    missing = [name for name in names if name not in found]
    if not missing:
        return
    known = [column for column in table.columns if column.name in missing]
    later = [f"{column.name!r} exists since schema version {column.since}" for column in known if column.since > 1]
    why = f"{'; '.join(later)}, so simulate the dataset again" if later else "keep it when selecting columns"
    own = sum(column.name in found for column in table.columns)
    if not own:
        why = f"this is no table of {table.name}"
    raise UserError(f"column {', '.join(map(repr, missing))} of {table.name} is missing: {why}")


def _converted(name: str, found: pl.DataType, table: Table) -> pl.Expr:
    wanted = polars_type(table[name])
    if found == wanted:
        return pl.col(name)
    if not _may_become(found, wanted):
        raise UserError(
            f"column {name!r} of {table.name} is {found} where it should be {wanted}: convert it, or load it again"
        )
    if isinstance(wanted, pl.Enum) and not isinstance(found, pl.String):
        return pl.col(name).cast(pl.String).cast(wanted)
    return pl.col(name).cast(wanted)


def _may_become(found: pl.DataType, wanted: pl.DataType) -> bool:
    if isinstance(found, pl.Null):
        return True
    if isinstance(wanted, pl.Enum):
        return isinstance(found, pl.String | pl.Categorical | pl.Enum)
    if isinstance(wanted, pl.Boolean):
        return False
    return found.is_numeric()


def _is_path(data: object) -> TypeGuard[str | PathLike[str]]:
    return isinstance(data, str | PathLike)


def _is_pandas(data: object) -> TypeGuard[pd.DataFrame]:
    # Without importing pandas: whoever gives a pandas frame has imported it.
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def _are_files(path: str) -> bool:
    return has_magic(path) or Path(path).is_file()


def _files_of(path: str) -> list[str]:
    files = sorted(glob(path)) if has_magic(path) else [path]
    if not files:
        raise UserError(f"no file matches {path!r}: name a dataset's folder or Parquet files")
    return files


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
