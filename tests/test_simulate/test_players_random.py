import numpy as np
from scipy import stats

from simulate.contracts import GAMES, Contract
from simulate.engine import Engine
from simulate.kernels.codes import NO_GAME
from simulate.players.random import RandomBidder, RandomCardPlayer
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.table import PUBLIC, Views

N = 60_000


def views(legal, dtype):
    random = np.random.default_rng(5).integers(0, 2**64, N, dtype=np.uint64)
    column = np.full(N, legal, dtype=dtype)
    return Views(np.zeros(N, PUBLIC), column.astype(np.uint32), column, np.zeros(N, np.uint8), random)


def is_uniform(answers, options):
    counts = np.array([np.sum(answers == option) for option in options])
    assert counts.sum() == len(answers), "something else was answered"
    return stats.chisquare(counts).pvalue > 1e-4


def test_every_legal_card_is_equally_likely():
    cards = [0, 3, 17, 18, 31]
    answers = RandomCardPlayer.make().play(views(sum(1 << card for card in cards), np.uint32))
    assert answers.dtype == np.uint32
    assert is_uniform(answers, [1 << card for card in cards])


def test_every_legal_bid_and_a_pass_are_equally_likely():
    assert is_uniform(RandomBidder.make().bid(views(0b1000010, np.uint64)), [0, 1, 6])


def test_every_legal_game_is_equally_likely():
    games = [0, 2, 31, 32, 40]
    assert is_uniform(RandomBidder.make().declare(views(sum(1 << game for game in games), np.uint64)), games)


def test_kontra_has_the_probability_asked_for():
    doubles = RandomBidder.make(given={"double": 0.3}).double(views(1, np.uint64))
    assert abs(doubles.mean() - 0.3) < 5 * np.sqrt(0.3 * 0.7 / N)
    assert RandomBidder.make(given={"double": 1.0}).double(views(1, np.uint64)).all()
    assert not RandomBidder.make(given={"double": 0.0}).double(views(1, np.uint64)).any()


def test_four_random_players_finish_their_hands():
    for preset in ("standard", "official"):
        hands = Engine(Rules.preset(preset), parse_players("random"), seed=1).simulate(np.arange(3000)).hands
        assert (hands["score"].sum(axis=1) == 0).all()
        contracts = {GAMES[game].contract for game in hands["game"] if game != NO_GAME}
        assert contracts >= {Contract.RUFSPIEL, Contract.SOLO, Contract.WENZ_TOUT, Contract.SOLO_TOUT}
