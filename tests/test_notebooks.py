"""Every notebook is run with few hands, and the tables it makes are checked."""

import ast
from typing import Any

import matplotlib.pyplot as plt
import nbformat
import polars as pl
import pytest

from analysis import bidding
from notebooks import run

NOTEBOOKS = {path.stem: path for path in run.found()}
FEW = 20_000
MOST_LINES = 12

every_notebook = pytest.mark.parametrize("name", NOTEBOOKS)


@pytest.fixture
def values(request, tmp_path, monkeypatch):
    """What the names in a notebook stand for after it was run with few hands, in an empty folder."""
    name, hands = request.param
    notebook = run.with_hands(run.read(NOTEBOOKS[name]), hands)
    monkeypatch.chdir(tmp_path)
    plt.switch_backend("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    with pl.Config():
        for cell in run.code_cells(notebook):
            execute(cell.source, names)
    yield names
    plt.close("all")


def execute(source: str, names: dict[str, Any]) -> None:
    """Execute a cell, and make what its last line shows."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        getattr(shown, "_repr_html_", shown.__repr__)()


def notebook(name: str, hands: int = FEW):
    """Mark a test with the notebook whose values it checks."""
    return pytest.mark.parametrize("values", [(name, hands)], ids=[name], indirect=True)


# ---- what is stored ----


@every_notebook
def test_a_notebook_asks_one_question(name):
    titles = [
        line for cell in run.read(NOTEBOOKS[name]).cells if cell.cell_type == "markdown"
        for line in cell.source.splitlines() if line.startswith("# ")
    ]  # fmt: skip
    assert len(titles) == 1
    assert titles[0].endswith("?")
    assert run.read(NOTEBOOKS[name]).cells[0].source.startswith(titles[0])


@every_notebook
def test_a_notebook_ends_with_what_we_learned(name):
    last = run.read(NOTEBOOKS[name]).cells[-1]
    assert last.cell_type == "markdown"
    heading, *text = last.source.splitlines()
    assert heading == "## What we learned"
    assert len(" ".join(text)) > 200
    assert "TODO" not in last.source


@every_notebook
def test_the_first_code_cell_has_the_parameters(name):
    first, *others = run.code_cells(run.read(NOTEBOOKS[name]))
    assert first.metadata.tags == [run.PARAMETERS]
    assert not any("tags" in cell.metadata for cell in others)
    assigned = [target.id for line in ast.parse(first.source).body for target in line.targets]
    assert {"HANDS", "SEED"} <= set(assigned)


@every_notebook
def test_cells_are_short(name):
    for cell in run.code_cells(run.read(NOTEBOOKS[name])):
        assert len(cell.source.splitlines()) <= MOST_LINES, cell.source


@every_notebook
def test_outputs_are_stored_as_a_run_from_top_to_bottom_leaves_them(name):
    cells = run.code_cells(run.read(NOTEBOOKS[name]))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        last = ast.parse(cell.source).body[-1]
        named = isinstance(last, ast.Expr) and isinstance(last.value, ast.Name)
        assert cell.outputs or not (named or "print(" in cell.source or "plots." in cell.source), cell.source
    assert len(list(run.pictures(run.read(NOTEBOOKS[name])))) == sum("plots." in cell.source for cell in cells[2:])


@every_notebook
def test_outputs_are_free_of_warnings_paths_and_large_pictures(name):
    assert run.complaints(run.read(NOTEBOOKS[name])) == []


@every_notebook
def test_a_stored_notebook_is_valid_and_normal(name):
    notebook = run.read(NOTEBOOKS[name])
    nbformat.validate(notebook)
    assert run.normalised(notebook) == notebook
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)


# ---- the tables they make ----

COMMON = ["rufspiel", "wenz", "solo"]


def assert_estimates(table: pl.DataFrame, *names: str) -> None:
    """Check that estimates lie within their intervals, and that there are some."""
    for name in names:
        known = table.filter(pl.col(f"{name}_low").is_not_null())
        assert len(known) > 0
        assert (
            known.select((pl.col(name) >= pl.col(f"{name}_low")) & (pl.col(name) <= pl.col(f"{name}_high")))
            .to_series()
            .all()
        )
        assert known.select(pl.col(f"{name}_low") <= pl.col(f"{name}_high")).to_series().all()


def mean_of(table: pl.DataFrame, name: str) -> float:
    """Return the mean of an estimate over all hands of a table."""
    return float((table[name] * table["n"]).sum() / table["n"].sum())


@notebook("01_first_look")
def test_first_look(values):
    hands = values["run"].experiment.hands
    summary = values["summary"]
    assert hands == FEW == summary["hands"].sum()
    assert summary["share"].sum() == pytest.approx(1)
    assert values["row"].shape == (1, 29)
    assert values["meaning"]["column"].to_list() == values["row"].columns
    assert values["meaning"]["meaning"].str.len_chars().min() > 5
    row, told = values["row"].row(0, named=True), values["told"]
    assert 61 <= row["eyes"] <= 65
    assert told.result.scores == tuple(row[f"score_{seat}"] for seat in range(4))
    assert (told.hand_id, told.result.eyes, told.result.declarer) == (row["hand_id"], row["eyes"], row["declarer"])
    assert len(told.tricks) == 8
    polars, pandas = values["by_trumps"], values["in_pandas"]
    assert polars["n"].to_list() == pandas["size"].to_list()
    assert polars["win_rate"].to_list() == pytest.approx(pandas["mean"].to_list())
    assert polars["n"].sum() == summary.filter(contract="rufspiel")["hands"].item()
    eyes = values["eyes"]
    assert eyes.group_by("contract").agg(pl.col("share").sum())["share"].to_list() == pytest.approx(
        [1] * eyes["contract"].n_unique()
    )


@notebook("02_how_often_is_each_contract_played")
def test_how_often(values):
    contracts, by_seat, suits = values["contracts"], values["by_seat"], values["suits"]
    assert contracts["n"].sum() == FEW
    assert contracts["share"].sum() == pytest.approx(1)
    assert_estimates(contracts, "share")
    passed = contracts.filter(pl.col("contract").is_null())["n"].item()
    assert by_seat["n"].sum() == FEW - passed
    assert_estimates(by_seat, "share")
    assert values["in_pandas"].sum() == pytest.approx(1)
    assert values["in_pandas"]["solo"] == pytest.approx(contracts.filter(contract="solo")["share"].item())
    shares = suits.group_by("contract", maintain_order=True).agg(pl.len(), pl.col("share").sum())
    assert shares["len"].to_list() == [3, 4]
    assert shares["share"].to_list() == pytest.approx([1, 1])
    by_style = values["by_style"]
    assert by_style["style"].unique(maintain_order=True).to_list() == ["cautious/club", "normal/club", "bold/club"]
    assert by_style.group_by("style", maintain_order=True).agg(pl.col("of").first())["of"].to_list() == [
        10_000,
        20_000,
        10_000,
    ]
    rufspiele = by_style.filter(contract="rufspiel")["share"]
    assert rufspiele.is_sorted()
    passed_out = values["passed_out"]
    assert passed_out["players"].to_list() == ["cautious", "normal", "bold"]
    assert passed_out["share"].is_sorted(descending=True)
    assert_estimates(passed_out, "share")


@notebook("03_what_happens_to_the_called_ace")
def test_called_ace(values):
    rufspiele = values["run"].summary.filter(contract="rufspiel")
    for name in ("fates", "tricks", "leads", "cards", "distances"):
        table = values[name]
        assert table["n"].sum() == rufspiele["hands"].item(), name
        assert table["share"].sum() == pytest.approx(1), name
        assert mean_of(table, "win_rate") == pytest.approx(rufspiele["win_rate"].item()), name
        assert_estimates(table, "share", "win_rate", "eyes", "score")
    assert values["tricks"]["ace_trick"].to_list() == list(range(1, 9))
    assert values["distances"]["distance"].to_list() == [1, 2, 3]
    assert values["cards"]["goes_round"].to_list()[:3] == pytest.approx([16 / 23, 128 / 253, 64 / 253])
    assert values["in_pandas"].sum().to_list() == pytest.approx([1] * len(values["cards"]))
    choices = values["choices"]
    assert set(choices["choice"]) == {"ran_away", "led_ace", "kept"}
    ran_away = values["run"].hands.select(pl.col("ran_away").sum()).collect().item()
    assert choices.filter(choice="ran_away")["n"].item() == ran_away > 0
    assert 0 < choices["n"].sum() < rufspiele["hands"].item() / 10


@notebook("04_what_is_a_game_worth")
def test_worth(values):
    summary = values["run"].summary
    expected = values["expected"]
    assert expected["n"].to_list() == summary.filter(pl.col("contract").is_not_null())["hands"].to_list()
    assert expected["score"].to_list() == pytest.approx(summary["mean_score"].drop_nulls().to_list())
    assert_estimates(expected, "win_rate", "eyes", "score")
    for name in ("by_trumps", "by_laufende", "by_kontra", "distribution"):
        assert values[name]["contract"].cast(pl.String).unique(maintain_order=True).to_list() == COMMON, name
    assert_estimates(values["by_trumps"], "score")
    assert_estimates(values["distribution"], "share")
    seats = values["seats"]
    assert seats["n"].to_list() == [FEW] * 4
    assert seats["score"].sum() == pytest.approx(0, abs=1e-9)
    assert values["in_pandas"].shape == (4, 3)
    assert list(values["in_pandas"].columns) == COMMON
    kontra = values["by_kontra"].filter(contract="rufspiel")
    assert kontra["win_rate"].to_list()[0] > kontra["win_rate"].to_list()[1]
    risk = values["risk"]
    assert risk["hands"].unique(maintain_order=True).to_list() == [50, 100, 200]
    assert_estimates(risk, "probability")
    for _, evening in risk.group_by("hands"):
        assert evening.sort("lose")["probability"].is_sorted(descending=True)


@notebook("05_when_should_i_bid")
def test_opening_chart(values):
    bias, chart, passing, best = (values[name] for name in ("bias", "chart", "passing", "best"))
    assert bias["contract"].to_list()[:3] == COMMON
    assert (bias["score_bid"] > bias["score_assigned"]).all()
    assert bias["score_bias"].to_list() == pytest.approx((bias["score_bid"] - bias["score_assigned"]).to_list())
    assert_estimates(bias, "score_bias")
    assert set(values["by_trumps"]["trumps"]) <= set(range(9))
    assert (chart["ober"] <= chart["trumps"]).all()
    assert chart["n"].sum() <= 2 * FEW
    assert chart["few"].to_list() == [n < bidding.FEW for n in chart["n"]]
    assert_estimates(chart, "win_rate", "score")
    assert_estimates(passing, "score")
    assert best.select("trumps", "ober").is_unique().all()
    assert len(best) == len(chart.select("trumps", "ober").unique())
    known = best.filter(pl.col("best").is_not_null())
    earned = known.join(chart, left_on=["trumps", "ober", "best"], right_on=["trumps", "ober", "contract"])
    assert len(earned) == len(known) > 0
    assert earned["score"].to_list() == earned["score_right"].to_list()
    assert best.filter(trumps=2, ober=0)["best"].to_list() == [None]
    assert best.filter(trumps=5, ober=2)["best"].to_list() == ["rufspiel"]
    assert values["strict"]["score"].min() >= 0
    assert (values["differ"]["best"].ne_missing(values["differ"]["best_strict"])).all()
    own = values["own"]
    assert own["contract"].to_list()[:3] == COMMON
    assert own.filter(contract="rufspiel")["score"].item() == own["score"].max() > 0


@notebook("06_do_exact_odds_agree")
def test_exact_odds(values):
    both, tests = values["both"], values["tests"]
    assert both.shape[0] == 9 + 5 + 7 + 4
    for fact in ("trumps in a hand:", "Unter in a hand:", "callable suits:", "trumps in a hand's best Solo suit:"):
        part = both.filter(pl.col("fact").str.starts_with(fact))
        assert part["value"].sum() == pytest.approx(1)
        assert part["simulated"].sum() == pytest.approx(1)
        assert part["n"].sum() == FEW
    assert_estimates(both, "simulated")
    assert both["inside"].sum() >= 18
    assert tests["count"].n_unique() == 4
    assert tests["p_value"].min() > 1e-4
    assert (
        values["own"].filter(fact="all four hold the called suit: its first lead goes round")["exact"].item()
        == "128/253"
    )
    assert values["trumps"]["value"].sum() == pytest.approx(1)
    three = values["three"]
    assert three["assigned"].to_list() == [False, True]
    assert three["share"].to_list()[1] == pytest.approx(7 / 31, abs=0.03)


@notebook("08_do_they_play_like_people")
def test_like_people(values):
    people, table = values["people"], values["table"]
    assert table.select("figure", "group").rows() == people.select("figure", "group").rows()
    assert table["real"].to_list() == people["value"].to_list()
    assert table["real_n"].to_list() == people["n"].to_list()
    assert_estimates(table.filter(pl.col("n") > 0), "simulated", "real")
    assert (table["real_low"] < table["real_high"]).all()
    assert table.filter(figure="share")["simulated"].sum() == pytest.approx(1, abs=0.01)
    assert table.filter(figure="ace_trick")["simulated"].sum() == pytest.approx(1)
    wide = table["real_high"] - table["real_low"]
    assert (wide.filter(table["figure"] == "win_rate") > 0.03).all()
    apart = values["apart"]
    below = (apart["simulated_high"] < apart["real_low"]) | (apart["simulated_low"] > apart["real_high"])
    assert 0 < below.sum() == len(apart) < len(table)
    limits = values["limits"]
    assert set(limits["figure"]) == {figure.name for figure in values["FIGURES"] if figure.within is not None}
    assert (limits["ok"] == (limits["difference"].abs() <= limits["within"])).all()
    assert values["in_pandas"].index.tolist() == ["rufspiel", "solo", "wenz"]
    assert not set(values["free"]["figure"]) & {"share", "win_rate", "mean_eyes", "ace_fate"}


@notebook("07_do_the_rules_matter")
def test_rules(values):
    equality, contracts = values["equality"], values["contracts"]
    assert equality["data"].to_list() == ["official", "sauspiel"]
    assert equality["deal"].to_list() == equality["game"].to_list() == [1, 1]
    assert equality.filter(data="official").drop("data").equals(equality.filter(data="sauspiel").drop("data"))
    assert 0.9 < equality["eyes"].min() < 1
    assert contracts.group_by("rules").agg(pl.col("n").sum())["n"].to_list() == [FEW] * 3
    assert_estimates(values["fates"], "share")
    assert values["base"] == {"standard": 1, "official": 1, "sauspiel": 20}
    rufspiele = values["differences"].filter(contract="rufspiel")
    assert_estimates(rufspiele, "win_rate_more", "eyes_more", "score_more")
    assert rufspiele.select(pl.col("win_rate_more_low", "win_rate_more_high").abs() < 0.01).to_numpy().all()
    in_pandas = values["in_pandas"]
    assert list(in_pandas.columns) == ["standard", "official", "sauspiel"]
    assert in_pandas.loc["solo", "standard"] == pytest.approx(in_pandas.loc["solo", "official"])
    assert in_pandas.loc["solo", "sauspiel"] == pytest.approx(in_pandas.loc["solo", "official"] / 2)
    challenges = values["challenges"]
    assert challenges.select("style", "rules").rows() == [
        (style, rules) for style in ("cautious", "bold") for rules in ("standard", "official", "sauspiel")
    ]
    assert_estimates(challenges, "per_100")


@notebook("09_which_bidding_style_earns_more")
def test_styles(values):
    styles = values["styles"]
    assert styles["style"].to_list() == ["normal/club", "bold/club"]
    assert styles["score"].sum() == pytest.approx(0, abs=1e-9)
    for found, style in ((values["bold"], "bold"), (values["cautious"], "cautious")):
        assert (found.a, found.b) == ("normal/club", f"{style}/club")
        assert found.hands >= FEW
        assert found.by_contract()["per_100"].sum() == pytest.approx(found.per_100.estimate)
        assert found.per_100.low < found.per_100.estimate < found.per_100.high
    assert values["by_seat"]["per_100"].sum() == pytest.approx(values["bold"].per_100.estimate)
    assert values["by_seating"]["seatings"].sum() == 14
    assert_estimates(values["by_seating"], "per_100")
    assert_estimates(values["by_contract"], "per_100")
    assert (values["by_contract"]["b_share"] < values["by_contract"]["a_share"]).all()
    ways = values["ways"]
    assert ways["what"].to_list() == ["plain", "bold/club", "cautious/club"]
    assert (ways["played"] <= ways["hands"]).all()
    assert (ways["variance_ratio"][1:] > 2).all()
    assert_estimates(ways, "per_100")
    assert values["until"].hands <= 20 * FEW + 14
    assert values["weaker"].variance_ratio > ways["variance_ratio"][1]
    assert values["ranking"]["player"].n_unique() == 3
    assert values["ranking"]["rank"].to_list() == [1, 2, 3]
    assert_estimates(values["ranking"], "strength")


@notebook("10_how_to_tune_a_bidder", hands=200_000)
def test_tuning(values):
    few, ruf, tuned = values["few"].table(), values["ruf"].table(), values["tuned"]
    assert few.select("solo_sau", "solo_void").n_unique() == len(few) == 49
    assert few["best"].sum() == 1
    assert few.filter("best")["estimate"].item() == few["estimate"].max() > 0
    unchanged = few.filter(solo_sau=1.1, solo_void=0.9)
    assert unchanged.select("estimate", "low", "high").row(0) == (0, None, None)
    luck = values["luck"]
    assert luck["deals"].to_list() == ["old", "new"]
    assert (luck["low"] < luck["high"]).all()
    assert luck["estimate"][0] == few["estimate"].max()
    assert values["again"].seed != values["few"].seed
    assert ruf["rufspiel"].to_list() == values["limits"]
    assert ruf["among_best"][ruf["best"].arg_max()]
    assert ruf["estimate"][-1] < 0
    assert values["candidates"]["rounds"].is_sorted(descending=True)
    spans = zip(values["ranges"].values(), tuned.values, strict=True)
    assert all(low <= value <= high for (low, high), value in spans)
    assert tuned.check_deals > 0
    check = values["check"].row(0, named=True)
    assert check["low"] <= check["estimate"] <= check["high"]
    assert check["promised"] == tuned.promised
    ranking = values["ranking"]
    assert set(ranking["player"]) == {"cautious/club", "normal/club", "bold/club", "tuned"}
    assert ranking["strength"].sum() == pytest.approx(0, abs=1e-9)
    assert values["other"].unit == "cents"
    people = values["people"]
    assert people["figure"].to_list() == ["share"] * 3 + ["win_rate"] * 3
    shares = people.filter(figure="share").select("normal", "tuned", "real").sum()
    assert shares.row(0) == pytest.approx((1, 1, 1), abs=0.01)
    assert (people["normal"] != people["tuned"]).all()
