"""A dataset, a CSV file or rules from a stranger can neither run code nor write outside the folder that was named."""

import ast
import json
import os
import re
import sys
from pathlib import Path

import pytest

from simulate.collect import collect
from simulate.dataset.manifest import Part
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.importing import import_games
from simulate.merging import merge
from simulate.rules import Rules
from tests.test_simulate.cli_calls import call
from tests.test_simulate.datasets import experiment, fingerprint
from tests.test_simulate.test_collect import BreakingOff

ROOT = Path(__file__).resolve().parents[2]

HOSTILE = [
    "../../secret.parquet",
    "hands/../../secret.parquet",
    "/etc/passwd",
    "hands//etc/passwd",
    "C:\\secret.parquet",
    "hands\\..\\secret.parquet",
    "..",
    "",
    "hands/",
    "hands/.hidden.parquet",
    "hands/~/x.parquet",
    "hands/$HOME.parquet",
    "hands/x.parquet\n",
    "hands/x.parquet\x00",
    "http://example.org/x.parquet",
    "s3://bucket/hands/x.parquet",
    "hands/*.parquet",
    "players/x.parquet",
    "hands/a/b.parquet",
    None,
    3,
    ["hands/x.parquet"],
]


@pytest.fixture
def stranger(tmp_path):
    """A dataset whose manifest can be changed, with a secret beside it."""
    (tmp_path / "secret.parquet").write_text("precious")
    collect(experiment(300, shard_hands=100), tmp_path / "run")
    return tmp_path / "run"


def forge(folder, **values):
    path = folder / "_manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


@pytest.mark.parametrize("name", HOSTILE, ids=repr)
def test_a_manifest_names_no_file_outside_its_folder(stranger, name):
    parts = json.loads((stranger / "_manifest.json").read_text())["parts"]
    forge(stranger, parts=[parts[0] | {"path": name}, *parts[1:]])
    for use in (open_dataset, lambda path: merge([path, path], path.parent / "merged")):
        with pytest.raises(UserError, match="is no manifest of a dataset"):
            use(stranger)
    assert not (stranger.parent / "merged").exists()
    with pytest.raises(ValueError, match="is no path of a part"):
        Part(name, 1, 1, "")


@pytest.mark.parametrize("name", HOSTILE[:6], ids=repr)
def test_a_receipt_names_no_file_outside_either(tmp_path, name):
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), tmp_path / "run", backend=BreakingOff(1))
    (path,) = (tmp_path / "run/_staging").glob("*.json")
    receipt = json.loads(path.read_text())
    receipt["parts"][0]["path"] = name
    path.write_text(json.dumps(receipt))
    seen = []
    collect(experiment(), tmp_path / "run", progress=seen.append)
    assert seen[0].found == 0
    open_dataset(tmp_path / "run")


@pytest.mark.parametrize("name", ["_staging", "hands", "_run.lock", "_run.json"])
@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_run_does_not_write_through_links(tmp_path, name):
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.parquet").write_text("precious")
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), tmp_path / "run", backend=BreakingOff(1))
    path = tmp_path / "run" / name
    if path.is_dir():
        path.rename(tmp_path / "moved")
    path.unlink(missing_ok=True)
    path.symlink_to(precious if "." not in name else precious / "thesis.parquet")
    before = fingerprint(precious)
    with pytest.raises(UserError, match=rf"{name}' is a link, which a run would write through"):
        collect(experiment(), tmp_path / "run")
    assert fingerprint(precious) == before


def test_numbers_and_texts_of_a_manifest_do_not_get_into_the_program(stranger):
    code = "__import__('os').system('touch hacked')"
    before = json.loads((stranger / "_manifest.json").read_text())
    players = [before["players"][0] | {"spec": code}, *before["players"][1:]]
    for values in ({"players": players}, {"rules": before["rules"] | {"name": code}}, {"assign": code}, {"seed": code}):
        forge(stranger, **(before | values))
        for command in (("verify", stranger), ("show", stranger, "1")):
            told = call(*command)
            assert told.exit_code in (0, 2)
            assert "Traceback" not in told.output
    assert not Path("hacked").exists()


@pytest.mark.parametrize("home", ["player.py", "./player.py", "/tmp/player.py"])
def test_a_dataset_does_not_run_a_players_file_when_it_is_opened(stranger, home):
    (stranger / "player.py").write_text("open('hacked', 'w')")
    players = json.loads((stranger / "_manifest.json").read_text())["players"]
    forge(stranger, players=[player | {"spec": f"{home}:brave/club"} for player in players])
    open_dataset(stranger).hands.collect()
    assert not Path("hacked").exists()


ROW = (
    "rufspiel,G,1,HO SU EK E9 G7 SA S9 S7,GO SO GU H10 H8 H7 EA G9,EO HA GA G10 GK S10 SK S8,EU HU HK H9 E10 E8 E7 G8,"
)
NASTY = [
    '=cmd|"/C calc"!A0',
    "<script>alert(1)</script>",
    "'; drop table hands; --",
    "../../etc/passwd",
    "{{7*7}}",
    "\x1b[2J",
]


@pytest.mark.parametrize("text", NASTY)
def test_a_csv_file_is_text_and_nothing_else(tmp_path, text):
    quoted = '"' + text.replace('"', '""') + '"'
    head = "contract,suit,declarer,hand_0,hand_1,hand_2,hand_3,plays"
    lines = [
        head,
        ROW + quoted,
        *(",".join([*ROW.split(",")[:i], quoted, *ROW.split(",")[i + 1 : 8]]) for i in range(7)),
    ]
    (tmp_path / "games.csv").write_text("\n".join(lines))
    before = fingerprint(tmp_path)
    with pytest.raises(UserError, match=r"8 of 8 games of 'games\.csv' were refused"):
        import_games(tmp_path / "games.csv", tmp_path / "out")
    told = call("import", tmp_path / "games.csv", "--out", tmp_path / "out", "--json")
    assert (told.exit_code, "Traceback" in told.output) == (2, False)
    assert "\x1b" not in told.output
    assert fingerprint(tmp_path) == before


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a." * 500 + "a = 1",
        "based_on = '../../../etc/passwd'",
        'name = "\\u001b[2J"\nx = 1',
        "\x00",
    ],
    ids=["nested", "dotted", "path", "escape", "null"],
)
def test_rules_are_data_and_nothing_else(tmp_path, text):
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(UserError) as caught:
        Rules.load(path)
    assert "\n" not in str(caught.value)


MAY_PICKLE = {
    # Messages between a process and the workers it has started itself, through pipes that nobody else holds.
    "simulate/backends/processes.py",
    "simulate/backends/worker.py",
    # An error class: it says that a player can't be sent to a worker.
    "simulate/players/own_players.py",
}
MAY_RUN_CODE = {"simulate/players/from_file.py"}


@pytest.mark.parametrize("folder", ["simulate", "analysis"])
def test_no_code_is_made_of_data(folder):
    for path in (ROOT / folder).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module}
                assert not modules & {"marshal", "shelve", "dill", "cloudpickle", "yaml", "code"}, name
                assert not modules & {"pickle"} or name in MAY_PICKLE, name
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec", "compile", "__import__"}, name
            if isinstance(node, ast.Attribute) and node.attr in {"exec_module", "system", "popen"}:
                assert name in MAY_RUN_CODE, name
            if isinstance(node, ast.keyword) and node.arg == "shell":
                pytest.fail(f"{name} starts a shell")


def test_where_a_strangers_code_is_run_it_is_said():
    for name in MAY_RUN_CODE:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.search(r"run the file's code, with all rights of whoever runs it", text)


def test_a_dataset_is_json_and_parquet(stranger):
    for path in stranger.rglob("*"):
        if path.is_file():
            assert path.read_bytes()[:4] in (b"PAR1", b"{\n  ")
            assert os.access(path, os.X_OK) is False
