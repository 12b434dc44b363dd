"""Hands simulated by the kernels, taken for recorded games: the referee must come to the same rows."""

from dataclasses import replace

import polars as pl
import pytest

from simulate.cards import Card, CardSet, Suit
from simulate.contracts import Contract, Game
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.frames import to_frame
from simulate.recorded import RecordedGame, games_in, judge, rows_of
from simulate.referee import SHORT_DECK, RuleViolation
from simulate.rules import AllPass, Rules
from simulate.run import run
from tests.test_simulate.referee_hands import DEAL, RUF_E, SIE, SIE_DEAL, STANDARD

NOT_RECORDED = {f"bid_{seat}": pl.lit(None) for seat in range(4)}


@pytest.fixture(scope="module")
def simulated():
    """Return hands of all contracts, and their tricks."""
    played = run(400, "normal,random,normal/random,bold", rules="official", seed=5, tricks=True)
    return played.hands.collect(), played.tricks.collect()


def test_the_referee_fills_the_same_rows_as_the_kernels(simulated):
    hands, tricks = simulated
    judged = [judge(Rules.preset("official"), game) for game in games_in(hands, tricks)]
    rows = rows_of(judged, hands["hand_id"].to_numpy())
    without_bids = hands.with_columns(**NOT_RECORDED).cast(dict(hands.schema))
    assert to_frame(hands_table(rows.hands)).equals(without_bids)
    assert to_frame(tricks_table(rows.tricks)).equals(tricks)
    assert {None, "rufspiel", "wenz", "solo", "wenz-tout", "solo-tout"} <= set(hands["contract"])


def test_no_games_have_no_rows(simulated):
    hands, tricks = (frame.clear() for frame in simulated)
    assert list(games_in(hands, tricks)) == []
    rows = rows_of([], hands["hand_id"].to_numpy())
    assert (len(rows.hands), len(rows.tricks)) == (0, 0)


def test_a_sie_has_no_tricks():
    judged = judge(STANDARD, RecordedGame(SIE_DEAL, SIE, 1))
    assert judged.tricks == ()
    assert rows_of([judged], [0]).hands["value"][0] == 15


def test_all_passed():
    judged = judge(STANDARD, RecordedGame(DEAL, None, None, forehand=2))
    frame = to_frame(hands_table(rows_of([judged], [7]).hands))
    assert frame.row(0, named=True) | {"hand_id": 7, "contract": None, "forehand": 2} == frame.row(0, named=True)
    assert frame.select("declarer", "eyes", "value", "partner").row(0) == (None,) * 4


@pytest.mark.parametrize(
    ("changes", "rules", "told"),
    [
        ({"declarer": 1}, STANDARD, "declarer without a contract"),
        ({"kontra": 1}, STANDARD, "kontra without a contract"),
        ({"plays": (Card.EO,)}, STANDARD, "cards played without a contract"),
        ({}, replace(STANDARD, all_pass=AllPass.REDEAL), 'all_pass = "redeal"'),
        ({"game": RUF_E}, STANDARD, "declarer -1 is no seat"),
        ({"game": Game(Contract.WENZ, Suit.HERZ), "declarer": 0}, STANDARD, "Herz-Wenz"),
        ({"hands": (*DEAL[:3], DEAL[0])}, STANDARD, "dealt twice"),
        ({"hands": tuple(CardSet.of(list(SHORT_DECK)[i : i + 6]) for i in range(0, 24, 6))}, STANDARD, "whole deck"),
    ],
)
def test_what_can_not_have_been_played(changes, rules, told):
    with pytest.raises(RuleViolation, match=told):
        judge(rules, replace(RecordedGame(DEAL, None, None), **changes))


def test_a_deal_that_is_none_is_refused(simulated):
    hands, tricks = simulated
    (game,) = games_in(hands[:1].with_columns(deal=pl.lit(2**60, pl.UInt64)), tricks)
    with pytest.raises(RuleViolation, match="hands of 0 0 0 0 cards"):
        judge(STANDARD, game)
