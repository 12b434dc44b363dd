"""Deals at random under conditions: cards given to seats, and any condition on the four hands.

Given cards are dealt directly (`simulate.given`). A condition on the hands is met by dealing until enough deals
meet it, which also estimates how likely it is.

How often does the next player hold at most three trumps if the forehand holds the three highest? Counting says
0.659 (11 of the 29 other cards are trumps):

>>> from simulate.cards import CardSet
>>> trumps = CardSet.parse("EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7").mask
>>> def three_trumps_at_most(hands):
...     return np.bitwise_count(hands[:, 1] & trumps) <= 3
>>> result = sample_given(10_000, seed=1, given="seat 0: EO GO HO", where=three_trumps_at_most)
>>> low, high = result.acceptance_interval()
>>> print(f"{low:.3f} .. {high:.3f}")
0.646 .. 0.661
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simulate.all_hands import checked_bools
from simulate.cards import SEATS
from simulate.deals import Hands, Numbers, checked_range, checked_whole, number_of, resolve_seed
from simulate.errors import UserError
from simulate.given import Given

Where = Callable[[Hands], npt.NDArray[np.bool_]]
"""A condition: takes the hands of m deals, uint32 of shape (m, 4), and returns bool of shape (m,)."""

MAX_ATTEMPTS = 100_000_000
"""Deals tried before a condition is said to be too rare, unless another number is given."""

_CHUNK = 1 << 16
_BAR_AFTER = 2.0
_MOST_ATTEMPTS = 2**63


@dataclass(frozen=True, eq=False)
class ConditionalDeals:
    """Deals that meet a condition, and how many were dealt to find them.

    Parameters
    ----------
    numbers
        Number of each deal; uint64, shape (n,).
    hands
        Cards of each seat; uint32, shape (n, 4).
    seed
        The seed they were dealt from.
    given
        The cards given.
    filtered
        Whether there was a condition beside the given cards.
    attempts
        Deals dealt until the last of these, this one included.
    """

    numbers: Numbers
    hands: Hands
    seed: int
    given: Given
    filtered: bool
    attempts: int

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def acceptance_rate(self) -> float:
        """Share of the attempts that met the condition; nan without attempts."""
        return len(self) / self.attempts if self.attempts else float("nan")

    def acceptance_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return an interval for the probability of the condition where the given cards are so.

        It is exact: whatever the probability is, the interval misses it in at most ``1 - level`` of all samples.
        It takes into account that dealing went on until enough deals were found (an interval for a fixed number of
        attempts would be a little off).

        Parameters
        ----------
        level
            Confidence, between 0 and 1.
        """
        from scipy.special import betaincinv

        if not self.filtered:
            return 1.0, 1.0
        if not len(self):
            return 0.0, 1.0
        found, missed, tail = len(self), self.attempts - len(self), (1 - level) / 2
        high = betaincinv(found, missed, 1 - tail) if missed else 1.0
        return float(betaincinv(found, missed + 1, tail)), float(high)

    def probability_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return an interval for the probability that a deal has the given cards and meets the condition."""
        share = float(self.given.probability())
        low, high = self.acceptance_interval(level)
        return share * low, share * high


def sample_given(
    n: int,
    seed: int | None = None,
    *,
    given: Given | str | None = None,
    where: Where | None = None,
    max_attempts: int = MAX_ATTEMPTS,
    progress: bool = True,
) -> ConditionalDeals:
    """Return `n` deals at random among those that meet the conditions, each as likely as any other.

    Parameters
    ----------
    n
        How many, 0 or more.
    seed
        0 .. 2**64 - 1, or None to draw one; the result tells which. The deals depend on it and the conditions alone.
    given
        Cards that seats hold or don't hold, or a text for `Given.parse`.
    where
        A condition on the hands: takes uint32 of shape (m, 4), a column for each seat, and returns bool of shape (m,).
        It must look at each deal by itself.
    max_attempts
        Give up after so many deals.
    progress
        Show a progress bar on stderr if it takes more than two seconds.

    Raises
    ------
    UserError
        If no deal has the given cards so, `where` does not return bools, or too few deals meet it in `max_attempts`.

    Examples
    --------
    >>> result = sample_given(2, seed=3, given="seat 0: EO GO HO SO EU GU HU SU")
    >>> [hex(hand) for hand in result.hands[:, 0]]
    ['0xff000000', '0xff000000']
    """
    n, _ = checked_range(n, 0)
    seed = resolve_seed(seed)
    given = given if isinstance(given, Given) else Given.parse(given or "")
    if where is None:
        hands = np.empty((n, SEATS), np.uint32)
        given.fill(seed, 0, hands)
        return ConditionalDeals(number_of(hands), hands, seed, given, False, n)
    max_attempts = checked_whole(max_attempts, "max_attempts", _MOST_ATTEMPTS)
    hands, attempts = _accepted(n, seed, given, where, max_attempts, progress)
    return ConditionalDeals(number_of(hands), hands, seed, given, True, attempts)


def _accepted(n: int, seed: int, given: Given, where: Where, max_attempts: int, progress: bool) -> tuple[Hands, int]:
    found = [np.empty((0, SEATS), np.uint32)]
    lacking, attempts = n, 0
    with _late_bar(n, progress) as advance:
        while lacking:
            hands = np.empty((min(_CHUNK, max_attempts - attempts), SEATS), np.uint32)
            if not len(hands):
                raise UserError(_too_rare(n, n - lacking, attempts))
            given.fill(seed, attempts, hands)
            places = _meeting(where, hands)[:lacking]
            lacking -= len(places)
            attempts += len(hands) if lacking else int(places[-1]) + 1
            found.append(hands[places])
            advance(len(places))
    return np.concatenate(found), attempts


def _meeting(where: Where, hands: Hands) -> npt.NDArray[np.intp]:
    shown = hands.view()
    shown.flags.writeable = False
    return np.flatnonzero(checked_bools(where(shown), len(hands)))


def _too_rare(n: int, found: int, attempts: int) -> str:
    advice = "loosen the condition, put what can be put into given cards, or raise max_attempts"
    if not found:
        return f"none of {attempts} deals meets the condition, it may be impossible: {advice}"
    return f"only {found} of {n} deals found in {attempts} attempts: ask for fewer, {advice}"


@contextmanager
def _late_bar(total: int, wanted: bool) -> Iterator[Callable[[int], None]]:
    # A bar that shows up only once the work has taken a while.
    from rich.console import Console
    from rich.progress import Progress

    begin, done = time.monotonic(), 0
    with ExitStack() as stack:
        bar: Progress | None = None

        def advance(count: int) -> None:
            nonlocal bar, done
            done += count
            if bar is None and wanted and time.monotonic() - begin > _BAR_AFTER:
                bar = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
                bar.add_task("deals that meet the condition", total=total)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done)

        yield advance
