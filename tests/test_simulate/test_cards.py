"""Cards, sets of cards and their two notations."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cards import CARDS, CARDS_PER_HAND, DECK_EYES, DECK_MASK, SEATS, Card, CardSet, Notation, Rank, Suit
from simulate.cards import parse_cards as parse
from simulate.errors import UserError

card_lists = st.lists(st.sampled_from(Card))
card_sets = st.integers(0, DECK_MASK).map(CardSet)
separators = st.sampled_from([" ", ",", ";", ", ", " ; ", "\n", "\t"])


def one_line(error):
    text = str(error.value)
    assert text
    assert "\n" not in text
    return text


class TestCard:
    def test_the_deck_has_32_cards_of_120_eyes_30_per_suit(self):
        assert (CARDS, SEATS, CARDS_PER_HAND, DECK_EYES) == (32, 4, 8, 120)
        for suit in Suit:
            assert sum(card.eyes for card in Card if card.suit is suit) == 30

    def test_eyes_of_the_ranks(self):
        eyes = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2, "9": 0, "8": 0, "7": 0}
        assert {rank.letter: rank.eyes for rank in Rank} == eyes

    def test_numbering_is_that_of_a_sorted_hand(self):
        order = "S7 S8 S9 SK S10 SA G7 G8 G9 GK G10 GA E7 E8 E9 EK E10 EA H7 H8 H9 HK H10 HA SU HU GU EU SO HO GO EO"
        assert [card.german for card in Card] == order.split()
        assert [card.value for card in Card] == list(range(32))

    @pytest.mark.parametrize("card", Card)
    def test_name_suit_and_rank_agree(self, card):
        assert card.name == card.german == str(card) == card.suit.letter + card.rank.letter
        assert Card.of(card.suit, card.rank) is card
        assert card.bit == 1 << card.value

    def test_suits_and_ranks_make_every_card_once(self):
        assert {Card.of(suit, rank) for suit in Suit for rank in Rank} == set(Card)

    def test_french_names(self):
        names = {"EO": "CQ", "GU": "SJ", "H10": "HT", "SA": "DA", "S7": "D7", "GK": "SK"}
        assert {german: Card[german].french for german in names} == names
        assert Card.H10.pretty == "♥10"
        assert [suit.symbol for suit in (Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.SCHELLEN)] == list("♣♠♥♦")


class TestSuit:
    def test_eichel_is_highest(self):
        assert sorted(Suit, reverse=True) == [Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.SCHELLEN]

    @pytest.mark.parametrize("suit", Suit)
    def test_letter_names_the_suit(self, suit):
        assert Suit.from_letter(suit.letter) is suit
        assert Suit.from_letter(suit.letter.lower()) is suit
        assert suit.title[0] == suit.letter

    @pytest.mark.parametrize("letter", ["", "X", "EE", "C", "♣"])
    def test_other_letters_are_refused(self, letter):
        with pytest.raises(UserError) as error:
            Suit.from_letter(letter)
        assert one_line(error).startswith(f"suit {letter!r} is unknown: use E")


class TestParser:
    @given(card_lists, separators)
    def test_reads_german_in_any_case(self, cards, separator):
        text = separator.join(card.german for card in cards)
        assert parse(text, Notation.GERMAN) == cards
        assert parse(text.lower()) == cards

    @given(card_lists, separators)
    def test_reads_french_in_any_case(self, cards, separator):
        text = separator.join(card.french for card in cards)
        assert parse(text, Notation.FRENCH) == cards
        assert parse(text.lower(), Notation.FRENCH) == cards

    @given(card_lists, st.sampled_from(["CQ", "D7", "HT", "SJ"]))
    def test_a_word_that_is_only_french_decides(self, cards, decisive):
        text = " ".join([*(card.french for card in cards), decisive])
        assert parse(text) == parse(text, Notation.FRENCH)

    def test_ambiguous_words_are_german(self):
        assert parse("S7 SA SK") == [Card.S7, Card.SA, Card.SK]
        assert parse("S7 SA SK", Notation.FRENCH) == [Card.G7, Card.GA, Card.GK]
        assert parse("S7 SQ") == [Card.G7, Card.GO]

    def test_french_ten_is_t_or_10(self):
        assert parse("HT H10 C10 CT", Notation.FRENCH) == [Card.H10, Card.H10, Card.E10, Card.E10]

    @pytest.mark.parametrize("text", ["", "  ", ",;\n"])
    def test_nothing_is_no_card(self, text):
        assert parse(text) == []

    @given(
        st.permutations(list(Card)), st.integers(0, 8), st.sampled_from(["X7", "E11", "H", "10", "EOGO", "ß", "E-7"])
    )
    def test_a_wrong_word_is_named_with_its_position(self, cards, position, wrong):
        words = [card.german for card in cards[:8]]
        words.insert(position, wrong)
        with pytest.raises(UserError) as error:
            parse(" ".join(words))
        assert one_line(error).startswith(f"{wrong.upper()!r} (word {position + 1} of ")

    def test_the_message_tells_the_notation_read(self):
        with pytest.raises(UserError, match=r"'EO' \(word 2 of 'CQ EO'\) is no card: write a suit C S H D"):
            parse("CQ EO", Notation.FRENCH)
        with pytest.raises(UserError, match=r"'CQ' \(word 1 of 'CQ'\) is no card: write a suit E G H S"):
            parse("CQ", Notation.GERMAN)
        with pytest.raises(UserError, match=r"'X9' \(word 2 of 'CQ X9'\) is no card: write a suit C S H D"):
            parse("CQ X9")

    def test_mixed_notations_are_refused(self):
        with pytest.raises(UserError) as error:
            parse("EO H7 CQ")
        assert one_line(error) == "'EO H7 CQ' mixes German (EO) and French (CQ) card names: use one of the two"

    @given(st.text())
    def test_any_text_is_read_or_refused_in_one_line(self, text):
        message = ""
        try:
            assert all(isinstance(card, Card) for card in parse(text))
        except UserError as error:
            message = str(error)
        assert len(message.splitlines()) <= 1


class TestCardSet:
    @given(card_sets, st.sampled_from([Notation.GERMAN, Notation.FRENCH]))
    def test_printing_and_parsing_are_inverse(self, cards, notation):
        assert CardSet.parse(cards.format(notation), notation) == cards

    @given(card_sets)
    def test_repr_can_be_evaluated_and_copies_are_equal(self, cards):
        assert eval(repr(cards)) == cards
        assert pickle.loads(pickle.dumps(cards)) == cards

    @given(card_sets)
    def test_iterates_from_the_strongest_card_down(self, cards):
        listed = list(cards)
        assert listed == sorted(listed, reverse=True)
        assert len(cards) == len(listed) == len(set(listed))
        assert sum(card.bit for card in listed) == cards.mask
        assert sum(card.eyes for card in listed) == cards.eyes

    @given(card_sets, card_sets)
    def test_operators_are_those_of_frozenset(self, left, right):
        a, b = frozenset(left), frozenset(right)
        assert frozenset(left | right) == a | b
        assert frozenset(left & right) == a & b
        assert frozenset(left - right) == a - b
        assert frozenset(left ^ right) == a ^ b
        assert (left <= right) == (a <= b)
        assert (left == right) == (a == b)
        assert isinstance(left | right, CardSet)
        assert hash(CardSet(left.mask)) == hash(left)

    @given(card_sets, st.sampled_from(Card))
    def test_contains(self, cards, card):
        assert (card in cards) == (card in list(cards))
        assert "EO" not in cards
        assert 32 not in cards
        assert -1 not in cards

    def test_is_immutable(self):
        cards = CardSet.parse("EO")
        with pytest.raises(AttributeError, match="make a new one"):
            cards.mask = 0
        assert cards == CardSet.parse("EO")

    @pytest.mark.parametrize("mask", [-1, 1 << 32])
    def test_masks_out_of_range_are_refused(self, mask):
        with pytest.raises(UserError, match=f"card mask {mask} is out of range: use 0 to 4294967295"):
            CardSet(mask)

    def test_a_card_named_twice_is_refused_with_its_position(self):
        with pytest.raises(UserError) as error:
            CardSet.parse("EO GO EO")
        assert one_line(error) == "card EO is named twice (word 3 of 'EO GO EO'): name each card once"
        with pytest.raises(UserError, match="card H10 is named twice"):
            CardSet.parse("HT H10 CQ")


@given(st.integers(0, 2**32 - 1))
def test_what_is_printed_with_symbols_is_read(mask):
    hand = CardSet(mask)
    assert CardSet.parse(hand.format(Notation.PRETTY)) == hand
