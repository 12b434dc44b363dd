"""Tricks and the called ace against RULES sections 4 and 5."""

import itertools
from dataclasses import replace

import pytest

from simulate.cards import CardSet, parse_cards
from simulate.contracts import Contract, Game
from simulate.referee import (
    AceState,
    Play,
    Trick,
    legal_cards,
    trick_winner,
)
from tests.test_simulate.referee_hands import (
    RUF_E,
    SOLO_E,
    STANDARD,
    WENZ,
)

# Every combination of the options that concern the called ace, the last trick apart.
ACE_RULES = [
    replace(STANDARD, run_only_on_lead=only, ace_free_after_run=free, run_needs_four_in_hand=now)
    for only, free, now in itertools.product([False, True], repeat=3)
]


class TestCalledAce:
    """The table of RULES section 5, row by row; Eichel is called, and only hands with the EA are bound."""

    LED = AceState(suit_led=True)
    RAN = AceState(suit_led=True, ran_away=True)

    def legal(self, rules, hand, trick="", state=None):
        return str(legal_cards(rules, RUF_E, CardSet.parse(hand), parse_cards(trick), state))

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_suit_led_with_fewer_than_four(self, rules):
        assert self.legal(rules, "HO EA E10 E7 S7", "E9") == "EA"
        assert self.legal(rules, "HO EA S7", "E9 E8 E7") == "EA"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_suit_led_with_four(self, rules):
        expected = "EA" if rules.run_only_on_lead else "EA E10 E8 E7"
        assert self.legal(rules, "HO EA E10 E8 E7 S7", "E9") == expected

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_leads_with_four(self, rules):
        assert self.legal(rules, "HO EA E10 E8 E7 S7") == "HO EA E10 E8 E7 S7"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_leads_with_fewer_than_four(self, rules):
        assert self.legal(rules, "HO EA E8 E7 S7") == "HO EA S7"
        assert self.legal(rules, "EA E8 E7") == "EA"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_void_in_another_suit(self, rules):
        assert self.legal(rules, "HO EA E8 S7", "G7") == "HO E8 S7"
        assert self.legal(rules, "EA E8 S7", "H7") == "E8 S7"
        assert self.legal(rules, "EA", "H7") == "EA"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_after_running_away(self, rules):
        free = "EA E8 S7" if rules.ace_free_after_run else "E8 S7"
        assert self.legal(rules, "EA E8 S7", "G7", self.RAN) == free
        assert self.legal(rules, "EA E8 S7", "E9", self.RAN) == "EA E8"
        assert self.legal(rules, "EA E8 S7", "", self.RAN) == "EA E8 S7"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_after_the_ace_was_kept_without_running_away(self, rules):
        assert self.legal(rules, "EA E8 S7", "G7", self.LED) == "E8 S7"
        assert self.legal(rules, "EA E8 S7", "E9", self.LED) == "EA E8"
        assert self.legal(rules, "EA E8 S7", "", self.LED) == "EA E8 S7"

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_four_counted_now_or_at_the_deal(self, rules):
        four, three = AceState(suit_cards_dealt=4), AceState(suit_cards_dealt=3)
        at_deal = not rules.run_needs_four_in_hand
        assert self.legal(rules, "EA E8 S7", "", four) == ("EA E8 S7" if at_deal else "EA S7")
        kept = at_deal and not rules.run_only_on_lead
        assert self.legal(rules, "EA E8 S7", "E9", four) == ("EA E8" if kept else "EA")
        assert self.legal(rules, "EA E8 S7", "", three) == "EA S7"
        assert self.legal(rules, "EA E8 S7", "E9", three) == "EA"

    @pytest.mark.parametrize("first", range(1, 9))
    def test_discardable_from_a_trick_on(self, first):
        rules = replace(STANDARD, ace_discard_from_trick=first)
        cards = ["EA", "E10", "EK", "E9", "E8", "S9", "S8", "S7"]
        for trick in range(1, 9):
            hand = " ".join(cards[: 9 - trick])
            free = trick >= first or len(hand.split()) == 1
            assert self.legal(rules, hand, "G7") == str(CardSet.parse(hand if free else hand.removeprefix("EA")))

    @pytest.mark.parametrize("rules", ACE_RULES)
    def test_everybody_else_is_free(self, rules):
        assert self.legal(rules, "HO E10 E8 S7", "E9") == "E10 E8"
        assert self.legal(rules, "GA GK S7", "H7") == "GA GK S7"
        assert self.legal(rules, "E10 E8 S7") == "E10 E8 S7"
        solo = legal_cards(rules, SOLO_E, CardSet.parse("SA S7 HO"), parse_cards("G7"))
        assert str(solo) == "HO SA S7"

    @pytest.mark.parametrize(
        ("cards", "ran"),
        [
            ("E8 E9 E10 H7", True),
            ("EA E9 E10 H7", False),
            ("HA H10 S8 H7", False),
            ("HA H10 S8 H7 E7", True),
            ("S7 E9 S8 G9 E10 H7 EK G7", False),
            ("S7 E9 S8 G9 E10 H7 EK G7 H8 HA H10 G8 E8", False),
        ],
    )
    def test_running_away_is_leading_a_lower_card_first(self, cards, ran):
        hands = [CardSet.parse(hand) for hand in ("EA EK E8 E7 HA S7", "H10 E9 G7", "S8 E10 G8", "H7 H8 G9")]
        play = Play(STANDARD, RUF_E, hands)
        for card in parse_cards(cards):
            play.play(card)
        assert play.ran_away is ran

    @pytest.mark.parametrize(("in_hand", "allowed"), [(True, "EA"), (False, "EA EK E8")])
    def test_cards_discarded_count_at_the_deal_only(self, in_hand, allowed):
        hands = [CardSet.parse(hand) for hand in ("G7 S7", "EA EK E8 E7", "GA E10", "G9 H7")]
        play = Play(replace(STANDARD, run_needs_four_in_hand=in_hand), RUF_E, hands)
        for card in parse_cards("G7 E7 GA G9  E10 H7 S7"):
            play.play(card)
        assert play.legal_cards() == CardSet.parse(allowed)

    def test_leading_the_suit_after_discarding_the_ace_is_not_running_away(self):
        hands = [CardSet.parse(hand) for hand in ("G7 S7 E9", "EA E8 HA", "G8 S8 E10", "G9 H7 E7")]
        play = Play(replace(STANDARD, ace_discard_from_trick=6), RUF_E, hands)
        for card in parse_cards("G7 EA G8 G9  H7 S7 HA S8  E8 E10 E7 E9"):
            play.play(card)
        assert play.over
        assert not play.ran_away


class TestTrick:
    @pytest.mark.parametrize(
        ("game", "cards", "winner"),
        [
            (RUF_E, "S7 S8 SA S10", 2),
            (RUF_E, "S7 EA GA HO", 3),
            (RUF_E, "S7 EA GA E10", 0),
            (RUF_E, "HA H10 SU SO", 3),
            (RUF_E, "EU SO GO EO", 3),
            (SOLO_E, "HA E7 H10 E8", 3),
            (WENZ, "EO EA SU EU", 3),
            (WENZ, "EK EO E10 HA", 2),
            (WENZ, "E9 EO HA H10", 1),
            (Game(Contract.GEIER), "EU EK SO EA", 2),
        ],
    )
    def test_winner(self, game, cards, winner):
        assert trick_winner(game, parse_cards(cards)) == winner
        trick = Trick(3, tuple(parse_cards(cards)))
        assert trick.winner(game) == (3 + winner) % 4
        assert trick.seat_of(trick.cards[winner]) == trick.winner(game)
        assert trick.eyes == sum(card.eyes for card in parse_cards(cards))
