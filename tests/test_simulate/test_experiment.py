import itertools
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.dataset.provenance import SourceFile
from simulate.dataset.schema import SCHEMA_VERSION
from simulate.engine import ENGINE_VERSION
from simulate.errors import UserError
from simulate.experiment import SHARD_HANDS, Experiment, Shard, count_trick_hands, shards_of
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(1, 5000), st.integers(1, 5000), st.integers(1, 5000))
def test_shards_cover_every_hand_once_in_order(start, hands, shard_hands, tricks):
    hands = min(hands, 2**64 - start)
    plan = experiment(hands, start=start, shard_hands=shard_hands, tricks=min(tricks, hands))
    shards = list(plan.shards())
    assert shards == list(shards_of(plan.provenance))
    assert shards[0].first == start
    assert all(after.first == before.last + 1 for before, after in itertools.pairwise(shards))
    assert shards[-1].last == start + hands - 1
    assert all(shard.hands == shard_hands for shard in shards[:-1])
    assert sum(shard.trick_hands for shard in shards) == min(tricks, hands)
    assert all(
        after.trick_hands == 0 or before.trick_hands == shard_hands for before, after in itertools.pairwise(shards)
    )


def test_shards_hold_a_million_hands_unless_said_otherwise():
    base = experiment()
    plan = Experiment(base.rules, base.players, 1, 2_500_000)
    assert [shard.hands for shard in plan.shards()] == [SHARD_HANDS, SHARD_HANDS, 500_000]


def test_a_shard_is_named_by_its_hand_ids_so_that_names_sort():
    shards = list(experiment(3_000_000, shard_hands=1_000_000).shards())
    assert shards[1].name == "part-000001000000-000001999999"
    assert sorted(shard.name for shard in shards) == [shard.name for shard in shards]
    assert str(shards[0]) == "hands 0 to 999999"


def test_hand_ids_reach_the_last_one():
    ids = Shard(2**64 - 3, 3).hand_ids
    assert ids.dtype == "uint64"
    assert ids.tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1]


def test_the_provenance_holds_what_is_played():
    provenance = experiment(rules="official", players="bold").provenance
    assert provenance.rules == Rules.preset("official").to_mapping()
    assert [player.spec for player in provenance.players] == ["bold/club"] * 4
    assert (provenance.schema_version, provenance.engine_version) == (SCHEMA_VERSION, ENGINE_VERSION)


def test_the_id_is_a_hash_that_pieces_of_one_stream_share():
    assert re.fullmatch("[0-9a-f]{64}", experiment().id)
    assert experiment(10, start=500, shard_hands=3, tricks=True).id == experiment().id
    others = [experiment(seed=8), experiment(rules="official"), experiment(players="bold")]
    assert len({other.id for other in [experiment(), *others]}) == 4


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"seed": -1}, "seed = -1 is out of range: use 0 to 18446744073709551615"),
        ({"hands": 0}, "hands = 0 is out of range: use 1 to 18446744073709551616"),
        ({"start": 2**64 - 10, "hands": 11}, f"start = {2**64 - 10} is out of range: use 0 to {2**64 - 11}"),
        ({"shard_hands": 0}, "shard_hands = 0 is out of range"),
        (
            {"hands": 10, "tricks": 0},
            "tricks = 0 is out of range: use True for those of all hands, False for none, or 1 to 10",
        ),
        ({"hands": 10, "tricks": -1}, "tricks = -1 is out of range"),
        ({"hands": 10, "tricks": 2.5}, "tricks = 2.5 is out of range"),
        (
            {"hands": 10, "tricks": 11},
            "tricks = 11 is out of range: use True for those of all hands, False for none, or 1 to 10",
        ),
    ],
)
def test_impossible_numbers_are_refused(settings, told):
    with pytest.raises(UserError, match=re.escape(told)):
        experiment(**settings)


def test_hands_with_tricks_are_among_the_hands():
    with pytest.raises(UserError, match="trick_hands = 11 is out of range: use 0 to 10"):
        replace(experiment(10), trick_hands=11)


@pytest.mark.parametrize(("tricks", "counted"), [(True, 30), (False, 0), (np.True_, 30), (1, 1), (30, 30)])
def test_tricks_are_of_all_hands_of_none_or_of_so_many(tricks, counted):
    found = count_trick_hands(tricks, 30)
    assert found == counted
    assert type(found) is int


def test_players_are_four():
    base = experiment()
    with pytest.raises(UserError, match="3 players can't play"):
        Experiment(base.rules, base.players[:3], 1, 10)


def test_an_experiment_is_made_again_from_its_provenance():
    plan = experiment(30, rules="official", players="bold(solo=11)/random,normal,random,cautious", start=9, tricks=True)
    assert Experiment.of(plan.provenance) == plan
    assert Experiment.of(plan.provenance).provenance == plan.provenance


def test_an_unknown_player_is_named():
    plan = experiment().provenance
    unknown = replace(plan, players=(replace(plan.players[0], spec="oracle/club"), *plan.players[1:]))
    with pytest.raises(
        UserError, match=r"'oracle/club' of these hands can't play .* \(bidder 'oracle' is unknown\): put back"
    ):
        Experiment.of(unknown)


def test_a_player_whose_file_is_gone_is_named(tmp_path):
    plan = experiment().provenance
    gone = replace(plan, players=(replace(plan.players[0], spec=f"{tmp_path}/mine.py:brave/club"), *plan.players[1:]))
    with pytest.raises(UserError, match=r"mine.py' does not exist\): put back what it was made of, and run this where"):
        Experiment.of(gone)


def test_imported_hands_are_no_experiment():
    imported = replace(experiment().provenance, seed=None, players=(), file=SourceFile("games.txt", "0" * 64, 3))
    with pytest.raises(UserError, match="imported hands can't be played again"):
        Experiment.of(imported)
