"""Simulated hands replayed from their tables: the same records, card by card."""

import numpy as np
import polars as pl
import pytest

from simulate.errors import UserError
from simulate.kernels.codes import NOBODY
from simulate.replaying import batch_of, recording, steps
from simulate.rulebook import rule_book
from simulate.rules import Rules
from simulate.run import run

BOOK = rule_book(Rules.preset("official"))


@pytest.fixture(scope="module")
def simulated():
    return run(400, "normal,random,normal/random,bold", rules="official", seed=5, tricks=True)


@pytest.fixture(scope="module")
def frames(simulated):
    return simulated.hands.collect(), simulated.tricks.collect()


def played(batch, games):
    for _ in steps(batch, games):
        pass
    return batch


def test_the_batch_ends_as_the_engine_ended(simulated, frames):
    games = recording(*frames)
    rows = played(batch_of(BOOK, games), games).rows_of_hands()
    expected = simulated.experiment.engine().simulate(frames[0]["hand_id"].to_numpy()).hands
    for name in expected.dtype.names:
        if name != "bid":
            assert np.array_equal(rows[name], expected[name]), name
    assert not rows["bid"].any()
    assert (rows["kontra"] > 0).any()


def test_the_auction_is_over_and_only_the_declarer_has_not_passed(frames):
    games = recording(*frames)
    batch = batch_of(BOOK, games)
    public = batch.public
    someone = games.declarer != NOBODY
    assert someone.any()
    assert (~someone).any()
    assert np.array_equal(public["holder"], games.declarer)
    assert np.array_equal(public["standing"][someone], public["contract"][someone])
    assert (public["standing"][~someone] == 0).all()
    assert (public["passed"].sum(axis=1) == np.where(someone, 3, 4)).all()
    assert (public["passed"][someone, games.declarer[someone]] == 0).all()
    assert (public["kontra_by"][someone] == NOBODY).all()
    assert batch.ask_bid(0) is None


def test_each_step_shows_the_card_before_it_is_played(frames):
    hands, tricks = frames
    games = recording(hands, tricks)
    batch = batch_of(BOOK, games)
    out = batch.playing()
    for step in steps(batch, games):
        assert (batch.public["position"][out] == step.number % 4).all()
        assert (batch.public["trick"][out] == step.number // 4).all()
        assert (step.cards[out] & step.asked.legal[out] == step.cards[out]).all()
        assert (step.asked.legal[~out] == 0).all()
        if step.number % 4 == 0:
            leaders = tricks.filter(pl.col("trick") == step.number // 4 + 1)["leader"].to_numpy()
            assert np.array_equal(step.asked.seats[out], leaders)


def test_rows_can_be_any_part_of_a_dataset(frames):
    hands, tricks = (frame.filter(pl.col("hand_id") % 4 == 3) for frame in frames)
    games = recording(hands, tricks)
    eyes = played(batch_of(BOOK, games), games).rows_of_hands()["eyes"]
    assert np.array_equal(eyes, hands["eyes"].fill_null(0).to_numpy())


def test_tricks_of_other_hands_are_refused(frames):
    hands, tricks = frames
    with pytest.raises(UserError, match="the tricks are not those of the hands"):
        recording(hands, tricks[1:])


def test_a_game_that_does_not_exist_is_refused(frames):
    hands, tricks = frames
    with pytest.raises(UserError, match="has no game 'wenz' with suit"):
        recording(hands.with_columns(contract=pl.lit("wenz", hands.schema["contract"])), tricks)


def test_cards_against_the_rules_are_refused(frames):
    hands, tricks = frames
    games = recording(hands, tricks)
    cards = games.cards.copy()
    first = int(np.flatnonzero(batch_of(BOOK, games).playing())[0])
    cards[first, [0, 1]] = cards[first, [1, 0]]
    games = games._replace(cards=cards)
    with pytest.raises(UserError, match=f"card 1 of hand {games.hand_ids[first]} breaks rules 'official'"):
        played(batch_of(BOOK, games), games)
