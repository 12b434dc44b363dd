import polars as pl
import pytest

import analysis
from analysis import bidding, called_ace, frequencies, scores
from analysis.standard import survey, tables
from simulate.errors import UserError


def test_the_tables_are_those_of_the_single_questions(bid, assigned):
    found = tables(bid)
    assert found["contracts"].equals(frequencies.contracts(bid))
    assert found["ace_fates"].equals(called_ace.fates(bid))
    assert found["expected_by_trumps"].equals(scores.expected(bid, by="declarer_trumps"))
    assert found["styles"].equals(scores.styles(bid))
    assert found["risk"].equals(scores.risk(bid))
    assert tables(assigned)["chart"].equals(bidding.chart(assigned))


def test_what_the_hands_cant_tell_is_left_out(bid, assigned):
    both = tables(pl.concat([bid.hands, assigned.hands]))
    assert tables(bid).keys() == both.keys() - {"chart"}
    assert both.keys() - tables(assigned).keys() == {
        "contracts", "contracts_by_seat", "contracts_by_style", "passed_out", "risk"
    }  # fmt: skip


def test_tables_of_merged_surveys_are_those_of_the_whole(bid):
    hands = bid.hands.collect()
    merged = tables(survey(hands.head(1500)) + survey(hands.slice(1500)))
    for name, table in tables(hands).items():
        assert merged[name].equals(table), name


def test_every_form_says_the_same(bid, folder):
    for name, table in tables(folder).items():
        assert table.equals(tables(bid)[name]), name
    frame = bid.hands.collect()
    for name, table in tables(frame.to_pandas()).items():
        assert table.equals(tables(frame)[name]), name


def test_the_level_reaches_every_table(bid, assigned):
    for data in (bid, assigned):
        wide, narrow = tables(data, level=0.99), tables(data, level=0.5)
        for name, table in wide.items():
            low = next(column for column in table.columns if column.endswith("_low"))
            assert (table[low] < narrow[name][low]).any(), name


def test_no_hands(bid):
    with pytest.raises(UserError, match="no hands"):
        tables(bid.hands.head(0))


def test_modules_come_when_they_are_asked_for():
    assert set(analysis.__all__) <= set(dir(analysis))
    assert analysis.frequencies is frequencies
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = analysis.nothing
