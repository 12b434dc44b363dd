import polars as pl

from analysis.dealt import called_counts, cards_of, held
from simulate.cards import Suit
from simulate.contracts import Contract, Game
from simulate.dataset.schema import SUIT_WORDS
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
    frame = pl.DataFrame({"mask": [0b111, 63 << 12, 1 << 5, 0]}, schema={"mask": pl.UInt32})
    assert frame.select(held(pl.col("mask"), 0b101)).to_series().to_list() == [2, 0, 0, 0]


def test_called_cards_of_both_partners():
    numbers = sample(40, seed=5).numbers
    suits = [(Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN)[i % 3] for i in range(40)]
    seats = [(i % 4, (i + 1 + i % 3) % 4) for i in range(40)]
    frame = pl.DataFrame(
        {
            "deal": numbers,
            "declarer": pl.Series([seat for seat, _ in seats], dtype=pl.Int8),
            "partner": pl.Series([seat for _, seat in seats], dtype=pl.Int8),
            "suit": pl.Series([suit.name.lower() for suit in suits], dtype=pl.Enum(SUIT_WORDS)),
        }
    )
    found = frame.lazy().select(called_counts().alias("called")).unnest("called").collect(engine="streaming")
    assert found.schema == {"declarer": pl.Int8, "holder": pl.Int8}
    for row, number, suit, (declarer, holder) in zip(found.rows(), numbers.tolist(), suits, seats, strict=True):
        cards = Game(Contract.RUFSPIEL, suit).called_suit
        assert row == (len(deal(number)[declarer] & cards), len(deal(number)[holder] & cards))


def test_under_a_condition_there_are_no_cards_elsewhere():
    numbers = sample(6, seed=4).numbers
    frame = pl.DataFrame({"deal": numbers, "seat": pl.Series([0, 1, 2, 3, 0, 1], dtype=pl.Int8)})
    found = frame.select(pl.when(pl.col("seat") == 1).then(cards_of(pl.col("seat")))).to_series()
    expected = [deal(n)[1].mask if i % 4 == 1 else None for i, n in enumerate(numbers.tolist())]
    assert found.to_list() == expected
