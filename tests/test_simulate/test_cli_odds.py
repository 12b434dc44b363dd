import pytest

from analysis.odds_table import table, table_for_hand
from simulate.cards import Suit
from simulate.contracts import Contract, Game
from tests.test_simulate.cli_calls import answer, document, refusal

HAND = "EO GO HU HA H9 EA G10 G7"
ASKED = [
    (),
    ("--hand", HAND),
    ("--hand", HAND, "--call", "g"),
    ("--hand", HAND, "--game", "gras-solo"),
    ("--hand", "CQ SQ HJ HA H9 CA ST S7"),
]


def facts_of(arguments):
    if not arguments:
        return table()
    games = {"--call": Game(Contract.RUFSPIEL, Suit.GRAS), "--game": Game(Contract.SOLO, Suit.GRAS)}
    return table_for_hand(HAND, next((game for option, game in games.items() if option in arguments), None))


@pytest.mark.parametrize("arguments", ASKED)
def test_json_is_the_table(arguments):
    assert document("odds", *arguments) == facts_of(arguments).to_dicts()


@pytest.mark.parametrize("arguments", ASKED)
def test_every_fact_is_told(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    text = answer("odds", *arguments)
    for fact in facts_of(arguments).to_dicts():
        assert any(
            line.startswith(fact["fact"]) and line.endswith(f" {fact['exact']}") for line in text.splitlines()
        ), fact


def test_values_are_told_as_people_read_them():
    lines = answer("odds").splitlines()
    told = {line.rsplit("  ", 2)[0].strip(): line.rsplit("  ", 2)[1].strip() for line in lines if "  " in line}
    assert told["a given hand holds a Sie"] == "1 in 10,518,300"
    assert told["trumps in a hand: 5"] == "15.531 %"
    assert told["trumps in a hand (mean)"] == "3.5000"
    assert told["no suit is callable, if trumps in the hand: 8"] == "100.000 %"


@pytest.mark.parametrize("arguments", ASKED)
def test_it_fits_into_the_terminal(arguments, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = answer("odds", *arguments)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("eichel-solo", Game(Contract.SOLO, Suit.EICHEL)),
        ("Wenz", Game(Contract.WENZ)),
        ("wenz-tout", Game(Contract.WENZ_TOUT)),
        ("schellen-solo-tout", Game(Contract.SOLO_TOUT, Suit.SCHELLEN)),
    ],
)
def test_games_played_alone_have_their_own_trumps(word, game):
    found = document("odds", "--hand", HAND, "--game", word)
    assert found == table_for_hand(HAND, game).to_dicts()
    assert not any("called" in fact["fact"] for fact in found)


def test_a_tout_on_eight_trumps_is_told_how_often_it_is_lost():
    text = answer("odds", "--hand", "EO GO HO SO GU HU SU HA", "--game", "herz-solo-tout")
    (line,) = [line for line in text.splitlines() if line.startswith("the Tout is lost")]
    assert line.endswith("83/4807")


def test_whose_trumps_are_meant_is_told_where_no_game_is_named():
    hint = "Trumps are those of a Rufspiel;"
    assert hint in answer("odds", "--hand", HAND)
    assert hint not in answer("odds", "--hand", HAND, "--call", "g") + answer("odds") + answer(*WENZ)


WENZ = ("odds", "--hand", HAND, "--game", "wenz")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--hand", HAND, "--game", "eichl-solo"), "--game 'eichl-solo' is unknown: use"),
        (("--hand", HAND, "--game", "eichl-solo"), "did you mean 'eichel-solo'?"),
        (("--hand", HAND, "--game", "rufspiel"), "--game 'rufspiel' is unknown"),
        (("--hand", HAND, "--game", "sie"), "--game 'sie' is unknown"),
        (("--game", "wenz"), "--game wenz needs a hand: add --hand with eight cards"),
        (("--hand", HAND, "--game", "wenz", "--call", "g"), "leave one of them out"),
    ],
)
def test_what_is_no_game_played_alone_is_told(arguments, message):
    assert message in refusal("odds", *arguments)
