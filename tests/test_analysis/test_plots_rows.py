"""What can't be drawn is refused, in a line that says why."""

import matplotlib as mpl
import polars as pl
import pytest

from analysis import plots, standard
from simulate.errors import UserError
from simulate.run import run

mpl.use("agg")


@pytest.fixture(scope="module")
def tables():
    return standard.tables(run(hands=5000, seed=1))


def test_a_table_without_intervals_is_refused(tables):
    with pytest.raises(UserError, match=r"^column 'share_low' is not in the table: estimates are drawn with their"):
        plots.contracts(tables["contracts"].drop("share_low"))
    with pytest.raises(UserError, match=r"^column 'contract' is not in the table: it has share"):
        plots.contracts(tables["contracts"].select("share", "share_low", "share_high"))


def test_rows_that_would_lie_on_each_other_are_refused(tables):
    twice = pl.concat([tables["expected"], tables["expected"].with_columns(assigned=True)])
    with pytest.raises(UserError, match="same contract: filter it by assigned first"):
        plots.expected(twice)


def test_an_empty_table_is_refused(tables):
    with pytest.raises(UserError, match="no rows"):
        plots.contracts(tables["contracts"].clear())


def test_an_unknown_measure_is_refused(tables):
    with pytest.raises(UserError, match=r"^measure 'money' is unknown: use win_rate, eyes, score$"):
        plots.expected(tables["expected"], measure="money")


def test_evenings_of_different_length_are_refused(tables):
    twice = pl.concat(
        [tables["risk"], tables["risk"].with_columns(pl.lit(50, pl.Int64).alias("hands"), pl.col("lose") + 1)]
    )
    with pytest.raises(UserError, match="filter it by 'hands'"):
        plots.risk(twice)
