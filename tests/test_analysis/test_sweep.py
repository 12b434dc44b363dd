import json

import numpy as np
import pytest

from analysis.compare import compare
from analysis.sweep import sweep
from simulate.errors import UserError
from simulate.players.own import batch_card_player, player
from simulate.players.registry import parse_player

VALUES = [5.0, 6.0, 7.0, 8.0]


@pytest.fixture(scope="module")
def ruf():
    return sweep("normal", {"rufspiel": VALUES}, "normal", 4 * 14 * 3000, seed=3)


@pytest.fixture(scope="module")
def grid():
    return sweep("normal", {"rufspiel": [6, 9], "solo": [10, 12, 14]}, ["normal", "bold"], 12 * 14 * 500, seed=3)


def test_a_point_is_the_comparison_with_that_value(ruf):
    for row in ruf.table().iter_rows(named=True):
        found = compare("normal", f"normal(rufspiel={row['rufspiel']})", 14 * 3000, seed=3)
        assert (row["estimate"], row["low"], row["high"]) == pytest.approx(tuple(found.per_100))


def test_two_parameters_make_a_grid_against_several_opponents(grid):
    frame = grid.table()
    assert frame.select("rufspiel", "solo").rows() == [(r, s) for r in (6.0, 9.0) for s in (10.0, 12.0, 14.0)]
    for row in frame.iter_rows(named=True):
        spec = f"normal(rufspiel={row['rufspiel']},solo={row['solo']})"
        against = [compare(other, spec, 14 * 500, seed=3).per_100.estimate for other in ("normal", "bold")]
        assert row["estimate"] == pytest.approx(np.mean(against))
    assert grid.hands == 12 * 14 * 500


def test_the_best_is_marked_with_its_rivals(ruf):
    frame = ruf.table()
    (best,) = frame.filter("best").to_dicts()
    assert best["estimate"] == frame["estimate"].max()
    assert best["among_best"]
    assert ruf.best == {"rufspiel": best["rufspiel"]}
    # Two trumps more than anybody needs, or hands that are lost: far from the best.
    assert not frame["among_best"].all()


def test_the_truly_best_value_is_among_the_best():
    # All values are equally good, so each is truly the best; none may be left out in more than 5 %.
    @batch_card_player
    def any_card(views, salt=1):
        word = np.uint64(int(salt) * 0x9E3779B97F4A7C15 % 2**64)
        return parse_player("random").card_player.play(views._replace(random=views.random ^ word))

    left_out = np.zeros(5)
    for seed in range(60):
        found = sweep(player("normal", any_card), {"salt": [1, 2, 3, 4, 5]}, "normal/random", 5 * 2 * 150, seed=seed)
        left_out += ~found.among_best()
    # 60 draws at 5 % at most: three standard errors.
    assert left_out.max() <= 8


def test_the_parameters_of_own_players_are_swept():
    found = sweep("tests/test_simulate/players/brave.py:brave", {"least": [4, 5, 6, 7]}, "normal", 50_000, seed=1)
    frame = found.table()
    assert frame["least"].to_list() == [4, 5, 6, 7]
    assert frame["estimate"].n_unique() == 4


def test_workers_change_nothing():
    one, more = (sweep("normal", {"wenz": [5, 6]}, "bold", 60_000, seed=1, workers=count) for count in (1, 4))
    assert one.moments == more.moments


def test_it_is_told_in_words_and_json(grid):
    assert str(grid).startswith("best: rufspiel = ")
    assert "against normal/club, bold/club" in str(grid)
    document = json.loads(json.dumps(grid.to_mapping(), allow_nan=False))
    assert document["parameters"] == ["rufspiel", "solo"]
    assert len(document["points"]) == 6


def test_alike_values_are_drawn_without_a_best():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    axes = sweep("normal", {"tout": [12, 14]}, "normal", 14_000, seed=1).plot()
    assert not any("best: " in text for text in axes.get_legend_handles_labels()[1])
    matplotlib.pyplot.close(axes.figure)


def test_curves_and_maps_are_drawn(ruf, grid):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    for found, label in ((ruf, "rufspiel"), (grid, "rufspiel")):
        axes = found.plot()
        assert label in axes.get_xlabel().lower()
        matplotlib.pyplot.close(axes.figure)


@pytest.mark.parametrize(
    ("vary", "options", "message"),
    [
        ({}, {}, "0 parameters can't be swept: name one or two"),
        ({"solo": [1], "wenz": [1], "tout": [1]}, {}, "3 parameters can't be swept"),
        ({"sollo": [1]}, {}, "parameter 'sollo' of 'normal/club' is unknown: use .*did you mean 'solo'"),
        ({"solo": []}, {}, "parameter 'solo' has no values"),
        ({"solo": [9, 9]}, {}, "the values of a parameter repeat each other"),
        ({"solo": range(21), "wenz": range(21)}, {}, "441 points against 1 opponents are too many: use at most 400"),
        ({"solo": [9]}, {"against": []}, "there is no opponent"),
        ({"solo": [9]}, {"hands": 0}, "hands = 0 is out of range"),
        ({"solo": [9]}, {"hands": "x"}, "hands = 'x' is no whole number"),
    ],
)
def test_what_can_not_be_swept_is_told(vary, options, message):
    with pytest.raises(UserError, match=message):
        sweep("normal", vary, **{"seed": 1, "hands": 100} | options)


def test_one_deal_would_say_nothing_so_two_are_played():
    found = sweep("normal", {"solo": [11, 12]}, "normal", hands=1, seed=1)
    assert found.deals == 2
    assert len(found.table()) == 2


def test_values_that_make_no_difference_have_no_best_and_no_interval():
    found = sweep("normal", {"tout": [12, 14, 16]}, "normal", 3 * 14 * 300, seed=1)
    assert found.best is None
    assert found.at_edge == {}
    assert not found.table()["best"].any()
    assert found.table()["among_best"].all()
    assert found.table().select("estimate", "low", "high").unique().row(0) == (0, None, None)
    assert str(found).startswith("no value makes a difference in any of 300 deals: +0.00 per 100 hands against normal")
    assert "with 95% confidence at most one deal in 100 differs" in str(found)
    assert "best" not in str(found)
    assert repr(found) == "Sweep(normal/club, 3 points, all points alike; 300 deals)"
    json.dumps(found.to_mapping(), allow_nan=False)
    # Alike among each other, but not the player they play against: that is measured as ever.
    apart = sweep("normal(solo=9)", {"tout": [14, 16]}, "normal", 2 * 14 * 300, seed=1)
    assert apart.best is None
    assert apart.table()["high"].max() < 0


def test_a_parameter_that_makes_no_difference_has_no_best_value():
    found = sweep("normal", {"solo": [12, 13, 14], "tout": [14, 15]}, "normal", 6 * 14 * 100, seed=1)
    assert found.best["solo"] == 13
    assert found.at_edge == {}
    assert "1 other point earns the same in every deal" in str(found)


def test_a_best_value_at_the_edge_is_told(ruf):
    assert ruf.best == {"rufspiel": 5}
    assert ruf.at_edge == ruf.to_mapping()["at_edge"] == {"rufspiel": "lowest"}
    assert "rufspiel = 5 is the lowest value tried: better ones may lie beyond" in str(ruf)
    higher = sweep("normal", {"rufspiel": [8, 9, 7]}, "normal", 3 * 14 * 1000, seed=3)
    assert higher.at_edge == {"rufspiel": "lowest"}
    single = sweep("normal", {"rufspiel": [7]}, "normal", 14 * 100, seed=3)
    assert single.at_edge == {}


def test_it_is_shown_in_a_line(ruf):
    assert repr(ruf) == "Sweep(normal/club, 4 points, best rufspiel = 5; 3_000 deals)"
