"""Fixtures shared by all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

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
