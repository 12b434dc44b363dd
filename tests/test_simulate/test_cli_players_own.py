from simulate.players.registry import parse_players
from tests.test_simulate.cli_calls import answer, document, refusal


def test_a_new_file_is_ready_to_play(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = answer("players", "new", "my_player.py")
    assert "schafkopf compare normal my_player.py:brave" in text
    assert parse_players("my_player.py:brave/my_player.py:greedy")[0].spec == "my_player.py:brave/my_player.py:greedy"
    assert document("players", "new", "other.py") == {"file": "other.py"}
    assert "exists already" in refusal("players", "new", "other.py")
    assert "new needs a file to write" in refusal("players", "new")
    assert "'more' is one name too many" in refusal("players", "normal", "more")


def test_an_own_player_tells_its_parameters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer("players", "new", "my_player.py")
    text = answer("players", "my_player.py:brave")
    assert text.startswith("bidder my_player.py:brave, version 1: Bids a Rufspiel on many trumps")
    assert [line.split() for line in text.splitlines() if line.startswith("least ")] == [
        ["least", "5", "trumps", "for", "a", "Rufspiel"]
    ]
    lines = answer("players", "my_player.py:brave(least=6)").splitlines()
    assert [line for line in lines if line.startswith("* ")] == ["* least        6  trumps for a Rufspiel (default: 5)"]
    (entry,) = document("players", "my_player.py:greedy")
    assert (entry["role"], entry["parameters"]) == ("card player", [])
    assert "has no player 'greed'; it has brave, greedy" in refusal("players", "my_player.py:greed")


def test_the_players_of_a_file_are_listed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer("players", "new", "my_player.py")
    rows = [line.split() for line in answer("players", "my_player.py").splitlines()[2:]]
    assert [row[0] for row in rows if "my_player.py:brave" in row] == ["bidder"]
    assert [row[0] for row in rows if "my_player.py:greedy" in row] == ["card"]
    assert [entry["name"] for entry in document("players", "my_player.py")] == [
        "my_player.py:brave",
        "my_player.py:greedy",
    ]
    assert [entry["name"] for entry in document("players", "normal/my_player.py:greedy")] == [
        "normal",
        "my_player.py:greedy",
    ]
    (tmp_path / "none.py").write_text("x = 1\n")
    assert refusal("players", "none.py") == "none.py has no players: put @bidder or @card_player above a function"
