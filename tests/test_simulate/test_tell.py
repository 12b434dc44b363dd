import json
from dataclasses import replace
from hashlib import sha256

import numpy as np
import polars as pl
import pytest

from simulate.cards import SEATS, CardSet, Notation
from simulate.collect import collect
from simulate.dataset.manifest import Manifest
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.experiment import Experiment
from simulate.players.registry import parse_players
from simulate.referee import laufende
from simulate.tell import tell
from tests.test_simulate.datasets import experiment
from tests.test_simulate.random_rules import random_rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A dataset of 3,000 hands of three shards, from hand 50 on, without tricks."""
    folder = tmp_path_factory.mktemp("told") / "data"
    collect(experiment(start=50), folder)
    return folder


@pytest.fixture(scope="module")
def with_tricks(tmp_path_factory):
    """The first 100 of these hands, with tricks."""
    folder = tmp_path_factory.mktemp("told_tricks") / "data"
    collect(experiment(hands=100, start=50, tricks=True), folder)
    return folder


def rewrite(folder, change):
    """Change the manifest of a dataset."""
    manifest = Manifest.load(folder)
    replace(manifest, **change(manifest)).save(folder, folder)


def check_story(told):
    """Check that all parts of a told hand fit together."""
    result = told.result
    assert CardSet.of(card for hand in told.hands for card in hand) == CardSet(2**32 - 1)
    assert sum(result.scores) == 0
    if result.game is None:
        assert told.worth == ()
        assert told.tricks == ()
        assert all(bid is None for _, bid in told.bids)
        return
    assert sum(part.amount for part in told.worth) * told.multiplier * 2**result.kontra == result.value
    assert [seat for seat, _ in told.bids[:SEATS]] == ([] if told.assigned else list(range(SEATS)))
    spoken = [(bid, seat) for seat, bid in told.bids if bid is not None]
    for seat in range(SEATS):
        assert told.highest_bids[seat] == max((bid for bid, bidder in spoken if bidder == seat), default=None)
    if spoken:
        assert spoken[-1][1] == result.declarer
        assert spoken[-1][0] <= result.game.contract
    assert len(told.doubled_by) == result.kontra
    side = {result.declarer, result.partner}
    assert not side & set(told.doubled_by[:1])
    held = CardSet.of(card for seat in side - {None} for card in told.hands[seat])
    assert laufende(result.game, held) == result.laufende


def test_a_hand_id_is_a_whole_number(folder):
    assert tell(folder, 50.0) == tell(folder, 50)
    with pytest.raises(UserError, match=r"hand id 2\.5 is no whole number"):
        tell(folder, 2.5)


def test_a_told_hand_fits_together(folder):
    for hand_id in range(50, 150):
        check_story(tell(folder, hand_id))


def test_hands_under_random_rules_fit_together(tmp_path):
    rng = np.random.default_rng(3)
    for number in range(6):
        run = Experiment(random_rules(rng), parse_players("normal,random,bold,random"), number, 30)
        collect(run, tmp_path / str(number))
        for hand_id in range(30):
            check_story(tell(tmp_path / str(number), hand_id))


@pytest.mark.parametrize("assign", ["all", "wenz", "rufspiel"])
def test_assigned_hands_have_no_auction(tmp_path, assign):
    run = experiment(hands=120, assign=assign)
    collect(run, tmp_path / "data")
    told = [tell(tmp_path / "data", hand_id) for hand_id in range(120)]
    for hand in told:
        check_story(hand)
        assert (hand.assigned, hand.bids) == (True, ())
    assert len({hand.result.game.contract for hand in told if hand.result.game}) == (1 if assign != "all" else 5)


def test_deals_thrown_in_before_are_not_part_of_the_auction(tmp_path):
    collect(experiment(hands=300, rules="tournament", players="cautious"), tmp_path / "data")
    redealt = open_dataset(tmp_path / "data").hands.filter(pl.col("redeals") > 0).collect()
    assert len(redealt) > 20
    for hand_id in redealt["hand_id"][:20]:
        told = tell(tmp_path / "data", hand_id)
        assert told.redeals > 0
        check_story(told)


def test_players_are_told_by_the_seats_they_sit_in(tmp_path):
    specs = ["normal/club", "bold/club", "cautious/club", "random/random"]
    collect(experiment(hands=8, players=",".join(specs)), tmp_path / "data")
    for hand_id in range(8):
        told = tell(tmp_path / "data", hand_id)
        assert list(told.players) == [specs[(hand_id + seat) % SEATS] for seat in range(SEATS)]
        assert told.players[0] == specs[told.forehand]


def test_tricks_are_the_same_recorded_or_played_again(folder, with_tricks):
    rows = open_dataset(with_tricks).tricks.collect()
    for hand_id in range(50, 80):
        told = tell(folder, hand_id)
        assert told == tell(with_tricks, hand_id)
        recorded = rows.filter(pl.col("hand_id") == hand_id).select("card_1", "card_2", "card_3", "card_4").rows()
        assert [tuple(card.german for card in trick.cards) for trick in told.tricks] == recorded


def test_of_another_version_only_what_is_recorded_is_told(tmp_path):
    for name, tricks in (("bare", False), ("tricks", True)):
        run = experiment(hands=20, tricks=tricks)
        collect(run, tmp_path / name)
        before = [tell(tmp_path / name, hand_id) for hand_id in range(20)]
        rewrite(tmp_path / name, lambda manifest: {"provenance": replace(manifest.provenance, engine_version=0)})
        for told in before:
            after = tell(tmp_path / name, told.hand_id)
            assert after == replace(told, bids=None, doubled_by=None, tricks=told.tricks if tricks else None)


def test_beyond_the_hands_with_tricks_hands_are_played_again(tmp_path):
    collect(experiment(hands=20, tricks=7), tmp_path / "some")
    collect(experiment(hands=20), tmp_path / "none")
    before = [tell(tmp_path / "some", hand_id) for hand_id in range(20)]
    assert before == [tell(tmp_path / "none", hand_id) for hand_id in range(20)]
    rewrite(tmp_path / "some", lambda manifest: {"provenance": replace(manifest.provenance, engine_version=0)})
    for told in before:
        after = tell(tmp_path / "some", told.hand_id)
        assert after == replace(told, bids=None, doubled_by=None, tricks=told.tricks if told.hand_id < 7 else None)


@pytest.mark.parametrize("hand_id", [49, 3050])
def test_a_hand_that_is_not_there(folder, hand_id):
    with pytest.raises(UserError, match=rf"hand {hand_id} is not in dataset .*: use 50 to 3049$"):
        tell(folder, hand_id)


def damage(folder, table, column, value):
    """Write another value into the first row of a part, and its size and hash into the manifest."""
    part = Manifest.load(folder).parts_of(table)[0]
    frame = pl.read_parquet(folder / part.path)
    changed = pl.when(pl.int_range(pl.len()) == 0).then(pl.lit(value)).otherwise(pl.col(column))
    frame.with_columns(changed.cast(frame.schema[column]).alias(column)).write_parquet(folder / part.path)
    content = (folder / part.path).read_bytes()
    forged = replace(part, bytes=len(content), sha256=sha256(content).hexdigest())
    rewrite(folder, lambda manifest: {"parts": tuple(forged if p == part else p for p in manifest.parts)})


def test_a_row_that_was_tampered_with(tmp_path):
    collect(experiment(hands=10), tmp_path / "data")
    damage(tmp_path / "data", "hands", "eyes", 3)
    with pytest.raises(UserError, match=r"hand 0 of dataset .* differs from what its players do"):
        tell(tmp_path / "data", 0)
    check_story(tell(tmp_path / "data", 1))


def test_the_referee_catches_what_can_not_be_played_again(tmp_path):
    collect(experiment(hands=10, tricks=True), tmp_path / "data")
    rewrite(tmp_path / "data", lambda manifest: {"provenance": replace(manifest.provenance, engine_version=0)})
    assert tell(tmp_path / "data", 0).result.game is not None
    damage(tmp_path / "data", "hands", "eyes", 3)
    with pytest.raises(UserError, match=r"hand 0 of dataset .* has another result than its cards"):
        tell(tmp_path / "data", 0)


def test_as_json_values_it_says_what_the_row_says(folder):
    row = open_dataset(folder).hands.filter(pl.col("hand_id") == 51).collect().row(0, named=True)
    values = json.loads(json.dumps(tell(folder, 51).to_mapping()))
    for name in set(row) & set(values):
        assert values[name] == row[name], name
    assert len(set(row) & set(values)) >= 20
    assert values["scores"] == [row[f"score_{seat}"] for seat in range(SEATS)]
    assert values["highest_bids"] == [row[f"bid_{seat}"] for seat in range(SEATS)]


def test_cards_in_json_are_in_the_notation_asked_for(folder):
    told = tell(folder, 51)
    german, french = told.to_mapping(), told.to_mapping(Notation.FRENCH)
    assert CardSet.parse(" ".join(german["hands"][0]), Notation.GERMAN) == told.hands[0]
    assert CardSet.parse(" ".join(french["hands"][0]), Notation.FRENCH) == told.hands[0]
    assert sum(trick["eyes"] for trick in german["played"]) == 120
