"""The exact odds in data/reference are those that are counted."""

from pathlib import Path

import polars as pl
from polars.testing import assert_frame_equal

from analysis.odds_table import table

FILE = Path(__file__).resolve().parent.parent / "data" / "reference" / "exact_odds.csv"


def test_exact_odds_are_current():
    stored = pl.read_csv(FILE)
    counted = table()
    assert stored["source"].n_unique() == 1
    # Read back as text where it is text: a fraction such as 1/3 is no number.
    assert_frame_equal(stored.select(counted.columns).cast(counted.schema), counted, abs_tol=1e-12)
    assert len(stored) > 100
