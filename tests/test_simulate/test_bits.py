import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.kernels import bits
from simulate.kernels.jit import helper

CARDS32 = st.integers(0, 2**32 - 1)
WORD64 = st.integers(0, 2**64 - 1)
DEPOSIT, EXTRACT = bits.deposit_table(), bits.extract_table()


@helper
def counts32(x):
    return bits.popcount32(x), bits.lowest_index32(x), bits.highest_index32(x)


@helper
def counts64(x):
    return bits.popcount64(x), bits.lowest_index64(x)


@helper
def high_product(a, b):
    return bits.mulhi64(a, b)


def places(number):
    return [i for i in range(number.bit_length()) if number >> i & 1]


def expected_counts(number, width):
    ones = places(number)
    return len(ones), (ones[0] if ones else width), (ones[-1] if ones else -1)


@given(CARDS32)
def test_counts_of_32_bits(x):
    assert counts32(np.uint32(x)) == expected_counts(x, 32)
    # Wider arguments are cut to 32 bits, so a set held in a wider integer counts the same.
    assert counts32(np.int64(x)) == expected_counts(x, 32)
    assert counts32(np.uint64(x | 1 << 40)) == expected_counts(x, 32)


@given(WORD64)
def test_counts_of_64_bits(x):
    assert counts64(np.uint64(x)) == expected_counts(x, 64)[:2]


@pytest.mark.parametrize("width", [32, 64])
def test_counts_of_the_empty_and_the_full_set(width):
    kind, counts = (np.uint32, counts32) if width == 32 else (np.uint64, counts64)
    assert counts(kind(0))[:2] == (0, width)
    assert counts(kind(2**width - 1))[:2] == (width, 0)
    assert counts32(np.uint32(0))[2] == -1
    assert counts32(np.uint32(2**32 - 1))[2] == 31


@given(WORD64, WORD64)
def test_high_product(a, b):
    assert high_product(np.uint64(a), np.uint64(b)) == a * b >> 64


@given(CARDS32)
def test_select_finds_every_card_in_order(x):
    ones = places(x)
    assert [bits.select_index32(np.uint32(x), k) for k in range(len(ones))] == ones
    assert [bits.select32(np.uint32(x), k) for k in range(len(ones))] == [1 << i for i in ones]


@given(CARDS32, CARDS32)
def test_deposit_and_extract(compact, where):
    ones = places(where)
    picked = sum(1 << place for i, place in enumerate(ones) if compact >> i & 1)
    assert bits.deposit32(np.uint32(compact), np.uint32(where), DEPOSIT) == picked
    assert bits.extract32(np.uint32(picked), np.uint32(where), EXTRACT) == compact & ((1 << len(ones)) - 1)
    # Cards outside the mask are ignored.
    closed = sum(1 << i for i, place in enumerate(ones) if compact >> place & 1)
    assert bits.extract32(np.uint32(compact), np.uint32(where), EXTRACT) == closed


@helper
def both_selections(x, k):
    return bits._select_by_halving(x, k), bits.select_index32(x, k)


@helper
def both_deposits(compact, where, table):
    return bits._deposit_by_bytes(compact, where, table), bits.deposit32(compact, where, table)


@given(CARDS32.filter(bool), st.data())
def test_processors_without_the_instruction_get_the_same_results(x, data):
    k = data.draw(st.integers(0, x.bit_count() - 1))
    assert both_selections(np.uint32(x), k) == (places(x)[k], places(x)[k])
    compact = data.draw(CARDS32)
    slow, fast = both_deposits(np.uint32(compact), np.uint32(x), DEPOSIT)
    assert slow == fast
