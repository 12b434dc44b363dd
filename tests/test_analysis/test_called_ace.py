import polars as pl
import pytest

from analysis import called_ace, odds
from simulate.dataset.schema import FATE_WORDS
from simulate.errors import UserError
from simulate.run import run
from tests.test_analysis.recount import grouped, outcome, rows_of, same, with_called_cards


@pytest.fixture(scope="module")
def rows(bid):
    return with_called_cards(rows_of(bid))


def expected(rows, within, key):
    wholes = grouped(rows, *within)
    return {
        group: outcome(part) | {"of": len(wholes[group[:-1]]), "share": len(part) / len(wholes[group[:-1]])}
        for group, part in grouped(rows, *within, key).items()
    }


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("fates", "ace_fate"),
        ("ace_tricks", "ace_trick"),
        ("declarer_cards", "declarer_cards"),
        ("distances", "distance"),
    ],
)
def test_tables_recounted(bid, rows, name, key):
    table = getattr(called_ace, name)
    assert len(same(table(bid), expected(rows, ["assigned"], key), ["assigned", key])) > 2
    by_seat = expected(rows, ["assigned", "declarer"], key)
    same(table(bid, by="declarer"), by_seat, ["assigned", "declarer", key])


def test_fates_by_what_the_holder_was_dealt(bid, rows):
    keys = ["assigned", "holder_cards", "distance", "ace_fate"]
    same(called_ace.fates(bid, by=["holder_cards", "distance"]), expected(rows, keys[:-1], "ace_fate"), keys)


def test_fates_of_assigned_contracts_stand_apart(bid, assigned):
    both = called_ace.fates(pl.concat([bid.hands, assigned.hands]))
    alone = called_ace.fates(bid), called_ace.fates(assigned)
    assert both.equals(pl.concat(alone))
    rows = with_called_cards(rows_of(assigned))
    same(alone[1], expected(rows, ["assigned"], "ace_fate"), ["assigned", "ace_fate"])


def test_fates_come_in_their_order(bid):
    fates = called_ace.fates(bid)["ace_fate"].to_list()
    assert fates == sorted(fates, key=FATE_WORDS.index)


def test_running_away(bid, rows):
    held = [row for row in rows if row["holder_cards"] >= 4]
    table = called_ace.running_away(bid)
    counted = expected(held, ["assigned", "holder_cards"], "ran_away")
    assert sum(part["n"] for group, part in counted.items() if group[2]) > 10
    some = table.filter(pl.col("n") > 0)
    same(some, counted, ["assigned", "holder_cards", "ran_away"])
    assert not any(row["ran_away"] for row in rows if row["holder_cards"] < 4)


def test_running_away_that_never_happened_has_a_share_of_nothing_with_an_interval():
    # Every hand in which somebody ran away is left out.
    some = run(3000, seed=3).hands.filter(~pl.col("ran_away").fill_null(False))
    table = called_ace.running_away(some).filter(pl.col("ran_away"))
    assert len(table) > 0
    assert table["n"].to_list() == [0] * len(table)
    assert table["share"].to_list() == [0] * len(table)
    assert (table["share_high"] > 0).all()
    assert table["score"].null_count() == len(table)
    assert called_ace.running_pays(some).is_empty()


def test_what_running_away_pays(bid, rows):
    held = [row for row in rows if row["holder_cards"] >= 4]
    groups = grouped(held, "assigned", "holder_cards", "ran_away")
    both = [group[:2] for group in groups if group[2] and (*group[:2], False) in groups]
    numbers = {}
    for group in both:
        ran, other = (outcome(groups[*group, ran]) for ran in (True, False))
        numbers[group] = {"n_ran_away": ran["n"], "n_other": other["n"]}
        numbers[group] |= {name: ran[name] - other[name] for name in ("win_rate", "eyes", "score")}
    same(called_ace.running_pays(bid), numbers, ["assigned", "holder_cards"])


def test_where_everybody_holds_the_suit_as_often_as_counted_exactly(assigned):
    # Declarers of assigned contracts were not chosen by strength, but their bidder chose the suit: the holder's cards,
    # given the declarer's, follow the exact odds (RULES section 10).
    some = run(40_000, "normal/random", seed=8, assign="rufspiel")
    table = called_ace.fates(some, by=["declarer_cards", "holder_cards"]).group_by("declarer_cards", "holder_cards")
    counts = {row[:2]: row[2] for row in table.agg(pl.col("n").sum()).iter_rows()}
    for declarer in (1, 2):
        of = sum(n for (k, _), n in counts.items() if k == declarer)
        long = sum(n for (k, held), n in counts.items() if k == declarer and held >= 4)
        chance = float(odds.partner_may_run(declarer))
        assert long / of == pytest.approx(chance, abs=4 * (chance * (1 - chance) / of) ** 0.5)


def test_unknown_keys_are_named(bid):
    with pytest.raises(UserError, match="can't be grouped by 'colour'"):
        called_ace.fates(bid, by="colour")


@pytest.mark.parametrize("name", ["fates", "ace_tricks", "declarer_cards", "distances", "running_away", "running_pays"])
def test_pandas_and_polars_and_a_folder_say_the_same(bid, folder, name):
    table = getattr(called_ace, name)
    whole = table(bid)
    assert table(bid.hands.collect()).equals(whole)
    assert table(bid.hands.collect().to_pandas()).equals(whole)
    assert table(folder).equals(whole)
