"""Auction, declaration and doubling against RULES section 3."""

from dataclasses import replace

import pytest

from simulate.cards import Card, CardSet, Suit
from simulate.contracts import GAMES, SIE_HAND, Contract, Game
from simulate.referee import (
    Phase,
    Result,
    forced_games,
    playable_games,
)
from simulate.rules import AllPass
from tests.test_simulate.referee_hands import (
    BIDS,
    DEAL,
    OFFICIAL,
    RUF_E,
    RUF_G,
    RUF_S,
    SIE,
    SIE_DEAL,
    SOLO_E,
    SOLOS,
    STANDARD,
    WENZ,
    WENZ_TOUT,
    after,
    refusal,
)


def levels(referee):
    words = {contract: word for word, contract in BIDS.items()}
    return " ".join(words[bid] for bid in referee.legal_bids())


class TestAuction:
    def test_forehand_begins_and_every_level_is_open(self):
        referee = after(STANDARD, "")
        assert (referee.seat_to_act, levels(referee)) == (0, "- R W S WT ST")

    def test_a_bid_must_be_strictly_higher(self):
        assert levels(after(STANDARD, "0R")) == "- W S WT ST"
        assert levels(after(STANDARD, "0S")) == "- WT ST"
        assert levels(after(STANDARD, "0ST")) == "-"
        text = refusal(after(STANDARD, "0S").bid, Contract.WENZ)
        assert text.startswith("seat 1 bids Wenz: a bid must be higher than the standing one")
        assert text.endswith("allowed: pass, Wenz-Tout, Solo-Tout")

    def test_three_passes_after_a_bid_end_it(self):
        referee = after(STANDARD, "0R 1- 2- 3-")
        assert (referee.phase, referee.declarer, referee.seat_to_act) == (Phase.DECLARE, 0, 0)
        assert referee.standing_bid is Contract.RUFSPIEL
        assert referee.bids == ((0, Contract.RUFSPIEL), (1, None), (2, None), (3, None))
        assert "the auction is over" in refusal(referee.bid, None)

    def test_a_pass_is_final(self):
        referee = after(STANDARD, "0- 1R 2W 3- 1-")
        assert (referee.phase, referee.declarer) == (Phase.DECLARE, 2)
        assert after(STANDARD, "0- 1- 2- 3R").declarer == 3

    def test_an_outbid_player_may_raise(self):
        referee = after(STANDARD, "0R 1W 2- 3- 0S 1-")
        assert (referee.phase, referee.declarer) == (Phase.DECLARE, 0)
        assert after(STANDARD, "0R 1W 2S 3- 0- 1WT 2ST 1-").declarer == 2

    def test_without_rebid_everybody_has_one_turn(self):
        once = replace(STANDARD, rebid=False)
        referee = after(once, "0R 1W 2- 3-")
        assert (referee.phase, referee.declarer) == (Phase.DECLARE, 1)
        assert after(once, "0R 1- 2- 3W").declarer == 3

    def test_reentry_asks_again_whoever_passed(self):
        again = replace(STANDARD, reentry=True)
        assert after(again, "0- 1- 2- 3R 0- 1W 2- 3- 0-").declarer == 1
        assert after(again, "0R 1- 2W 3- 0- 1S 2- 3- 0-").declarer == 1

    def test_reentry_does_not_start_a_second_round_of_passes(self):
        assert after(replace(STANDARD, reentry=True), "0- 1- 2- 3-").phase is Phase.DONE

    def test_the_elder_may_match_and_then_must_be_beaten(self):
        referee = after(OFFICIAL, "0R 1W 2- 3-")
        assert levels(referee) == "- W S WT ST"
        referee.bid(Contract.WENZ)
        assert (referee.seat_to_act, levels(referee)) == (1, "- S WT ST")
        referee.bid(None)
        assert (referee.phase, referee.declarer) == (Phase.DECLARE, 0)

    def test_only_who_bid_earlier_may_match(self):
        assert levels(after(OFFICIAL, "0R 1W")) == "- S WT ST"
        assert after(OFFICIAL, "0R 1W 2S 3- 0S 1- 2-").declarer == 0
        referee = after(OFFICIAL, "0R 1W 2S 3- 0-")
        assert (referee.seat_to_act, levels(referee)) == (1, "- S WT ST")

    def test_earlier_is_the_first_bid_and_not_the_seat(self):
        rules = replace(OFFICIAL, reentry=True)
        referee = after(rules, "0- 1R 2- 3- 0W")
        assert levels(referee) == "- W S WT ST"
        referee.bid(Contract.WENZ)
        for _ in range(2):
            referee.bid(None)
        assert (referee.seat_to_act, levels(referee)) == (0, "- S WT ST")

    @pytest.mark.parametrize("mode", [AllPass.VOID, AllPass.REDEAL])
    def test_all_pass(self, mode):
        referee = after(replace(STANDARD, all_pass=mode), "0- 1- 2- 3-")
        assert (referee.phase, referee.seat_to_act, referee.declarer) == (Phase.DONE, None, None)
        assert referee.result() == Result(passed_out=True)
        assert referee.result().scores == (0, 0, 0, 0)

    def test_what_a_hand_may_bid(self):
        referee = after(STANDARD, "0-", SIE_DEAL)
        assert levels(referee) == "- W S WT ST SIE"
        assert "called ace is not in the own hand" in refusal(referee.bid, Contract.RUFSPIEL)
        referee = after(OFFICIAL, "0-", SIE_DEAL)
        assert levels(referee) == "- W WT SIE"
        assert "option solo_needs_suit_card" in refusal(referee.bid, Contract.SOLO)
        assert "all eight Ober and Unter" in refusal(after(STANDARD, "", SIE_DEAL).bid, Contract.SIE)

    def test_only_contracts_of_the_table(self):
        referee = after(replace(STANDARD, contracts=(Contract.RUFSPIEL, Contract.SOLO)), "")
        assert levels(referee) == "- R S"
        assert "option contracts" in refusal(referee.bid, Contract.WENZ)


class TestDeclaration:
    def test_any_game_not_lower_than_the_bid(self):
        referee = after(STANDARD, "0W 1- 2- 3-")
        assert referee.legal_games() == tuple(
            game for game in GAMES if game.contract in (Contract.WENZ, Contract.SOLO, *BIDS.values()) and
            Contract.WENZ <= game.contract <= Contract.SOLO_TOUT
        )  # fmt: skip
        text = refusal(referee.declare, RUF_E)
        assert text.startswith("seat 0 declares Rufspiel (Eichel): the game may not be lower than the bid of Wenz")

    def test_only_a_callable_ace(self):
        referee = after(STANDARD, "0- 1R 2- 3-")
        assert referee.legal_games()[:2] == (RUF_G, RUF_S)
        assert "allowed: Rufspiel (Gras), Rufspiel (Schellen), Wenz" in refusal(referee.declare, RUF_E)
        referee.declare(RUF_G)
        assert (referee.game, referee.declarer, referee.partner) == (RUF_G, 1, 2)

    @pytest.mark.parametrize("game", [Game(Contract.WENZ, Suit.HERZ), Game(Contract.SOLO), Game(Contract.RUFSPIEL)])
    def test_a_suit_where_one_belongs(self, game):
        assert "a suit is named" in refusal(after(STANDARD, "0R 1- 2- 3-").declare, game)

    def test_a_soloist_needs_a_card_of_the_suit_in_official_play(self):
        hand = CardSet.parse("EO GO HO SO EU HA H10 G7")
        assert [game.suit for game in playable_games(OFFICIAL, hand) if game.contract is Contract.SOLO] == [
            Suit.GRAS,
            Suit.HERZ,
        ]
        assert set(SOLOS) <= set(playable_games(STANDARD, hand))

    def test_a_wenz_needs_no_unter(self):
        hand = CardSet.parse("EO GO HO SO HA H10 G7 E7")
        for rules in (STANDARD, OFFICIAL):
            assert {WENZ, WENZ_TOUT} <= set(playable_games(rules, hand))

    def test_a_sie_is_won_when_it_is_shown(self):
        referee = after(STANDARD, "0- 1W 2- 3-", SIE_DEAL)
        referee.declare(SIE)
        assert (referee.phase, referee.seat_to_act) == (Phase.DONE, None)
        result = referee.result()
        assert (result.eyes, result.tricks, result.won, result.schwarz, result.laufende) == (120, 8, True, True, 8)
        assert (result.value, result.scores) == (15, (-15, 45, -15, -15))
        official = after(OFFICIAL, "0- 1SIE 2- 3-", SIE_DEAL)
        official.declare(SIE)
        assert official.result().value == 52


class TestMuss:
    MUSS = replace(STANDARD, all_pass=AllPass.MUSS)

    def test_the_holder_of_the_eichel_ober_plays_any_game(self):
        deal = DEAL[1:] + DEAL[:1]
        referee = after(self.MUSS, "0- 1- 2- 3-", deal)
        assert (referee.phase, referee.declarer, referee.standing_bid) == (Phase.DECLARE, 3, None)
        assert referee.legal_games() == playable_games(self.MUSS, DEAL[0])
        assert RUF_S in referee.legal_games()
        referee.declare(RUF_S)
        assert referee.phase is Phase.DOUBLE

    def test_with_no_callable_ace_he_plays_a_solo(self):
        hand = CardSet.parse("EO EU HU HA EA GA SA H7")
        assert forced_games(self.MUSS, hand) == SOLOS
        rest = [card for card in Card if card not in hand]
        deal = [hand, *(CardSet.of(rest[seat::3]) for seat in range(3))]
        text = refusal(after(self.MUSS, "0- 1- 2- 3-", deal).declare, WENZ)
        assert "who must play with no callable ace plays a Solo (option all_pass)" in text

    def test_a_sie_may_be_shown_and_some_solo_is_always_possible(self):
        assert forced_games(self.MUSS, SIE_HAND) == (*SOLOS, SIE)
        official = replace(OFFICIAL, all_pass=AllPass.MUSS)
        assert forced_games(official, SIE_HAND) == (SIE,)
        without_sie = replace(official, contracts=(Contract.RUFSPIEL, Contract.SOLO))
        assert forced_games(without_sie, SIE_HAND) == SOLOS


class TestDoubling:
    def asked(self, rules, game, answers, declarer=0):
        """Return who is asked in turn when these answers are given, and the referee."""
        bids = " ".join(f"{seat}{'R' if seat == declarer else '-'}" for seat in range(4))
        referee = after(rules, bids)
        referee.declare(game)
        seats = []
        for answer in answers:
            seats.append(referee.seat_to_act)
            referee.double(answer)
        return seats, referee

    def test_only_the_opponents_of_a_rufspiel_are_asked(self):
        # The declarer at seat 0 calls the ace at seat 1.
        seats, referee = self.asked(STANDARD, RUF_E, [False, False])
        assert (seats, referee.phase, referee.kontra) == ([2, 3], Phase.PLAY, 0)
        seats, referee = self.asked(STANDARD, RUF_S, [False, False], declarer=1)
        assert (seats, referee.phase) == ([0, 2], Phase.PLAY)

    def test_all_three_are_asked_in_a_solo(self):
        seats, referee = self.asked(STANDARD, SOLO_E, [False] * 3, declarer=2)
        assert (seats, referee.phase) == ([0, 1, 3], Phase.PLAY)

    def test_one_kontra_then_one_rekontra(self):
        seats, referee = self.asked(STANDARD, SOLO_E, [False, True, True])
        assert (seats, referee.phase, referee.kontra) == ([1, 2, 0], Phase.PLAY, 2)
        seats, referee = self.asked(STANDARD, SOLO_E, [True, False])
        assert (seats, referee.phase, referee.kontra) == ([1, 0], Phase.PLAY, 1)

    def test_max_doubles(self):
        seats, referee = self.asked(replace(STANDARD, max_doubles=1), RUF_E, [True])
        assert (seats, referee.phase, referee.kontra) == ([2], Phase.PLAY, 1)
        seats, referee = self.asked(replace(STANDARD, max_doubles=0), RUF_E, [])
        assert (referee.phase, referee.kontra) == (Phase.PLAY, 0)
        assert referee.seat_to_act == 0
