from statistics import mean, stdev

import polars as pl
import pytest

from analysis import scores
from simulate.errors import UserError
from simulate.run import run
from tests.test_analysis.recount import close, grouped, outcome, rows_of, same

KEYS = ["assigned", "contract"]


@pytest.fixture(scope="module")
def rows(bid):
    return [row for row in rows_of(bid) if row["contract"]]


@pytest.mark.parametrize(
    "key", ["suit", "declarer", "declarer_trumps", "laufende", "kontra", "schneider", "schwarz", "player"]
)
def test_expected_scores_recounted(bid, rows, key):
    keys = [*KEYS, key]
    groups = {group: outcome(part) for group, part in grouped(rows, *keys).items()}
    table = scores.expected(bid, by=key)
    same(table, groups, keys)
    assert table.select(keys).equals(table.select(keys).sort(keys, nulls_last=True))


def test_chosen_and_assigned_contracts_stand_apart(bid, assigned, rows):
    both = scores.expected(pl.concat([bid.hands, assigned.hands]))
    everything = rows + [row for row in rows_of(assigned) if row["contract"]]
    same(both, {group: outcome(part) for group, part in grouped(everything, *KEYS).items()}, KEYS)
    assert both["assigned"].to_list() == sorted(both["assigned"])
    rufspiel = both.filter(contract="rufspiel")["score"].to_list()
    assert rufspiel[0] > rufspiel[1]


def test_what_a_run_says_of_itself(bid):
    summary = bid.summary.drop_nulls("contract")
    table = scores.expected(bid)
    assert table["contract"].equals(summary["contract"])
    for name, theirs in (("win_rate", "win_rate"), ("eyes", "mean_eyes"), ("score", "mean_score")):
        assert table[name].to_list() == pytest.approx(summary[theirs].to_list())
    assert table["win_rate_low"].to_list() == pytest.approx(summary["win_rate_low"].to_list())


def test_seats(bid):
    table = scores.seats(bid)
    for row in table.to_dicts():
        own = [hand[f"score_{row['seat']}"] for hand in rows_of(bid)]
        assert row["n"] == 4000
        close(row["score"], mean(own))
        close(row["score_sd"], stdev(own))
    assert table["score"].sum() == pytest.approx(0, abs=1e-12)


def test_styles_count_a_hand_once():
    some = run(2000, "normal,bold,cautious,bold", seed=2)
    hands = rows_of(some)
    table = scores.styles(some)
    assert table["style"].to_list() == ["normal/club", "bold/club", "cautious/club"]
    for row, players in zip(table.to_dicts(), ([0], [1, 3], [2]), strict=True):
        own = [mean(hand[f"score_{(p - hand['hand_id']) % 4}"] for p in players) for hand in hands]
        assert (row["n"], row["players"]) == (2000, len(players))
        close(row["score"], mean(own))
        close(row["score_sd"], stdev(own))
    # The whole table's scores sum to zero.
    assert (table["score"] * table["players"]).sum() == pytest.approx(0, abs=1e-12)


def test_a_style_in_all_seats_earns_nothing():
    table = scores.styles(run(300, "normal", seed=1))
    assert table.select("score", "score_low", "score_high", "score_sd").rows() == [(0, None, None, 0)]


def test_distributions_recounted(bid, rows):
    wholes = {group: len(part) for group, part in grouped(rows, *KEYS).items()}

    def expected(*keys):
        return {
            group: {"n": len(part), "of": wholes[group[:2]], "share": len(part) / wholes[group[:2]]}
            for group, part in grouped(rows, *KEYS, *keys).items()
        }

    same(scores.score_distribution(bid), expected("score"), [*KEYS, "score"])
    same(scores.eyes_distribution(bid), expected("eyes", "won"), [*KEYS, "eyes", "won"])
    assert scores.score_distribution(bid)["score"].n_unique() > 10


def test_the_distribution_has_the_mean_it_should(bid):
    table = scores.score_distribution(bid).group_by("contract").agg(mean=(pl.col("score") * pl.col("share")).sum())
    both = scores.expected(bid).join(table, on="contract")
    assert both["mean"].to_list() == pytest.approx(both["score"].to_list())


def test_unknown_keys_are_named(bid):
    with pytest.raises(UserError, match="can't be grouped by 'colour'"):
        scores.expected(bid, by="colour")


@pytest.mark.parametrize("name", ["expected", "seats", "score_distribution", "eyes_distribution", "risk"])
def test_pandas_and_polars_and_a_folder_say_the_same(bid, folder, name):
    table = getattr(scores, name)
    whole = table(bid.hands)
    assert table(bid.hands.collect()).equals(whole)
    assert table(bid.hands.collect().to_pandas()).equals(whole)
    if name != "risk":  # its rows are named by style
        assert table(folder).equals(whole)
