from itertools import product

import numpy as np
import polars as pl
import pytest

from analysis.load import Origin
from analysis.risk import risk
from analysis.totals import TABLE_SCORES, Survey, count
from simulate.errors import UserError
from simulate.run import run
from tests.test_analysis.recount import rows_of


def played(scores):
    """Return hands with these scores of seats 0 to 3, player p always in seat p."""
    columns = {f"score_{seat}": [row[seat] for row in scores] for seat in range(4)}
    return pl.DataFrame({**columns, "forehand": [0] * len(scores), "assigned": [False] * len(scores)}).with_columns(
        contract=pl.lit(None, pl.String)
    )


def test_small_evenings_by_counting_all_of_them():
    scores = [(-5, 5, 3, -3), (1, -1, 1, -1), (1, -1, 1, -1), (0, 0, 0, 0), (15, -5, -5, -5)]
    table = risk(played(scores), lose=[0, 3, 5, 10, 15, 16], hands=3)
    for row in table.to_dicts():
        player = int(row["style"][-1])
        evenings = list(product([hand[player] for hand in scores], repeat=3))
        lost = sum(sum(evening) <= -row["lose"] for evening in evenings)
        assert row["probability"] == pytest.approx(lost / len(evenings), abs=1e-12)
    assert len(table) == 4 * 6


def test_it_is_what_resampling_whole_hands_comes_to(bid):
    table = risk(bid, lose=[10, 60], hands=30)
    hands = rows_of(bid)
    own = np.array([[hand[f"score_{(p - hand['hand_id']) % 4}"] for p in range(4)] for hand in hands])
    specs = [player.spec for player in bid.experiment.players]
    evenings = np.random.default_rng(1).integers(0, len(own), (40_000, 30))
    totals = own[evenings].sum(axis=1)
    for row in table.to_dicts():
        share = np.mean(totals[:, specs.index(row["style"])] <= -row["lose"])
        error = np.sqrt(row["probability"] * (1 - row["probability"]) / 40_000)
        assert row["probability"] == pytest.approx(share, abs=4 * error)
        assert row["probability_low"] < row["probability"] < row["probability_high"]


def test_players_of_one_style_are_pooled():
    some = run(2000, "normal,bold,cautious,bold", seed=2)
    pooled = risk(some, lose=[20]).filter(style="bold/club")["probability"].item()
    each = risk(some.hands, lose=[20])["probability"].to_list()
    assert min(each[1], each[3]) <= pooled <= max(each[1], each[3])


def test_intervals_cover_the_truth_as_often_as_they_say():
    # Players 0 and 1 are of one style, and mostly win and lose together.
    rng = np.random.default_rng(3)
    values, chances = np.array([-12, -2, -1, 1, 2, 4, 5]), np.array([0.03, 0.2, 0.25, 0.3, 0.15, 0.05, 0.02])
    evenings = rng.choice(values, (400_000, 20), p=chances).sum(axis=1)
    truth = np.mean(evenings <= -10)
    covered = []
    for _ in range(250):
        first, other = rng.choice(values, (2, 2000), p=chances)
        second = np.where(rng.random(2000) < 0.8, first, other)
        totals = count(
            played([(a, b, -a, -b) for a, b in zip(first.tolist(), second.tolist(), strict=True)]), [TABLE_SCORES]
        )
        table = risk(Survey(totals.totals, Origin(("twin", "twin", "b", "c"))), lose=[10], hands=20)
        low, high = table.filter(style="twin").select("probability_low", "probability_high").row(0)
        covered.append(low <= truth <= high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.035)


def test_a_loss_never_seen_is_not_called_impossible():
    table = risk(played([(1, -1, 0, 0)] * 1000), lose=[5], hands=100).to_dicts()
    winner, loser, *_ = table
    assert winner["probability"] == 0
    # A thousand hands are ten evenings.
    assert winner["probability_high"] == pytest.approx(0.2775, abs=1e-3)
    assert loser["probability"] == 1
    assert loser["probability_low"] == pytest.approx(1 - 0.2775, abs=1e-3)


def test_equal_players_get_intervals_of_one_kind():
    # Losses that are hardly possible with the hands seen, or not at all.
    table = risk(run(20_000, seed=1).hands, lose=[250, 350, 500, 900])
    for loss in (250, 350, 500, 900):
        rows = table.filter(lose=loss)
        assert rows["probability"].max() < 2e-3
        # 20,000 hands are 200 evenings, of which hardly any was lost so high: 0 of them leave 1.88 %.
        assert rows["probability_high"].to_list() == pytest.approx([3.84 / 203.84] * 4, rel=0.05)
        assert (rows["probability_low"] <= rows["probability"]).all()


def test_larger_tariffs_lose_as_often(bid):
    cents = bid.hands.with_columns(pl.col("^score_.$") * 50)
    in_units, in_cents = risk(bid.hands, lose=[7, 30]), risk(cents, lose=[350, 1500])
    assert in_cents["probability"].to_list() == pytest.approx(in_units["probability"].to_list())


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"hands": 0}, "evening of 0 hands"),
        ({"lose": []}, "name one or more"),
        ({"lose": [-5]}, "name one or more"),
        ({"hands": 10**7}, "ask for fewer hands"),
    ],
)
def test_what_cant_be_asked(bid, settings, told):
    with pytest.raises(UserError, match=told):
        risk(bid, **settings)
