from collections import Counter

import polars as pl
import pytest

from analysis.load import pieces
from analysis.odds_beside import FACTS, beside
from analysis.odds_table import table
from simulate.deals import deal
from simulate.errors import UserError
from simulate.run import run
from tests.test_analysis.recount import counts_of


@pytest.fixture(scope="module")
def dealt():
    return run(3000, seed=2)


@pytest.mark.parametrize("seat", [0, 3])
def test_facts_recounted(dealt, seat):
    counted = [counts_of(deal(number)[seat]) for number in dealt.hands.select("deal").collect()["deal"]]
    found = beside(dealt, seat)
    for name, fact in FACTS.items():
        counts = Counter(f"{fact}: {one[name]}" for one in counted)
        part = found.filter(pl.col("fact").str.starts_with(f"{fact}: "))
        assert dict(part.select("fact", "n").rows()) == {row: counts[row] for row in part["fact"]}
        assert part["n"].sum() == 3000
        assert part["value"].sum() == pytest.approx(1)


def test_rows_are_those_of_the_exact_table(dealt):
    found, exact = beside(dealt), table()
    assert len(found) == 9 + 7 + 5 + 4
    assert exact.join(found.select(exact.columns), on=exact.columns, how="semi").equals(found.select(exact.columns))


def test_shares_have_intervals_and_say_whether_the_exact_value_is_inside(dealt):
    for row in beside(dealt).to_dicts():
        assert row["simulated"] == row["n"] / 3000
        assert row["simulated_low"] <= row["simulated"] <= row["simulated_high"]
        assert row["inside"] == (row["simulated_low"] <= row["value"] <= row["simulated_high"])


def test_what_never_happened_is_a_share_of_0():
    row = beside(run(100, seed=1)).filter(fact="trumps in a hand: 8").row(0, named=True)
    assert (row["n"], row["simulated"], row["inside"]) == (0, 0, True)
    assert row["simulated_high"] > row["value"]


def test_hands_chosen_by_what_came_of_them_are_seen_to_be_no_random_deals():
    soli = run(20_000, seed=3).hands.filter(pl.col("contract") == "solo", pl.col("declarer") == 0)
    assert not beside(soli).filter(pl.col("fact").str.starts_with("trumps in a hand: 3"))["inside"].any()


def test_what_is_no_seat_is_refused(dealt):
    with pytest.raises(UserError, match="seat 4 is none: use 0"):
        beside(dealt, 4)


def test_files_are_counted_piece_by_piece(dealt, tmp_path, monkeypatch):
    for number, part in enumerate(dealt.hands.collect().iter_slices(1000)):
        part.write_parquet(tmp_path / f"{number}.parquet")
    whole, files = beside(dealt), str(tmp_path / "*.parquet")
    monkeypatch.setattr("analysis.load._PIECE_BYTES", 1)
    assert len(list(pieces(files))) == 3
    assert beside(files).equals(whole)


def test_facts_of_the_same_name_about_hands_of_which_more_is_known_are_left_out(dealt, monkeypatch):
    exact = table()
    more = exact.filter(fact="trumps in a hand: 3").with_columns(given=pl.lit("a Solo"), value=pl.lit(0.5))
    expected = beside(dealt)
    monkeypatch.setattr("analysis.odds_beside.table", lambda: pl.concat([exact, more]))
    assert beside(dealt).equals(expected)


def test_no_hands(dealt):
    with pytest.raises(UserError, match="no hands"):
        beside(dealt.hands.filter(pl.col("hand_id") < 0))
