"""Deals per second on one thread, and how many times faster than shuffling with NumPy, in the same run.

Each way is timed several times in turn and its best time counts, because other work on the machine only ever
makes a run slower.

Run ``python benchmarks/bench_deal.py [DEALS]``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simulate.cards import CARDS, CARDS_PER_HAND, SEATS
from simulate.conditions import sample_given
from simulate.deals import Hands, hands_of, number_of, sample
from simulate.given import Given

ROUNDS = 3
SHUFFLED_SHARE = 20  # NumPy's ways are timed on so many times fewer deals

HELD = Given.parse("seat 0: EO GO HO SA")
WITHOUT = Given.parse("seat 0: EO GO HO; seat 2: -HA")


def masks_of(orders: npt.NDArray[np.generic]) -> Hands:
    """Return the hands, uint32 of shape (n, 4), of n shuffled decks, shape (n, 32)."""
    bits = np.uint32(1) << orders.astype(np.uint32)
    hands: Hands = bits.reshape(-1, SEATS, CARDS_PER_HAND).sum(axis=2, dtype=np.uint32)
    return hands


def permutation(n: int) -> None:
    """Shuffle one deck after the other."""
    rng = np.random.default_rng(1)
    masks_of(np.stack([rng.permutation(CARDS) for _ in range(n)]))


def permuted(n: int) -> None:
    """Shuffle many decks in one call."""
    decks = np.tile(np.arange(CARDS, dtype=np.uint8), (n, 1))
    masks_of(np.random.default_rng(1).permuted(decks, axis=1))


def by_sorting(n: int) -> None:
    """Sort random numbers, many decks in one call."""
    masks_of(np.random.default_rng(1).random((n, CARDS)).argsort(axis=1))


def two_unter(hands: Hands) -> npt.NDArray[np.bool_]:
    """Return whether seat 1 holds exactly two Unter."""
    two: npt.NDArray[np.bool_] = np.bitwise_count(hands[:, 1] & np.uint32(0x0F000000)) == 2
    return two


def ways(n: int) -> dict[str, tuple[Callable[[], object], int]]:
    """Return what to time: name, function, and how many deals one call makes."""
    deals = sample(n, seed=1)
    few = max(n // SHUFFLED_SHARE, 1)
    plain = sample_given(few, seed=1, where=two_unter).attempts
    both = sample_given(few, seed=1, given=WITHOUT, where=two_unter).attempts
    return {
        "numpy permutation": (lambda: permutation(few), few),
        "numpy permuted": (lambda: permuted(few), few),
        "numpy argsort": (lambda: by_sorting(few), few),
        "sample": (lambda: sample(n, seed=1), n),
        "hands_of": (lambda: hands_of(deals.numbers), n),
        "number_of": (lambda: number_of(deals.hands), n),
        "sample_given, cards held": (lambda: sample_given(n // 4, seed=1, given=HELD), n // 4),
        "sample_given, cards held and not held": (lambda: sample_given(n // 4, seed=1, given=WITHOUT), n // 4),
        "sample_given, condition (attempts)": (lambda: sample_given(few, seed=1, where=two_unter), plain),
        "sample_given, both (attempts)": (lambda: sample_given(few, seed=1, given=WITHOUT, where=two_unter), both),
    }


def best_times(n: int) -> dict[str, float]:
    """Return the deals per second of each way."""
    best: dict[str, float] = {}
    timed = ways(n)
    for _ in range(ROUNDS):
        for name, (run, deals) in timed.items():
            begin = time.perf_counter()
            run()
            best[name] = max(best.get(name, 0.0), deals / (time.perf_counter() - begin))
    return best


def main(n: int) -> None:
    """Print a line for each way."""
    rates = best_times(n)
    for name, rate in rates.items():
        print(f"{name:40}{rate / 1e6:8.2f} M/s{rate / rates['numpy permuted']:8.1f} x numpy permuted")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000)
