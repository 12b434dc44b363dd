from simulate.cli.import_command import MOST_SHOWN
from tests.test_simulate.cli_calls import answer, call, document, refusal
from tests.test_simulate.recorded_files import RUF, csv_file

BAD = RUF | {"suit": "X"}


def test_games_become_a_dataset_that_other_commands_read(tmp_path):
    text = answer("import", csv_file(tmp_path, RUF, RUF), "--out", tmp_path / "club")
    assert "2 of 2 games of club.csv imported\njudged by the rules official\n" in text
    assert "rufspiel      2  100.00 %  100.00 %" in text
    assert "2 hands checked, 2 judged once more: no difference" in answer("verify", tmp_path / "club")
    shown = answer("show", tmp_path / "club", 1)
    assert "Hand 1: Rufspiel (Eichel), won with 64 eyes" in shown
    assert "Auction: not recorded." in shown


def test_the_document(tmp_path):
    found = document("import", csv_file(tmp_path, BAD, RUF), "--out", tmp_path / "club", "--rules", "standard")
    assert [row["contract"] for row in found.pop("contracts")] == ["rufspiel"]
    assert len(found.pop("sha256")) == len(found.pop("experiment")) == 64
    reason = "suit 'X' is unknown: use E G H S, or a name such as eichel"
    assert found == {
        "path": str(tmp_path / "club"),
        "file": "club.csv",
        "rules": "standard",
        "games": 2,
        "hands": 1,
        "refused": 1,
        "refused_games": [{"line": 2, "reason": reason}],
        "unread_columns": [],
    }


def test_refused_games_are_listed_and_the_exit_code_is_0(tmp_path):
    path = csv_file(tmp_path, RUF | {"table": "3"}, *[BAD] * (MOST_SHOWN + 5))
    result = call("import", path, "--out", tmp_path / "club")
    assert result.exit_code == 0
    assert "1 of 26 games of club.csv imported" in result.stdout
    lines = result.stderr.splitlines()
    assert lines[:3] == [
        "columns that were not read: table",
        "25 of 26 games were refused:",
        "  line 3: suit 'X' is unknown: use E G H S, or a name such as eichel",
    ]
    assert lines[-1] == "  ... and 5 more; --json lists them all"
    assert len(lines) == MOST_SHOWN + 3


def test_strict_and_none_at_all_are_errors(tmp_path):
    for games, options in (((RUF, BAD), ["--strict"]), ((BAD, BAD), [])):
        result = call("import", csv_file(tmp_path, *games), "--out", tmp_path / "club", *options)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "  line 3: suit 'X' is unknown" in result.stderr
        assert "were refused, so nothing is written: line " in result.stderr.splitlines()[-1]
        assert not (tmp_path / "club").exists()


def test_what_can_not_be_used(tmp_path):
    assert "can't be read: No such file" in refusal("import", tmp_path / "club.csv", "--out", tmp_path / "club")
    path = csv_file(tmp_path, RUF)
    assert "did you mean 'official'?" in refusal("import", path, "--out", tmp_path / "club", "--rules", "offical")
    assert "output folder" in refusal("import", path, "--out", tmp_path)
    assert "holds no dataset" in refusal("show", tmp_path, 0)
