import hashlib
import json
import subprocess
import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

from simulate.contracts import Contract
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.frames import polars_schema, to_frame
from simulate.dataset.schema import HANDS, TRICKS
from simulate.dataset.writer import part_writer
from tests.test_simulate.dataset_rows import hand_rows, trick_rows

ROOT = Path(__file__).resolve().parents[2]


def write(folder, table, groups, provenance="{}"):
    staging = folder / "_staging"
    staging.mkdir(parents=True, exist_ok=True)
    with part_writer(folder, staging, table, "part", provenance) as writer:
        for group in groups:
            writer.write(group)
        return writer.commit()


@pytest.fixture(scope="module")
def hands():
    return hands_table(hand_rows(2000))


def test_a_part_is_described_as_it_lies_on_the_disk(tmp_path, hands):
    part = write(tmp_path, HANDS, [hands.slice(0, 1500), hands.slice(1500)])
    path = tmp_path / part.path
    assert (part.path, part.rows, part.table) == ("hands/part.parquet", 2000, "hands")
    assert part.bytes == path.stat().st_size
    assert part.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [pq.ParquetFile(path).metadata.row_group(i).num_rows for i in range(2)] == [1500, 500]
    assert list((tmp_path / "_staging").iterdir()) == []


def test_the_same_rows_are_the_same_bytes(tmp_path, hands):
    assert write(tmp_path / "a", HANDS, [hands]).sha256 == write(tmp_path / "b", HANDS, [hands]).sha256


def test_polars_reads_what_was_written(tmp_path, hands):
    path = tmp_path / write(tmp_path, HANDS, [hands]).path
    expected = to_frame(hands)
    assert pl.read_parquet(path).equals(expected)
    assert pl.read_parquet(path).schema == polars_schema(HANDS)
    assert pl.scan_parquet(tmp_path / "hands" / "*.parquet").collect_schema() == polars_schema(HANDS)


def test_pandas_reads_what_was_written(tmp_path, hands):
    path = tmp_path / write(tmp_path, HANDS, [hands]).path
    frame = pd.read_parquet(path)
    expected = to_frame(hands)
    assert frame["contract"].dtype.ordered
    assert list(frame["contract"].cat.categories) == [contract.word for contract in Contract]
    assert (frame["contract"] >= "solo").sum() == (expected["contract"] >= "solo").sum()
    assert (frame["hand_id"].to_numpy() == expected["hand_id"].to_numpy()).all()
    for name in polars_schema(HANDS).names():
        assert frame[name].isna().to_list() == expected[name].is_null().to_list()
    assert frame["eyes"].sum() == expected["eyes"].sum()


def test_duckdb_reads_what_was_written(tmp_path, hands):
    path = tmp_path / write(tmp_path, HANDS, [hands]).path
    with duckdb.connect() as connection:
        connection.execute("set threads = 1")
        rows = connection.sql(f"select * from read_parquet('{path}')").fetchall()
    strings = to_frame(hands).cast({pl.Enum: pl.String})
    assert rows == strings.rows()


def test_tricks_are_written_with_cards_by_name(tmp_path):
    table = tricks_table(trick_rows(100))
    path = tmp_path / write(tmp_path, TRICKS, [table]).path
    assert pl.read_parquet(path).equals(to_frame(table))
    assert set(pd.read_parquet(path)["card_1"].cat.categories) == set(TRICKS["card_1"].words)


def test_a_part_without_rows_has_its_columns(tmp_path):
    path = tmp_path / write(tmp_path, TRICKS, [tricks_table(trick_rows(0))]).path
    assert pl.read_parquet(path).schema == polars_schema(TRICKS)


def test_a_file_tells_its_origin_and_hand_ids_skip_row_groups(tmp_path, hands):
    path = tmp_path / write(tmp_path, HANDS, [hands.slice(0, 1000), hands.slice(1000)], '{"seed":7}').path
    metadata = pq.ParquetFile(path).metadata
    assert json.loads(metadata.metadata[b"schafkopf-lab"]) == {"seed": 7}
    limits = [metadata.row_group(i).column(0).statistics for i in range(2)]
    assert [(limit.min, limit.max) for limit in limits] == [(0, 999), (1000, 1999)]


def test_an_error_leaves_nothing_behind(tmp_path, hands):
    def break_off():
        yield hands
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write(tmp_path, HANDS, break_off())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


FILL_THE_DISK = """
import resource, sys
from pathlib import Path
from simulate.dataset.convert import hands_table
from simulate.dataset.schema import HANDS
from simulate.dataset.writer import part_writer
from tests.test_simulate.dataset_rows import hand_rows
folder = Path(sys.argv[1])
(folder / "_staging").mkdir()
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    with part_writer(folder, folder / "_staging", HANDS, "part", "{}") as writer:
        writer.write(hands_table(hand_rows(5000)))
        writer.commit()
except OSError as error:
    print(type(error).__name__, error.errno)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files as only POSIX systems can")
def test_a_file_that_can_not_grow_is_an_error_of_the_system_and_is_removed(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FILL_THE_DISK, tmp_path], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("OSError 27\n", "")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
