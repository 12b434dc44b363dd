"""Agreement of card players: with themselves, with chance, with people."""

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

from analysis.agreement import CARD_LAYOUT, ROLES, card_agreement, card_decisions
from analysis.replays import rules_of
from simulate.errors import UserError
from simulate.players.registry import Role, make_half
from simulate.replaying import recording
from simulate.run import run

FOUR = "normal/club,random/random,bold/random,normal/club"


@pytest.fixture(scope="module")
def club():
    return run(400, "normal/club", rules="official", seed=4, tricks=True)


@pytest.fixture(scope="module")
def mixed():
    return run(400, FOUR, rules="official", seed=4, tricks=True)


@dataclass(frozen=True)
class Lowest:
    """Plays the lowest legal card, or another answer."""

    answer: object = None
    spec = "lowest"
    version = 1
    uses_random = False

    def play(self, views):
        if self.answer is not None:
            return np.full(len(views.legal), self.answer)
        return views.legal & (~views.legal + np.uint32(1))


class TestWithItself:
    def test_a_player_agrees_with_what_it_has_played(self, club):
        """But for hands with kontra, as it is not recorded who said it."""
        hands, tricks = club.hands.collect(), club.tricks.collect()
        decisions = card_decisions(rules_of(club), recording(hands, tricks), make_half(Role.CARD_PLAYER, "club"))
        doubled = hands.filter(pl.col("kontra") > 0)["hand_id"]
        assert len(doubled) > 5
        assert decisions.filter(~pl.col("exact"), ~pl.col("hand_id").is_in(doubled.implode())).is_empty()
        found = card_agreement(club, "club")
        assert found.agreement.estimate >= found.mean("exact") > 0.999
        assert found.player == "club"

    def test_random_numbers_are_those_of_the_engine(self):
        simulated = run(300, "bold/random", rules="tournament", seed=11, start=77, tricks=True)
        assert simulated.hands.select(pl.col("redeals").max()).collect().item() > 0
        assert card_agreement(simulated, "random", seed=11).mean("exact") == 1
        assert card_agreement(simulated, "random", seed=12).mean("exact") < 0.5

    def test_only_its_own_decisions_agree_where_others_play_too(self, mixed):
        book = rules_of(mixed)
        hands, tricks = mixed.hands.collect(), mixed.tricks.collect()
        decisions = card_decisions(book, recording(hands, tricks), Lowest())
        assert 0.2 < decisions["exact"].mean() < 0.6
        assert decisions.filter(pl.col("exact") & ~pl.col("agrees")).is_empty()


class TestWhatIsADecision:
    @pytest.fixture(scope="class")
    @classmethod
    def decisions(cls, mixed):
        hands, tricks = mixed.hands.collect(), mixed.tricks.collect()
        return card_decisions(rules_of(mixed), recording(hands, tricks), Lowest())

    def test_more_than_one_card_is_legal(self, decisions):
        assert decisions["chance_exact"].max() == 0.5
        assert (decisions["chance"] >= decisions["chance_exact"]).all()
        assert decisions["chance"].max() == 1
        assert decisions["trick"].max() == 7

    def test_who_leads_has_a_choice_in_all_tricks_but_the_last(self, decisions, mixed):
        leads = decisions.filter(pl.col("leading"))
        out = mixed.tricks.select("hand_id", "trick").filter(pl.col("trick") < 8).collect()
        # A holder of the called ace with fewer than four of its suit may have one legal lead left; nobody else has.
        missing = out.join(leads, on=["hand_id", "trick"], how="anti")
        assert len(leads) + len(missing) == len(out)
        assert len(missing) < 0.01 * len(out)

    def test_roles_are_those_of_the_seats(self, decisions, mixed):
        hands = mixed.hands.collect()
        assert set(decisions["role"].unique()) == set(ROLES)
        partners = decisions.filter(pl.col("role") == "partner")
        assert set(partners["contract"].unique()) == {"rufspiel"}
        per_hand = decisions.filter(pl.col("role") == "declarer").group_by("hand_id").len()
        assert per_hand["len"].max() <= 7
        contracts = decisions.select("hand_id", "contract").unique().join(hands, on="hand_id", suffix="_played")
        assert (contracts["contract"] == contracts["contract_played"]).all()

    def test_the_groups_hold_all_decisions(self, mixed):
        found = card_agreement(mixed, Lowest())
        for group in CARD_LAYOUT.groups:
            assert found.table(group)["decisions"].sum() == found.decisions


class TestRefusals:
    @pytest.mark.parametrize("answer", [np.uint32(0), np.uint32(3), np.int64(-1), np.float64(1)])
    def test_answers_that_are_not_allowed(self, club, answer):
        with pytest.raises(UserError, match="player 'lowest' answered"):
            card_agreement(club, Lowest(answer))

    def test_a_player_that_does_not_exist(self, club):
        with pytest.raises(UserError, match="card player 'clubb' is unknown"):
            card_agreement(club, "clubb")

    def test_hands_that_were_all_passed_out(self):
        passed = run(3, "cautious(rufspiel=99,solo=99,wenz=99)/club", seed=1, tricks=True)
        with pytest.raises(UserError, match="holds no hands"):
            card_agreement(passed, "club")


class TestRealGames:
    def test_chance_is_counted_exactly_and_a_random_player_comes_close(self, real_games):
        """A choice at random meets the very card in 32.5 % of the decisions of all 2,751 games."""
        found = card_agreement(real_games, "random", seed=5)
        assert found.decisions == 43_429
        assert found.mean("chance_exact") == pytest.approx(0.325, abs=0.002)
        assert found.mean("exact") == pytest.approx(found.mean("chance_exact"), abs=0.008)
        assert found.agreement.low < found.mean("chance") < found.agreement.high

    def test_club_agrees_more_often_than_a_crude_set_of_rules(self, real_games):
        """Such a set met 63 %; Rufspiel 67 following and 56 leading, Solo 65 and 59, Wenz 65 and 45."""
        found = card_agreement(real_games, "club")
        assert found.agreement.low > 0.68
        for contract, following, leading in (("rufspiel", 0.67, 0.56), ("solo", 0.65, 0.59), ("wenz", 0.65, 0.45)):
            for leads, crude in ((False, following), (True, leading)):
                rate = found.estimate("contract_leading", contract=contract, leading=leads).estimate
                assert rate > crude, (contract, leads)

    def test_the_held_out_part_is_its_own(self, real_games):
        fit, held_out = (card_agreement(real_games, "club", part) for part in ("fit", "held-out"))
        whole = card_agreement(real_games, "club")
        assert (fit + held_out).table().drop("agreement").rows()[0] == pytest.approx(
            whole.table().drop("agreement").rows()[0]
        )
        assert abs(fit.agreement.estimate - held_out.agreement.estimate) < 0.03
