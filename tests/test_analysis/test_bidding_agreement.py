"""Agreement of bidders: what a record decides, what the bidder answers, and what is left open."""

from dataclasses import dataclass, field

import numpy as np
import polars as pl
import pytest

from analysis.bidding_agreement import QUESTIONS, WHO, bidding_agreement, bidding_decisions
from analysis.replays import rules_of
from simulate.contracts import GAME_NUMBER, GAMES, Contract, Game
from simulate.errors import UserError
from simulate.replaying import recording
from simulate.run import run


@dataclass(eq=False)
class Says:
    """Bids always the same where it may, and declares the lowest game; remembers what it was asked."""

    contract: int = 0
    asked: list = field(default_factory=list)
    spec = "says"
    version = 1
    uses_random = False

    def bid(self, views):
        may = (views.legal >> np.uint64(self.contract)) & np.uint64(1) == 1
        self.asked.append(views._replace(public=views.public.copy()))
        return np.where(may, self.contract, 0).astype(np.uint8)

    def declare(self, views):
        lowest = views.legal & (~views.legal + np.uint64(1))
        return np.log2(np.maximum(lowest, 1).astype(np.float64)).astype(np.uint8)

    def double(self, views):
        return np.zeros(len(views.legal), np.uint8)


@pytest.fixture(scope="module")
def simulated():
    return run(500, "normal/random", rules="official", seed=6, tricks=True)


@pytest.fixture(scope="module")
def played(simulated):
    return simulated.hands.collect()


def estimates(found):
    return {question: found.estimate("question", question=question).estimate for question in QUESTIONS}


def decisions_of(data, bidder, **where):
    frame = bidding_decisions(rules_of(data), recording(data.hands.collect(), data.tricks.collect()), bidder)
    return frame.filter(**where)


class TestWithItself:
    def test_four_of_a_kind_come_to_the_same_games(self, simulated):
        found = estimates(bidding_agreement(simulated, "normal"))
        assert [found[name] for name in QUESTIONS[-3:]] == [1, 1, 1]

    def test_random_bidders_see_the_numbers_of_the_engine(self):
        simulated = run(300, "random/random", rules="official", seed=3, start=50, tricks=True)
        assert (
            bidding_agreement(simulated, "random", seed=3).estimate("question", question="auction_game").estimate == 1
        )
        other = bidding_agreement(simulated, "random", seed=4)
        assert other.estimate("question", question="auction_game").estimate < 0.2

    def test_where_nobody_was_outbid_it_agrees_in_all(self, simulated, played):
        """In a Rufspiel of its own all that a bidder is asked is what it was asked then."""
        found = bidding_agreement(simulated, "normal")
        for question in ("before", "declares", "contract", "game", "after"):
            assert found.estimate("question_contract", question=question, contract="rufspiel").estimate == 1


class TestQuestions:
    def test_the_seats_asked_are_those_before_and_after_the_declarer(self, simulated, played):
        decisions = decisions_of(simulated, Says())
        seats = {question: set() for question in QUESTIONS}
        for row in decisions.iter_rows(named=True):
            seats[row["question"]].add((row["hand_id"], row["seat"]))
        declarers = dict(zip(played["hand_id"], played["declarer"], strict=True))
        someone = {hand_id: seat for hand_id, seat in declarers.items() if seat is not None}
        before = {(i, s) for i, seat in declarers.items() for s in range(4 if seat is None else seat)}
        assert seats["before"] == before
        assert seats["declares"] == seats["contract"] == seats["game"] == set(someone.items())
        # After a Solo hardly anything can be bid, but a Tout always can.
        assert seats["after"] == {(i, s) for i, seat in someone.items() for s in range(seat + 1, 4)}
        assert seats["auction_game"] == set(declarers.items())

    def test_who_never_bids_agrees_with_all_who_did_not(self, simulated, played):
        found = bidding_agreement(simulated, Says())
        values = estimates(found)
        assert (values["before"], values["after"], values["declares"], values["game"]) == (1, 1, 0, 0)
        assert values["auction_declarer"] == pytest.approx(played["declarer"].null_count() / len(played))
        before = found.table("question").row(0, named=True)["decisions"]
        assert found.agreement.estimate == pytest.approx(before / found.decisions)
        assert found.decisions == before + played["declarer"].count()

    def test_a_lower_bid_does_not_contradict_a_higher_game(self, simulated):
        rufspiel = decisions_of(simulated, Says(Contract.RUFSPIEL), question="before")
        higher = rufspiel.filter(pl.col("contract").cast(pl.String) != "rufspiel")
        assert len(higher) > 20
        assert higher["agrees"].all()
        # But it does contradict a Rufspiel of a later seat, if an ace can be called.
        assert 0 < rufspiel.filter(pl.col("contract").cast(pl.String) == "rufspiel")["agrees"].mean() < 0.3
        wenz = decisions_of(simulated, Says(Contract.WENZ), question="before")
        assert not wenz.filter(pl.col("contract").cast(pl.String) == "wenz")["agrees"].any()
        assert wenz.filter(pl.col("contract").cast(pl.String) == "solo")["agrees"].all()

    def test_passed_out_deals_have_no_declarer(self, simulated, played):
        passed = decisions_of(simulated, Says(Contract.WENZ)).filter(pl.col("contract").is_null())
        hands = played["declarer"].null_count()
        assert (passed["question"] == "before").sum() == 4 * hands
        assert not passed.filter(pl.col("question") == "before")["agrees"].any()
        assert set(passed["question"].unique()) == {"before", *QUESTIONS[-3:]}

    def test_what_is_declared_follows_from_the_own_bid(self, simulated, played):
        found = decisions_of(simulated, Says(Contract.SOLO))
        games = {name: found.filter(question=name).sort("hand_id")["agrees"].to_list() for name in ("contract", "game")}
        someone = played.filter(pl.col("declarer").is_not_null())
        contracts = someone["contract"].cast(pl.String)
        # Under the official rules a Solo needs a card of its suit, which every hand of these has in some suit.
        assert games["contract"] == (contracts == "solo").to_list()
        assert 0 < sum(games["game"]) < sum(games["contract"])

    def test_the_table_seen_is_that_of_the_record(self, simulated, played):
        bidder = Says()
        decisions_of(simulated, bidder)
        first = bidder.asked[0]
        assert (first.seat == 0).all()
        assert (first.public["standing"] == 0).all()
        second = bidder.asked[1]
        asked = second.legal > 0
        declared_by_0 = (played["declarer"] == 0).fill_null(False).to_numpy()
        assert ((second.public["standing"] > 0) == declared_by_0)[asked].all()
        contract = played["contract"].to_physical().to_numpy()
        assert (second.public["standing"] == contract + 1)[asked & declared_by_0].all()

    def test_the_whole_is_who_declared_and_who_did_not(self, simulated):
        found = bidding_agreement(simulated, "bold")
        table = found.table("question").filter(pl.col("question").cast(pl.String).is_in(WHO))
        agreed = (table["agreement"] * table["decisions"]).sum()
        assert found.agreement.estimate == pytest.approx(agreed / found.decisions)


class TestRefusals:
    def test_answers_that_are_not_allowed(self, simulated):
        class Wild(Says):
            def bid(self, views):
                return np.full(len(views.legal), 99, np.uint8)

        class Early(Says):
            def declare(self, views):
                return np.full(len(views.legal), GAME_NUMBER[Game(Contract.SIE)], np.uint8)

        with pytest.raises(UserError, match="player 'says' answered bid with 99 in hand"):
            bidding_agreement(simulated, Wild())
        with pytest.raises(UserError, match=f"player 'says' answered declare with {len(GAMES) - 1} in hand"):
            bidding_agreement(simulated, Early(Contract.WENZ))

    def test_a_bidder_that_does_not_exist(self, simulated):
        with pytest.raises(UserError, match="'club' is a card player, no bidder"):
            bidding_agreement(simulated, "club")


class TestRealGames:
    def test_normal_bids_much_as_people_do(self, real_games):
        found = bidding_agreement(real_games, "normal")
        values = estimates(found)
        assert found.agreement.low > 0.85
        assert values["before"] > 0.9
        assert values["declares"] > 0.75
        assert values["declares"] > values["contract"] > values["game"] > 0.5
        assert values["auction_declarer"] > values["auction_contract"] > values["auction_game"] > 0.5

    def test_courage_shows(self, real_games):
        cautious, normal, bold = (
            estimates(bidding_agreement(real_games, name)) for name in ("cautious", "normal", "bold")
        )
        assert cautious["before"] > normal["before"] > bold["before"]
        assert cautious["declares"] < normal["declares"] < bold["declares"]

    def test_a_random_bidder_does_not(self, real_games):
        assert bidding_agreement(real_games, "random").agreement.high < 0.6
