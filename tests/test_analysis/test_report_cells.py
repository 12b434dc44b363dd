import polars as pl
import pytest

from analysis.report_cells import Cell, read


def table(**columns):
    return pl.DataFrame(columns)


def cell(name, value, low, high):
    columns = {name: [value], f"{name}_low": [low], f"{name}_high": [high]}
    return read(pl.DataFrame(columns, dict.fromkeys(columns, pl.Float64)), [name]).rows[0][0]


@pytest.mark.parametrize(
    ("found", "text", "interval"),
    [
        (("share", 0.62504, 0.6229, 0.6272), "62.5", "62.3–62.7"),
        (("share", 0.00010, 0.00007, 0.00016), "0.010", "0.007–0.016"),
        (("win_rate", 0.857, 0.65, 0.95), "86", "65–95"),
        (("win_rate", 1.0, 0.95, 1.0), "100", "95–100"),
        (("share", 0.0, 0.0, 0.0006), "0.00", "0.00–0.06"),
        (("share", 2 / 6e6, 9.1e-8, 1.2e-6), "0.00003", "0.00001–0.00012"),
        (("eyes", 81.456, 81.33, 81.582), "81.46", "±0.13"),
        (("score", 1.645, 1.632, 1.658), "+1.645", "±0.013"),
        (("score", -0.03, -2.1, 2.04), "+0", "±2"),
        (("score", -8.7, -9.0, -8.4), "-8.7", "±0.3"),
        (("score", 36.0, None, None), "+36.0", ""),
        (("win_rate", None, None, None), "", ""),
        (("eyes", 110.5, 61.0, 120.0), "110", "61–120"),
        (("eyes", 3.0, 0.0, 28.4), "3", "0–28"),
        (("score", 0.0, 0.0, 0.0), "+0.00", "±0.00"),
    ],
)
def test_an_estimate_has_the_digits_that_its_interval_allows(found, text, interval):
    assert cell(*found) == Cell(text, interval)


def test_columns_are_read_in_the_order_asked_for_and_those_missing_left_out():
    frame = table(contract=["wenz"], n=[1_234_567], score_sd=[2.393], other=[1])
    reading = read(frame, ["n", "nothing", "contract", "score_sd"])
    assert [(head.text, head.number, head.estimate) for head in reading.heads] == [
        ("hands", True, False),
        ("contract", False, False),
        ("spread", True, False),
    ]
    assert [cell.text for cell in reading.rows[0]] == ["1,234,567", "Wenz", "2.39"]


def test_a_key_is_told_once_where_it_stays_the_same():
    frame = table(contract=["wenz", "wenz", "solo", "solo"], won=[False, True, True, True], kontra=[0, 0, 0, 1])
    texts = [[cell.text for cell in row] for row in read(frame, ["contract", "won", "kontra"]).rows]
    assert texts == [["Wenz", "lost", "none"], ["", "won", "none"], ["Solo", "won", "none"], ["", "", "kontra"]]


def test_the_only_key_is_told_in_every_row():
    assert [row[0].text for row in read(table(style=["a", "a"]), ["style"]).rows] == ["a", "a"]


def test_a_null_is_a_deal_passed_out_or_a_pass():
    frame = table(contract=["wenz", None], best=[None, "wenz"], suit=["herz", None])
    texts = [[cell.text for cell in row] for row in read(frame, ["suit", "best", "contract"]).rows]
    assert texts == [["Herz", "pass", "Wenz"], ["", "Wenz", "passed out"]]


def test_a_class_of_few_hands_is_no_pass():
    frame = table(best=["solo", None, None], n=[50, 3, None], few=[False, True, False])
    assert [row[0].text for row in read(frame, ["best", "n"]).rows] == ["Solo", "few hands", "pass"]


def test_a_score_without_interval_is_a_number_all_the_same():
    reading = read(table(best=["solo", None], score=[22.5, 0.0]), ["best", "score"])
    assert reading.heads[1].number
    assert [[cell.text for cell in row] for row in reading.rows] == [["Solo", "+22.5"], ["pass", "+0.0"]]


def test_a_score_that_groups_hands_is_a_key():
    reading = read(table(contract=["solo", "solo"], score=[-15, 18]), ["contract", "score"])
    assert not reading.heads[1].number
    assert [[cell.text for cell in row] for row in reading.rows] == [["Solo", "-15"], ["", "+18"]]
