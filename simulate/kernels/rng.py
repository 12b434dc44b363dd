"""Random numbers by counting: every hand has its own streams, whoever deals it and in whatever order.

The generator is Philox4x64-10 (Salmon, Moraes, Dror and Shaw, *Parallel random numbers: as easy as
1, 2, 3*, 2011): a function from a key (2 words of 64 bits) and a counter (4 words) to a block of four random
words. A stream is named by the seed, the purpose, the hand id and the attempt:

    key = (seed, purpose)        counter = (1 + block, hand id, attempt, 0)

so that it is word for word the stream of NumPy's generator, which counts up before its first block:

    numpy.random.Philox(key=[seed, purpose], counter=[0, hand_id, attempt, 0]).random_raw()

where both lists must be uint64 arrays if a word is 2**63 or more.

Two streams never share a block: their keys or counters differ. Seeds and hand ids are any unsigned 64-bit
numbers. The attempt is 0, and counts up where one hand id needs fresh numbers for the same purpose, such as a
passed-out deal that is dealt again.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from simulate.kernels.bits import mulhi64
from simulate.kernels.jit import helper, kernel

Words = npt.NDArray[np.uint64]
Block = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""Four random words, or the four words of a counter."""


class Purpose(IntEnum):
    """What random numbers are for: one independent family of streams each.

    The values are part of what makes a dataset repeatable: never change one, only add. Compiled functions
    can use the members; arguments of compiled functions should be ``np.uint64(Purpose.PLAY)``.
    """

    DEAL = 0
    """The deal of a hand."""
    BID = 1
    """Decisions of players in the auction."""
    DECLARE = 2
    """Decisions of players on the contract."""
    DOUBLE = 3
    """Decisions of players on kontra and rekontra."""
    PLAY = 4
    """Decisions of players on cards."""
    ASSIGN = 5
    """Who sits where, and other assignments of an experiment."""
    SAMPLE = 6
    """Samples drawn from many hands, and deals with given cards."""
    PACKET = 7
    """Which of a hand's cards came in the first packet."""


_MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
_MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
_WEYL_0 = np.uint64(0x9E3779B97F4A7C15)
_WEYL_1 = np.uint64(0xBB67AE8584CAA73B)
_ROUNDS = 10


@helper
def philox(
    key0: np.uint64, key1: np.uint64, count0: np.uint64, count1: np.uint64, count2: np.uint64, count3: np.uint64
) -> Block:
    """Return the block of four random words of a key and a counter, by Philox4x64-10.

    All arguments are ``uint64``.
    """
    for _ in range(_ROUNDS):
        high0, low0 = mulhi64(_MULTIPLIER_0, count0), _MULTIPLIER_0 * count0
        high1, low1 = mulhi64(_MULTIPLIER_1, count2), _MULTIPLIER_1 * count2
        count0, count1, count2, count3 = high1 ^ count1 ^ key0, low1, high0 ^ count3 ^ key1, low0
        key0 += _WEYL_0
        key1 += _WEYL_1
    return count0, count1, count2, count3


@helper
def stream_block(
    seed: np.uint64, purpose: np.uint64, hand_id: np.uint64, attempt: np.uint64, block: np.uint64
) -> Block:
    """Return the four words of block number `block` (from 0) of a stream.

    All arguments are ``uint64``.
    """
    return philox(seed, purpose, np.uint64(1) + block, hand_id, attempt, np.uint64(0))


@helper
def draw_below(
    seed: np.uint64, purpose: np.uint64, hand_id: np.uint64, attempt: np.uint64, total: np.uint64, biased: np.uint64
) -> np.uint64:
    """Return a number of 0 .. total - 1 from a stream, each exactly as likely as any other.

    Multiplies a word by `total` and keeps the upper half of the product. Some numbers would be met by one word
    more than others: the words whose lower half is below ``2**64 % total`` are those to spare, and the next word
    of the stream takes their place (Lemire, *Fast random integer generation in an interval*, 2019).

    Parameters
    ----------
    seed, purpose, hand_id, attempt
        The stream; ``uint64``.
    total
        ``uint64``, at least 1.
    biased
        ``2**64 % total`` (`words_to_spare`), worked out beforehand because divisions are slow.
    """
    block = np.uint64(0)
    while True:
        for word in stream_block(seed, purpose, hand_id, attempt, block):
            if word * total >= biased:
                return mulhi64(word, total)
        block += np.uint64(1)


def words_to_spare(total: int) -> np.uint64:
    """Return how many of the 2**64 words `draw_below` can't use, 0 .. total - 1."""
    return np.uint64(2**64 % total)


@helper
def unit_interval(word: np.uint64) -> np.float64:
    """Return a float in [0, 1) from a random word: its upper 53 bits, times 2**-53."""
    return np.float64(word >> np.uint64(11)) * np.float64(2.0**-53)


@kernel
def fill_words_of(
    seed: np.uint64, purpose: np.uint64, hand_ids: Words, attempts: Words, block: np.uint64, out: Words
) -> None:
    """Fill row i of `out` with the block of ``hand_ids[i]`` at ``attempts[i]``.

    Parameters
    ----------
    seed, purpose, block
        ``uint64``; `block` counts from 0.
    hand_ids, attempts
        uint64, shape (n,).
    out
        uint64, shape (n, 4).
    """
    for i in range(out.shape[0]):
        words = stream_block(seed, purpose, hand_ids[i], attempts[i], block)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = words
