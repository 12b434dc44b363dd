"""Models that play."""

import numpy as np
import pytest

from simulate.engine import Engine
from simulate.players import own
from simulate.players.own import (
    RUFSPIEL,
    batch_card_player,
    card_player,
    player,
)
from simulate.players.registry import parse_player
from tests.test_simulate.own_tables import BRAVE, HERE, STANDARD, equal, play, refusal


def test_a_model_gives_the_legal_answer_it_scores_highest():
    highest = own.model_card_player(lambda features: np.tile(np.arange(32), (len(features), 1)))

    @card_player
    def highest_card(v):
        return own.highest(v.legal)

    assert equal(play(player("normal", highest)), play(player("normal", highest_card)))


def test_a_bidding_model_sees_the_hand():
    # Scores a Rufspiel by the number of trumps in the 32 columns of the own cards, a pass as 5.5 of them.
    def model(features):
        scores = np.full((len(features), 13), -1.0)
        scores[:, 0] = 5.5
        scores[:, RUFSPIEL] = features[:, 18:32].sum(axis=1)
        return scores

    assert equal(play(own.model_bidder(model)), play(f"{BRAVE}:brave(least=6)"))


def test_a_model_with_the_wrong_number_of_scores_is_told():
    wrong = own.model_card_player(lambda features: np.zeros((len(features), 8)))
    assert "8): return 32 scores for each of the" in refusal(play, player("normal", wrong))


def test_features_are_numbers_between_0_and_1_for_every_view():
    shapes = set()

    @batch_card_player
    def looks(views):
        features = own.card_features(views)
        assert features.dtype == np.float32
        assert set(np.unique(features)) <= {0.0, 1.0}
        assert (features[:, :32].sum(axis=1) == np.bitwise_count(views.hand)).all()
        shapes.add(features.shape[1])
        return views.legal & (~views.legal + np.uint32(1))

    play(player("normal", looks))
    assert shapes == {239}


def test_a_classifier_of_scikit_learn_plays_after_watching():
    pytest.importorskip("sklearn")
    pupil = parse_player(f"{HERE / 'learned.py'}:pupil")
    four = (pupil, parse_player("normal/random")) * 2
    deals = np.arange(6000, dtype=np.uint64)
    pairs = [Engine(STANDARD, players, 9).simulate(deals).hands["score"] for players in (four, four[1:] + four[:1])]
    # The same deals with the players changed over: what he wins in seats 0 and 2 of one he loses to there in the other.
    gain = np.where(deals % 2 == 0, 1, -1) * (pairs[0] - pairs[1])[:, [0, 2]].sum(axis=1)
    assert gain.mean() > 3 * gain.std() / np.sqrt(len(gain))
