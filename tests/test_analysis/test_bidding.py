import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis import bidding
from analysis.bidding import chart, choices, look_up, passing, selection_bias
from analysis.dealt import cards_of
from analysis.estimate import Ratio
from analysis.hand_class import COARSE, FEATURES, FINE, features
from analysis.intervals import mean_differences
from analysis.standard import survey
from analysis.totals import DECLARER_SCORE, count
from simulate.dataset.schema import CONTRACT_WORDS
from simulate.deals import deal
from simulate.errors import UserError
from simulate.run import run
from simulate.summary import FEW
from tests.test_analysis.conftest import PLAYERS
from tests.test_analysis.recount import close, counts_of, grouped, outcome, rows_of, same


def classed(data):
    """Return the hands with a contract, with the counts of the declarer's hand."""
    rows = [row for row in rows_of(data) if row["contract"]]
    return [row | counts_of(deal(row["deal"])[row["declarer"]]) for row in rows]


@pytest.mark.parametrize("by", [COARSE, FINE, ("solo_trumps", "callable"), tuple(FEATURES)])
def test_charts_recounted(assigned, by):
    keys = [*by, "contract"]
    groups = {group: outcome(part) for group, part in grouped(classed(assigned), *keys).items()}
    table = chart(assigned, by=by)
    same(table, groups, keys)
    assert table.select(keys).equals(table.select(keys).sort(keys))


def test_charts_count_assigned_contracts_alone(bid, assigned):
    both = pl.concat([bid.hands, assigned.hands])
    assert chart(both).equals(chart(assigned))
    assert chart(survey(assigned)).equals(chart(assigned))
    with pytest.raises(UserError, match="simulate a dataset with --assign all"):
        chart(bid)


def test_every_form_says_the_same(assigned, bid):
    hands = assigned.hands.collect()
    assert chart(hands).equals(chart(hands.to_pandas()))
    assert passing(bid).equals(passing(bid.hands.collect().to_pandas()))


def test_choices_by_hand():
    opening = pl.DataFrame(
        {
            "trumps": [3, 3, 5, 5, 8],
            "contract": ["rufspiel", "solo", "rufspiel", "solo", "solo"],
            "n": [100, 100, 100, 50, 40],
            "score": [-1.0, -20.0, 1.5, 1.0, 30.0],
            "score_sd": [2.0, 15.0, 2.5, 15.0, None],
        },
        schema_overrides={"contract": pl.Enum(CONTRACT_WORDS)},
    )
    found = choices(opening, 0)
    assert found.select("trumps", "best", "n", "score", "next_best", "ahead", "clear", "few").rows() == [
        (3, None, None, 0.0, "rufspiel", 1.0, True, False),
        (5, "rufspiel", 100, 1.5, "solo", 0.5, False, False),
        (8, "solo", 40, 30.0, None, 30.0, False, False),
    ]
    sums = [(n, n * score, (n - 1) * sd**2 + n * score**2) for n, score, sd in ((100, 1.5, 2.5), (50, 1.0, 15.0))]
    for found_end, end in zip(found.row(1)[6:8], mean_differences(*sums)[1:], strict=True):
        close(found_end, end[0])
    assert choices(opening, -20.5).select("best", "next_best").rows() == [
        ("rufspiel", "solo"),
        ("rufspiel", "solo"),
        ("solo", None),
    ]
    earned = pl.DataFrame(
        {"trumps": [3, 8], "n": [500, 500], "hands": 400, "score": [-1.5, 40.0], "score_se": [0.3, 0.3]}
    )
    assert choices(opening, earned).select("best", "next_best", "ahead", "n", "clear").rows() == [
        ("rufspiel", None, 0.5, 100, False),
        ("rufspiel", "solo", 0.5, 100, False),  # nothing is known of passing on five trumps
        (None, "solo", 10.0, 500, False),
    ]
    sure = choices(opening, earned.with_columns(score_se=0.1)).row(0, named=True)
    assert sure["clear"]
    half = 0.5 - sure["ahead_low"]
    assert half == pytest.approx(stats.t.ppf(0.975, (0.2**2 + 0.1**2) ** 2 / (0.2**4 / 99 + 0.1**4 / 399)) * 0.05**0.5)


@pytest.mark.parametrize("given", [None, "normal", pl.DataFrame({"trumps": [3], "n": [1], "score": [1.0]})])
def test_what_passing_earns_is_asked_for(given):
    with pytest.raises(UserError, match="passing"):
        choices(OPENING, given)
    with pytest.raises(TypeError, match="passing"):
        choices(OPENING)


OPENING = pl.DataFrame(
    {"trumps": [4], "contract": ["rufspiel"], "n": [100], "score": [0.0], "score_sd": [1.0]},
    schema_overrides={"contract": pl.Enum(CONTRACT_WORDS)},
)


def test_clear_is_seldom_wrong_where_the_truly_best_is_known_least():
    """2,000 classes: many hands with a Rufspiel that earns 1, a Wenz that earns 0, few with a Solo that earns 1.5."""
    rng, classes = np.random.default_rng(1), 2000
    truth, sd, n = np.array([1.0, 0.0, 1.5]), np.array([2.0, 2.0, 30.0]), np.array([2000, 2000, 100])
    opening = pl.DataFrame(
        {
            "trumps": np.repeat(np.arange(classes), 3),
            "contract": ["rufspiel", "wenz", "solo"] * classes,
            "n": np.tile(n, classes),
            "score": (truth + rng.normal(0, 1, (classes, 3)) * sd / np.sqrt(n)).ravel(),
            "score_sd": np.tile(sd, classes),
        },
        schema_overrides={"contract": pl.Enum(CONTRACT_WORDS)},
    )
    found = choices(opening, -100)
    wrong = pl.col("best") != "solo"
    assert found.select((wrong & (pl.col("ahead_low") > 0)).mean()).item() > 0.25  # ahead of the next best, Wenz
    assert found.select((wrong & pl.col("clear")).mean()).item() <= 0.05
    assert found["clear"].any()


def test_passing_among_equals_is_best():
    found = choices(OPENING, 0)
    assert found.select("best", "next_best", "few").rows() == [(None, "rufspiel", False)]


def opening_of(*contracts):
    """Return a chart of one class from pairs of hands and score."""
    words = ["rufspiel", "wenz", "solo"][: len(contracts)]
    columns = {"trumps": 7, "contract": words, "n": [n for n, _ in contracts], "score": [one for _, one in contracts]}
    return pl.DataFrame(columns | {"score_sd": 1.0}, schema_overrides={"contract": pl.Enum(CONTRACT_WORDS)})


@pytest.mark.parametrize(
    ("contracts", "passing", "told"),
    [
        # What looks best on a handful is not recommended, nor is what looks second best.
        ([(500, 2.0), (FEW - 1, 9.0)], 0, (None, FEW - 1, None, True)),
        ([(500, 2.0), (FEW, 9.0)], 0, ("wenz", FEW, 9.0, False)),
        # Rivals of few hands do not spoil what is known.
        ([(500, 2.0), (3, 1.0)], 0, ("rufspiel", 500, 2.0, False)),
        # To pass is no advice where contracts were hardly tried, and is one where they were.
        ([(3, -9.0), (2, -8.0)], 0, (None, 2, None, True)),
        ([(500, -2.0), (2, -8.0)], 0, (None, None, 0.0, False)),
        # What passing earns may come from few hands, too.
        (
            [(500, 2.0)],
            pl.DataFrame({"trumps": 7, "n": [5], "hands": 5, "score": 3.0, "score_se": 1.0}),
            (None, 5, None, True),
        ),
    ],
)
def test_nothing_is_recommended_on_a_handful_of_hands(contracts, passing, told):
    (found,) = choices(opening_of(*contracts), passing).to_dicts()
    assert (found["best"], found["n"], found["score"], found["few"]) == told
    if found["few"]:
        assert not found["clear"]
        assert {found[name] for name in ("next_best", "ahead", "ahead_low", "ahead_high")} == {None}


def test_charts_mark_classes_of_few_hands(assigned):
    opening = chart(assigned, by=["trumps", "ober"])
    assert opening["few"].to_list() == [n < FEW for n in opening["n"]]
    assert 0 < opening["few"].sum() < len(opening)


@pytest.mark.long
def test_from_so_many_hands_on_intervals_hold_what_they_promise():
    """The 95 % intervals of means of `FEW` hands of a class, drawn from many."""
    hands = run(500_000, seed=3, assign="all").hands
    held = features(pl.col("hand"), ("trumps", "ober"))
    scored = hands.with_columns(hand=cards_of(pl.col("declarer")), score=DECLARER_SCORE)
    rng, kept = np.random.default_rng(1), []
    for _, part in scored.select("contract", "score", **held).collect().group_by("contract", "trumps", "ober"):
        if len(part) >= 2000:
            values = part["score"].to_numpy().astype(float)
            drawn = rng.choice(values, (4000, FEW))
            half = stats.t.ppf(0.975, FEW - 1) * drawn.std(axis=1, ddof=1) / FEW**0.5
            kept.append((abs(drawn.mean(axis=1) - values.mean()) <= half).mean())
    assert len(kept) > 50
    assert min(kept) > 0.925


def test_choices_have_one_row_for_each_class_of_a_chart(assigned):
    opening = chart(assigned)
    found = choices(opening, 0)
    assert found.select(FINE).equals(opening.select(FINE).unique().sort(FINE))
    best = {
        group: max((row["score"], row["n"]) for row in part)
        for group, part in grouped(opening.to_dicts(), *FINE).items()
    }
    assert 0 < found["few"].sum() < len(found)
    for row in found.to_dicts():
        score, n = best[tuple(row[name] for name in FINE)]
        assert row["few"] == (n < FEW)
        close(row["score"], None if row["few"] else max(0.0, score))


def test_passing_recounted(bid):
    seats = []
    for row in rows_of(bid):
        hands = deal(row["deal"])
        passed = [seat for seat in range(4) if row[f"bid_{seat}"] is None and row["declarer"] != seat]
        seats += [counts_of(hands[seat]) | {"score": row[f"score_{seat}"]} for seat in passed]
    groups = {
        group: {"n": len(part), "score": sum(seat["score"] for seat in part) / len(part)}
        for group, part in grouped(seats, *FINE).items()
    }
    same(passing(bid), groups, list(FINE))


def test_the_players_of_a_hand_are_one_draw(bid):
    players = []
    for row in rows_of(bid):
        hands = deal(row["deal"])
        passed = [seat for seat in range(4) if row[f"bid_{seat}"] is None and row["declarer"] != seat]
        players += [counts_of(hands[seat]) | {"score": row[f"score_{seat}"], "hand": row["hand_id"]} for seat in passed]
    found = {tuple(row[name] for name in COARSE): row for row in passing(bid, by=COARSE).to_dicts()}
    for group, part in grouped(players, *COARSE).items():
        hands = list(grouped(part, "hand").values())
        expected = Ratio.of([sum(one["score"] for one in hand) for hand in hands], [len(hand) for hand in hands])
        assert found[group]["hands"] == len(hands)
        _, low, high = expected.interval()
        told = len(hands) >= FEW and low < high
        close(found[group]["score_low"], low if told else None)
        close(found[group]["score_high"], high if told else None)
    assert any(row["hands"] < row["n"] for row in found.values())


def test_intervals_of_passing_are_as_wide_as_what_passing_earns_varies():
    """Many pieces of one run: the spread of their means against the standard error claimed."""
    hands = run(200_000, seed=5).hands.collect()
    pieces = [passing(hands.slice(start, 1000), by="trumps") for start in range(0, 200_000, 1000)]
    for trumps in (1, 2, 3):
        rows = pl.concat(pieces).filter(trumps=trumps)
        assert rows["score_se"].mean() / rows["score"].std() == pytest.approx(1, abs=0.12)


def test_passing_is_not_asked_of_assigned_contracts(assigned, bid):
    with pytest.raises(UserError, match="no hand was bid"):
        passing(assigned)
    assert passing(pl.concat([bid.hands, assigned.hands])).equals(passing(bid))


def test_both_numbers_side_by_side(bid, assigned):
    keys = ["trumps", "contract"]
    chosen, given = (grouped(classed(some), *keys) for some in (bid, assigned))
    expected = {}
    for group in chosen.keys() & given.keys():
        one, other = outcome(chosen[group]), outcome(given[group])
        expected[group] = {"n_bid": one["n"], "n_assigned": other["n"]}
        for name in ("win_rate", "score"):
            values = {f"{name}_bid": one[name], f"{name}_assigned": other[name]}
            expected[group] |= values | {f"{name}_bias": one[name] - other[name]}
    table = selection_bias(bid, assigned, by="trumps")
    same(table, expected, keys)
    assert table.columns[2:6] == ["n_bid", "n_assigned", "win_rate_bid", "win_rate_bid_low"]
    together = pl.concat([bid.hands, assigned.hands])
    assert selection_bias(together, by="trumps").equals(table)
    counted = [count(some, [bidding.BID_CLASSES, bidding.ASSIGNED_CLASSES]) for some in (bid, assigned)]
    assert selection_bias(*counted, by="trumps").equals(table)


def test_hands_chosen_for_a_contract_are_the_good_ones():
    bid, assigned = run(20_000, seed=21), run(20_000, seed=22, assign="all")
    overall = selection_bias(bid, assigned).filter(pl.col("contract").is_in(["rufspiel", "wenz", "solo"]))
    assert len(overall) == 3
    assert (overall["score_bias_low"] > 0).all()
    assert (overall["win_rate_bias_low"] > 0).all()
    # It is there within a class as well: who bids a Rufspiel on four trumps has good ones.
    four = selection_bias(bid, assigned, by="trumps").filter(trumps=4, contract="rufspiel")
    assert four["score_bias_low"].item() > 0


def test_the_contract_is_assigned_whatever_the_cards():
    # Of hands that may play all contracts each is played as often: 1/5, whatever the class.
    some = run(20_000, PLAYERS, seed=23, assign="all")
    table = chart(some, by=["trumps", "callable"]).filter(pl.col("callable") > 0, pl.col("trumps").is_between(2, 5))
    for rows in grouped(table.to_dicts(), "trumps", "callable").values():
        total = sum(row["n"] for row in rows)
        for row in rows:
            assert row["n"] / total == pytest.approx(0.2, abs=4 * (0.16 / total) ** 0.5)


def test_both_kinds_of_hands_are_needed(bid, assigned):
    with pytest.raises(UserError, match="no contract was bid"):
        selection_bias(assigned)
    with pytest.raises(UserError, match="no contract was assigned"):
        selection_bias(bid)


def test_looking_up_a_hand(assigned):
    opening = chart(assigned)
    rows = look_up(opening, "EO GO HU HA H9 EA G10 G7")
    assert rows.equals(opening.filter(trumps=5, ober=2, unter=1, aces=1))
    best = look_up(choices(opening, 0), "EO GO HU HA H9 EA G10 G7")
    assert len(best) == 1
    assert look_up(opening.select("trumps", "contract", "n"), "EO GO HU HA H9 EA G10 G7")[
        "trumps"
    ].unique().to_list() == [5]


def test_unknown_classes_are_named(assigned):
    with pytest.raises(UserError, match="can't be classed by 'colour'"):
        chart(assigned, by="colour")


@pytest.mark.long
def test_the_bias_may_be_taken_from_the_same_deals():
    """Intervals for independent hands are as wide as they should be where bid and assigned hands are of one seed."""
    found = pl.concat(selection_bias(run(2000, seed=seed), run(2000, seed=seed, assign="all")) for seed in range(300))
    for contract in ("rufspiel", "wenz", "solo"):
        rows = found.filter(contract=contract)
        claimed = (rows["score_bias_high"] - rows["score_bias_low"]).mean() / (2 * stats.norm.ppf(0.975))
        assert claimed / rows["score_bias"].std() == pytest.approx(1, abs=0.15)
