import polars as pl

from analysis.dealt import called_cards, cards_of, held, most
from simulate.deals import deal, sample


def test_cards_of_any_seat_are_those_of_the_deal():
    numbers = sample(50, seed=4).numbers
    seats = [None if i % 7 == 6 else i % 4 for i in range(50)]
    frame = pl.DataFrame({"deal": numbers, "seat": pl.Series(seats, dtype=pl.Int8)})
    found = frame.select(cards_of(pl.col("seat"))).to_series()
    assert found.dtype == pl.UInt32
    expected = [None if s is None else deal(n)[s].mask for n, s in zip(numbers.tolist(), seats, strict=True)]
    assert found.to_list() == expected
    lazily = frame.lazy().select(cards_of(pl.lit(2, pl.Int8)).alias("mask")).collect(engine="streaming")
    assert lazily["mask"].to_list() == [deal(n)[2].mask for n in numbers.tolist()]


def test_an_empty_frame_has_no_cards():
    frame = pl.DataFrame(schema={"deal": pl.UInt64, "seat": pl.Int8})
    assert frame.select(cards_of(pl.col("seat"))).is_empty()


def test_counts():
    frame = pl.DataFrame(
        {"mask": [0b111, 63 << 12, 1 << 5, 7], "suit": ["schellen", "eichel", "gras", None]},
        schema_overrides={"mask": pl.UInt32},
    )
    assert frame.select(held(pl.col("mask"), 0b101)).to_series().to_list() == [2, 0, 0, 2]
    assert frame.select(called_cards(pl.col("mask"))).to_series().to_list() == [3, 6, 0, None]
    assert frame.select(most([held(pl.col("mask"), 1), held(pl.col("mask"), 0xF000)])).to_series().to_list() == [
        1,
        4,
        0,
        1,
    ]
