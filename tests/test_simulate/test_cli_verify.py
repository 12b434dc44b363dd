import pytest

from simulate.dataset.manifest import Manifest
from tests.test_simulate.cli_calls import answer, call, document, refusal


@pytest.fixture
def folder(tmp_path):
    answer("simulate", "--hands", 300, "--seed", 4, "--out", tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.parametrize(("options", "replayed"), [((), 300), (("--all",), 300), (("--sample", "10"), 10)])
def test_a_sound_dataset(folder, options, replayed):
    assert answer("verify", folder, *options) == (
        f"{folder}: 300 hands checked, {replayed} played once more: no difference\n"
    )
    found = document("verify", folder, *options)
    assert found == {
        "path": str(folder), "ok": True, "hands": 300, "replayed": replayed, "found": 0, "findings": [],
    }  # fmt: skip


def test_a_player_file_that_has_been_changed_is_to_be_restored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer("players", "new", "my_player.py")
    answer("simulate", "--hands", 20, "--seed", 4, "--players", "my_player.py:brave", "--out", "data")
    text = (tmp_path / "my_player.py").read_text()
    (tmp_path / "my_player.py").write_text(f"{text}# changed\n")
    told = refusal("verify", "data")
    assert told.startswith("dataset 'data' was made with sha256 of player file my_player.py ")
    assert told.endswith(": restore the file, or play no hands once more (--sample 0)")
    (tmp_path / "my_player.py").write_text(text)
    assert "no difference" in answer("verify", "data")


def test_a_damaged_dataset_fails(folder):
    part = folder / Manifest.load(folder).parts[0].path
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    result = call("verify", folder)
    assert result.exit_code == 1
    assert result.stderr == ""
    assert "is damaged" in result.stdout
    as_json = call("verify", folder, "--json")
    assert as_json.exit_code == 1
    assert '"ok": false' in as_json.stdout
