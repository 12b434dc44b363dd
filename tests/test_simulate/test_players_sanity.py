"""Do the built-in players play Schafkopf? Measured over simulated hands and printed (``pytest -s``)."""

import numpy as np
import pytest

from simulate.contracts import GAMES, Contract
from simulate.engine import Engine
from simulate.kernels.codes import NO_GAME
from simulate.players.registry import parse_player, parse_players
from simulate.rules import Rules

OFFICIAL = Rules.preset("official")
CONTRACT = np.array([int(game.contract) for game in GAMES] + [0] * (NO_GAME + 1 - len(GAMES)))


@pytest.fixture(scope="module")
def hands():
    """Hands of four `normal` players under `official`."""
    return Engine(OFFICIAL, parse_players("normal"), seed=11).simulate(np.arange(60_000)).hands


def of(hands, contract):
    return hands[CONTRACT[hands["game"]] == contract]


def share(rows, total):
    return len(rows) / total


@pytest.mark.parametrize(
    ("contract", "lowest", "highest"),
    [(Contract.RUFSPIEL, 0.65, 0.90), (Contract.SOLO, 0.65, 0.90), (Contract.WENZ, 0.60, 0.90)],
)
def test_declarers_win_most_games_but_not_all(hands, contract, lowest, highest):
    won = of(hands, contract)["won"].mean()
    print(f"\n{contract.title} won by the declarer's side: {won:.3f}")
    assert lowest < won < highest


def test_some_deals_are_passed_out(hands):
    passed_out = np.mean(hands["game"] == NO_GAME)
    print(f"\npassed out: {passed_out:.3f}")
    assert 0.02 < passed_out < 0.40


@pytest.mark.parametrize(
    ("contract", "of_played", "won", "eyes"),
    [
        # What people did, in 2,751 games of the `official` rules.
        (Contract.RUFSPIEL, 0.763, 0.803, 81.65),
        (Contract.SOLO, 0.163, 0.694, 73.08),
        (Contract.WENZ, 0.075, 0.732, 72.76),
    ],
)
def test_normal_players_bid_and_win_as_often_as_people(hands, contract, of_played, won, eyes):
    played = np.sum(hands["game"] != NO_GAME)
    rows = of(hands, contract)
    measured = len(rows) / played, rows["won"].mean(), rows["eyes"].mean()
    print(f"\n{contract.title}: share {measured[0]:.3f} won {measured[1]:.3f} eyes {measured[2]:.2f}")
    assert measured[0] == pytest.approx(of_played, abs=0.02)
    assert measured[1] == pytest.approx(won, abs=0.03)
    assert measured[2] == pytest.approx(eyes, abs=1.5)


@pytest.mark.parametrize("seat", range(4))
def test_a_normal_player_beats_three_random_ones_in_every_seat(seat):
    players = [parse_player("random")] * 4
    players[seat] = parse_player("normal")
    # With hand ids that are multiples of four, players keep their seats.
    hands = Engine(OFFICIAL, tuple(players), seed=seat).simulate(np.arange(0, 40_000, 4)).hands
    score = hands["score"][:, seat]
    mean, error = score.mean(), score.std() / np.sqrt(len(score))
    print(f"\nseat {seat}: {mean:.2f} +- {error:.2f} units a hand")
    assert mean > 8 * error


@pytest.mark.parametrize("contract", [Contract.RUFSPIEL, Contract.SOLO, Contract.WENZ])
@pytest.mark.parametrize("declares", [True, False])
def test_club_plays_better_than_random_in_every_contract(contract, declares):
    # The same bidder everywhere, so that deals and games are the same whoever plays the cards.
    ids = np.arange(0, 160_000 if contract is Contract.WENZ else 60_000, 4)
    eyes = {}
    for good in ("club", "random"):
        players = tuple(
            parse_player(f"normal/{good}" if (seat == 0) == declares else "normal/random") for seat in range(4)
        )
        hands = Engine(OFFICIAL, players, seed=2).simulate(ids).hands
        chosen = hands[(CONTRACT[hands["game"]] == contract) & (hands["declarer"] == 0)]
        eyes[good] = dict(zip(chosen["hand_id"], chosen["eyes"].astype(int), strict=True))
    gain = np.array([eyes["club"][i] - eyes["random"][i] for i in eyes["club"]]) * (1 if declares else -1)
    mean, error = gain.mean(), gain.std() / np.sqrt(len(gain))
    print(f"\n{contract.title}, {'declarer' if declares else 'others'} club: {mean:+.1f} +- {error:.1f} eyes")
    assert mean > 8 * error


def test_bolder_players_bid_more_and_win_less():
    won, passed_out = [], []
    for name in ("cautious", "normal", "bold"):
        hands = Engine(OFFICIAL, parse_players(name), seed=4).simulate(np.arange(20_000)).hands
        played = hands[hands["game"] != NO_GAME]
        won.append(played["won"].mean())
        passed_out.append(np.mean(hands["game"] == NO_GAME))
    print(f"\nwon {np.round(won, 3)}, passed out {np.round(passed_out, 3)}")
    assert won == sorted(won, reverse=True)
    assert passed_out == sorted(passed_out, reverse=True)


def test_kontra_is_said_when_the_declarer_will_probably_lose(hands):
    doubled = hands[hands["kontra"] > 0]
    print(f"\nkontra in {len(doubled) / len(hands):.4f} of hands; declarers then win {doubled['won'].mean():.3f}")
    assert 0.005 < len(doubled) / len(hands) < 0.1
    assert doubled["won"].mean() < 0.4


def test_touts_are_bid_when_they_are_nearly_certain():
    hands = Engine(OFFICIAL, parse_players("normal"), seed=5).simulate(np.arange(150_000)).hands
    touts = hands[np.isin(CONTRACT[hands["game"]], [Contract.SOLO_TOUT, Contract.WENZ_TOUT])]
    print(f"\n{len(touts)} Touts, {touts['won'].mean():.3f} won")
    assert len(touts) > 20
    assert touts["won"].mean() > 0.85
