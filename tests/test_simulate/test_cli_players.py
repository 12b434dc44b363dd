import pytest

from simulate.players.registry import BUILT_IN, parse_players
from tests.test_simulate.cli_calls import answer, document, refusal


def test_every_player_has_a_line():
    lines = answer("players").splitlines()
    for entry in BUILT_IN:
        assert sum(line.startswith(f"{entry.role.value} ") and f" {entry.name} " in line for line in lines) == 1


def test_a_player_tells_its_parameters(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = answer("players", "bold")
    entry = next(entry for entry in BUILT_IN if entry.name == "bold")
    assert text.startswith(f"bidder bold, version {entry.version}: {entry.summary}\n")
    for parameter in entry.parameters:
        line = next(line for line in text.splitlines() if line.startswith(f"{parameter.name} "))
        assert float(line.split()[1]) == parameter.default
        assert line.endswith(parameter.meaning)


def test_what_is_listed_can_be_simulated_with():
    for entry in document("players"):
        spec = entry["name"] if entry["role"] == "bidder" else f"normal/{entry['name']}"
        assert parse_players(spec)


def test_a_name_of_a_bidder_and_a_card_player_tells_both():
    text = answer("players", "random")
    assert "bidder random, " in text
    assert "card player random, " in text
    assert "It has no parameters." in text


def test_json_lists_everything():
    found = document("players")
    assert [(entry["role"], entry["name"]) for entry in found] == [(e.role.value, e.name) for e in BUILT_IN]
    assert found[0]["parameters"][0].keys() == {"name", "default", "value", "meaning"}
    assert [entry["name"] for entry in document("players", "club")] == ["club"]


def test_a_whole_player_tells_of_both_halves():
    text = answer("players", "bold/swift")
    assert text.startswith("bidder bold, version ")
    assert "\ncard player swift, version " in text
    assert "*" not in text
    assert [entry["name"] for entry in document("players", "normal/club")] == ["normal", "club"]


def test_values_given_are_marked():
    lines = answer("players", "normal(solo=11,wenz=6)").splitlines()
    assert [line.split()[1:3] for line in lines if line.startswith("* ")] == [["wenz", "6"], ["solo", "11"]]
    assert any(line.startswith("* solo ") and line.endswith("(default: 12.3)") for line in lines)
    (entry,) = document("players", "normal(solo=11)")
    assert {one["name"]: one["value"] for one in entry["parameters"] if one["value"] != one["default"]} == {"solo": 11}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "normol",
            "player 'normol' is unknown: use cautious, normal, bold, random, club, swift (did you mean 'normal'?)",
        ),
        ("normol/club", "bidder 'normol' is unknown"),
        ("normal/bold", "'bold' is a bidder, no card player"),
        ("club(x=1)", "parameter 'x' of 'club' is unknown: it has none"),
        ("normal(solo=x)", "solo='x' of 'normal' is no number"),
        ("normal/club/club", "write a bidder, or bidder/card player"),
        ("none.py", "player file 'none.py' does not exist"),
    ],
)
def test_what_names_no_player_is_told_in_a_line(spec, message):
    assert message in refusal("players", spec)


@pytest.mark.parametrize("name", [(), ("normal",), ("random",), ("normal(solo=11)/swift",)])
def test_it_fits_into_the_terminal(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = answer("players", *name).splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("…" in line for line in lines)
