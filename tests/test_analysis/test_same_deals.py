import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.same_deals import by_contract, equality
from analysis.totals import SCORES
from simulate.errors import UserError
from simulate.run import run
from simulate.summary import FEW
from tests.test_analysis.recount import close, grouped

MEASURES = ("win_rate", "eyes", "score")
RULES = ("standard", "official", "sauspiel")


@pytest.fixture(scope="module")
def runs():
    return {rules: run(6000, rules=rules, seed=4) for rules in RULES}


def pairs_of(one, other, base=1):
    """Return the hands of two runs side by side, with the declarer's score in plain Rufspiele."""
    rows = [
        {
            row["hand_id"]: row | {"score": row[f"score_{row['declarer']}"] / unit if row["contract"] else None}
            for row in rows
        }
        for rows, unit in ((one.hands.collect().to_dicts(), 1), (other.hands.collect().to_dicts(), base))
    ]
    return [(row, rows[1][number]) for number, row in rows[0].items()]


def test_equality_recounted(runs):
    found = equality(runs)
    assert found["data"].to_list() == list(RULES[1:])
    for row in found.to_dicts():
        pairs = pairs_of(runs["standard"], runs[row["data"]])
        assert row["n"] == len(pairs) == 6000
        for name in ("deal", "contract", "suit", "declarer", "eyes", "won"):
            close(row[name], sum(a[name] == b[name] for a, b in pairs) / 6000)
        game = ("contract", "suit", "declarer")
        close(row["game"], sum(all(a[key] == b[key] for key in game) for a, b in pairs) / 6000)


@pytest.mark.parametrize(("other", "base"), [("official", 1), ("sauspiel", 20)])
def test_contracts_recounted(runs, other, base):
    found = {row["contract"]: row for row in by_contract(runs).filter(data=other).to_dicts()}
    groups = grouped(
        [{"contract": a["contract"], "pair": (a, b)} for a, b in pairs_of(runs["standard"], runs[other], base)],
        "contract",
    )
    assert found.keys() == {contract for (contract,) in groups if contract}
    for contract, row in found.items():
        pairs = [one["pair"] for one in groups[(contract,)]]
        game = ("contract", "suit", "declarer")
        same = [(a, b) for a, b in pairs if all(a[key] == b[key] for key in game)]
        assert (row["n"], row["n_same"]) == (len(pairs), len(same))
        for name, column in zip(MEASURES, ("won", "eyes", "score"), strict=True):
            mine, theirs = (np.array([float(pair[end][column]) for pair in same]) for end in (0, 1))
            close(row[name], mine.mean())
            close(row[f"{name}_other"], theirs.mean())
            assert row[f"{name}_differing"] == sum(mine != theirs)
            assert row[f"{name}_more"] == pytest.approx((theirs - mine).mean(), abs=1e-12)


def test_differences_are_taken_hand_by_hand(runs):
    row = by_contract(runs).filter(data="official", contract="rufspiel").row(0, named=True)
    pairs = [(a, b) for a, b in pairs_of(runs["standard"], runs["official"]) if a["contract"] == "rufspiel"]
    eyes = np.array([b["eyes"] - a["eyes"] for a, b in pairs], float)
    half = stats.t.ppf(0.975, len(eyes) - 1) * eyes.std(ddof=1) / len(eyes) ** 0.5
    close(row["eyes_more_low"], eyes.mean() - half)
    close(row["eyes_more_high"], eyes.mean() + half)
    # The luck of the cards drops out: two independent samples would tell much less.
    assert half < 0.3 * 1.96 * (2 * np.var([a["eyes"] for a, _ in pairs]) / len(pairs)) ** 0.5
    # Agresti and Min: half a pair is added to each of the four kinds.
    lost, gained = (sum(a["won"] == mine != b["won"] for a, b in pairs) + 0.5 for mine in (True, False))
    n, more = len(pairs) + 2, gained - lost
    half = 1.959964 * (gained + lost - more**2 / n) ** 0.5 / n
    assert (row["win_rate_more_low"], row["win_rate_more_high"]) == pytest.approx((more / n - half, more / n + half))


def test_where_no_hand_differs_a_win_rate_still_has_an_interval_and_means_have_none():
    same = run(500, seed=1)
    for row in by_contract({"a": same, "b": same}).to_dicts():
        assert [row[f"{name}_{end}"] for name in MEASURES for end in ("differing", "more")] == [0] * 6
        assert row["win_rate_more_low"] < 0 < row["win_rate_more_high"]
        assert row["eyes_more_low"] is row["score_more_high"] is None


@pytest.mark.parametrize("differing", [FEW - 1, FEW])
def test_means_have_an_interval_from_as_many_differing_hands_as_are_not_few(differing):
    hands = run(1500, seed=1).hands.filter(pl.col("contract") == "rufspiel", pl.col("eyes") != 60).collect()
    changed = pl.int_range(pl.len()) < differing
    other = hands.with_columns(
        pl.when(changed).then(120 - pl.col("eyes")).otherwise("eyes").alias("eyes"),
        *(pl.when(changed).then(2 * pl.col(name)).otherwise(name).alias(name) for name in SCORES),
    )
    row = by_contract({"a": hands, "b": other}).row(0, named=True)
    assert (row["eyes_differing"], row["score_differing"], row["win_rate_differing"]) == (differing, differing, 0)
    for name in ("eyes", "score"):
        low, high = row[f"{name}_more_low"], row[f"{name}_more_high"]
        assert (low is None) == (high is None) == (differing < FEW)
        assert low is None or low < row[f"{name}_more"] < high
    assert row["win_rate_more_low"] < row["win_rate_more_high"]


def test_games_that_are_not_the_same_are_counted_and_left_out():
    hands = run(2000, seed=1).hands.collect()
    other = hands.with_columns(suit=pl.when(pl.col("contract") == "solo").then(None).otherwise("suit"))
    found = by_contract({"a": hands, "b": other}).select("contract", "n", "n_same", "eyes", "win_rate_more_low")
    solo = found.filter(contract="solo").row(0)
    assert (solo[1] > 0, *solo[2:]) == (True, 0, None, None)
    assert found.filter(contract="rufspiel").select(pl.col("n") == pl.col("n_same")).item()
    assert equality({"a": hands, "b": other})["game"].item() < 1


def test_what_can_not_be_compared_is_refused(runs):
    with pytest.raises(UserError, match="1 data can't be compared: name two or more"):
        by_contract({"a": runs["standard"]})
    with pytest.raises(UserError, match="hands of 'b' are other deals: simulate both with the same seed"):
        by_contract({"a": runs["standard"], "b": run(6000, seed=5)})


@pytest.mark.parametrize("compared", [by_contract, equality])
def test_hands_that_are_no_pairs_are_refused(runs, compared):
    first = runs["standard"]
    with pytest.raises(UserError, match="'b' has no hand id of the first: simulate both") as error:
        compared({"a": first, "b": run(100, seed=4, start=10_000)})
    assert "\n" not in str(error.value)
    with pytest.raises(
        UserError, match=r"^5900 hands of the first are missing in 'b', 0 of 'b' in the first: simulate"
    ):
        compared({"a": first, "b": run(100, seed=4)})
    with pytest.raises(UserError, match=r"^10 hands of the first are missing in 'c', 20 of 'c' in the first"):
        compared({"a": first, "b": first, "c": run(6010, seed=4, start=10)})
    hands = first.hands.collect()
    with pytest.raises(UserError, match="'b' or the first has several hands of one id"):
        compared({"a": hands, "b": pl.concat([hands, hands.head(1)])})
    with pytest.raises(UserError, match="'b' has no hand id of the first"):
        compared({"a": hands.head(0), "b": hands.head(0)})
