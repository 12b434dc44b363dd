"""Contracts: bidding order, order of the cards, games, callable aces."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cards import DECK_MASK, Card, CardSet, Rank, Suit, parse_cards
from simulate.contracts import (
    CALLABLE_SUITS,
    FRAMES,
    GAME_NUMBER,
    GAMES,
    SIE_HAND,
    SPECS,
    Contract,
    Game,
    Goal,
    callable_aces,
)
from tests.test_simulate.random_rules import random_deal

OBER, UNTER = "EO GO HO SO", "EU GU HU SU"

# RULES sections 4 and 9: trumps and plain suits of each game, from the highest card to the lowest.
TRUMPS = {
    Game(Contract.RUFSPIEL, Suit.EICHEL): f"{OBER} {UNTER} HA H10 HK H9 H8 H7",
    Game(Contract.SOLO, Suit.EICHEL): f"{OBER} {UNTER} EA E10 EK E9 E8 E7",
    Game(Contract.SOLO, Suit.HERZ): f"{OBER} {UNTER} HA H10 HK H9 H8 H7",
    Game(Contract.SOLO_TOUT, Suit.SCHELLEN): f"{OBER} {UNTER} SA S10 SK S9 S8 S7",
    Game(Contract.WENZ): UNTER,
    Game(Contract.WENZ_TOUT): UNTER,
    Game(Contract.GEIER): OBER,
    Game(Contract.FARBWENZ, Suit.GRAS): f"{UNTER} GA G10 GK GO G9 G8 G7",
    Game(Contract.FARBGEIER, Suit.GRAS): f"{OBER} GA G10 GK GU G9 G8 G7",
}
PLAIN_RANKS = {
    Contract.RUFSPIEL: "A 10 K 9 8 7",
    Contract.SOLO: "A 10 K 9 8 7",
    Contract.SOLO_TOUT: "A 10 K 9 8 7",
    Contract.WENZ: "A 10 K O 9 8 7",
    Contract.WENZ_TOUT: "A 10 K O 9 8 7",
    Contract.FARBWENZ: "A 10 K O 9 8 7",
    Contract.GEIER: "A 10 K U 9 8 7",
    Contract.FARBGEIER: "A 10 K U 9 8 7",
}
cards = st.sampled_from(Card)
games = st.sampled_from(GAMES)


class TestContract:
    def test_bidding_order(self):
        played = ["rufspiel", "wenz", "solo", "wenz-tout", "solo-tout", "sie"]
        assert sorted(map(Contract.from_word, played)) == [Contract.from_word(word) for word in played]

    def test_bidding_order_with_the_variants(self):
        order = ["rufspiel", "farbgeier", "geier", "farbwenz", "wenz", "solo"]
        touts = [f"{word}-tout" for word in order[1:]]
        assert [contract.word for contract in Contract] == [*order, *touts, "sie"]

    @pytest.mark.parametrize("contract", Contract)
    def test_word_names_the_contract(self, contract):
        assert Contract.from_word(contract.word) is contract
        assert Contract.from_word(f" {contract.name} ") is contract
        assert contract.title.lower() == contract.word

    @pytest.mark.parametrize("word", ["", "bettel", "wenz tout"])
    def test_other_words_are_no_contract(self, word):
        with pytest.raises(KeyError):
            Contract.from_word(word)

    def test_only_a_rufspiel_has_a_partner(self):
        assert [contract for contract in Contract if not SPECS[contract].alone] == [Contract.RUFSPIEL]

    def test_goals(self):
        touts = {contract for contract in Contract if contract.word.endswith("tout")}
        assert {contract for contract in Contract if SPECS[contract].goal is Goal.ALL_TRICKS} == touts
        assert [contract for contract in Contract if SPECS[contract].goal is Goal.SHOWN] == [Contract.SIE]

    @pytest.mark.parametrize("contract", [c for c in Contract if c.word.endswith("tout")])
    def test_a_tout_is_played_as_its_game(self, contract):
        plain = Contract.from_word(contract.word.removesuffix("-tout"))
        assert SPECS[contract].trump_ranks == SPECS[plain].trump_ranks
        assert SPECS[contract].suit_role is SPECS[plain].suit_role


class TestFrame:
    @pytest.mark.parametrize("game", TRUMPS, ids=str)
    def test_trumps_and_plain_suits(self, game):
        trumps, *plain = game.frame.groups
        assert list(trumps) == parse_cards(TRUMPS[game])
        assert game.frame.trumps == CardSet.parse(TRUMPS[game])
        suits = [suit for suit in (Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.SCHELLEN) if suit is not game.trump_suit]
        assert [[card.german for card in group] for group in plain] == [
            [suit.letter + rank for rank in PLAIN_RANKS[game.contract].split()] for suit in suits
        ]

    def test_numbers_of_trumps(self):
        numbers = {game.contract: len(game.frame.trumps) for game in GAMES}
        assert numbers[Contract.RUFSPIEL] == numbers[Contract.SOLO] == numbers[Contract.SIE] == 14
        assert numbers[Contract.WENZ] == numbers[Contract.GEIER] == 4
        assert numbers[Contract.FARBWENZ] == numbers[Contract.FARBGEIER] == 11

    @pytest.mark.parametrize("frame", FRAMES)
    def test_is_a_permutation_of_the_deck(self, frame):
        assert sorted(frame.cards) == list(Card)
        assert [frame.positions[card] for card in frame.cards] == list(range(32))
        assert [card for card in frame.cards if card in frame.trumps] == list(frame.cards[-len(frame.trumps) :])

    def test_first_frame_is_the_numbering_of_the_cards(self):
        assert FRAMES[0] is Game(Contract.RUFSPIEL, Suit.GRAS).frame
        assert list(FRAMES[0].cards) == list(Card)

    def test_every_game_uses_a_listed_frame(self):
        assert {game.frame for game in GAMES} == set(FRAMES)
        assert len(FRAMES) == len(set(FRAMES))

    @given(games, cards, cards)
    def test_suits_partition_the_deck(self, game, card, other):
        suit = game.frame.suit_of(card)
        assert card in suit
        assert (other in suit) == (suit == game.frame.suit_of(other))

    @given(games, cards, cards)
    def test_one_of_two_cards_beats_the_other_or_they_are_of_two_plain_suits(self, game, card, other):
        frame = game.frame
        trumps = (card in frame.trumps) + (other in frame.trumps)
        comparable = trumps > 0 or frame.suit_of(card) == frame.suit_of(other)
        assert frame.beats(card, other) + frame.beats(other, card) == (comparable and card is not other)
        if trumps == 1:
            assert frame.beats(card, other) == (card in frame.trumps)

    @pytest.mark.parametrize("game", TRUMPS, ids=str)
    def test_higher_cards_of_a_suit_beat_lower_ones(self, game):
        for group in game.frame.groups:
            for high, low in itertools.combinations(group, 2):
                assert game.frame.beats(high, low)
                assert not game.frame.beats(low, high)


class TestGame:
    def test_all_games_in_bidding_order(self):
        assert [game.contract for game in GAMES] == sorted(game.contract for game in GAMES)
        assert len(GAMES) == len(set(GAMES)) == 3 + 2 * (4 + 1 + 4 + 1 + 4) + 1
        assert all(GAMES[number] is game for game, number in GAME_NUMBER.items())
        assert [game.suit for game in GAMES[:3]] == [Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN]

    def test_titles(self):
        titles = [game.title for game in GAMES if game.contract in (Contract.RUFSPIEL, Contract.SOLO_TOUT)]
        assert titles == [
            *(f"Rufspiel ({suit})" for suit in ("Eichel", "Gras", "Schellen")),
            *(f"{suit}-Solo-Tout" for suit in ("Eichel", "Gras", "Herz", "Schellen")),
        ]
        assert str(Game(Contract.SIE)) == "Sie"

    def test_called_ace_and_its_suit(self):
        game = Game(Contract.RUFSPIEL, Suit.GRAS)
        assert game.called_ace is Card.GA
        assert game.called_suit == CardSet.parse("GA G10 GK G9 G8 G7")
        assert game.trump_suit is Suit.HERZ
        for other in GAMES[3:]:
            assert other.called_ace is None
            assert not other.called_suit

    def test_sie_hand(self):
        assert CardSet.parse(f"{OBER} {UNTER}") == SIE_HAND


class TestCallableAces:
    @pytest.mark.parametrize(
        ("hand", "suits"),
        [
            ("EO GO HO SO EU GU E7 G7", "EG"),
            ("EO GO HA E7 E8 G7 S8 SK", "EGS"),
            ("EO GO HA EA E7 GA S8 S7", "S"),
            ("EO GO HA EA E7 GA G8 SA", ""),
            ("EO GO HO SO EU GU HU SU", ""),
            ("EO EU GO GU SO SU HA H7", ""),  # Ober and Unter are trump, not cards of their suit
            ("HA H10 HK H9 H8 H7 SO S9", "S"),
        ],
    )
    def test_rule(self, hand, suits):
        assert callable_aces(CardSet.parse(hand)) == tuple(map(Suit.from_letter, suits))

    def test_herz_is_never_called(self):
        assert CALLABLE_SUITS == (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN)

    @given(st.integers(0, DECK_MASK).map(CardSet))
    def test_ace_elsewhere_and_a_plain_card_here(self, hand):
        callable_now = callable_aces(hand)
        for suit in (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN):
            plain = [card for card in hand if card.suit is suit and card.rank not in (Rank.OBER, Rank.UNTER)]
            assert (suit in callable_now) == (bool(plain) and Card.of(suit, Rank.SAU) not in plain)

    def test_frequencies_are_those_of_rules_section_10(self):
        rng = np.random.default_rng(20070401)
        hands = [hand for _ in range(2000) for hand in random_deal(rng)]
        counts = np.bincount([len(callable_aces(hand)) for hand in hands], minlength=4) / len(hands)
        exact = np.array([0.064336, 0.286482, 0.429614, 0.219567])
        # Hands of a deal are not independent; half again the binomial error is far above their correlation.
        tolerance = 4 * 1.5 * np.sqrt(exact * (1 - exact) / len(hands))
        assert (abs(counts - exact) < tolerance).all()
