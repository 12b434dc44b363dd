"""The cards `club` throws, smears and leads of a suit, and that the lists looked into at the table say so."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cards import Suit
from simulate.contracts import FRAMES, Contract, Game
from simulate.players.club_marks import MARKS, Act, Role
from simulate.players.club_suits import LONG_SUIT, SHORT_SUIT, applies_to, habits

ENTRIES = habits().entry.reshape(len(Act), len(Role), 2, 2, 128)


def chosen(act, role, held, *, stands=False, ranks=SHORT_SUIT):
    """Return the card chosen of the cards `held` (any order) and its mark."""
    part = sum(1 << ranks.index(card) for card in held.split())
    entry = int(ENTRIES[act, role, int(stands), int(ranks is LONG_SUIT), part]) >> 5
    return ranks[(entry & 255).bit_length() - 1], entry >> 8


def mark(act, role, held, **state):
    return chosen(act, role, held, **state)[1]


@given(
    st.sampled_from(Act),
    st.sampled_from(Role),
    st.booleans(),
    st.sampled_from([SHORT_SUIT, LONG_SUIT]),
    st.sets(st.integers(0, 6), min_size=1),
)
def test_the_lists_hold_the_card_with_the_highest_mark(act, role, stands, ranks, bits):
    held = tuple(rank for bit, rank in enumerate(ranks) if bit in bits)
    if not held:
        return
    weights = {name: row[role] for name, row in MARKS[act].items()}
    marks = {card: sum(weights.get(name, 0) for name in applies_to(card, held, stands)) for card in held}
    assert chosen(act, role, " ".join(held), stands=stands, ranks=ranks) == (
        max(held, key=lambda card: marks[card]),
        max(marks.values()),
    )


def test_nothing_is_chosen_of_no_cards():
    assert (ENTRIES[..., 0] < ENTRIES[..., 1:64].min() - (1 << 20)).all()


@pytest.mark.parametrize("role", Role)
class TestThrow:
    def test_the_lowest_blank_card_goes_first(self, role):
        assert chosen(Act.THROW, role, "A 10 9 7")[0] == "7"
        assert chosen(Act.THROW, role, "K 8")[0] == "8"

    def test_a_single_blank_card_goes_before_one_of_two(self, role):
        assert mark(Act.THROW, role, "8") > mark(Act.THROW, role, "9 8")

    def test_a_guard_of_the_ten_stays(self, role):
        assert mark(Act.THROW, role, "9 8") > mark(Act.THROW, role, "10 8")

    def test_fat_cards_stay(self, role):
        assert mark(Act.THROW, role, "8") > mark(Act.THROW, role, "K") > mark(Act.THROW, role, "10")


@pytest.mark.parametrize("role", Role)
class TestSmear:
    def test_the_ten_goes_before_the_king_and_blank_cards(self, role):
        assert chosen(Act.SMEAR, role, "10 K 8")[0] == "10"
        assert mark(Act.SMEAR, role, "10 9") > mark(Act.SMEAR, role, "K 9")

    def test_eyes_go_before_none(self, role):
        assert chosen(Act.SMEAR, role, "K 9 8")[0] == "K"
        assert mark(Act.SMEAR, role, "10 9") > mark(Act.SMEAR, role, "9 8")


@pytest.mark.parametrize("role", Role)
class TestLead:
    def test_a_sau_is_cashed_rather_than_led_away_from(self, role):
        assert chosen(Act.LEAD, role, "A 9 8", stands=True)[0] == "A"

    def test_no_card_is_led_from_under_the_own_sau(self, role):
        assert mark(Act.LEAD, role, "A 9", stands=True) > mark(Act.LEAD, role, "9 8")


@pytest.mark.parametrize("role", [Role.PARTNER, Role.DECLARER, Role.ALONE])
def test_the_declarers_side_cashes_a_ten_that_stands(role):
    assert chosen(Act.LEAD, role, "10 9", stands=True)[0] == "10"
    assert mark(Act.LEAD, role, "10 9", stands=True) > mark(Act.LEAD, role, "10 9")


def test_opponents_lead_single_cards_rather_than_from_two():
    assert mark(Act.LEAD, Role.OPPONENT, "8") > mark(Act.LEAD, Role.OPPONENT, "9 8")


def test_parts_are_in_the_order_of_the_frames():
    names = {"K": "K", "10": "10", "A": "A", "U": "B", "O": "B"}
    for game, ranks in ((Game(Contract.RUFSPIEL, Suit.EICHEL), SHORT_SUIT), (Game(Contract.WENZ), LONG_SUIT)):
        frame = game.frame
        assert frame in FRAMES
        lowest_suit = frame.cards[: len(ranks)]
        assert len({card.suit for card in lowest_suit}) == 1
        assert tuple(names.get(card.rank.letter, card.rank.letter) for card in lowest_suit) == ranks


def test_lists_can_not_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        habits().entry[0] = np.int32(1)
