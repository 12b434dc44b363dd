import json

import pytest

from simulate.cards import CardSet
from simulate.tell import tell
from simulate.tell_text import text_of
from tests.test_simulate.cli_calls import answer, call, document, process

HAND = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shown") / "data"
    answer("simulate", "--hands", 20, "--seed", 4, "--players", "random", "--out", folder)
    return folder


def test_the_hand_is_told(folder):
    assert answer("show", folder, HAND) == text_of(tell(folder, HAND)) + "\n"


@pytest.mark.parametrize("notation", ["german", "french", "pretty"])
def test_cards_are_written_as_asked(folder, notation):
    assert answer("show", folder, HAND, "--notation", notation) == text_of(tell(folder, HAND), notation) + "\n"
    cards = document("show", folder, HAND, "--notation", notation)["hands"][0]
    assert " ".join(cards) == tell(folder, HAND).hands[0].format(notation)


def test_hands_with_tricks_are_told_alike(folder, tmp_path):
    arguments = ("--hands", 20, "--seed", 4, "--players", "random", "--tricks", "--out", tmp_path / "data")
    answer("simulate", *arguments)
    assert answer("show", tmp_path / "data", HAND) == answer("show", folder, HAND)


def test_json_is_in_german_notation(folder):
    found = document("show", folder, HAND)
    assert found == json.loads(json.dumps(tell(folder, HAND).to_mapping()))
    assert CardSet.parse(" ".join(found["hands"][0])) == tell(folder, HAND).hands[0]


def test_numbers_of_hands_are_read_like_other_numbers(folder):
    assert answer("show", folder, "1e1") == answer("show", folder, "10")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_suit_symbols_gets_letters(folder, encoding):
    shown = process("show", folder, HAND, PYTHONIOENCODING=encoding)
    assert shown.returncode == 0
    first_hand = shown.stdout.splitlines()[4]
    assert CardSet.parse(first_hand) == tell(folder, HAND).hands[0]


def test_red_suits_are_red_on_a_terminal(folder, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    text = call("show", folder, HAND).stdout
    assert "\x1b[31m♥" in text
    assert "\x1b[31m♣" not in text
