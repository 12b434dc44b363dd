import numpy as np
import pytest

from simulate.cards import SEATS
from simulate.engine import Engine
from simulate.players.registry import parse_players
from simulate.rules import Rules

HANDS = np.arange(20_000, dtype=np.uint64)


def mean_score(players, seat_of_player=0):
    """Return player 0's mean score and its standard error, in units a hand."""
    hands = Engine(Rules.preset("standard"), parse_players(players), 3).simulate(HANDS).hands
    seats = (seat_of_player - hands["hand_id"].astype(int)) % SEATS
    scores = hands["score"][np.arange(len(hands)), seats]
    return scores.mean(), scores.std() / len(hands) ** 0.5


@pytest.mark.parametrize("others", ["normal/random", "bold/random"])
def test_swift_earns_from_players_of_random_cards(others):
    mean, error = mean_score(f"normal/swift,{others},{others},{others}")
    print(f"normal/swift among {others}: {mean:+.2f} +- {error:.2f} units a hand")
    assert mean > 10 * error


def test_club_earns_from_swift():
    mean, error = mean_score("normal/club,normal/swift,normal/swift,normal/swift")
    print(f"normal/club among normal/swift: {mean:+.2f} +- {error:.2f} units a hand")
    assert mean > 3 * error


def test_declarers_of_swift_win_about_as_often_as_those_of_club():
    won = []
    for player in ("normal/swift", "normal/club"):
        hands = Engine(Rules.preset("standard"), parse_players(player), 3).simulate(HANDS).hands
        won.append(hands["won"][hands["declarer"] >= 0].mean())
    print(f"declarers win {won[0]:.3f} with swift, {won[1]:.3f} with club")
    assert abs(won[0] - won[1]) < 0.03
