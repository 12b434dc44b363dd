import json
from dataclasses import fields, replace

import pytest

from simulate.dataset.provenance import PlayerRecord, Provenance, SourceFile
from simulate.players.bidders import COURAGE, bidder_parameters
from simulate.players.own import PASS, bidder
from simulate.players.player import Player
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment

BASE = experiment().provenance
FILE = SourceFile("club.csv", "5a" * 32, games=12)
IMPORTED = replace(BASE, seed=None, players=(), trick_hands=10, hands=10, file=FILE)


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
    "trick_hands": 3000,
    "shard_hands": 5,
    "assign": "wenz",
    "rules": BASE.rules | {"laufende": 2},
    "players": (*BASE.players[:3], replace(BASE.players[3], card_player_version=9)),
    "file": FILE,
    "pieces": ((0, 1000), (2000, 2000)),
}
WHICH_HANDS_ONLY = {"first_hand", "hands", "trick_hands", "shard_hands", "pieces"}


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
        ("trick_hands", {"trick_hands": (0, 3000)}),
    ],
)
def test_differences_name_the_setting(name, told):
    assert BASE.differences(replace(BASE, **{name: OTHER[name]})) == told
    assert BASE.differences(BASE) == {}


@pytest.mark.parametrize("trick_hands", range(0, 31, 3))
@pytest.mark.parametrize("pieces", [None, ((5, 1), (7, 20), (40, 9))])
def test_the_first_hands_have_tricks(pieces, trick_hands):
    plan = replace(BASE, first_hand=5, hands=30, pieces=pieces, trick_hands=trick_hands, shard_hands=4)
    ids = [first + number for first, hands in plan.ranges for number in range(hands)]
    with_tricks = [first + number for first, hands in plan.trick_ranges for number in range(hands)]
    assert with_tricks == ids[:trick_hands]
    assert plan.last_with_tricks == (with_tricks[-1] if with_tricks else None)
    shards = list(plan.shard_ranges())
    assert [first + number for first, hands, _ in shards for number in range(hands)] == ids
    assert [first + number for first, _, tricks in shards for number in range(tricks)] == with_tricks
    assert (plan.shards, plan.trick_shards) == (len(shards), sum(tricks > 0 for *_, tricks in shards))


@pytest.mark.parametrize("wrong", [-1, 3001, True, 2.0, None])
def test_hands_with_tricks_are_among_the_hands(wrong):
    with pytest.raises((TypeError, ValueError)):
        Provenance.from_mapping(BASE.to_mapping() | {"trick_hands": wrong})


@pytest.mark.parametrize(("tricks", "trick_hands"), [(True, 100), (False, 0)])
def test_the_first_datasets_had_tricks_of_all_hands_or_of_none(tricks, trick_hands):
    values = experiment(100).provenance.to_mapping()
    del values["trick_hands"]
    assert Provenance.from_mapping(values | {"tricks": tricks}).trick_hands == trick_hands


def test_a_player_is_recorded_by_spec_and_versions():
    player = experiment(players="bold(solo=11)/random").players[0]
    record = PlayerRecord.of(player)
    assert record.spec == "bold(solo=11)/random"
    assert (record.bidder_version, record.card_player_version) == (player.bidder.version, player.card_player.version)


def test_all_parameters_are_recorded_so_that_new_defaults_change_nothing():
    record = PlayerRecord.of(experiment(players="bold(solo=11)/random").players[0])
    assert record.bidder_parameters.keys() == {parameter.name for parameter in bidder_parameters("bold")}
    assert record.bidder_parameters["solo"] == 11
    assert record.bidder_parameters["rufspiel"] == COURAGE["bold"]["rufspiel"]
    assert record.card_player_parameters == {}
    assert PlayerRecord.of(experiment(players="random(double=0.5)").players[0]).bidder_parameters == {"double": 0.5}
    assert PlayerRecord(**json.loads(json.dumps(record.to_mapping()))) == record

    later = replace(record, bidder_parameters={**record.bidder_parameters, "rufspiel": 1.0})
    changed = replace(BASE, players=(later, *BASE.players[1:]))
    assert changed.identity != replace(BASE, players=(record, *BASE.players[1:])).identity
    assert changed.differences(replace(changed, players=(record, *BASE.players[1:]))) == {
        "players[0].bidder_parameters.rufspiel": (1.0, COURAGE["bold"]["rufspiel"])
    }


def test_own_players_are_recorded_with_their_parameters():
    @bidder
    def brave(v, least=5, most=8):
        return PASS

    record = PlayerRecord.of(Player(brave.make({"least": 4}), experiment().players[0].card_player))
    assert record.bidder_parameters == {"least": 4.0, "most": 8.0}


def test_a_player_record_is_shown_in_short():
    record = PlayerRecord("bold(solo=11)/random", 2, 1, {"solo": 11.0, "wenz": 5.0})
    assert repr(record) == "PlayerRecord('bold(solo=11)/random', versions 2/1)"
