import pytest

from tests.test_simulate.cli_calls import answer, document, refusal

SMALL = ("--hands", "42_000", "--seed", "5")


def test_a_ranking_is_printed_with_all_pairs(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = answer("tournament", "cautious", "normal", "bold", *SMALL).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "1,000 deals in all 14 seatings for each pair (42,000 hands)"
    assert sum("/club" in line and line.split()[0] in "123" for line in lines) == 3
    assert sum(line.count("/club") == 2 for line in lines) == 3


def test_json_is_what_python_gives():
    from analysis.tournament import tournament

    found = document("tournament", "normal", "bold", *SMALL, "--rules", "official", "--workers", "1")
    assert found == tournament(["normal", "bold"], 42_000, "official", 5).to_mapping()


def test_players_whom_no_deal_tells_apart_are_not_ranked():
    text = answer("tournament", "normal", "normal(tout=14)", *SMALL)
    assert "normal/club, normal(tout=14)/club earn the same in each of 3,000 deals" in text
    assert "rank" not in text
    text = " ".join(answer("tournament", "normal", "normal(tout=14)", "bold", *SMALL).split())
    assert "no ±: no deal differs; with 95% confidence at most one deal in 244 differs" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "missing argument 'PLAYER...'"),
        (("normal",), "1 players make no tournament: name 2 to 20"),
        (("normal", "normal"), "player normal/club takes part twice"),
        (("normal", "boldd"), "bidder 'boldd' is unknown"),
        (("normal", "bold", "--hands", "x"), "--hands 'x' is no whole number"),
    ],
)
def test_what_is_no_tournament_is_told_in_a_line(arguments, message):
    assert message in refusal("tournament", *arguments)
