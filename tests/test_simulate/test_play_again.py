from dataclasses import replace

import numpy as np
import pytest

from simulate.dataset.convert import hands_table
from simulate.dataset.frames import to_frame
from simulate.play_again import experiment_of, play_again
from simulate.table import HAND_ROW
from tests.test_simulate.datasets import experiment


@pytest.mark.parametrize("rules", ["standard", "official", "sauspiel", "tournament"])
def test_a_hand_is_the_one_that_the_run_has_played(rules):
    run = experiment(hands=60, rules=rules, players="normal,random,bold,normal/random", start=500)
    hands, tricks = run.engine().simulate(np.arange(500, 560, dtype=np.uint64), tricks=True)
    assert tricks is not None
    for row in hands:
        again = play_again(run, int(row["hand_id"]))
        assert again.row.dtype == HAND_ROW
        assert to_frame(hands_table(again.row)).equals(to_frame(hands_table(np.array([row]))))
        cards = tricks[tricks["hand_id"] == row["hand_id"]]["card"].tolist()
        assert [list(trick.cards) for trick in again.tricks] == cards


def test_bidders_are_heard_where_they_had_a_choice():
    run = experiment(hands=200, players="random(double=0.5)")
    heard = [play_again(run, hand_id) for hand_id in range(200)]
    for again in heard:
        row = again.row[0]
        highest = [0, 0, 0, 0]
        for said in again.bids:
            assert said.hand.bit_count() == 8
            highest[said.seat] = max(highest[said.seat], said.answer)
        assert highest == row["bid"].tolist()
        assert len(again.doubled_by) == row["kontra"]
        assert again.doubled_by[1:] in ((), (row["declarer"],))
        assert row["declarer"] not in again.doubled_by[:1]
    assert any(len(again.doubled_by) == 2 for again in heard)


def test_a_manifest_makes_its_experiment_again():
    run = experiment(players="normal(solo=11),bold,random,normal/random", rules="official", tricks=True, start=7)
    assert experiment_of(run.provenance) == run


@pytest.mark.parametrize(
    "change",
    [
        {"engine_version": 0},
        {"schema_version": 0},
        {"seed": None},
        {"players": "version"},
        {"players": "name"},
        {"rules": {}},
    ],
)
def test_what_this_program_would_play_otherwise_is_not_played_again(change):
    provenance = experiment().provenance
    record = provenance.players[0]
    if change.get("players") == "version":
        change = {"players": (replace(record, card_player_version=record.card_player_version + 1),) * 4}
    elif change.get("players") == "name":
        change = {"players": (replace(record, spec="nobody/club"),) * 4}
    assert experiment_of(provenance) is not None
    assert experiment_of(replace(provenance, **change)) is None
