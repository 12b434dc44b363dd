import subprocess
import sys

import polars as pl
import pytest

from simulate.contracts import Contract
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.frames import polars_schema, polars_type, to_frame
from simulate.dataset.schema import HANDS, TABLES, TRICKS
from tests.test_simulate.dataset_rows import hand_rows, trick_rows


@pytest.mark.parametrize(
    ("known", "table"), [(HANDS, hands_table(hand_rows(5, 1))), (TRICKS, tricks_table(trick_rows(5, 1)))]
)
def test_a_frame_has_the_types_of_the_registry(known, table):
    frame = to_frame(table)
    assert frame.schema == polars_schema(known) == {column.name: polars_type(column) for column in known.columns}
    assert frame.height == table.num_rows


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_differences_and_squares_of_eyes_do_not_overflow(table):
    frame = pl.DataFrame({"eyes": [0, 120]}, schema={"eyes": polars_type(table["eyes"])})
    assert frame.select(pl.col("eyes") - 60).to_series().to_list() == [-60, 60]
    assert frame.select(pl.col("eyes") ** 2).to_series().to_list() == [0, 14400]


def test_contracts_compare_in_bidding_order():
    frame = to_frame(hands_table(hand_rows(33)))
    assert set(frame.filter(pl.col("contract") > "wenz")["contract"].drop_nulls()) == {
        contract.word for contract in Contract if contract > Contract.WENZ
    }


WRITES = """
import sys
from simulate.collect import collect
from simulate.experiment import Experiment
from simulate.players.registry import parse_players
from simulate.rules import Rules
collect(Experiment(Rules.preset("standard"), parse_players("normal"), 1, 100), sys.argv[1])
sys.exit("polars" in sys.modules)
"""


def test_what_only_writes_a_dataset_does_without_polars(tmp_path):
    assert subprocess.run([sys.executable, "-c", WRITES, tmp_path / "run"]).returncode == 0
