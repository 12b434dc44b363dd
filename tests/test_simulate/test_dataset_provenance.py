from dataclasses import fields, replace

import pytest

from simulate.dataset.provenance import PlayerRecord, Provenance, SourceFile
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment

BASE = experiment().provenance
FILE = SourceFile("club.csv", "5a" * 32, games=12)
IMPORTED = replace(BASE, seed=None, players=(), tricks=True, hands=10, file=FILE)


@pytest.mark.parametrize("provenance", [BASE, IMPORTED], ids=["simulated", "imported"])
def test_it_survives_being_written(provenance):
    values = provenance.to_mapping()
    assert Provenance.from_mapping(values) == provenance
    assert values["source"] == provenance.source
    assert provenance.load_rules() == Rules.preset("standard")


def test_what_was_imported_has_a_file_and_neither_seed_nor_players():
    assert {"seed", "players", "assign"} - IMPORTED.to_mapping().keys() == {"seed", "players", "assign"}
    assert IMPORTED.to_mapping()["file"] == {"name": "club.csv", "sha256": "5a" * 32, "games": 12}
    assert "file" not in BASE.to_mapping()


def test_the_bytes_of_a_file_decide_the_hands_and_its_name_does_not():
    assert replace(IMPORTED, file=replace(FILE, name="copy.csv")).identity == IMPORTED.identity
    assert replace(IMPORTED, file=replace(FILE, sha256="5b" * 32)).identity != IMPORTED.identity


@pytest.mark.parametrize("file", ["club.csv", None, {"name": "club.csv"}, {"path": "club.csv"}])
def test_a_file_that_is_not_described_is_no_provenance(file):
    with pytest.raises((KeyError, TypeError)):
        Provenance.from_mapping(IMPORTED.to_mapping() | {"file": file})


OTHER = {
    "schema_version": 2,
    "engine_version": 99,
    "seed": 8,
    "first_hand": 1,
    "hands": 1,
    "tricks": True,
    "shard_hands": 5,
    "assign": "wenz",
    "rules": BASE.rules | {"laufende": 2},
    "players": (*BASE.players[:3], replace(BASE.players[3], card_player_version=9)),
    "file": FILE,
}
WHICH_HANDS_ONLY = {"first_hand", "hands", "tricks", "shard_hands"}


@pytest.mark.parametrize("name", [field.name for field in fields(Provenance)])
def test_the_identity_changes_with_all_that_decides_a_hand_and_with_nothing_else(name):
    changed = replace(BASE, **{name: OTHER[name]})
    assert (changed.identity == BASE.identity) is (name in WHICH_HANDS_ONLY)


def test_the_name_and_the_unit_of_the_rules_decide_nothing():
    assert replace(BASE, rules=BASE.rules | {"name": "mine", "unit": "cents"}).identity == BASE.identity


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("seed", {"seed": (7, 8)}),
        ("rules", {"rules.laufende": (1, 2)}),
        ("players", {"players[3].card_player_version": (BASE.players[3].card_player_version, 9)}),
        ("tricks", {"tricks": (False, True)}),
    ],
)
def test_differences_name_the_setting(name, told):
    assert BASE.differences(replace(BASE, **{name: OTHER[name]})) == told
    assert BASE.differences(BASE) == {}


def test_a_player_is_recorded_by_spec_and_versions():
    player = experiment(players="bold(solo=11)/random").players[0]
    record = PlayerRecord.of(player)
    assert record.spec == "bold(solo=11)/random"
    assert (record.bidder_version, record.card_player_version) == (player.bidder.version, player.card_player.version)
