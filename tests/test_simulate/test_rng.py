import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from simulate.kernels.jit import helper
from simulate.kernels.rng import (
    Purpose,
    draw_below,
    fill_words_of,
    philox,
    unit_interval,
    words_to_spare,
)

WORD = st.integers(0, 2**64 - 1)
U = np.uint64


@helper
def purpose_inside_a_kernel():
    return np.uint64(Purpose.PLAY)


def numpy_philox(key, counter):
    return np.random.Philox(key=np.array(key, U), counter=np.array(counter, U))


def numpy_block(key, counter):
    """The block of a counter; NumPy counts up before the first block, so it starts one lower."""
    number = sum(word << 64 * i for i, word in enumerate(counter))
    before = (number - 1) % 2**256
    words = [before >> 64 * i & (2**64 - 1) for i in range(4)]
    return tuple(int(w) for w in numpy_philox(key, words).random_raw(4))


@pytest.mark.parametrize(
    ("key", "counter", "expected"),
    [
        # Known answers published with Random123 (kat_vectors, philox4x64 10).
        (
            (0, 0),
            (0, 0, 0, 0),
            (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
        ),
        (
            (2**64 - 1,) * 2,
            (2**64 - 1,) * 4,
            (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
        ),
        (
            (0x452821E638D01377, 0xBE5466CF34E90C6C),
            (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
        ),
    ],
)
def test_philox_gives_the_published_known_answers(key, counter, expected):
    assert tuple(int(w) for w in philox(*map(U, key), *map(U, counter))) == expected


@given(key=st.tuples(WORD, WORD), counter=st.tuples(WORD, WORD, WORD, WORD))
def test_philox_equals_numpy(key, counter):
    assert tuple(int(w) for w in philox(*map(U, key), *map(U, counter))) == numpy_block(key, counter)


@given(seed=WORD, purpose=st.sampled_from(Purpose), hand_id=WORD, attempt=WORD)
def test_a_stream_is_numpys_stream(seed, purpose, hand_id, attempt):
    theirs = numpy_philox([seed, purpose], [0, hand_id, attempt, 0]).random_raw(10)
    ours = np.empty((3, 1, 4), U)
    for block, words in enumerate(ours):
        fill_words_of(U(seed), U(purpose), np.array([hand_id], U), np.array([attempt], U), U(block), words)
    assert ours.ravel()[:10].tolist() == theirs.tolist()


def test_each_hand_has_its_own_stream():
    words, ids = np.zeros((50, 4), U), np.arange(7, 57, dtype=U)
    fill_words_of(U(3), U(Purpose.BID), ids, np.full(50, 2, U), U(1), words)
    for hand_id, row in zip(ids, words, strict=True):
        theirs = np.random.Philox(key=[3, Purpose.BID], counter=[0, hand_id, 2, 0]).random_raw(8)
        assert row.tolist() == theirs[4:].tolist()


def test_streams_of_different_purposes_and_hands_differ():
    blocks = {
        philox(U(1), U(purpose), U(1), U(hand_id), U(attempt), U(0))
        for purpose in Purpose
        for hand_id in range(20)
        for attempt in range(3)
    }
    assert len(blocks) == len(Purpose) * 20 * 3


def test_purposes_keep_their_values():
    assert [purpose.name for purpose in Purpose] == [
        "DEAL",
        "BID",
        "DECLARE",
        "DOUBLE",
        "PLAY",
        "ASSIGN",
        "SAMPLE",
        "PACKET",
    ]
    assert [int(purpose) for purpose in Purpose] == list(range(8))
    assert purpose_inside_a_kernel() == Purpose.PLAY


def test_unit_interval_is_below_one():
    assert unit_interval(U(0)) == 0.0
    assert unit_interval(U(2**64 - 1)) == 1 - 2.0**-53
    assert unit_interval(U(2**63)) == 0.5


@pytest.mark.parametrize("total", [1, 2, 3, 70**4, 99_561_092_450_391_000, 2**63, 2**63 + 1, 3 * 2**62 + 1, 2**64 - 1])
def test_draws_follow_the_exact_rule_for_sparing_words(total):
    for hand_id in range(200):
        words = numpy_philox([5, Purpose.SAMPLE], [0, hand_id, 3, 0]).random_raw(80).tolist()
        fair = [word for word in words if word * total % 2**64 >= 2**64 % total]
        drawn = draw_below(U(5), U(Purpose.SAMPLE), U(hand_id), U(3), U(total), words_to_spare(total))
        assert drawn == fair[0] * total >> 64


def test_some_of_these_draws_need_a_second_word_and_a_second_block():
    total = 2**63 + 1
    blocks = np.zeros((200, 4), U)
    fill_words_of(U(5), U(Purpose.SAMPLE), np.arange(200, dtype=U), np.full(200, 3, U), U(0), blocks)
    fair = blocks * U(total) >= words_to_spare(total)
    assert (~fair[:, 0] & fair[:, 1]).any()
    assert (~fair.any(axis=1)).any()


def test_draws_below_a_small_number_are_even():
    # 2**63 + 2**62 has a third of the words to spare; six equal parts of it must be met equally often.
    total, n = 3 * 2**62, 60_000
    part = [draw_below(U(1), U(0), U(i), U(0), U(total), words_to_spare(total)) * 6 // total for i in range(n)]
    statistic = sum((part.count(k) - n / 6) ** 2 / (n / 6) for k in range(6))
    assert chi2.sf(statistic, 5) > 1e-6
