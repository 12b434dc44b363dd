"""Small simulated datasets, shared by the tests of the analysis."""

import pytest

from simulate.run import run

# Random cards now and then, so that holders run away from the called ace and hands end in every way.
PLAYERS = "normal,bold/random,cautious,normal/random"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A dataset with tricks, in a folder."""
    path = tmp_path_factory.mktemp("data") / "bid"
    run(4000, PLAYERS, seed=11, tricks=True, out=path)
    return path


@pytest.fixture(scope="session")
def bid():
    """The same hands as a run in memory."""
    return run(4000, PLAYERS, seed=11, tricks=True)


@pytest.fixture(scope="session")
def assigned():
    """A run whose contracts were assigned."""
    return run(4000, PLAYERS, seed=12, tricks=True, assign="all")
