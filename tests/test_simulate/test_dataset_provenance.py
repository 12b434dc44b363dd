from dataclasses import fields, replace

import pytest

from simulate.dataset.provenance import PlayerRecord, Provenance
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment

BASE = experiment().provenance


def test_it_survives_being_written():
    assert Provenance.from_mapping(BASE.to_mapping()) == BASE
    assert BASE.load_rules() == Rules.preset("standard")


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
