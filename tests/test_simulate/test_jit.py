import os
import subprocess
import sys

import numba.core.config
import pytest

from simulate.kernels import jit

CHILD = "from simulate.kernels.jit import cache_folder; print(cache_folder())"


def folder_of_a_new_process(**environment):
    run = subprocess.run(
        [sys.executable, "-c", CHILD], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def small_package(folder):
    sources = {
        "kernels/bits.py": "x = 1\n",
        "players/random.py": "from simulate.table import (\n    EYES,\n)\n",
        "table.py": "import simulate.cards\n\nEYES = 120\n",
        "cards.py": "CARDS = 32\n",
        "engine.py": "from simulate.players import random\n",
    }
    for name, text in sources.items():
        path = folder / "simulate" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "simulate"


@pytest.mark.parametrize("name", ["kernels/bits.py", "players/random.py", "players/new.py", "table.py", "cards.py"])
def test_the_hash_changes_with_what_compiled_code_is_made_from(tmp_path, name):
    package = small_package(tmp_path)
    before = jit.source_hash(package)
    assert jit.source_hash(package) == before
    with (package / name).open("a") as file:
        file.write("y = 2\n")
    assert jit.source_hash(package) != before


def test_the_hash_ignores_modules_that_no_compiled_code_imports(tmp_path):
    package = small_package(tmp_path)
    before = jit.source_hash(package)
    (package / "engine.py").write_text("x = 2\n")
    assert jit.source_hash(package) == before


def test_the_hash_of_this_package_covers_the_cards_and_the_kernels():
    names = {path.relative_to(jit.PACKAGE).as_posix() for path in jit._sources(jit.PACKAGE)}
    assert {"kernels/jit.py", "kernels/deal.py"} <= names
    assert "deals.py" not in names


def test_kernels_are_kept_in_the_users_cache_folder(tmp_path):
    name = jit.source_hash()
    assert folder_of_a_new_process(XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="") == str(
        tmp_path / "schafkopf-lab" / name
    )
    assert folder_of_a_new_process(NUMBA_CACHE_DIR=str(tmp_path / "own")) == str(
        tmp_path / "own" / "schafkopf-lab" / name
    )


def test_a_cache_folder_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path):
    blocker = tmp_path / "file"
    blocker.write_text("no folder can be made below a file")
    folder = folder_of_a_new_process(XDG_CACHE_HOME=str(blocker), NUMBA_CACHE_DIR="", TMPDIR=str(tmp_path))
    assert folder.startswith(str(tmp_path / "schafkopf-lab-"))
    assert folder.endswith(jit.source_hash())


def test_unused_folders_of_older_sources_are_forgotten(tmp_path):
    old, recent = tmp_path / "old", tmp_path / "recent"
    old.mkdir()
    recent.mkdir()
    os.utime(old, (0, 0))
    assert jit._choose_folder([tmp_path], "new") == tmp_path / "new"
    assert not old.exists()
    assert recent.exists()


def test_decorating_leaves_numbas_setting_alone():
    before = numba.core.config.CACHE_DIR

    @jit.kernel
    def double(x):
        return 2 * x

    assert before == numba.core.config.CACHE_DIR
    assert double(4) == 8
    assert double.stats.cache_path.startswith(str(jit.cache_folder()))


def test_compiled_code_outside_the_hashed_folders_is_refused():
    source = "def loop(x):\n    return x\n"
    space = {}
    exec(compile(source, str(jit.PACKAGE / "engine.py"), "exec"), space)
    with pytest.raises(ValueError, match=r"engine\.py can't hold compiled code"):
        jit.kernel(space["loop"])


EVERYBODY_PLAYS = """
import numpy as np
from simulate.engine import Engine
from simulate.kernels.jit import CHECK_BOUNDS
from simulate.players.registry import parse_players
from simulate.rules import Rules

assert CHECK_BOUNDS
ids = np.arange(1500, dtype=np.uint64)
mixed = "cautious,random,normal/random,random/club"
tables = ("standard", "normal", None), ("official", "bold/swift", "all"), ("tournament", mixed, None)
for preset, players, assign in tables:
    Engine(Rules.preset(preset), parse_players(players), 3, assign=assign).simulate(ids, tricks=True)
"""


def test_no_kernel_reads_beyond_its_arrays():
    run = subprocess.run(
        [sys.executable, "-c", EVERYBODY_PLAYS],
        env=os.environ | {"SCHAFKOPF_CHECK_BOUNDS": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
