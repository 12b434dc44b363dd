import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from simulate.contracts import Contract
from simulate.dataset.receipt import Receipt, Tally
from simulate.summary import SUMMARY_SCHEMA, summarize, wilson


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
    eyes, score = [70, 50, 100, 61], [1, -1, 2, 1]
    receipt = receipt_of(Contract.RUFSPIEL, eyes, score, [1, 0, 1, 1], passed_out=6)
    receipt += receipt_of(Contract.SIE, [120], [45], [1])
    frame = summarize(receipt)
    assert frame.schema == SUMMARY_SCHEMA
    assert frame["contract"].to_list() == ["rufspiel", "sie", None]
    assert frame["hands"].to_list() == [4, 1, 6]
    ruf, sie, passed = frame.rows(named=True)
    assert (ruf["share"], ruf["win_rate"], ruf["mean_eyes"], ruf["mean_score"]) == (4 / 11, 0.75, 70.25, 0.75)
    half = 1.959964 * np.std(eyes, ddof=1) / 2
    assert (ruf["mean_eyes_low"], ruf["mean_eyes_high"]) == pytest.approx((70.25 - half, 70.25 + half))
    half = 1.959964 * np.std(score, ddof=1) / 2
    assert (ruf["mean_score_low"], ruf["mean_score_high"]) == pytest.approx((0.75 - half, 0.75 + half))
    assert (sie["mean_score"], sie["mean_score_low"], sie["mean_eyes_high"]) == (45.0, None, None)
    assert (passed["share"], passed["win_rate"], passed["mean_eyes"]) == (6 / 11, None, None)


def test_no_hands_make_an_empty_summary():
    assert summarize(Receipt()).equals(pl.DataFrame(schema=SUMMARY_SCHEMA))


def test_a_higher_level_makes_wider_intervals():
    receipt = receipt_of(Contract.WENZ, [70, 80], [15, 18], [1, 1])
    narrow, wide = (summarize(receipt, level).row(0, named=True) for level in (0.5, 0.99))
    assert wide["win_rate_low"] < narrow["win_rate_low"]
    assert wide["mean_score_high"] > narrow["mean_score_high"]
