import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis import scores
from simulate.contracts import Contract
from simulate.dataset.receipt import Receipt, Tally
from simulate.run import run
from simulate.summary import FEW, SUMMARY_SCHEMA, summarize, wilson


@given(
    st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.sampled_from([0.9, 0.95, 0.99]),
)
def test_the_interval_of_a_rate_is_that_of_statsmodels(counts, level):
    share, low, high = wilson(*counts, level)
    assert share == counts[0] / counts[1]
    assert 0 <= low <= share <= high <= 1
    assert (low, high) == pytest.approx(proportion_confint(*counts, 1 - level, "wilson"), abs=1e-9)


def receipt_of(contract, eyes, score, won, passed_out=0):
    eyes, score = np.array(eyes, object), np.array(score, object)
    tally = Tally(len(eyes), sum(won), eyes.sum(), (eyes**2).sum(), score.sum(), (score**2).sum())
    return Receipt(tuple(tally if other is contract else Tally() for other in Contract), passed_out)


def test_a_summary_has_a_row_for_each_contract_played_and_one_for_passed_out_hands():
    eyes, score = [70, 50, 100, 61] * 10, [1, -1, 2, 1] * 10
    receipt = receipt_of(Contract.RUFSPIEL, eyes, score, [1, 0, 1, 1] * 10, passed_out=60)
    receipt += receipt_of(Contract.SIE, [120], [45], [1])
    frame = summarize(receipt)
    assert frame.schema == SUMMARY_SCHEMA
    assert frame["contract"].to_list() == ["rufspiel", "sie", None]
    assert frame["hands"].to_list() == [40, 1, 60]
    ruf, sie, passed = frame.rows(named=True)
    assert (ruf["share"], ruf["win_rate"], ruf["mean_eyes"], ruf["mean_score"]) == (40 / 101, 0.75, 70.25, 0.75)
    t = stats.t.ppf(0.975, 39) / np.sqrt(40)
    half = t * np.std(eyes, ddof=1)
    assert (ruf["mean_eyes_low"], ruf["mean_eyes_high"]) == pytest.approx((70.25 - half, 70.25 + half))
    half = t * np.std(score, ddof=1)
    assert (ruf["mean_score_low"], ruf["mean_score_high"]) == pytest.approx((0.75 - half, 0.75 + half))
    assert (sie["mean_score"], sie["mean_score_low"], sie["mean_eyes_high"]) == (45.0, None, None)
    assert (passed["share"], passed["win_rate"], passed["mean_eyes"]) == (60 / 101, None, None)


def test_no_hands_make_an_empty_summary():
    assert summarize(Receipt()).equals(pl.DataFrame(schema=SUMMARY_SCHEMA))


def test_a_higher_level_makes_wider_intervals():
    receipt = receipt_of(Contract.WENZ, [70, 80] * 15, [15, 18] * 15, [1] * 30)
    narrow, wide = (summarize(receipt, level).row(0, named=True) for level in (0.5, 0.99))
    assert wide["win_rate_low"] < narrow["win_rate_low"]
    assert wide["mean_score_high"] > narrow["mean_score_high"]


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_a_summary_says_what_the_analysis_says(level):
    some = run(2000, seed=5)
    found = summarize(some.receipt, level).drop_nulls("contract")
    expected = scores.expected(some, level=level)
    assert found["hands"].to_list() == expected["n"].to_list()
    assert min(found["hands"]) < 10
    for name, other in (("win_rate", "win_rate"), ("mean_eyes", "eyes"), ("mean_score", "score")):
        for end in ("", "_low", "_high"):
            assert found[name + end].to_list() == pytest.approx(expected[other + end].to_list(), nan_ok=True)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("hands", [30, 32, 20_000, 30_000, 500_000])
def test_means_of_few_and_of_many_hands_have_intervals_of_student(hands, level):
    receipt = receipt_of(Contract.WENZ, [70] * hands, [60, 80] * (hands // 2), [1] * hands)
    row = summarize(receipt, level).row(0, named=True)
    error = 10 / np.sqrt(hands - 1)
    assert (row["mean_score_high"] - 70) / error == pytest.approx(stats.t.ppf((1 + level) / 2, hands - 1), abs=1.1e-4)


def test_mean_eyes_end_where_eyes_do():
    for eyes, ends in (([0] * 29 + [120], (0, 12.18)), ([120] * 29 + [0], (107.82, 120))):
        row = summarize(receipt_of(Contract.WENZ, eyes, [1] * 30, [1] * 30)).row(0, named=True)
        assert (row["mean_eyes_low"], row["mean_eyes_high"]) == pytest.approx(ends, abs=0.05)


def test_means_of_few_hands_or_of_hands_all_alike_have_no_interval():
    varied = ([60, 80] * FEW)[: FEW - 1]
    for eyes in (varied, [120] * 40):
        row = summarize(receipt_of(Contract.SOLO_TOUT, eyes, eyes, [1] * len(eyes))).row(0, named=True)
        ends = [row[f"mean_{name}_{end}"] for name in ("eyes", "score") for end in ("low", "high")]
        assert ends == [None] * 4
        assert row["mean_score"] == pytest.approx(np.mean(eyes))
        # A share knows better: 40 of 40 leave doubt.
        assert 0.88 < row["win_rate_low"] < 1
    row = summarize(receipt_of(Contract.SOLO_TOUT, [*varied, 60], [*varied, 60], [1] * FEW)).row(0, named=True)
    assert row["mean_score_low"] < row["mean_score"] < row["mean_score_high"]
