import json
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from statsmodels.stats.multitest import multipletests

from analysis.compare import compare
from analysis.tournament import tournament
from simulate.errors import UserError
from simulate.players.player import Player
from simulate.players.random import RandomCardPlayer
from simulate.players.registry import parse_player

FOUR = ("cautious", "normal", "bold", "normal(rufspiel=8)")


@pytest.fixture(scope="module")
def found():
    return tournament(FOUR, 14 * 6 * 3000, seed=8)


def test_every_pair_is_the_comparison_of_the_two(found):
    for row, (a, b) in zip(found.pairs().iter_rows(named=True), combinations(FOUR, 2), strict=True):
        pair = compare(a, b, 14 * 3000, seed=8)
        assert (row["a"], row["b"]) == (pair.a, pair.b)
        assert row["per_100"] == pytest.approx(pair.per_100.estimate)
        assert row["p_value"] == pytest.approx(pair.p_value)
        # One of six questions: its interval is wider.
        assert row["per_100_low"] < pair.per_100.low < pair.per_100.high < row["per_100_high"]


def test_pairs_of_card_players_are_those_of_comparisons_too():
    result = tournament(["normal", "normal/random", "bold"], 3 * 2 * 500, seed=8)
    for row, (a, b) in zip(result.pairs().iter_rows(named=True), combinations(result.players, 2), strict=True):
        pair = compare(a, b, 2 * 500, seed=8)
        if pair.design.per_deal == 2:
            assert row["per_100"] == pytest.approx(pair.per_100.estimate)


def test_p_values_are_holms(found):
    frame = found.pairs()
    assert frame["p_adjusted"].to_list() == pytest.approx(multipletests(frame["p_value"], method="holm")[1])
    assert (frame["p_adjusted"] >= frame["p_value"]).all()


def test_strength_is_the_mean_over_the_others(found):
    matrix = found.matrix().drop("player").to_numpy()
    np.testing.assert_allclose(matrix, -matrix.T)
    strengths = dict(zip(found.ranking()["player"], found.ranking()["strength"], strict=True))
    for row, name in enumerate(found.players):
        others = [matrix[row, column] for column in range(4) if column != row]
        assert strengths[name] == pytest.approx(np.mean(others))
    assert sum(strengths.values()) == pytest.approx(0, abs=1e-9)


def test_the_ranking_is_by_strength_and_ranks_hold_it(found):
    frame = found.ranking()
    assert frame["rank"].to_list() == [1, 2, 3, 4]
    assert frame["strength"].is_sorted(descending=True)
    assert (frame["rank_best"] <= frame["rank"]).all()
    assert (frame["rank"] <= frame["rank_worst"]).all()


def test_players_who_are_worlds_apart_have_one_rank_each():
    frame = tournament(["normal", "normal/random", "random/random"], 6000, seed=1).ranking()
    assert frame["player"].to_list() == ["normal/club", "normal/random", "random/random"]
    assert frame["rank_best"].to_list() == frame["rank_worst"].to_list() == [1, 2, 3]


class OtherCards(RandomCardPlayer):
    """`random` with random numbers of its own."""

    def __init__(self, number):
        object.__setattr__(self, "spec", f"random {number}")
        object.__setattr__(self, "salt", np.uint64(number * 0x9E3779B97F4A7C15 % 2**64))

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    def play(self, views):
        return super().play(views._replace(random=views.random ^ self.salt))


def test_equal_players_are_rarely_told_apart(monkeypatch):
    # statsmodels collects garbage whenever it adjusts p-values, which takes half a second each time.
    monkeypatch.setattr("gc.collect", lambda: 0)
    # All hypotheses hold: in 95 % of tournaments nobody must be told from anybody.
    bidder = parse_player("normal").bidder
    equals = [Player(bidder, OtherCards(number)) for number in range(1, 5)]
    wrong, ranked = 0, 0
    for seed in range(80):
        result = tournament(equals, 6 * 2 * 150, seed=seed, workers=1)
        pairs, ranking = result.pairs(), result.ranking()
        wrong += (pairs["p_adjusted"] < 0.05).any()
        ranked += (ranking["rank_best"] != 1).any() or (ranking["rank_worst"] != 4).any()
        covered = (pairs["per_100_low"] <= 0) & (pairs["per_100_high"] >= 0)
        assert covered.all() == (not (pairs["p_value"] < 0.05 / 6).any())
    # Three standard errors above 5 % of 80.
    assert wrong <= 10
    assert ranked <= 10


def test_workers_change_nothing():
    one = tournament(FOUR, 30_000, seed=2, workers=1)
    more = tournament(FOUR, 30_000, seed=2, workers=4)
    assert one.moments == more.moments


def test_it_is_told_in_words_and_json(found):
    text = str(found)
    assert text.startswith(f"1. {found.ranking()['player'][0]}: +")
    assert "3,000 deals in all 14 seatings for each of 6 pairs" in text
    document = json.loads(json.dumps(found.to_mapping(), allow_nan=False))
    assert document["hands"] == 14 * 6 * 3000 == found.hands
    assert len(document["pairs"]) == 6
    assert found.table().equals(found.ranking())


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["normal"], {}, "1 players make no tournament: name 2 to 20"),
        ([f"normal(solo={k})" for k in range(21)], {}, "21 players make no tournament"),
        (["normal", "bold", "normal/club"], {}, "player normal/club takes part twice"),
        (["normal", "bold"], {"hands": 0}, "hands = 0 is out of range"),
        (["normal", "bold"], {"hands": 2.5}, "hands = 2.5 is no whole number"),
        (["normal", "bold"], {"level": 0.0}, "level 0.0 is out of range"),
        (["normal", "boldd"], {}, "bidder 'boldd' is unknown"),
    ],
)
def test_what_is_no_tournament_is_told(players, options, message):
    with pytest.raises(UserError, match=message):
        tournament(players, **{"hands": 100, "seed": 1} | options)


def test_one_deal_would_say_nothing_so_two_are_played():
    found = tournament(["normal", "bold"], hands=1, seed=1)
    assert found.deals == 2
    assert found.hands == 28


def test_players_whom_no_deal_tells_apart_have_no_rank_and_no_interval():
    alike = ["normal", "normal(tout=13)", "normal(tout=14)"]
    found = tournament(alike, 3 * 14 * 300, seed=1)
    assert found.ranking()["rank"].to_list() == [None] * 3
    assert found.ranking()["strength_low"].null_count() == 3
    assert found.pairs().select("per_100", "per_100_low", "per_100_high", "p_value").unique().row(0) == (
        0,
        None,
        None,
        1,
    )
    assert "earn the same in each of 300 deals" in str(found)
    # For three pairs together.
    assert "with 95% confidence at most one deal in 73 differs" in str(found)
    assert "rank" not in str(found)
    assert repr(found) == "Tournament(3 players, all alike; 300 deals for each pair)"
    json.dumps(found.to_mapping(), allow_nan=False)


def test_players_who_are_alike_share_a_rank():
    found = tournament(["normal", "normal(tout=14)", "normal/random"], 3 * 2 * 300, seed=1)
    assert found.ranking()["rank"].to_list() == [1, 1, 3]
    assert found.alike == [("normal/club", "normal(tout=14)/club")]
    (pair,) = found.pairs().filter(pl.col("per_100_low").is_null()).to_dicts()
    assert (pair["a"], pair["b"]) == found.alike[0]


def test_it_is_shown_in_a_line(found):
    assert repr(found) == f"Tournament(4 players, first {found.ranking()['player'][0]}; 3_000 deals for each pair)"
