import polars as pl
import pytest

from analysis import called_ace, frequencies, scores
from analysis.called_ace import CALLED_ACE
from analysis.load import pieces
from analysis.totals import RESULTS, TABLE_SCORES, Survey, count, player_scores, regroup, totals
from simulate.dataset.schema import CONTRACT_WORDS
from simulate.errors import UserError
from simulate.run import run
from tests.test_analysis.recount import grouped, rows_of

TOPICS = (RESULTS, TABLE_SCORES, CALLED_ACE)


def test_sums_are_those_of_the_hands(bid):
    found = totals(bid, RESULTS, ["contract", "won"]).to_dicts()
    groups = grouped(rows_of(bid), "contract", "won")
    assert {(row["contract"], row["won"]) for row in found} == groups.keys()
    for row in found:
        hands = groups[row["contract"], row["won"]]
        played = [hand for hand in hands if hand["contract"]]
        assert row["n"] == len(hands)
        assert row["wins"] == sum(hand["won"] for hand in played)
        assert row["eyes_sum"] == sum(hand["eyes"] for hand in played)
        assert row["eyes_squares"] == sum(hand["eyes"] ** 2 for hand in played)
        assert row["score_sum"] == sum(hand["score"] for hand in played)
        assert row["score_squares"] == sum(hand["score"] ** 2 for hand in played)


def test_groups_come_in_order_and_passed_out_hands_last(bid):
    found = totals(bid, RESULTS, ["contract", "declarer"]).select("contract", "declarer").rows()
    place = {word: i for i, word in enumerate(CONTRACT_WORDS)} | {None: 99}
    assert found == sorted(found, key=lambda row: (place[row[0]], -1 if row[1] is None else row[1]))
    assert found[-1] == (None, None)


def test_the_player_is_told_by_the_rotation_of_the_forehand(folder):
    # Player p has seat (p - hand id) % 4.
    hands = rows_of(run(2000, seed=5))
    expected = grouped([h | {"p": (h["hand_id"] + h["declarer"]) % 4} for h in hands if h["contract"]], "p")
    found = totals(run(2000, seed=5), RESULTS, ["player"]).drop_nulls("player")
    assert dict(found.select("player", "n").iter_rows()) == {p: len(rows) for (p,), rows in expected.items()}


def test_a_survey_stands_in_for_the_hands(bid):
    counted = count(bid, TOPICS)
    for topic in TOPICS:
        for by in ([], list(topic.keys)[:2], list(topic.keys)):
            assert totals(counted, topic, by).equals(totals(bid, topic, by))
    for table in (frequencies.contracts_by_style, called_ace.fates, scores.expected, scores.styles):
        assert table(counted).equals(table(bid))


def test_surveys_of_pieces_add_up_to_that_of_the_whole_in_any_order(bid):
    # The styles of a frame are not known, so frames of all pieces are of the same unknown players.
    hands = bid.hands.collect()
    a, b, c = (count(hands[i::3], TOPICS) for i in range(3))
    whole = count(hands, TOPICS)
    for added in ((a + b) + c, a + (b + c), (c + a) + b):
        for name, frame in whole.totals.items():
            assert added.totals[name].equals(frame)


def test_runs_that_continue_each_other_add_up():
    whole, first, second = run(600, seed=3), run(250, seed=3), run(350, seed=3, start=250)
    added = count(first, TOPICS) + count(second, TOPICS)
    assert frequencies.contracts_by_style(added).equals(frequencies.contracts_by_style(whole))


def test_files_are_counted_in_pieces(tmp_path, monkeypatch):
    run(3000, seed=3, out=tmp_path / "run")
    hands = sorted((tmp_path / "run/hands").iterdir())
    whole = count(tmp_path / "run", TOPICS)
    for start in range(0, 3000, 1000):
        pl.read_parquet(hands[0])[start : start + 1000].write_parquet(tmp_path / f"{start}.parquet")
    monkeypatch.setattr("analysis.load._PIECE_BYTES", 1)
    assert len(list(pieces(str(tmp_path / "*.parquet")))) == 3
    assert len(list(pieces(tmp_path / "run"))) == 1
    parts = count(str(tmp_path / "*.parquet"), TOPICS)
    for name, frame in whole.totals.items():
        assert parts.totals[name].equals(frame)


def test_surveys_of_different_origin_do_not_add(bid):
    other = count(run(100, "bold", seed=1), TOPICS)
    with pytest.raises(UserError, match="other players or other rules"):
        other + count(bid, TOPICS)
    with pytest.raises(UserError, match="can't be added"):
        other + Survey({}, other.origin)
    with pytest.raises(UserError, match="no 'table_scores', only results"):
        totals(count(bid, [RESULTS]), TABLE_SCORES, [])


def test_unknown_keys_are_named(bid):
    with pytest.raises(UserError, match="can't be grouped by 'colour' here: use assigned, contract"):
        totals(bid, RESULTS, ["colour"])


def test_no_hands_and_no_such_hands_are_different_things(bid):
    hands = bid.hands.collect()
    with pytest.raises(UserError, match="no hands"):
        totals(hands.head(0), RESULTS, ["contract"])
    with pytest.raises(UserError, match="no hands"):
        totals(hands.head(0), CALLED_ACE, [])
    with pytest.raises(UserError, match="no hands"):
        count(hands.head(0), TOPICS)
    wenz = hands.filter(pl.col("contract") == "wenz")
    assert totals(wenz, CALLED_ACE, ["ace_fate"]).is_empty()
    assert called_ace.fates(wenz).is_empty()


def test_player_scores_follow_the_players_around_the_table(bid):
    found = player_scores(bid)
    expected = {}
    for hand in rows_of(bid):
        own = tuple(hand[f"score_{(player - hand['hand_id']) % 4}"] for player in range(4))
        expected[False, *own] = expected.get((False, *own), 0) + 1
    assert {row[:5]: row[5] for row in found.iter_rows()} == expected


def test_huge_tariffs_do_not_overflow(bid):
    hands = bid.hands.with_columns(pl.col("^score_.$") * 1_000_000).collect()
    found = totals(hands, RESULTS, [])["score_squares"].item()
    expected = sum((hand["score"] * 10**6) ** 2 for hand in rows_of(bid) if hand["contract"])
    assert found == pytest.approx(expected)


def test_regrouping_is_grouping(bid):
    fine = totals(bid, RESULTS, ["contract", "kontra", "won"])
    assert regroup(fine, ["kontra"]).equals(totals(bid, RESULTS, ["kontra"]))
    assert regroup(fine, []).equals(totals(bid, RESULTS, []))
