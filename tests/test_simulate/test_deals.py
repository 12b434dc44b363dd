import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cards import DECK_MASK, Card, CardSet
from simulate.deals import (
    DEALS,
    PACKET,
    deal,
    deal_number,
    hands_of,
    number_of,
    packets,
    resolve_seed,
    sample,
    tables,
)
from simulate.errors import UserError
from simulate.kernels.deal import deal_batch

FIRST = [0xFF, 0xFF00, 0xFF0000, 0xFF000000]


def test_there_are_as_many_deals_as_the_rules_say():
    assert DEALS == 99_561_092_450_391_000


def test_a_sample_is_the_same_whatever_its_size():
    whole = sample(100, seed=5)
    parts = [sample(50, seed=5), sample(50, seed=5, start=50)]
    assert (whole.numbers == np.concatenate([part.numbers for part in parts])).all()
    assert (whole.hands == np.concatenate([part.hands for part in parts])).all()
    assert parts[1].hand_ids.tolist() == list(range(50, 100))


def test_a_sample_is_what_the_engine_deals_to_these_hand_ids():
    ids = np.array([2**63, 7, 2**64 - 1], np.uint64)
    numbers, hands = np.empty(3, np.uint64), np.empty((3, 4), np.uint32)
    deal_batch(np.uint64(9), ids, np.zeros(3, np.uint64), tables(), numbers, hands)
    for i, hand_id in enumerate(ids.tolist()):
        one = sample(1, seed=9, start=hand_id)
        assert one.numbers.tolist() == [numbers[i]]
        assert one.hands.tolist() == [hands[i].tolist()]
        assert one.hand_ids.tolist() == [hand_id]


def test_numbers_and_hands_of_a_sample_belong_together():
    deals = sample(1000, seed=1)
    assert (hands_of(deals.numbers) == deals.hands).all()
    assert (number_of(deals.hands) == deals.numbers).all()


def test_an_unnamed_seed_is_drawn_and_told():
    one, other = sample(5), sample(5)
    assert one.seed != other.seed
    assert (sample(5, seed=one.seed).numbers == one.numbers).all()


def test_numpy_integers_are_seeds():
    assert resolve_seed(np.uint64(2**64 - 1)) == 2**64 - 1
    assert (sample(np.int32(3), np.int64(4), np.uint8(5)).numbers == sample(3, 4, 5).numbers).all()


def test_no_deals():
    deals = sample(0, seed=1)
    assert (deals.numbers.shape, deals.hands.shape, len(deals)) == ((0,), (0, 4), 0)
    assert hands_of([]).shape == (0, 4)
    assert number_of(np.empty((0, 4), np.uint32)).shape == (0,)


def test_arrays_keep_their_shape():
    numbers = np.arange(6).reshape(2, 3)
    assert hands_of(numbers).shape == (2, 3, 4)
    assert number_of(hands_of(numbers)).tolist() == numbers.tolist()
    assert hands_of(0).tolist() == FIRST
    assert number_of(FIRST).shape == ()


def test_views_and_other_integer_types_are_read():
    hands = sample(10, seed=3).hands
    every_other = hands[::2].astype(np.int64)
    assert (number_of(every_other) == number_of(hands)[::2]).all()
    assert (number_of(np.asfortranarray(hands)) == number_of(hands)).all()
    assert (hands_of(number_of(hands)[::-3]) == hands[::-3]).all()


@given(st.integers(0, DEALS - 1))
def test_a_deal_to_read_and_back(number):
    hands = deal(number)
    assert sorted(card for hand in hands for card in hand) == list(Card)
    assert deal_number(hands) == number
    assert deal_number([str(hand) for hand in hands]) == number


def test_packets_are_parts_of_the_hands_and_do_not_depend_on_the_batch():
    deals = sample(1000, seed=2)
    first, second = packets(deals)
    assert (first ^ second == deals.hands).all()
    assert (np.bitwise_count(first) == PACKET).all()
    assert (np.bitwise_count(second) == PACKET).all()
    assert (packets(sample(100, seed=2, start=300))[0] == first[300:400]).all()
    assert (packets(sample(1000, seed=3))[0] != first).any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sample(-1, seed=1), "number of deals -1 is out of range: use 0 to"),
        (lambda: sample(2.5, seed=1), "number of deals 2.5 is no whole number"),
        (lambda: sample(1, seed=-1), "seed -1 is out of range: use 0 to 18446744073709551615 or None to draw one"),
        (lambda: sample(1, seed=2**64), "seed 18446744073709551616 is out of range"),
        (lambda: sample(1, seed="x"), "seed 'x' is no whole number"),
        (lambda: sample(1, seed=1, start=2**64), "first hand id 18446744073709551616 is out of range"),
        (lambda: sample(3, seed=1, start=2**64 - 2), "first hand id 18446744073709551614 is out of range"),
        (lambda: deal(DEALS), f"deal number {DEALS} is out of range: use 0 to {DEALS - 1}"),
        (lambda: deal(-1), "deal number -1 is out of range"),
        (lambda: deal("x"), "deal number 'x' is no whole number"),
        (lambda: hands_of(np.array([1, 2**63], np.uint64)), "deal number 9223372036854775808 is out of range"),
        (lambda: hands_of([0.5]), "deal numbers of dtype float64 can't be read"),
        (lambda: number_of([1, 2, 3]), r"hands of shape \(3,\) are no deals: the last axis must be the 4 seats"),
        (lambda: number_of([[0.0] * 4]), "hands of dtype float64 can't be read"),
        (lambda: number_of([FIRST, [1, 2, 4, 8]]), "row 1 of the hands is no deal: seat 0 holds 1 cards instead of 8"),
        (lambda: number_of([0xFF, 0xFF, 0xFF00, 0xFF0000]), "row 0 .* G8 is dealt to seats 0 and 1"),
        (lambda: number_of([-1, 0, 0, 0]), f"-1 of seat 0 is no set of cards, use 0 to {DECK_MASK}"),
        (lambda: number_of([2**40 - 1, 0, 0, 0]), "1099511627775 of seat 0 is no set of cards"),
        (lambda: deal_number(["EO"] * 4), "seat 0 holds 1 cards"),
        (lambda: deal_number([CardSet(0xFF)] * 3), r"hands of shape \(3,\) are no deals"),
    ],
)
def test_what_is_no_deal_is_refused_with_the_reason(call, message):
    with pytest.raises(UserError, match=message) as error:
        call()
    assert "\n" not in str(error.value)
