import pytest

from analysis.odds_table import table, table_for_hand
from simulate.cards import Suit
from simulate.contracts import Contract, Game
from tests.test_simulate.cli_calls import answer, document

HAND = "EO GO HU HA H9 EA G10 G7"
ASKED = [(), ("--hand", HAND), ("--hand", HAND, "--call", "g"), ("--hand", "CQ SQ HJ HA H9 CA ST S7")]


def facts_of(arguments):
    if not arguments:
        return table()
    return table_for_hand(HAND, Game(Contract.RUFSPIEL, Suit.GRAS) if "--call" in arguments else None)


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
