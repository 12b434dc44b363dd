import polars as pl
import pytest
from statsmodels.stats.proportion import proportion_confint

from analysis import frequencies
from simulate.dataset.schema import CONTRACT_WORDS
from simulate.errors import UserError
from simulate.rules import Rules
from simulate.run import run
from tests.test_analysis.recount import close, grouped, rows_of, same


def shares(rows, within, *keys):
    """Return n, of and share of each group."""
    wholes = grouped(rows, *within)
    return {
        group: {"n": len(part), "of": (of := len(wholes[group[: len(within)]])), "share": len(part) / of}
        for group, part in grouped(rows, *within, *keys).items()
    }


def in_order(keys, place):
    values = [key[place] for key in keys if key[place] is not None]
    words = [CONTRACT_WORDS.index(value) for value in values]
    return words == sorted(words)


def test_contracts(bid):
    rows = rows_of(bid)
    table = frequencies.contracts(bid)
    keys = same(table, shares(rows, [], "contract"), ["contract"])
    assert in_order(keys, 0)
    assert keys[-1] == (None,)
    for row in table.to_dicts():
        low, high = proportion_confint(row["n"], row["of"], method="wilson")
        close(row["share_low"], low)
        close(row["share_high"], high)
    wider = frequencies.contracts(bid, level=0.99)
    assert (wider["share_low"] < table["share_low"]).all()


def test_contracts_by_seat(bid):
    rows = rows_of(bid)
    played = [row for row in rows if row["contract"]]
    expected = {
        group: {"n": len(part), "of": len(rows)} for group, part in grouped(played, "declarer", "contract").items()
    }
    same(frequencies.contracts_by_seat(bid), expected, ["declarer", "contract"])


def test_contracts_by_style():
    # Player 1 and 3 share a style, so each deal counts twice for it.
    some = run(1000, "normal,bold,cautious,bold", seed=2)
    specs = ["normal/club", "bold/club", "cautious/club", "bold/club"]
    rows = [row | {"style": specs[row["player"]]} for row in rows_of(some) if row["contract"]]
    expected = {
        group: {"n": len(part), "of": 1000 * specs.count(group[0])}
        for group, part in grouped(rows, "style", "contract").items()
    }
    table = frequencies.contracts_by_style(some)
    keys = same(table, expected, ["style", "contract"])
    assert [style for style, _ in keys] == sorted((style for style, _ in keys), key=specs.index)
    bold, cautious = (table.filter(style=style, contract="rufspiel")["share"].item() for style in specs[1:3])
    assert bold > cautious


def test_players_of_one_deal_are_one_draw():
    some = run(3000, "normal", seed=3)
    table, deals = frequencies.contracts_by_style(some), frequencies.contracts(some).drop_nulls("contract")
    assert table["of"].unique().to_list() == [12_000]
    for name in ("share", "share_low", "share_high"):
        assert (4 * table[name]).to_list() == pytest.approx(deals[name].to_list())


def test_styles_of_a_frame_are_numbered(bid):
    table = frequencies.contracts_by_style(bid.hands)
    assert table["style"].unique(maintain_order=True).to_list() == [f"player {p}" for p in range(4)]
    assert table["n"].sum() == frequencies.contracts_by_style(bid)["n"].sum()


def test_passed_out(bid):
    passed = sum(row["contract"] is None for row in rows_of(bid))
    table = frequencies.passed_out(bid)
    assert table.rows()[0][:3] == (passed, 4000, passed / 4000)


def test_deals_thrown_in_count_as_passed_out():
    rules = Rules.preset("tournament")
    some = run(500, rules=rules, seed=2)
    redeals = sum(row["redeals"] for row in rows_of(some))
    assert redeals > 0
    assert frequencies.passed_out(some).rows()[0][:3] == (redeals, 500 + redeals, redeals / (500 + redeals))


@pytest.mark.parametrize("name", ["kontra", "suits", "laufende"])
def test_what_happens_within_a_contract(bid, assigned, name):
    key = {"suits": "suit"}.get(name, name)
    for some in (bid, assigned):
        rows = [row for row in rows_of(some) if row["contract"]]
        expected = shares(rows, ["assigned", "contract"], key)
        if name == "suits":
            expected = {group: numbers for group, numbers in expected.items() if group[2] is not None}
        table = getattr(frequencies, name)(some)
        keys = same(table, expected, ["assigned", "contract", key])
        assert in_order(keys, 1)
        by_seat = getattr(frequencies, name)(some, by="declarer")
        expected = shares(rows, ["assigned", "contract", "declarer"], key)
        expected = {group: numbers for group, numbers in expected.items() if group[3] is not None}
        same(by_seat, expected, ["assigned", "contract", "declarer", key])


def test_results(bid):
    rows = [row for row in rows_of(bid) if row["contract"]]
    for row in rows:
        row["margin"] = "schwarz" if row["schwarz"] else "schneider" if row["schneider"] else "plain"
    table = frequencies.results(bid)
    expected = shares(rows, ["assigned", "contract"], "won", "margin")
    same(table, expected, ["assigned", "contract", "won", "margin"])
    assert table.select("contract", "won", "margin").equals(
        table.select("contract", "won", "margin").sort("contract", "won", "margin")
    )
    sums = table.group_by("contract").agg(pl.col("share").sum())["share"]
    assert sums.to_list() == pytest.approx([1] * len(sums))


@pytest.mark.parametrize(
    "table", ["contracts", "contracts_by_seat", "contracts_by_style", "passed_out"], ids=lambda name: name
)
def test_how_often_contracts_are_played_is_not_asked_of_assigned_ones(assigned, bid, table):
    with pytest.raises(UserError, match="all hands have an assigned contract"):
        getattr(frequencies, table)(assigned)
    both = pl.concat([bid.hands, assigned.hands])
    assert getattr(frequencies, table)(both).equals(getattr(frequencies, table)(bid.hands))


@pytest.mark.parametrize(
    "name", ["contracts", "contracts_by_seat", "passed_out", "kontra", "results", "suits", "laufende"]
)
def test_pandas_and_polars_and_a_folder_say_the_same(bid, folder, name):
    table = getattr(frequencies, name)
    expected = table(bid)
    assert table(bid.hands.collect()).equals(expected)
    assert table(bid.hands.collect().to_pandas()).equals(expected)
    assert table(folder).equals(expected)
    assert len(expected.to_pandas()) == len(expected)
