"""Every command and example of README does what README says: all of them are run here, with fewer hands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from simulate.rules import PRESETS, Rules

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
HANDS = "3000"


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(README) if kind == language]


COMMANDS = [line[2:] for text in blocks("console") for line in text.splitlines() if line.startswith("$ ")]


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    """A folder in which the commands of README run one after the other, as a reader would type them."""
    folder = tmp_path_factory.mktemp("readme")
    for text in blocks("toml"):
        (folder / "my_rules.toml").write_text(text, encoding="utf-8")
    for name, text in re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(command: str, folder: Path) -> str:
    words = shlex.split(re.sub(r"(--(?:hands|limit)[ =])[\d_,]+", rf"\g<1>{HANDS}", command))
    if words[0] == "schafkopf":
        words[0] = str(Path(sys.executable).with_name("schafkopf"))
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, env=os.environ | {"COLUMNS": "100"}, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("name", ["simulate", "test", "lab", "bench", "notebooks", "clean", "help"])
def test_make_knows_the_targets_of_readme(name):
    assert f"make {name}" in README
    done = subprocess.run(["make", "-n", name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_make_simulate(tmp_path):
    if not (ROOT / ".venv/.core").exists():
        pytest.skip("the environment was not made by make, and making one needs the network")
    out = tmp_path / "first"
    command = ["make", "simulate", f"HANDS={HANDS}", f"OUT={out}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "rufspiel" in done.stdout
    assert str(out) in done.stdout
    assert (out / "_manifest.json").exists()


def test_the_commands_in_order(workplace):
    typed = [command for command in COMMANDS if not command.startswith("make ")]
    assert len(typed) > 5
    for command in typed:
        run(command, workplace)
    assert (workplace / "data/first/_manifest.json").exists()


@pytest.mark.parametrize("text", blocks("python"))
def test_python_examples(text, workplace, monkeypatch):
    monkeypatch.chdir(workplace)
    exec(compile(text, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.parametrize("text", blocks("toml"))
def test_rules_example(text, tmp_path):
    path = tmp_path / "my_rules.toml"
    path.write_text(text, encoding="utf-8")
    assert Rules.load(path).differences(Rules.preset("standard"))


def test_the_table_of_presets_is_complete():
    for name in PRESETS:
        assert re.search(rf"^\| `{name}` \|", README, re.MULTILINE)


def test_nothing_is_left_to_fill_in():
    assert "@@" not in README


def test_the_first_page_says_how_to_do_without_make():
    assert "pip install" in README
