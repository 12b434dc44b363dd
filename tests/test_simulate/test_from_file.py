"""Players in a file of the user: loaded, named, told what is wrong with them."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from simulate.experiment import Experiment
from simulate.players.own import (
    PASS,
    bidder,
)
from simulate.players.registry import parse_player, parse_players
from simulate.run import run
from tests.test_simulate.own_tables import BRAVE, STANDARD, play, refusal


def written(folder, text):
    file = folder / "mine.py"
    file.write_text("from simulate.players.own import *\n" + text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def brave(v:\n", "line 2: '(' was never closed"),
        ("import none_such\n", "failed in line 2 of mine.py (import none_such): ModuleNotFoundError: No module named"),
        ("x = 1 / 0\n", "failed in line 2 of mine.py (x = 1 / 0): ZeroDivisionError: division by zero"),
        ("def brave(v):\n    return 0\n", "has no player 'brave'; it has none: put @bidder or @card_player above"),
        ("@bidder\ndef brave():\n    return 0\n", "brave takes no view: write def brave(v)"),
        ("@batch_bidder\ndef brave():\n    return 0\n", "brave takes no view: write def brave(views)"),
        ("@bidder\ndef brave(v=1):\n    return 0\n", "brave takes no view: write def brave(v)"),
        ("@bidder\ndef brave(v, w):\n    return 0\n", "parameter 'w' of brave needs a number as default: write def"),
        ("@bidder\ndef brave(v, *w):\n    return 0\n", "parameter '*w' of brave needs a number as default"),
        ("@bidder\ndef brave(v, w='a'):\n    return 0\n", "needs a number as default"),
        ("brave = bidder(3)\n", "3 is no function: put the decorator above a def"),
        ("@bidder(like='wild')\ndef brave(v):\n    return 0\n", "like='wild' is no point bidder: use cautious, normal"),
    ],
)
def test_a_file_that_can_not_be_used_is_told_with_its_line(tmp_path, text, message):
    assert message in refusal(parse_player, f"{written(tmp_path, text)}:brave")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return v.trmps", "brave can't be compiled in line 4 of mine.py (return v.trmps): View has no 'trmps'"),
        ("return cont(v.hand)", "brave can't be compiled in line 4 of mine.py (return cont(v.hand)): NameError"),
        ("if v.hand: return 0", "brave returns nothing on some way through it: end it with a return"),
        ("return 0.5", "brave returns float64: return a whole number"),
        ("return 'solo'", "brave returns"),
    ],
)
def test_a_rule_that_can_not_be_compiled_is_told_with_its_line(tmp_path, body, message):
    file = written(tmp_path, f"@bidder\ndef brave(v):\n    {body}\n")
    assert message in refusal(play, f"{file}:brave")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "return v.seat // (v.seat - 1)",
            "failed in line 4 of mine.py (return v.seat // (v.seat - 1)): "
            "ZeroDivisionError: integer division or modulo by zero",
        ),
        ("return v.bids[v.seat + 2]", "failed in line 4 of mine.py (return v.bids[v.seat + 2]): IndexError"),
        ("assert v.seat != 1; return 0", "failed in line 4 of mine.py (assert v.seat != 1; return 0): AssertionError"),
    ],
)
def test_an_error_inside_a_rule_is_told_with_its_line_and_nothing_else(tmp_path, body, message):
    file = written(tmp_path, f"@bidder\ndef brave(v):\n    {body}\n")
    told = refusal(play, f"{file}:brave")
    assert told.startswith(f"player '{file}:brave' {message}")


def test_an_error_inside_a_batch_function_is_told_with_its_line(tmp_path):
    file = written(
        tmp_path, "@batch_bidder\ndef brave(views):\n    return helper(views)\ndef helper(views):\n    return 1 / 0\n"
    )
    told = refusal(play, f"{file}:brave")
    assert (
        told == f"player '{file}:brave' failed in line 6 of mine.py (return 1 / 0): ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("views.seat[:1]", "returns an array of shape (1,) from brave: return one answer for each of the"),
        ("views.seat / 2", "returns float64 from brave: return whole numbers"),
    ],
)
def test_a_batch_function_that_returns_something_else_is_told(tmp_path, returned, message):
    file = written(tmp_path, f"@batch_bidder\ndef brave(views):\n    return {returned}\n")
    assert message in refusal(play, f"{file}:brave")


def test_an_illegal_answer_is_told_with_player_hand_and_position(tmp_path):
    file = written(tmp_path, "@card_player\ndef brave(v):\n    return v.hand if v.trick == 2 else lowest(v.legal)\n")
    told = refusal(play, f"{file}:brave")
    assert told.startswith(f"player 'normal/{file}:brave' in seat ")
    assert " at card 1 of trick 3 answered 6 cards (mask " in told
    assert told.count("the choice was") == 1
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return -1\n")
    assert " of hand 0 answered bid 255, which is not allowed: the choice was pass, " in refusal(play, f"{file}:brave")


# Files and processes


def test_an_edited_file_is_loaded_anew(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")
    assert (play(f"{file}:brave").hands["game"] == 255).all()
    written(tmp_path, "@bidder\ndef brave(v):\n    return RUFSPIEL if may(v, RUFSPIEL) else PASS\n")
    assert (play(f"{file}:brave").hands["game"] != 255).any()


def test_a_file_can_import_its_neighbours(tmp_path):
    (tmp_path / "my_neighbour_of_mine.py").write_text("LEAST = 6\n", encoding="utf-8")
    text = "from my_neighbour_of_mine import LEAST\n@bidder\ndef brave(v, least=LEAST):\n    return PASS\n"
    file = written(tmp_path, text)
    assert parse_player(f"{file}:brave").bidder.values == (6.0,)


def test_worker_processes_load_the_file_and_play_the_same_hands(tmp_path):
    spec = f"{BRAVE}:brave(least=6)/{BRAVE}:greedy"
    one = run(1000, spec, seed=5)
    more = run(1000, spec, seed=5, out=tmp_path / "out", workers=2)
    assert one.hands.collect().equals(more.hands.collect())


def test_a_file_that_changes_during_a_run_stops_it(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")
    sent = pickle.dumps(parse_player(f"{file}:brave"))
    written(tmp_path, "@bidder\ndef brave(v):\n    return PASS + 0\n")
    assert "has been changed since the run began: start the run again" in refusal(pickle.loads, sent)


def test_a_player_without_a_file_can_not_go_to_another_process():
    @bidder
    def brave(v):
        return PASS

    with pytest.raises(pickle.PicklingError, match="player 'brave' is in no file that a worker can load"):
        pickle.dumps(brave.make())


def test_the_origin_of_a_dataset_names_the_file_and_its_hash(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")

    def record():
        return Experiment(STANDARD, parse_players(f"{file}:brave"), 1, 10).provenance.players[0]

    first = record()
    assert first.spec == f"{file}:brave/club"
    assert len(first.bidder_sha256) == 64
    assert first.card_player_sha256 is None
    assert "card_player_sha256" not in first.to_mapping()
    assert type(first)(**first.to_mapping()) == first
    file.write_text(file.read_text() + "# a comment\n")
    assert record() != first
    assert Experiment(STANDARD, parse_players("normal"), 1, 10).provenance.players[0].to_mapping().keys() == {
        "spec",
        "bidder_version",
        "card_player_version",
        "bidder_parameters",
        "card_player_parameters",
    }


# The template


def test_the_template_is_a_player_at_once(tmp_path, monkeypatch):
    from simulate.players.from_file import write_template

    monkeypatch.chdir(tmp_path)
    write_template("my_player.py")
    hands = play("my_player.py:brave", "my_player.py:brave(least=6)", "my_player.py:greedy", "normal").hands
    assert len(np.unique(hands["game"])) > 4
    assert (play("my_player.py:brave/my_player.py:greedy").hands["declarer_trumps"] >= 0).all()
    assert "exists already: choose another name" in refusal(write_template, "my_player.py")
    for name in ("my player.py", "mine.txt", "my-player.py"):
        assert "is no name of a Python file" in refusal(write_template, name)
    assert "can't be written: No such file or directory" in refusal(write_template, "none/mine.py")


def test_the_readme_shows_a_player_that_is_tested():
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    code = BRAVE.read_text(encoding="utf-8").split("\n\n", 1)[1]
    assert f"```python\n# my_player.py\n{code}```" in readme
    assert len([line for line in code.splitlines() if line]) <= 15


# Models
