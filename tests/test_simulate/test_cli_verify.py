import pytest

from simulate.dataset.manifest import Manifest
from tests.test_simulate.cli_calls import answer, call, document


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
