"""Sums of decisions: they add up, and their intervals take a hand for one draw."""

import numpy as np
import polars as pl
import pytest

from analysis.agreed import Agreement, Layout
from analysis.estimate import Ratio, Share
from simulate.errors import UserError

LAYOUT = Layout(
    keys={"role": pl.Enum(["declarer", "opponent"]), "trick": pl.Int8()},
    groups={"role": ("role",), "role_trick": ("role", "trick")},
    means=("exact",),
)


def decisions(n=400, hands=60, seed=0):
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "hand_id": np.sort(rng.integers(0, hands, n)).astype(np.uint64),
            "role": pl.Series(rng.choice(["declarer", "opponent"], n), dtype=LAYOUT.keys["role"]),
            "trick": rng.integers(1, 4, n).astype(np.int8),
            "agrees": rng.random(n) < 0.7,
            "exact": rng.random(n) < 0.5,
        }
    )


def agreement(frame):
    return Agreement.of("club", LAYOUT, frame)


def same(one, other):
    return all(one.table(group).equals(other.table(group)) for group in ("all", *LAYOUT.groups))


def test_the_whole_and_the_groups_are_counted():
    frame = decisions()
    found = agreement(frame)
    assert found.decisions == 400
    assert found.agreement.estimate == pytest.approx(frame["agrees"].mean())
    assert found.mean("exact") == pytest.approx(frame["exact"].mean())
    table = found.table("role_trick")
    for row in table.iter_rows(named=True):
        part = frame.filter(pl.col("role") == row["role"], pl.col("trick") == row["trick"])
        assert row["decisions"] == len(part)
        assert row["hands"] == part["hand_id"].n_unique()
        assert row["agreement"] == pytest.approx(part["agrees"].mean())
        assert row["exact"] == pytest.approx(part["exact"].mean())
    assert table.select("role", "trick").rows() == [
        (role, trick) for role in ("declarer", "opponent") for trick in (1, 2, 3)
    ]


def test_parts_add_up_to_the_whole():
    frame = decisions()
    parts = [frame.filter(pl.col("hand_id") % 3 == rest) for rest in range(3)]
    first, second, third = map(agreement, parts)
    assert same(first + second + third, agreement(frame))
    assert same(third + (Agreement.none("club", LAYOUT) + first) + second, agreement(frame))


def test_different_players_do_not_add_up():
    with pytest.raises(UserError, match="agreements of 'club' and 'random' don't add up"):
        agreement(decisions()) + Agreement.none("random", LAYOUT)


def test_the_interval_is_that_of_a_ratio_over_hands():
    frame = decisions()
    hands = frame.group_by("hand_id").agg(pl.len().alias("x"), pl.col("agrees").sum().alias("y"))
    expected = Ratio.of(hands["y"].to_numpy(), hands["x"].to_numpy()).interval()
    assert agreement(frame).agreement == pytest.approx(expected)


def test_decisions_of_a_hand_that_agree_together_widen_the_interval():
    rng = np.random.default_rng(1)
    together = decisions().with_columns(agrees=pl.Series(rng.random(60) < 0.7).gather(decisions()["hand_id"]))
    apart, joined = (agreement(frame).agreement for frame in (decisions(), together))
    assert joined.high - joined.low > 1.8 * (apart.high - apart.low)


def test_one_decision_per_hand_is_a_share():
    frame = decisions().unique("hand_id")
    assert agreement(frame).agreement == Share(frame["agrees"].sum(), len(frame)).interval()


@pytest.mark.parametrize("all_agree", [True, False])
def test_agreement_in_everything_or_nothing_is_as_sure_as_its_hands_are_many(all_agree):
    few, many = (decisions(5 * hands, hands).with_columns(agrees=pl.lit(all_agree)) for hands in (10, 100))
    found = agreement(few).agreement
    hands = few["hand_id"].n_unique()
    assert found == Share(hands * all_agree, hands).interval()
    assert agreement(many).agreement.high - agreement(many).agreement.low < found.high - found.low
    assert (
        agreement(few).table("role_trick")["agreement_low"] < agreement(few).table("role_trick")["agreement_high"]
    ).all()


def test_the_ends_are_shares():
    frame = decisions().with_columns(agrees=pl.col("hand_id") > 0)
    found = agreement(frame).agreement
    assert 0 <= found.low <= found.estimate <= found.high <= 1


def test_a_whole_can_be_some_decisions_only():
    layout = Layout(LAYOUT.keys, LAYOUT.groups, LAYOUT.means, whole=pl.col("role").cast(pl.String) == "declarer")
    frame = decisions()
    found = Agreement.of("club", layout, frame)
    assert found.decisions == (frame["role"] == "declarer").sum()
    assert found.table("role")["decisions"].sum() == 400


def test_estimates_by_key():
    found = agreement(decisions())
    row = found.table("role_trick").row(0, named=True)
    assert found.estimate("role_trick", role="declarer", trick=1).estimate == row["agreement"]
    assert np.isnan(found.estimate("role_trick", role="declarer", trick=7).estimate)


def test_nothing_has_no_estimate():
    nothing = Agreement.none("club", LAYOUT)
    assert nothing.decisions == 0
    assert np.isnan(nothing.mean("exact"))
    assert nothing.table()["agreement"][0] is None
    assert nothing.table("role").is_empty()


def test_a_grouping_that_does_not_exist():
    with pytest.raises(UserError, match="can't be grouped by 'seat': use all, role, role_trick"):
        agreement(decisions()).table("seat")


def test_as_json_values_the_whole_comes_first():
    values = agreement(decisions()).to_mapping()
    assert list(values)[:3] == ["agreement", "decisions", "player"]
    assert values["player"] == "club"
    assert [row["role"] for row in values["role"]] == ["declarer", "opponent"]
