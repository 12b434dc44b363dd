import json

import numpy as np
import pytest

from analysis.compare import compare
from analysis.sweep import sweep
from analysis.tune import tune
from simulate.errors import UserError
from simulate.players.own import batch_card_player, player
from simulate.players.registry import parse_player


@pytest.fixture(scope="module")
def found():
    return tune("normal(rufspiel=9)", {"rufspiel": (4, 10)}, "normal", 300_000, seed=2, candidates=12)


def test_it_finds_what_a_sweep_finds(found):
    frame = sweep("normal", {"rufspiel": np.arange(4, 10.5, 0.5)}, "normal", 400_000, seed=9).table()
    among = frame.filter("among_best")["rufspiel"]
    assert among.min() - 0.5 <= found.values[0] <= among.max() + 0.5
    assert found.best == parse_player(f"normal(rufspiel={found.values[0]})").spec
    assert found.gain.low > 0
    assert found.p_value < 0.001


def test_the_check_is_on_deals_that_the_search_has_not_seen(found):
    first = found.candidates["deals"].max()
    again = compare("normal", found.best, found.check_deals * 14, seed=2, start=first)
    assert tuple(found.check) == pytest.approx(tuple(again.per_100))
    assert found.search_deals == first


def test_candidates_are_halved_round_by_round(found):
    frame = found.table()
    assert len(frame) == 13  # the player himself takes part
    assert 9.0 in frame["rufspiel"].to_list()
    counts = [(frame["rounds"] >= number).sum() for number in (1, 2, 3)]
    assert counts == [13, 5, 2]
    assert frame["rounds"].is_sorted(descending=True)
    assert frame["deals"].is_sorted(descending=True)
    assert frame["rufspiel"].is_between(4, 10).all()


def test_a_search_among_equals_fools_nobody():
    # All candidates are equal: the search promises something, the check must not.
    @batch_card_player
    def any_card(views, salt=1):
        word = np.uint64(int(salt * 1000) * 0x9E3779B97F4A7C15 % 2**64)
        return parse_player("random").card_player.play(views._replace(random=views.random ^ word))

    start = player("normal", any_card)
    results = [
        tune(start, {"salt": (1, 2)}, "normal/random", 9000, seed=seed, candidates=9, workers=1)
        for seed in range(100, 140)
    ]
    promised = np.array([one.promised for one in results])
    checked = np.array([one.check for one in results])
    assert promised.mean() > 4 * promised.std() / np.sqrt(len(promised))
    assert abs(checked[:, 0].mean()) < 4 * checked[:, 0].std() / np.sqrt(len(checked))
    assert ((checked[:, 1] <= 0) & (checked[:, 2] >= 0)).sum() >= 34
    assert sum(one.p_value < 0.05 for one in results) <= 6


def test_two_parameters_against_a_field():
    result = tune(
        "normal(solo=9)", {"solo": (9, 14), "wenz": (4, 8)}, ["normal", "bold"], 200_000, seed=4, candidates=8
    )
    assert result.gain.low > 0
    assert result.values[0] > 10
    assert set(result.candidates.columns) >= {"solo", "wenz", "estimate"}
    assert result.against == ("normal/club", "bold/club")


def test_workers_change_nothing():
    one, more = (
        tune("normal", {"wenz": (4, 8)}, "bold", 60_000, seed=1, candidates=4, workers=count) for count in (1, 3)
    )
    assert one.to_mapping() == more.to_mapping()


def test_it_is_told_in_words_and_json(found):
    text = str(found)
    assert text.startswith(f"best: {found.best}\non {found.check_deals:,} fresh deals against normal/club: ")
    assert "gain over normal(rufspiel=9)/club: +" in text
    document = json.loads(json.dumps(found.to_mapping(), allow_nan=False))
    assert document["parameters"] == {"rufspiel": found.values[0]}


def test_progress_is_told():
    told = []
    result = tune(
        "normal", {"wenz": (4, 8)}, "bold", 60_000, seed=1, candidates=4, progress=lambda *now: told.append(now)
    )
    assert told[-1][0] == result.hands
    assert all(done <= expected for done, expected in told)


@pytest.mark.parametrize(
    ("vary", "options", "message"),
    [
        ({}, {}, "no parameter is to be varied"),
        ({"sollo": (1, 2)}, {}, "did you mean 'solo'"),
        ({"solo": (2, 1)}, {}, "parameter 'solo' can't range from 2 to 1: give the lower end first"),
        ({"solo": (1, 2)}, {"candidates": 1}, "candidates = 1 is out of range: use 2 to 400"),
        ({"solo": (1, 2)}, {"candidates": "x"}, "candidates = 'x' is no whole number"),
        ({"solo": (1, 2)}, {"hands": 2.5}, "hands = 2.5 is no whole number"),
        ({"solo": (1, 2)}, {"against": []}, "there is no opponent"),
    ],
)
def test_what_can_not_be_searched_is_told(vary, options, message):
    with pytest.raises(UserError, match=message):
        tune("normal", vary, **{"seed": 1, "hands": 1000} | options)


def test_where_nothing_makes_a_difference_the_player_stays_as_he_is():
    found = tune("normal", {"tout": (14, 16)}, hands=14 * 600, candidates=4, seed=1)
    assert found.best == found.start
    assert found.gain.to_mapping() == {"estimate": 0, "low": None, "high": None}
    assert str(found).startswith("nothing is better than normal/club against normal/club: +0.00 per 100 hands on fresh")
    assert "with 95% confidence at most one deal in " in str(found)
    json.dumps(found.to_mapping(), allow_nan=False)
    assert repr(found).startswith("Tuned(normal/club, gain over normal/club: +0.00 per 100 hands; ")


def test_a_winner_at_the_edge_is_told():
    # Far too strict: the loosest is the best.
    found = tune("normal(rufspiel=9)", {"rufspiel": (7.5, 9)}, hands=100_000, candidates=6, seed=1)
    tried = found.candidates["rufspiel"]
    assert found.values == (tried.min(),)
    assert found.at_edge == found.to_mapping()["at_edge"] == {"rufspiel": "lowest"}
    assert f"rufspiel = {tried.min():g} is the lowest value tried: better ones may lie beyond" in str(found)
