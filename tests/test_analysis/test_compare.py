"""Comparisons: against plain engines and against what is known."""

import json
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.chunks import Stopped
from analysis.compare import compare
from analysis.seatings import EVERY_SEATING, KINDS, MASKS, OPPOSITES, Kind
from simulate.cards import SEATS
from simulate.contracts import GAMES
from simulate.duplicate import Duplicate
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.players.own import PASS, RUFSPIEL, bidder, chance, count, may, player, trumps
from simulate.players.registry import parse_player
from simulate.rules import Rules

DEALS = 280
PAIRS = [("normal", "bold"), ("normal", "normal/random"), ("random", "cautious/random")]


def played_alone(rules, a, b, seed, deals):
    """Return (difference, declarer is b, game, won) of every deal and seating, from engines; arrays (deals, 14)."""
    ids = np.arange(deals, dtype=np.uint64)
    found = np.empty((4, deals, len(MASKS)))
    scores = np.empty((deals, len(MASKS), SEATS))
    for number, mask in enumerate(MASKS):
        for shift in range(SEATS):
            players = tuple(b if mask >> (p - shift) % SEATS & 1 else a for p in range(SEATS))
            rows = ids % np.uint64(SEATS) == shift
            hands = Engine(rules, players, seed).simulate(ids[rows]).hands
            mine = np.array([bool(mask >> seat & 1) for seat in range(SEATS)])
            score = hands["score"].astype(float)
            found[0, rows, number] = score[:, mine].mean(axis=1) - score[:, ~mine].mean(axis=1)
            found[1, rows, number] = mask >> np.maximum(hands["declarer"], 0) & 1
            found[2, rows, number] = hands["game"]
            found[3, rows, number] = hands["won"]
            scores[rows, number] = score
    return *found, scores


def test_the_seatings_are_all_in_which_both_are_at_the_table():
    assert sorted(MASKS) == list(range(1, 15))
    assert {kind: KINDS.count(kind) for kind in Kind} == {
        Kind.ONE: 4,
        Kind.OPPOSITE: 2,
        Kind.ADJACENT: 4,
        Kind.THREE: 4,
    }
    pairs = [{MASKS[one], MASKS[other]} for one, other in OPPOSITES.rotation]
    assert all(sum(pair) == 15 for pair in pairs)
    assert sorted(mask for pair in pairs for mask in pair) == list(range(1, 15))


@pytest.mark.parametrize("preset", ["standard", "tournament"])
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_difference_is_what_engines_give(preset, a, b):
    rules = Rules.preset(preset)
    one, other = parse_player(a), parse_player(b)
    differences, by_b, games, won, _ = played_alone(rules, one, other, 3, DEALS)
    same_cards = one.card_player == other.card_player
    design = EVERY_SEATING if same_cards else OPPOSITES
    found = compare(a, b, DEALS * design.per_deal, rules, seed=3)
    seatings = design.of(np.arange(DEALS, dtype=np.uint64))
    taken = [np.take_along_axis(column, seatings, axis=1) for column in (differences, by_b, games, won)]
    deals = taken[0].mean(axis=1)
    assert found.deals == DEALS
    assert found.difference.estimate == pytest.approx(deals.mean())
    expected = stats.ttest_1samp(deals, 0)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.difference.low, found.difference.high) == pytest.approx(tuple(expected.confidence_interval()))
    for row in found.by_contract().iter_rows(named=True):
        is_it = np.isin(taken[2], [k for k, game in enumerate(GAMES) if game.contract.word == row["contract"]])
        assert row["per_100"] == pytest.approx(100 * (taken[0] * is_it).mean(axis=1).mean())
        for side, name in ((0, "a"), (1, "b")):
            mine = is_it & (taken[1] == side)
            # Either sits in half of all seats.
            assert row[f"{name}_share"] == pytest.approx(mine.mean() / 2)
            if mine.any():
                assert row[f"{name}_win"] == pytest.approx(taken[3][mine].mean())
            else:
                assert row[f"{name}_win"] is None


@pytest.fixture(scope="module")
def bold():
    return compare("normal", "bold", 70_000, seed=5)


def test_the_parts_add_up_to_the_difference(bold):
    whole = bold.per_100.estimate
    assert bold.by_seat()["per_100"].sum() == pytest.approx(whole)
    assert bold.by_contract()["per_100"].sum() == pytest.approx(whole)
    frame = bold.by_seating()
    assert (frame["per_100"] * frame["seatings"]).sum() / 14 == pytest.approx(whole)
    assert frame["seating"].to_list() == [kind.value for kind in Kind]
    np.testing.assert_allclose(frame["b"] - frame["a"], frame["per_100"])
    contracts = bold.by_contract()
    np.testing.assert_allclose(contracts["more"] + contracts["better"], contracts["per_100"], atol=1e-12)


def test_changed_over_everything_is_the_other_way_round(bold):
    other = compare("bold", "normal", 70_000, seed=5)
    assert other.difference.estimate == pytest.approx(-bold.difference.estimate)
    assert other.difference.low == pytest.approx(-bold.difference.high)
    assert other.p_value == pytest.approx(bold.p_value)
    mine, theirs = bold.by_contract(), other.by_contract()
    for column in ("per_100", "more", "better"):
        np.testing.assert_allclose(mine[column], -theirs[column], atol=1e-12)
        np.testing.assert_allclose(mine[f"{column}_low"], -theirs[f"{column}_high"], atol=1e-12)
    assert mine["a_win"].to_list() == pytest.approx(theirs["b_win"].to_list(), nan_ok=True)


@pytest.mark.parametrize("b", ["bold", "normal/random"])
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_workers_change_nothing(b, workers):
    found = compare("normal", b, 30_000, seed=7, workers=workers)
    expected = compare("normal", b, 30_000, seed=7, workers=3)
    assert found.sums.moments == expected.sums.moments
    assert found.to_mapping() == expected.to_mapping()


def test_a_player_earns_exactly_nothing_against_himself():
    for spec in ("normal", "random"):
        found = compare(spec, spec, 14_000, seed=1)
        assert found.difference.estimate == 0
        assert not found.difference.ends
        assert found.to_mapping()["per_100"] == {"estimate": 0, "low": None, "high": None}
        assert found.table()["per_100_low"].null_count() == len(found.table())
        assert (found.p_value, found.sums.differing, found.sums.played) == (1.0, 0, 1000)
        assert "earn the same in each of 1,000 deals" in str(found)
        assert "with 95% confidence at most one deal in 334 differs" in str(found)
        assert found.to_mapping()["variance_ratio"] is None


@pytest.mark.parametrize("level", [0.95, 0.99])
def test_what_no_deal_shows_is_bounded_with_the_confidence_asked_for(level):
    text = str(compare("normal", "normal", hands=14_000, seed=3, level=level))
    once_in = int(
        re.search(rf"with {100 * level:g}% confidence at most one deal in ([\d,]+) differs", text)[1].replace(",", "")
    )
    # If more deals differed, a thousand without one would be less probable than 1 - level.
    assert (1 - 1 / once_in) ** 1000 <= 1 - level < (1 - 1 / (once_in + 1)) ** 1000


def test_hands_out_of_range_are_told_with_the_range():
    with pytest.raises(UserError, match=f"hands = {2**64} is out of range: use 1 to {2**64 - 1}"):
        compare("normal", "bold", hands=2**64)


def test_where_a_difference_arises_is_found():
    # b bids a Rufspiel with fewer trumps, and nothing else differs.
    @bidder
    def bids(v, least=6):
        return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS

    found = compare(player(bids.make()), player(bids.make({"least": 5})), 70_000, seed=2)
    frame = found.by_contract()
    (ruf,) = frame.filter(pl.col("contract") == "rufspiel").to_dicts()
    assert ruf["per_100"] == pytest.approx(found.per_100.estimate)
    assert ruf["b_share"] > 1.5 * ruf["a_share"]
    assert ruf["more_low"] > 0 > ruf["better_high"]
    assert ruf["b_win"] < ruf["a_win"]
    assert (frame.filter(pl.col("contract") != "rufspiel")["per_100"] == 0).all()
    assert "from more Rufspiele" in str(found)
    assert "from worse Rufspiele" in str(found)


def test_the_variance_ratio_is_what_independent_deals_show(bold):
    # As many independent deals as there were hands to play: each in one seating, drawn at random.
    one, other = parse_player("normal"), parse_player("bold")
    differences, *_ = played_alone(Rules.preset("standard"), one, other, 99, 3000)
    chosen = np.random.default_rng(1).integers(0, 14, 3000)
    single = differences[np.arange(3000), chosen].var()
    _, error = bold.sums.moments.linear(bold._everything)
    assert bold.variance_ratio == pytest.approx(single / bold.sums.played / error**2, rel=0.15)
    assert bold.variance_ratio > 4


def test_one_deal_would_say_nothing_so_two_are_played():
    found = compare("normal", "normal", hands=1, seed=1)
    assert found.deals == 2
    # A deal in which they differ is easily missed in two.
    assert "too few deals to say how many differ, play more hands" in str(found)
    assert "at most one" not in str(found)


def test_a_single_deal_that_differs_is_told_in_the_singular():
    found = compare("normal", "bold", hands=14, seed=1)
    assert found.sums.differing == 1
    assert "only 1 of them differs: too few" in str(found)


def test_other_contracts_that_score_the_same_are_no_cause():
    # Whoever bids a Tout where all would pass, or a Sie as a Tout, may score the same: nothing comes "from" that.
    bold = compare("normal", "bold", 14_000, seed=5)
    assert "of which " in str(bold)
    assert "of which " not in str(replace(bold, sums=replace(bold.sums, differing=0)))


def test_parts_that_no_deal_shows_have_no_interval():
    frame = compare("normal", "bold", 14 * 5, seed=1).by_contract()
    nothing = frame.filter(pl.col("contract") == "sie")
    assert nothing.select("per_100", "per_100_low", "per_100_high", "more", "more_low").row(0) == (
        0,
        None,
        None,
        0,
        None,
    )


def test_it_is_shown_in_a_line(bold):
    assert re.fullmatch(
        r"Comparison\(bold/club against normal/club: \S+ per 100 hands \(\S+ to \S+\); 5_000 deals\)", repr(bold)
    )


# Until it is narrow


def test_it_runs_until_the_interval_is_narrow():
    found = compare("normal", "cautious", seed=4, until=0.05)
    assert found.reached
    assert found.difference.high - found.difference.estimate <= 0.05
    assert "a confidence sequence, valid whenever one stops" in str(found)
    # It stops at the first chunk that is enough, and workers change nothing.
    again = compare("normal", "cautious", seed=4, until=0.05, workers=1)
    assert again.to_mapping() == found.to_mapping()
    assert found.deals % 1024 == 0
    fixed = compare("normal", "cautious", found.hands, seed=4)
    assert fixed.difference.estimate == found.difference.estimate
    assert fixed.difference.high < found.difference.high


def test_a_limit_ends_it():
    found = compare("normal", "bold", 50_000, seed=4, until=1e-6)
    assert found.reached is False
    assert found.hands >= 50_000


def test_few_different_deals_do_not_end_it():
    @bidder
    def bids(v, forgets=0):
        return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= 6 and chance(v) >= forgets else PASS

    found = compare(player(bids.make()), player(bids.make({"forgets": 0.001})), 100_000, seed=4, until=0.5)
    assert found.sums.differing > 0
    assert found.reached is False
    assert not found.trusted
    assert "too few for the interval to be trusted" in str(found)


def test_an_interruption_leaves_a_valid_interval_or_none():
    def interrupts(done, _):
        if done > 14 * 5000:
            raise KeyboardInterrupt

    found = compare("normal", "bold", seed=4, until=0.001, progress=interrupts)
    assert found.reached is False
    assert 5000 < found.deals < 8000
    with pytest.raises(Stopped, match=r"stopped by hand after 71,680 of 140,000 hands") as stopped:
        compare("normal", "bold", 140_000, seed=4, progress=interrupts)
    so_far = stopped.value.found
    assert so_far.to_mapping() == compare("normal", "bold", so_far.hands, seed=4).to_mapping()
    assert stopped.value.hands == 140_000


def test_an_interruption_before_the_first_deal_leaves_nothing(monkeypatch):
    def interrupts(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Duplicate, "play", interrupts)
    for until in (None, 0.1):
        with pytest.raises(KeyboardInterrupt) as stopped:
            compare("normal", "bold", 1400, seed=4, until=until)
        assert not isinstance(stopped.value, Stopped)


# What is told


def test_a_comparison_is_told_in_words_tables_and_json(bold):
    text = str(bold)
    assert bold.per_100.low <= 0 <= bold.per_100.high
    assert text.startswith("no difference can be told between b (bold/club) and a (normal/club): ")
    clear = str(compare("normal", "normal/random", hands=1400, seed=1))
    assert clear.startswith("b (normal/random) earns ")
    assert "less per 100 hands than a (normal/club); difference -" in clear
    assert "independent deals would have taken" in text
    document = json.loads(json.dumps(bold.to_mapping(), allow_nan=False))
    assert document["hands"] == bold.hands == 14 * bold.deals
    assert document["difference"]["low"] < document["difference"]["estimate"] < document["difference"]["high"]
    table = bold.table()
    assert table.columns == ["part", "name", "per_100", "per_100_low", "per_100_high"]
    assert table["part"].unique(maintain_order=True).to_list() == ["all", "seating", "seat", "contract"]


def test_a_float_that_is_a_whole_number_is_one():
    found = compare("normal", "bold", 1.4e3, seed=5.0, start=2.0, workers=1.0)
    assert found.to_mapping() == compare("normal", "bold", 1400, seed=5, start=2).to_mapping()
    assert repr(found.start) == "2"


def test_progress_is_told():
    told = []
    compare("normal", "bold", 70_000, seed=1, progress=lambda *so_far: told.append(so_far))
    assert told[-1] == (70_000, 70_000)
    assert [done // 14 for done, _ in told] == [1024, 2048, 3072, 4096, 5000]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hands": 0}, "hands = 0 is out of range"),
        ({"until": 0.0}, "until = 0.0 is out of range: use a number above 0"),
        ({"until": -1.0}, "until = -1.0 is out of range"),
        ({"level": 1.0}, "level 1.0 is out of range"),
        ({"workers": 0}, "workers = 0 is out of range"),
        ({"hands": 2.5}, "hands = 2.5 is no whole number"),
        ({"hands": "x"}, "hands = 'x' is no whole number"),
        ({"seed": 2.5}, "seed 2.5 is no whole number"),
        ({"start": "x"}, "start = 'x' is no whole number"),
        ({"workers": "x"}, "workers = 'x' is no whole number"),
        ({"until": "x"}, "until = 'x' is out of range: use a number above 0"),
        ({"level": "x"}, "level 'x' is out of range"),
        ({"seed": -1}, "seed"),
        ({"rules": "none"}, "rules 'none' are neither a preset"),
        ({"b": "normal", "until": 0.1}, "a and b are both normal/club: their difference is 0"),
        ({"b": "boldd"}, "bidder 'boldd' is unknown"),
        ({"b": len}, "'len' is no player"),
    ],
)
def test_what_can_not_be_compared_is_told(options, message):
    with pytest.raises(UserError, match=message):
        compare(**{"a": "normal", "b": "bold", "hands": 14, "seed": 1} | options)


def test_hands_played_are_told(bold):
    assert bold.hands_played == bold.sums.played == bold.to_mapping()["hands_played"]
    assert 0 < bold.hands_played < bold.hands
