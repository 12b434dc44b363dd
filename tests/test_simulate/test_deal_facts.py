"""The dealer against every exact fact about deals in RULES section 10.

Each fact is derived here by counting, compared with the number printed in the rules, and tested on millions
of deals. A comparison raises an alarm if the count is less likely than `FALSE_ALARMS` shared out among all
comparisons; so a faultless dealer fails the whole test with a probability of at most `FALSE_ALARMS`, were
the seed drawn anew each time. Probabilities are tested by the exact binomial distribution (deals are independent, and
each counts once), means and variances by Bernstein's inequality.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp

import numpy as np
import pytest
from scipy.stats import binom

from simulate.deals import packets, sample
from tests.test_simulate.deal_facts import Table, all_facts, all_spreads, hypergeometric

FALSE_ALARMS = 1e-7
SEED = 20_070_401
CHUNK = 500_000


@dataclass
class Counts:
    """How often each fact happened, of how often it could; and how often each value of a spread."""

    hits: Counter = field(default_factory=Counter)
    trials: Counter = field(default_factory=Counter)
    values: dict[str, Counter] = field(default_factory=dict)

    def add(self, table):
        for fact in all_facts():
            event = fact.event(table)
            given = fact.given(table) if fact.given else np.ones(len(event), bool)
            self.hits[fact.name] += int(np.count_nonzero(event & given))
            self.trials[fact.name] += int(np.count_nonzero(given))
        for spread in all_spreads():
            counts = np.bincount(spread.value(table))
            self.values.setdefault(spread.name, Counter()).update(dict(enumerate(counts.tolist())))


def tables(n):
    for start in range(0, n, CHUNK):
        deals = sample(CHUNK, seed=SEED, start=start)
        # Every seat takes its turn as the given hand, a chunk each; so each deal still counts once.
        turn = -(start // CHUNK) % 4
        yield Table(np.roll(deals.hands, turn, axis=1), np.roll(packets(deals)[0], turn, axis=1)[:, 0])


def binomial_tail(hits, trials, p):
    """Twice the probability of a count at least as far out on its side."""
    law = binom(trials, float(p))
    return 2 * min(law.cdf(hits), law.sf(hits - 1))


def bernstein_tail(values, exact):
    """A bound for the probability that the mean of independent values is so far from its expectation."""
    n = sum(values.values())
    mean = sum(value * p for value, p in exact.items())
    variance = float(sum((value - mean) ** 2 * p for value, p in exact.items()))
    widest = float(max(abs(value - mean) for value, p in exact.items() if p))
    off = float(abs(sum(value * count for value, count in values.items()) / Fraction(n) - mean))
    return 2 * exp(-n * off**2 / (2 * (variance + widest * off / 3)))


def squared(distribution, mean):
    """The distribution of the squared deviation, or the counts of it."""
    result = Counter()
    for value, weight in distribution.items():
        result[(value - mean) ** 2] += weight
    return result


def tails(counts):
    """For each comparison, how likely a count so far out is."""
    result = {f.name: binomial_tail(counts.hits[f.name], counts.trials[f.name], f.exact) for f in all_facts()}
    for spread in all_spreads():
        values = counts.values[spread.name]
        result[f"mean of {spread.name}"] = bernstein_tail(values, spread.exact)
        around = squared(values, spread.mean), squared(spread.exact, spread.mean)
        result[f"variance of {spread.name}"] = bernstein_tail(*around)
    return result


def alarms(counts):
    found = tails(counts)
    return {name: tail for name, tail in found.items() if tail < FALSE_ALARMS / len(found)}


# ---- tests ----


def agrees_with_print(exact, printed):
    """Whether a number is printed as rounded to the digits shown, or as a fraction."""
    if "/" in printed or "." not in printed:
        return exact == Fraction(printed)
    mantissa, _, exponent = printed.partition("e")
    digits = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return abs(exact - Fraction(printed)) <= Fraction(1, 2 * 10**digits)


def test_the_rules_print_what_counting_gives():
    wrong = {f.name: (float(f.exact), f.printed) for f in all_facts() if not agrees_with_print(f.exact, f.printed)}
    assert not wrong
    for spread in all_spreads():
        assert agrees_with_print(spread.mean, spread.printed_mean)
        assert agrees_with_print(spread.variance, spread.printed_variance)


def test_names_of_facts_are_different():
    names = [fact.name for fact in all_facts()]
    assert len(names) == len(set(names)) > 80


@pytest.mark.parametrize("n", [5_000_000, pytest.param(50_000_000, marks=pytest.mark.long)])
def test_deals_have_the_exact_probabilities(n):
    counts = Counts()
    for table in tables(n):
        counts.add(table)
    assert all(counts.trials[fact.name] == n for fact in all_facts() if fact.given is None)
    assert all(counts.trials[fact.name] > n / 10_000 for fact in all_facts())
    assert not alarms(counts)


def test_a_wrong_probability_raises_an_alarm():
    """5 trumps printed as 15.56 % instead of 15.53 %: 50 million deals tell, 5 million can't."""
    exact = float(hypergeometric(14)[5])
    assert binomial_tail(round(exact * 50_000_000), 50_000_000, 0.1556) < 1e-7
    assert binomial_tail(round(exact * 5_000_000), 5_000_000, 0.1556) > 1e-7


def test_a_wrong_dealer_raises_an_alarm():
    """In one of 20 deals, the given hand may change for the next if that has more trumps."""
    counts = Counts()
    table = next(tables(CHUNK))
    better = (table.trumps[:, 1] > table.trumps[:, 0]) & (np.arange(CHUNK) % 20 == 0)
    hands = np.where(better[:, None], table.hands[:, [1, 0, 2, 3]], table.hands)
    counts.add(Table(hands, table.first_packet))
    assert {"trumps 4", "mean of trumps"} <= set(alarms(counts))


def test_a_wrong_split_into_packets_raises_an_alarm():
    """The four highest cards of a hand as its first packet."""
    counts = Counts()
    table = next(tables(CHUNK))
    rest = table.mine.copy()
    for _ in range(4):
        rest &= rest - np.uint32(1)
    counts.add(Table(table.hands, rest))
    assert set(alarms(counts)) == {f"trumps in first packet {k}" for k in range(5)}
