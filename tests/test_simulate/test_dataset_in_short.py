import pytest

from simulate.dataset.in_short import in_short
from simulate.dataset.provenance import Provenance, SourceFile
from tests.test_simulate.datasets import experiment


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "3_000 hands of normal/club, rules standard, seed 7"),
        (
            {"players": "bold,normal,bold,normal/swift"},
            "3_000 hands of bold/club, normal/club, bold/club, normal/swift, rules standard, seed 7",
        ),
        ({"assign": "wenz", "rules": "official"}, "3_000 hands of normal/club, rules official, seed 7, assign wenz"),
    ],
)
def test_a_run_is_told_in_half_a_line(settings, told):
    assert in_short(experiment(**settings).provenance) == told
    assert in_short(experiment(**settings, tricks=True).provenance) == f"{told}, tricks"
    assert in_short(experiment(**settings, tricks=1200).provenance) == f"{told}, tricks of the first 1_200"


def test_imported_games_are_told_by_their_file():
    values = experiment().provenance.to_mapping() | {"file": {"name": "club.csv", "sha256": "5a" * 32, "games": 9}}
    imported = Provenance.from_mapping(values)
    assert imported.file == SourceFile("club.csv", "5a" * 32, 9)
    assert in_short(imported) == "3_000 hands of club.csv, rules standard"
