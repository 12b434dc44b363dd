from dataclasses import replace

import pytest

from simulate.collect import collect
from simulate.dataset.difference_text import HASH_DIGITS, difference_text
from simulate.errors import UserError
from simulate.experiment import Experiment
from simulate.merging import merge
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.verify import verify
from tests.test_simulate.datasets import experiment

BASE = experiment().provenance
OWN = replace(
    BASE.players[0],
    spec="clubs/my.py:brave(least=6.0)/yours.py:greedy",
    bidder_sha256="a" * 64,
    card_player_sha256="b" * 64,
)
SOURCE = """
from simulate.players.own import PASS, bidder

@bidder
def brave(v):
    return PASS
"""


def test_equal_settings_are_no_difference():
    assert difference_text(BASE, BASE) == ""
    assert difference_text(BASE, replace(BASE, seed=8), leave_out=("seed",)) == ""


def test_a_setting_is_told_with_both_values_in_the_words_asked_for():
    other = replace(BASE, seed=8)
    assert difference_text(BASE, other) == "seed = 7 and 8"
    assert difference_text(BASE, other, "{name} {one} (this is {other})") == "seed 7 (this is 8)"


def test_a_setting_that_is_a_list_is_told_too():
    other = replace(BASE, rules=BASE.rules | {"contracts": ["solo"]})
    assert difference_text(other, BASE).startswith("rules.contracts = ['solo'] and ['rufspiel', ")


def test_players_with_the_same_difference_are_told_together():
    versions = [2, 1, 2, 3]
    players = tuple(replace(BASE.players[0], card_player_version=version) for version in versions)
    base = replace(BASE, players=(replace(BASE.players[0], card_player_version=1),) * 4)
    assert difference_text(base, replace(base, players=players)) == (
        "players[0, 2].card_player_version = 1 and 2, players[3].card_player_version = 1 and 3"
    )


def test_a_hash_is_short_and_told_once_with_the_name_of_its_file():
    later = replace(OWN, bidder_sha256="c" * 64, card_player_sha256="d" * 64)
    one, other = replace(BASE, players=(OWN,) * 4), replace(BASE, players=(later,) * 4)
    short = {sign: sign * HASH_DIGITS for sign in "abcd"}
    assert difference_text(one, other) == (
        f"sha256 of player file my.py = '{short['a']}' and '{short['c']}', "
        f"sha256 of player file yours.py = '{short['b']}' and '{short['d']}'"
    )


def test_where_only_one_of_two_players_comes_from_a_file_its_file_is_named():
    one, other = BASE, replace(BASE, players=(OWN, *BASE.players[1:]))
    assert f"sha256 of player file yours.py = None and '{'b' * HASH_DIGITS}'" in difference_text(one, other)
    assert f"sha256 of player file my.py = '{'a' * HASH_DIGITS}' and None" in difference_text(other, one)


def test_a_changed_player_file_is_told_in_a_short_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    for number in (0, 1):
        file.write_text(f"{SOURCE}# version {number}\n")
        played = Experiment(Rules.preset("standard"), parse_players("mine.py:brave"), 1, 5, 5 * number)
        collect(played, tmp_path / str(number))
    named = "sha256 of player file mine.py"
    for call, folder in (
        (lambda: verify(tmp_path / "0"), None),
        (lambda: merge([tmp_path / "0", tmp_path / "1"], tmp_path / "both"), None),
        (lambda: collect(played, tmp_path / "0"), "output folder"),
    ):
        with pytest.raises(UserError, match=named) as told:
            call()
        line = str(told.value)
        assert line.count("sha256") == 1
        assert len(line) < 400 + len(str(tmp_path)) * 2
        assert folder is None or line.startswith(folder)
