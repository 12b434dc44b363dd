"""The recorded games as a dataset, for tests; skipped where they are not at hand."""

import pytest

from simulate.dataset.reader import open_dataset
from simulate.importing import import_games


@pytest.fixture(scope="module")
def real(shared, tmp_path_factory):
    """Return the 2,000 games of people, imported."""
    return open_dataset(
        import_games(shared / "data" / "real_games.csv", tmp_path_factory.mktemp("real") / "games").path
    )
