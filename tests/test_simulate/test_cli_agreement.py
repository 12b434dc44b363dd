import pytest

from simulate.cli.agreement_command import _print
from tests.test_simulate.cli_calls import answer, document, refusal


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("agreement") / "data"
    answer("simulate", "--hands", 400, "--seed", 8, "--rules", "official", "--tricks", "--out", path)
    return path


def test_the_document_has_agreement_and_decisions_at_the_top(folder):
    found = document("agreement", folder, "--players", "random")
    assert list(found)[:3] == ["agreement", "decisions", "player"]
    assert found["player"] == "random"
    assert found["agreement_low"] < found["agreement"] < found["agreement_high"]
    assert 0.3 < found["chance_exact"] < found["chance"] < 0.45
    for group, keys in {
        "contract": ["contract"],
        "role": ["role"],
        "trick": ["trick"],
        "leading": ["leading"],
        "contract_leading": ["contract", "leading"],
        "contract_role": ["contract", "role"],
    }.items():
        assert sum(row["decisions"] for row in found[group]) == found["decisions"]
        assert all(list(row)[: len(keys)] == keys for row in found[group])
        agreed = sum(row["decisions"] * row["agreement"] for row in found[group])
        assert agreed == pytest.approx(found["decisions"] * found["agreement"])
    bidding = found["bidding"]
    assert list(bidding)[:3] == ["agreement", "decisions", "player"]
    assert bidding["player"] == "random"
    assert [row["question"] for row in bidding["question"]][:2] == ["before", "declares"]


def test_who_played_the_hands_agrees(folder):
    found = document("agreement", folder, "--players", "normal/club")
    assert found["agreement"] > 0.999
    games = {row["question"]: row["agreement"] for row in found["bidding"]["question"]}
    assert games["auction_game"] == 1


def test_the_tables(folder):
    text = answer("agreement", folder)
    played = document("agreement", folder)["hands"]
    assert text.startswith("club plays the card that was played, or one equal to it, in ")
    assert f"decisions of {played} hands" in " ".join(text.split())
    assert not any(line.endswith(" ") for line in text.splitlines())
    for line in ("rufspiel, leading", "partner", "trick 7", "the declarer bids"):
        assert f"\n{line} " in text
    assert "Always to pass would agree in" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_a_part_of_the_hands(folder):
    found = {part: document("agreement", folder, "--part", part) for part in ("all", "fit", "held-out")}
    assert found["fit"]["part"] == "fit"
    assert found["all"]["decisions"] == found["fit"]["decisions"] + found["held-out"]["decisions"]
    assert found["fit"]["hands"] > 2 * found["held-out"]["hands"]


def test_hands_without_tricks_are_left_out_and_that_is_said(folder, tmp_path):
    options = ("--seed", 8, "--rules", "official", "--out")
    answer("simulate", "--hands", 400, "--tricks-of", 100, *options, tmp_path / "some")
    answer("simulate", "--hands", 100, "--tricks", *options, tmp_path / "few")
    some, few = (document("agreement", tmp_path / name) for name in ("some", "few"))
    for name in ("hands", "decisions", "agreement", "agreement_low", "exact"):
        assert some[name] == few[name]
    assert some["bidding"]["question"] == few["bidding"]["question"]
    told = "These are games of the first 100 hands: the tricks of the other 300 are not recorded."
    assert " ".join(answer("agreement", tmp_path / "some").split()).endswith(told)
    assert "not recorded" not in answer("agreement", folder)


def test_what_can_not_be_used(folder, tmp_path):
    assert "player 'clubb' is unknown" in refusal("agreement", folder, "--players", "clubb")
    assert "part 'half' is unknown" in refusal("agreement", folder, "--part", "half")
    assert "is no folder" in refusal("agreement", tmp_path / "nowhere")
    answer("simulate", "--hands", 10, "--seed", 1, "--out", tmp_path / "data")
    assert "has no tricks" in refusal("agreement", tmp_path / "data")


def test_real_games(real_games):
    found = document("agreement", real_games, "--players", "club")
    assert found["decisions"] == 43_429
    assert found["agreement"] > 0.7


@pytest.mark.parametrize("columns", range(40, 60))
def test_a_number_stays_with_its_sign(columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(columns))
    _print("club chooses the card that was played in 100.0 % of 12,345 decisions, by chance in 37.5 %.")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert not any(line.startswith("%") for line in lines)
    assert max(map(len, lines)) <= columns
    assert "\N{NO-BREAK SPACE}" not in "".join(lines)
