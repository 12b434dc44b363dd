"""Positions and the card a sound player plays in them."""

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.engine import Engine
from simulate.players.club import Club
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.table import Views
from tests.test_simulate.positions import card_played

CLUB = Club()


def plays(game, **where):
    return card_played(CLUB, game, **where)


class TestLastHand:
    def test_takes_a_rich_trick_with_the_ten_of_trump(self):
        where = {"declarer": 0, "seat": 3, "hand": "EO H10 H7 EK E9 E8 S9 S8", "played": "GA G10 G8"}
        assert plays("Rufspiel Schellen", **where) == "H10"

    def test_adds_the_fattest_card_to_a_trick_of_a_fellow_opponent(self):
        # Seat 0 has led the called suit, so he is no partner of the declarer.
        where = {"declarer": 1, "seat": 3, "hand": "E10 E7 GK G9 S9 S8 H7 HU", "played": "EA E8 EK"}
        assert plays("Rufspiel Schellen", **where) == "E10"

    def test_does_not_trump_a_worthless_trick_with_an_ober(self):
        where = {"declarer": 0, "seat": 3, "hand": "EO GO EK E9 E8 E7 S9 S8", "played": "G9 G8 G7"}
        assert plays("Rufspiel Schellen", **where) in ("E7", "S8")

    def test_gives_as_little_as_he_can_to_a_trick_of_the_others(self):
        where = {"declarer": 0, "seat": 3, "hand": "H10 HK H9 EA E10 G7 G8 S9", "played": "EO H7 SU"}
        assert plays("Rufspiel Schellen", **where) == "H9"


class TestDeclarer:
    def test_draws_trumps_from_above_while_he_has_the_highest(self):
        where = {"declarer": 0, "seat": 0, "hand": "EO GO HU H10 H8 G9 G7 SA"}
        assert plays("Rufspiel Gras", **where) in ("EO", "GO")

    def test_leads_a_low_trump_without_the_high_ones(self):
        where = {"declarer": 0, "seat": 0, "hand": "SO EU HU HK H8 G9 EA SA"}
        assert plays("Rufspiel Gras", **where) == "H8"

    def test_cashes_an_ace_when_he_has_one_trump_left(self):
        played = "EO H7 HA H9  GO HK HU SU  HO SO EU GU"
        where = {"declarer": 0, "seat": 0, "hand": "EO GO HO H8 G9 EA E9 S9", "played": played}
        assert plays("Rufspiel Gras", **where) == "EA"

    def test_leads_to_the_called_ace_while_his_last_trump_is_the_highest(self):
        played = "EO H7 H8 H9  GO HK HU SU  HO SO EU GU"
        where = {"declarer": 0, "seat": 0, "hand": "EO GO HO HA G9 EA E9 S9", "played": played}
        assert plays("Rufspiel Gras", **where) == "G9"

    def test_draws_the_unter_in_a_wenz_first_and_then_plays_his_long_suit(self):
        hand = "EU GU EA E10 EK E9 E8 SA"
        assert plays("Wenz", declarer=0, seat=0, hand=hand) in ("EU", "GU")
        where = {"declarer": 0, "seat": 0, "hand": hand, "played": "EU HU SU G7"}
        assert plays("Wenz", **where) == "EA"


class TestPartner:
    def test_leads_a_trump_to_the_declarer(self):
        where = {"declarer": 2, "seat": 0, "hand": "GA GK EU H9 H7 E9 E8 S7"}
        assert plays("Rufspiel Gras", **where) == "EU"

    def test_smears_a_ten_on_the_declarers_sure_trick(self):
        where = {"declarer": 0, "seat": 3, "hand": "GA G9 E10 E8 S10 SA S9 S8", "played": "EO H7 H8"}
        assert plays("Rufspiel Gras", **where) == "E10"


class TestOpponents:
    def test_lead_the_called_suit(self):
        where = {"declarer": 2, "seat": 0, "hand": "GK EU H9 H7 EA E8 S7 S8"}
        assert plays("Rufspiel Gras", **where) == "GK"

    def test_do_not_lead_trumps(self):
        played = "G7 G10 GA G8  SU H7 HO H8"
        where = {"declarer": 3, "seat": 0, "hand": "G7 HO HU H9 EA E9 E8 S7", "played": played}
        assert plays("Rufspiel Gras", **where) == "EA"

    def test_know_the_partner_by_his_trump_lead(self):
        # Seat 1 can only be the partner: he leads a trump. So seat 3, who overtakes, is a friend.
        played = "E9 EA E7 E8  HU H8 SO"
        where = {"declarer": 2, "seat": 0, "hand": "E9 H10 H7 G10 GK S9 S8 S7", "played": played}
        assert plays("Rufspiel Gras", **where) in ("H7", "H10")

    def test_overtake_nothing_that_a_fellow_holds_for_sure(self):
        # The fellow's Eichel-Ober takes the trick: add the ten, keep the Gras-Ober.
        where = {"declarer": 0, "seat": 3, "hand": "GO H10 E9 E8 E7 S9 S8 S7", "played": "HU H7 EO"}
        assert plays("Herz-Solo", **where) == "H10"

    def test_hope_for_a_fellow_who_plays_last(self):
        # Nobody but fellows can still beat the soloist's Unter.
        where = {"declarer": 0, "seat": 2, "hand": "EA E10 E9 GA G9 G8 S9 S8", "played": "SU H7"}
        assert plays("Herz-Solo", **where) in ("EA", "E10", "GA")


def test_a_single_legal_card_is_played():
    played = "EO H7 H8 H9 GO HK H10 HA HO SU E8 E9 SO E7 G9 G7 EU S7 S8 S9 GU SK S10 SA HU EK E10 EA"
    where = {"declarer": 0, "seat": 0, "hand": "EO GO HO SO EU GU HU G8", "played": played}
    assert plays("Rufspiel Gras", **where) == "G8"


class TestTout:
    def test_the_declarer_takes_a_trick_with_his_highest_trump_if_none_is_sure(self):
        where = {"declarer": 1, "seat": 1, "hand": "GO HO SO EU GU HA H10 HK", "played": "E9"}
        assert plays("Herz-Solo-Tout", **where) == "GO"

    def test_the_declarer_leads_his_highest_trump(self):
        where = {"declarer": 0, "seat": 0, "hand": "EO GO HO SO EU HA H10 EA"}
        assert plays("Herz-Solo-Tout", **where) in ("EO", "GO", "HO", "SO")

    def test_an_opponent_takes_the_one_trick_he_needs(self):
        # In a Solo he would let a trick without eyes go and keep the Eichel-Ober.
        where = {"declarer": 0, "seat": 3, "hand": "EO E9 E8 E7 G9 G8 S9 S8", "played": "HU H7 H8"}
        assert plays("Herz-Solo-Tout", **where) == "EO"
        where = {"declarer": 0, "seat": 3, "hand": "EO GU E8 E7 G9 G8 S9 S8", "played": "EA EK E9"}
        assert plays("Herz-Solo-Tout", **where) in ("E8", "E7")

    def test_an_opponent_puts_his_highest_card_before_the_declarer(self):
        where = {"declarer": 3, "seat": 2, "hand": "GO HU H9 E9 E8 G9 G8 S7", "played": "H7 H8"}
        assert plays("Herz-Solo-Tout", **where) == "GO"


def test_hands_in_which_nobody_is_asked_are_left_alone():
    # Passed out: there is no declarer, and no game.
    engine = Engine(Rules.preset("standard"), parse_players("normal"), seed=4)
    batch = engine._with_game(np.arange(300, dtype=np.uint64))
    asked = batch.ask_card()
    passed_out = batch.passed_out()
    assert passed_out.any()
    cards = CLUB.play(batch.views(asked, np.zeros(300, np.uint64)))
    assert (cards[passed_out] == 0).all()
    assert (cards[~passed_out] & asked.legal[~passed_out] == cards[~passed_out]).all()
    assert (np.bitwise_count(cards[~passed_out]) == 1).all()


def test_a_mixture_of_positions_gets_the_answers_that_each_gets_alone():
    engine = Engine(Rules.preset("official"), parse_players("normal"), seed=5)
    batch = engine._with_game(np.arange(120, dtype=np.uint64))
    asked = batch.ask_card()
    shown, answered = [], []
    for _ in range(CARDS - SEATS):
        shown.append(Views(*(column.copy() for column in batch.views(asked, np.zeros(120, np.uint64)))))
        answered.append(CLUB.play(shown[-1]))
        batch.play(asked, answered[-1])
    mixed = np.random.default_rng(6).permutation(120 * len(shown))
    everything = Views(*(np.concatenate(columns)[mixed] for columns in zip(*shown, strict=True)))
    assert np.array_equal(CLUB.play(everything), np.concatenate(answered)[mixed])
