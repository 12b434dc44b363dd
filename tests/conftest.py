"""Fixtures shared by all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from simulate.engine import Engine
from simulate.importing import import_games
from tests.audit import audit

# The first example of a test may have to compile, and machines are shared: time is measured in benchmarks.
settings.register_profile("shared machine", deadline=None)
settings.load_profile("shared machine")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with recorded games; its absence skips the tests that need it."""
    folder = (ROOT / os.environ.get("SCHAFKOPF_SHARED", "../shared")).resolve()
    if not (folder / "data").is_dir():
        pytest.skip(f"no recorded games: SCHAFKOPF_SHARED points to {folder}, which has no data folder")
    return folder


@pytest.fixture(scope="session")
def real_games(shared, tmp_path_factory):
    """The 2,000 recorded games of people, imported as a dataset."""
    return import_games(shared / "data" / "real_games.csv", tmp_path_factory.mktemp("real") / "games").path


@pytest.fixture(autouse=True)
def _audited(monkeypatch):
    """Audit every batch that a test simulates in its own process."""
    play_out = Engine._play_out

    def play_out_and_audit(self, *args):
        batch = play_out(self, *args)
        audit(batch)
        return batch

    monkeypatch.setattr(Engine, "_play_out", play_out_and_audit)
