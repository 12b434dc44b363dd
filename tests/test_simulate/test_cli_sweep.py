import pytest

from simulate.cli.sweep_command import _bar, _steps
from tests.test_simulate.cli_calls import answer, document, refusal

SMALL = ("--hands", "42_000", "--seed", "5")


def test_a_curve_is_printed(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = answer("sweep", "normal", "--vary", "solo=9:13:2", "--against", "normal", *SMALL).splitlines()
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if line.split() and line.split()[0] in ("9", "11", "13")]
    assert len(rows) == 3
    assert sum(" * " in row for row in rows) == 1
    assert all("o" in row or "<" in row for row in rows)


def test_two_parameters_are_printed_as_a_map(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    vary = ("--vary", "solo=10:14:2", "--vary", "rufspiel=6:7:1")
    lines = answer("sweep", "normal", *vary, *SMALL).splitlines()
    (head,) = [line for line in lines if line.startswith("solo \\ rufspiel")]
    assert head.split()[-2:] == ["6", "7"]
    assert sum(line.count("*") for line in lines) == 2  # the best, and what the mark means


def test_json_is_what_python_gives():
    from analysis.sweep import sweep
    from analysis.tune import tune

    against = ("--against", "normal", "--against", "bold")
    found = document("sweep", "normal", "--vary", "wenz=5:6:0.5", *against, *SMALL, "--rules", "official")
    expected = sweep("normal", {"wenz": [5, 5.5, 6]}, ["normal", "bold"], 42_000, "official", 5)
    assert found == expected.to_mapping()
    found = document("sweep", "normal", "--vary", "wenz=5:6", "--search", "4", *SMALL)
    assert found == tune("normal", {"wenz": (5, 6)}, "normal", 42_000, seed=5, candidates=4).to_mapping()


def test_a_search_tells_what_it_promised_and_what_fresh_deals_say():
    text = answer(
        "sweep", "normal(rufspiel=12)", "--vary", "rufspiel=5:12", "--search", "6", "--hands", "2e5", "--seed", "1"
    )
    assert text.startswith("best: normal(rufspiel=")
    assert "fresh deals against normal/club: " in text
    assert "in the search it seemed to be" in text
    assert "gain over normal(rufspiel=12)/club: +" in text


def test_values_that_make_no_difference_are_not_marked():
    text = answer("sweep", "normal", "--vary", "tout=12:14:1", *SMALL)
    assert text.startswith("no value makes a difference in any of 1,000 deals")
    assert "best" not in text
    assert not any(mark in line for line in text.splitlines()[-3:] for mark in ("*", "+ "))
    assert "0.00 " not in text.splitlines()[-1].replace("+0.00", "")


def test_a_single_value_like_the_opponent_has_no_interval():
    lines = answer("sweep", "normal", "--vary", "rufspiel=6.3:7.3:1", *SMALL).splitlines()
    (row,) = [line for line in lines if line.split()[:1] == ["6.3"]]
    assert row.split()[:2] == ["6.3", "+0.00"]
    assert "±" not in row
    assert any("no ±: no deal differs; with 95% confidence at most one deal in" in line for line in lines)


def test_a_figure_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "curve.png"
    assert "curve.png drawn" in answer("sweep", "normal", "--vary", "solo=9:13:2", *SMALL, "--plot", file)
    assert file.read_bytes().startswith(b"\x89PNG")
    message = refusal("sweep", "normal", "--vary", "solo=9:13:2", *SMALL, "--plot", tmp_path / "curve.pngg")
    assert "can't be written" in message


def test_ranges_have_their_ends_and_no_rounding():
    assert _steps("x", "0.1:0.5:0.1") == [0.1, 0.2, 0.3, 0.4, 0.5]
    assert _steps("x", "-1:1:1") == [-1.0, 0.0, 1.0]
    assert _steps("x", "3:3:1") == [3.0]


def test_a_bar_shows_the_interval_and_zero():
    row = {"estimate": 5.0, "low": 0.0, "high": 10.0}
    assert _bar(row, -10.0, 20.0) == " " * 10 + "|" + "-" * 4 + "o" + "-" * 5
    assert _bar(row, 6.0, 12.0) == "<" + "-" * 20
    assert _bar(row, 20.0, 30.0) == "<"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("normal",), "missing option '--vary'"),
        (("normal", "--vary", "solo"), "--vary 'solo' can't be read: write NAME=FROM:TO:STEP"),
        (("normal", "--vary", "solo=1:2"), "--vary solo=1:2 can't be read: write NAME=FROM:TO:STEP"),
        (("normal", "--vary", "solo=1:x:2"), "--vary solo=1:x:2 can't be read"),
        (("normal", "--vary", "solo=1:nan:2"), "--vary solo=1:nan:2 can't be read"),
        (("normal", "--vary", "solo=2:1:1"), "--vary solo=2:1:1 has no values: give the lower end first"),
        (("normal", "--vary", "solo=1:2:0"), "has no values: give the lower end first and a step above 0"),
        (("normal", "--vary", "solo=1:2:0.0001"), "has 10001 values: use at most 400"),
        (("normal", "--vary", "solo=1:2:1", "--vary", "solo=1:2:1"), "--vary names 'solo' twice"),
        (("normal", "--vary", "sollo=1:2:1"), "parameter 'sollo' of 'normal/club' is unknown"),
        (("normal", "--vary", "solo=1:2:1", "--search", "4"), "--vary solo=1:2:1 can't be read: write NAME=FROM:TO"),
        (("normal", "--vary", "solo=1:2", "--search", "1"), "--search 1 is out of range: use 2 to 400"),
        (("normal", "--vary", "solo=1:2", "--search", "4", "--plot", "x.png"), "--plot draws a grid"),
        (("normal", "--vary", "solo=1:2:1", "--against", "bol"), "bidder 'bol' is unknown"),
    ],
)
def test_what_can_not_be_swept_is_told_in_a_line(arguments, message):
    assert message in refusal("sweep", *arguments)
