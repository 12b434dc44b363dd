import pytest

from simulate.cli.compare_command import _says_something
from simulate.cli.late_bar import LateBar
from tests.test_simulate.cli_calls import answer, call, document, refusal

SMALL = ("--hands", "14_000", "--seed", "5")


def test_a_comparison_is_printed_with_its_parts(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = answer("compare", "normal", "bold", *SMALL)
    assert text.startswith("no difference can be told between b (bold/club) and a (normal/club)")
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
    # What adds up is not called what a whole difference is.
    assert [line.split()[1:] for line in lines if line.startswith(("seat ", "seating "))] == [
        ["adds", "±"],
        ["per", "100", "±"],
    ]
    assert "-0.00" not in text
    for word in ("rufspiel", "solo", "one b among three a", "rules standard; seed 5; score in units"):
        assert any(line.startswith(word) for line in lines), word


def test_json_is_what_python_gives():
    from analysis.compare import compare

    found = document("compare", "normal", "bold", *SMALL, "--rules", "official")
    assert found == compare("normal", "bold", 14_000, "official", 5).to_mapping()


def test_a_player_of_ones_own_is_compared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer("players", "new", "my_player.py")
    found = document("compare", "normal", "my_player.py:brave(least=6)", *SMALL)
    assert found["b"] == "my_player.py:brave(least=6)/club"
    assert found["p_value"] < 0.05
    assert "least, solo (did you mean 'least'?)" in refusal("compare", "normal", "my_player.py:brave(last=6)")


def test_until_runs_until_it_is_narrow_or_a_limit_ends_it():
    found = document("compare", "normal", "cautious", "--until", "0.06", "--seed", "1")
    assert found["reached"] is True
    assert found["difference"]["high"] - found["difference"]["estimate"] <= 0.06
    text = answer("compare", "normal", "cautious", "--until", "0.001", *SMALL)
    assert "The interval is not yet as narrow as was asked for." in text


def test_a_player_against_himself_is_told_in_a_word():
    text = answer("compare", "normal", "normal", *SMALL)
    assert "earn the same in each of 1,000 deals" in text
    assert "by contract" not in text


def test_contracts_that_say_nothing_are_left_out():
    nothing = dict.fromkeys(("a_share", "b_share", "per_100", "more", "better"), 0.00001)
    assert not _says_something(nothing | {"a_share": 0.00004, "per_100": -0.004})
    assert _says_something(nothing | {"b_share": 0.0001})
    assert _says_something(nothing | {"more": 0.01})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("normal",), "missing argument 'B'"),
        (("normal", "boldd"), "bidder 'boldd' is unknown: use "),
        (("normal", "bold", "--hands", "0"), "--hands 0 is out of range: use 1 to "),
        (("normal", "bold", "--until", "0"), "--until '0' is no number above 0"),
        (("normal", "bold", "--until", "x"), "--until 'x' is no number above 0"),
        (("normal", "bold", "--workers", "0"), "--workers 0 is out of range: use 1 to 256"),
        (("normal", "bold", "--rules", "offical"), "did you mean 'official'"),
        (("normal", "none.py:brave"), "player file 'none.py' does not exist"),
        (("normal", "normal", "--until", "1"), "their difference is 0"),
    ],
)
def test_what_can_not_be_compared_is_told_in_a_line(arguments, message):
    assert message in refusal("compare", *arguments)


def test_a_bar_appears_only_when_it_takes_long(monkeypatch):
    shown = []

    class Bar:
        def __init__(self, pace):
            self.pace = pace

        def __enter__(self):
            return self

        def __exit__(self, *_):
            shown.append("closed")

        def __call__(self, progress):
            shown.append((progress.done, progress.total))

    monkeypatch.setattr("simulate.cli.late_bar.ProgressBar", Bar)
    seconds = [0.0]
    with LateBar(lambda: seconds[0]) as bar:
        for moment, done in ((1.0, 10), (1.9, 20), (2.1, 30), (3.0, 40)):
            seconds[0] = moment
            bar(done, 50)
    assert shown == [(30, 50), (40, 50), "closed"]


def test_the_help_names_everything():
    text = " ".join(call("compare", "--help").stdout.split())
    for word in ("--until", "--hands", "--rules", "--seed", "--workers", "--json", "confidence sequence"):
        assert word in text
