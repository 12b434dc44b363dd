"""Figures of people and of simulated hands: counted right, put side by side right."""

import math

import polars as pl
import pytest

from analysis.calibration import FIGURES, REFERENCE, SCHEMA, calibration, figures, markdown, reference
from analysis.called_ace import CALLED_ACE
from analysis.estimate import Mean, Share
from analysis.load import collect
from analysis.totals import RESULTS, count
from simulate.errors import UserError
from simulate.run import run

TABLE = [
    "figure",
    "group",
    "simulated",
    "simulated_low",
    "simulated_high",
    "n",
    "real",
    "real_low",
    "real_high",
    "real_n",
    "difference",
    "within",
    "ok",
    "compatible",
]


@pytest.fixture(scope="module")
def hands():
    """Hands of all kinds, passed out ones included."""
    return run(4000, "normal,bold,normal/random,normal/club", "official", seed=3).hands.collect()


def values(frame):
    return {(row["figure"], row["group"]): row for row in frame.iter_rows(named=True)}


def known(*rows):
    return pl.DataFrame([(*row, "invented") for row in rows], schema=SCHEMA, orient="row")


class TestFigures:
    def test_by_contract(self, hands):
        found = values(figures(hands))
        played = hands.filter(pl.col("contract").is_not_null())
        for contract in ("rufspiel", "solo", "wenz"):
            part = played.filter(pl.col("contract").cast(pl.String) == contract)
            n = len(part)
            assert found["share", contract]["value"] == pytest.approx(n / len(played))
            assert found["share", contract]["n"] == len(played)
            won = part.filter("won")
            assert found["win_rate", contract]["value"] == pytest.approx(len(won) / n)
            assert found["schneider_won", contract]["value"] == pytest.approx(won["schneider"].sum() / n)
            assert found["schwarz_won", contract]["value"] == pytest.approx(won["schwarz"].sum() / n)
            assert found["mean_eyes", contract]["value"] == pytest.approx(part["eyes"].mean())
            assert found["mean_eyes", contract]["sd"] == pytest.approx(part["eyes"].std())
            assert found["declarer_trumps", contract]["value"] == pytest.approx(part["declarer_trumps"].mean())
            assert {found[name, contract]["n"] for name in ("win_rate", "mean_eyes", "declarer_trumps")} == {n}
        six = played.filter(pl.col("contract").cast(pl.String) == "solo", pl.col("declarer_trumps") == 6)
        row = found["win_rate_by_trumps", "solo 6"]
        assert (row["n"], row["value"]) == (len(six), pytest.approx(six["won"].mean()))

    def test_of_rufspiele(self, hands):
        frame = figures(hands)
        rufspiele = hands.filter(pl.col("contract").cast(pl.String) == "rufspiel")
        for name, column in (("ace_fate", "ace_fate"), ("ace_trick", "ace_trick"), ("rufspiel_declarer", "declarer")):
            counted = rufspiele.group_by(pl.col(column).cast(pl.String).alias("group")).len()
            both = frame.filter(figure=name).join(counted, on="group", how="full")
            assert both["value"].to_list() == pytest.approx((both["len"] / len(rufspiele)).to_list())
        for name in ("ace_fate", "ace_trick", "rufspiel_declarer", "called_suit_cards"):
            assert frame.filter(figure=name)["value"].sum() == pytest.approx(1)
            assert set(frame.filter(figure=name)["n"]) == {len(rufspiele)}
        assert values(frame)["ran_away", "rufspiel"]["value"] == pytest.approx(rufspiele["ran_away"].mean())
        assert set(frame.filter(figure="called_suit_cards")["group"]) <= {"1", "2", "3", "4", "5"}

    def test_totals_are_all_that_is_needed(self, hands):
        counted = [count(part, [RESULTS, CALLED_ACE]) for part in (hands.head(1000), hands.slice(1000))]
        found, whole = figures(counted[0] + counted[1]), figures(hands)
        assert found.drop("value", "sd").equals(whole.drop("value", "sd"))
        for name in ("value", "sd"):
            assert found[name].fill_null(-1).to_list() == pytest.approx(whole[name].fill_null(-1).to_list())

    def test_no_hand_is_kept_in_memory(self, hands, monkeypatch):
        heights = []

        def watched(query):
            heights.append(len(frame := collect(query)))
            return frame

        monkeypatch.setattr("analysis.totals.collect", watched)
        figures(hands)
        assert 0 < max(heights) < len(hands) / 4

    def test_all_figures_are_counted(self, hands):
        assert list(dict.fromkeys(figures(hands)["figure"])) == [figure.name for figure in FIGURES]

    def test_hands_without_a_rufspiel(self, hands):
        found = figures(hands.filter(pl.col("contract").cast(pl.String) == "wenz"))
        assert set(found["figure"]) == {figure.name for figure in FIGURES[:7]}

    def test_no_hands(self, hands):
        with pytest.raises(UserError, match="holds no hands"):
            figures(hands.filter(pl.col("contract").is_null()))


class TestSideBySide:
    def test_shares_and_means_with_their_intervals(self, hands):
        rows = calibration(hands, known(("win_rate", "solo", 200, 0.7, None), ("mean_eyes", "solo", 50, 80.0, 20.0)))
        assert rows.columns == TABLE
        rate, eyes = rows.iter_rows(named=True)
        solos = hands.filter(pl.col("contract").cast(pl.String) == "solo")
        simulated = Share(int(solos["won"].sum()), len(solos)).interval()
        assert (rate["simulated"], rate["simulated_low"], rate["simulated_high"]) == pytest.approx(simulated)
        assert (rate["real"], rate["real_low"], rate["real_high"]) == pytest.approx(Share(140, 200).interval())
        assert (rate["n"], rate["real_n"]) == (len(solos), 200)
        assert rate["difference"] == pytest.approx(simulated.estimate - 0.7)
        counted = Mean.of(solos["eyes"]).interval()
        assert (eyes["simulated"], eyes["simulated_low"], eyes["simulated_high"]) == pytest.approx(counted)
        half = 2.0096 * 20 / math.sqrt(50)
        assert (eyes["real_low"], eyes["real_high"]) == pytest.approx((80 - half, 80 + half), abs=0.01)

    def test_another_level(self, hands):
        real = known(("win_rate", "solo", 200, 0.7, None))
        wide, narrow = (calibration(hands, real, level).row(0, named=True) for level in (0.99, 0.5))
        assert (
            wide["simulated_low"]
            < narrow["simulated_low"]
            < narrow["simulated"]
            < narrow["simulated_high"]
            < wide["simulated_high"]
        )
        assert wide["real_low"] < narrow["real_low"]

    def test_a_mean_without_sd_has_no_interval(self, hands):
        row = calibration(hands, known(("mean_eyes", "solo", 50, 80.0, None))).row(0, named=True)
        assert (row["real"], row["real_low"], row["real_high"]) == (80, None, None)

    def test_what_does_not_occur_has_share_0_and_no_rate(self, hands):
        real = known(
            ("share", "sie", 100, 0.01, None),
            ("ace_fate", "stolen", 100, 0.5, None),
            ("win_rate", "sie", 1, 1.0, None),
            ("mean_eyes", "sie", 1, 120.0, None),
        )
        share, fate, rate, eyes = calibration(hands, real).iter_rows(named=True)
        assert (share["simulated"], share["n"]) == (0, hands["contract"].count())
        assert share["simulated_high"] < 0.01
        assert (fate["simulated"], fate["ok"]) == (0, False)
        assert (rate["simulated"], rate["n"], rate["difference"], rate["ok"]) == (None, 0, None, None)
        assert (eyes["simulated"], eyes["ok"]) == (None, None)

    @pytest.mark.parametrize(
        ("figure", "n", "within"),
        [
            ("share", 1000, 0.04),
            ("win_rate", 1000, 0.04),
            ("mean_eyes", 1000, 2.5),
            ("ace_trick", 1000, None),
            ("win_rate_by_trumps", 100, None),
            ("win_rate_by_trumps", 101, 0.06),
        ],
    )
    def test_limits(self, hands, figure, n, within):
        mine = figures(hands).filter(figure=figure).row(0, named=True)
        for off, ok in ((0.99, True), (1.01, False)):
            value = mine["value"] + off * (within or 0.01)
            sign = -1 if figure != "mean_eyes" and value > 1 else 1
            value = mine["value"] + sign * off * (within or 0.01)
            row = calibration(hands, known((figure, mine["group"], n, value, 20.0))).row(0, named=True)
            assert row["within"] == within
            assert row["ok"] == (None if within is None else ok)

    def test_compatible_says_whether_the_intervals_meet(self, hands):
        rate = figures(hands).filter(figure="win_rate", group="rufspiel")["value"].item()
        rows = calibration(
            hands,
            known(
                ("win_rate", "rufspiel", 200, rate - 0.05, None),  # far apart, as few games may be
                ("win_rate", "rufspiel", 10**6, rate - 0.03, None),  # close, and yet not the same
                ("mean_eyes", "rufspiel", 50, 80.0, None),
            ),
        )
        assert rows.select("ok", "compatible").rows()[:2] == [(False, True), (True, False)]
        assert rows["compatible"][2] is None

    def test_rows_keep_the_order_of_the_reference(self, hands):
        assert calibration(hands).select("figure", "group").equals(reference().select("figure", "group"))


class TestReference:
    def test_that_of_the_project(self):
        found = reference()
        assert found.schema == SCHEMA
        assert found.select("figure", "group").is_unique().all()
        assert set(found["figure"]) == {figure.name for figure in FIGURES}
        assert found.filter(figure="share")["value"].sum() == pytest.approx(1, abs=0.001)
        for name in ("ace_fate", "ace_trick", "rufspiel_declarer", "called_suit_cards"):
            assert found.filter(figure=name)["value"].sum() == pytest.approx(1, abs=0.005)

    def test_the_recorded_games_are_a_random_part_of_those_published(self, real_games):
        """All figures of the 2,000 are those of the 2,751, but for what drawing a part of them explains."""
        for row in calibration(real_games, level=0.9999).iter_rows(named=True):
            half = max(row["simulated_high"] - row["simulated"], row["simulated"] - row["simulated_low"])
            population = 2000 / 2751
            assert abs(row["difference"]) <= half * math.sqrt(1 - population) + 0.0006, row
            assert row["ok"] in (True, None)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("figure,group\nshare,solo\n", "lacks the columns n, value, sd, source"),
            ("figure,group,n,value,sd,source\nluck,solo,1,1,,\n", "has a figure 'luck': use share, win_rate"),
            ("figure,group,n,value,sd,source\nshare,solo,many,1,,\n", "can't be read: "),
            ("", "can't be read: "),
        ],
    )
    def test_files_that_are_none(self, tmp_path, text, told):
        (tmp_path / "reference.csv").write_text(text)
        with pytest.raises(UserError, match=told):
            reference(tmp_path / "reference.csv")

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(UserError, match="can't be read: "):
            reference(tmp_path / "nowhere.csv")

    def test_a_file_of_one_s_own(self, tmp_path, hands):
        lines = REFERENCE.read_text(encoding="utf-8").splitlines()
        (tmp_path / "club.csv").write_text("\n".join(lines[:3]))
        assert len(calibration(hands, tmp_path / "club.csv")) == 2


def test_as_markdown(hands):
    text = markdown(calibration(hands))
    lines = text.splitlines()
    assert len(lines) == 2 + len(reference())
    assert {line.count("|") for line in lines} == {13}
    assert lines[2].startswith("| share | rufspiel | 0.")
    assert "nan" not in text
    assert "None" not in text


@pytest.mark.long
def test_four_normal_players_come_close_to_people():
    table = calibration(run(100_000, "normal/club", "official", seed=1))
    limited = table.filter(pl.col("within").is_not_null())
    assert limited["ok"].all(), limited.filter(~pl.col("ok"))
