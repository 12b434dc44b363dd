"""Every exact fact about deals in RULES section 10: how to count it, how to see it, how the rules print it.

`tests.test_simulate.test_deal_facts` compares the three.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import comb, prod

import numpy as np

from simulate.all_hands import HANDS, tally_hands
from simulate.cards import Card, CardSet, Rank, Suit

OBER, UNTER = (np.uint32(CardSet.of(c for c in Card if c.rank is rank).mask) for rank in (Rank.OBER, Rank.UNTER))
PLAIN = {
    suit: np.uint32(CardSet.of(c for c in Card if c.suit is suit and c.rank not in (Rank.OBER, Rank.UNTER)).mask)
    for suit in Suit
}
ACE = {suit: np.uint32(Card.of(suit, Rank.SAU).bit) for suit in Suit}
TRUMPS = OBER | UNTER | PLAIN[Suit.HERZ]
CALLABLE = (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN)
TOPS = np.uint32(CardSet.parse("EO GO HO").mask)


def ones(masks):
    return np.bitwise_count(masks)


class Table:
    """Dealt hands and what is counted about them; column 0 is the hand the facts call "a given hand"."""

    def __init__(self, hands, first_packet):
        self.hands = hands
        self.mine = hands[:, 0]
        self.first_packet = first_packet

    @cached_property
    def trumps(self):
        return ones(self.hands & TRUMPS)

    @cached_property
    def longest(self):
        return self.trumps.max(axis=1)

    @cached_property
    def callable_count(self):
        return sum(is_callable(self.mine, suit).astype(np.uint8) for suit in CALLABLE)

    @cached_property
    def eyes(self):
        return eyes_of(self.mine)

    @cached_property
    def best_solo(self):
        return best_solo_of(self.mine)

    @cached_property
    def laufende(self):
        return sum((self.mine >> np.uint32(32 - k) == 2**k - 1).astype(np.uint8) for k in range(1, 9))

    def of_suit(self, suit):
        return ones(self.hands & PLAIN[suit])

    def has_ace(self, suit):
        return self.hands & ACE[suit] != 0


def is_callable(hand, suit):
    return (hand & ACE[suit] == 0) & (hand & PLAIN[suit] != 0)


def eyes_of(hand):
    by_value = {card.eyes: np.uint32(CardSet.of(c for c in Card if c.eyes == card.eyes).mask) for card in Card}
    return sum(ones(hand & mask) * np.uint8(value) for value, mask in by_value.items() if value)


def best_solo_of(hand):
    return ones(hand & (OBER | UNTER)) + np.max([ones(hand & PLAIN[suit]) for suit in Suit], axis=0)


# ---- facts ----


@dataclass(frozen=True)
class Fact:
    """An event of the deal, its exact probability, and how the rules print it."""

    name: str
    exact: Fraction
    printed: str
    event: Callable[[Table], np.ndarray]
    given: Callable[[Table], np.ndarray] | None = None


@dataclass(frozen=True)
class Spread:
    """A whole number of the deal, its exact distribution, and its mean and variance as the rules print them."""

    name: str
    exact: dict[int, Fraction]
    printed_mean: str
    printed_variance: str
    value: Callable[[Table], np.ndarray]

    @property
    def mean(self):
        return sum(value * p for value, p in self.exact.items())

    @property
    def variance(self):
        return sum((value - self.mean) ** 2 * p for value, p in self.exact.items())


def shares(counts):
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def hypergeometric(special, drawn=8, deck=32):
    ways = {k: comb(special, k) * comb(deck - special, drawn - k) for k in range(min(special, drawn) + 1)}
    return {k: Fraction(count, comb(deck, drawn)) for k, count in ways.items()}


def holds(cards, hand=8, deck=32):
    """The probability that so many given cards are all in a hand of a deck."""
    return Fraction(comb(deck - cards, hand - cards), comb(deck, hand))


@cache
def trumps_of_four():
    """Probability of each way to split the trumps among the seats."""
    ways = {t: prod(comb(8, k) for k in t) for t in product(range(9), repeat=4) if sum(t) == 14}
    assert sum(ways.values()) == comb(32, 14)
    return shares(ways)


def table_trumps(test):
    return sum(p for trumps, p in trumps_of_four().items() if test(trumps))


def series(name, exact, printed, value, given=None):
    """One fact for each value that a statistic can take, from a line of the rules."""
    for (k, p), text in zip(exact.items(), printed.split(), strict=True):
        yield Fact(f"{name} {k}", p, text, lambda table, k=k: value(table) == k, given)


def facts_about_trumps():
    yield from series(
        "trumps",
        hypergeometric(14),
        ".004160 .042358 .160608 .296507 .291212 .155313 .043682 .005873 .000286",
        lambda t: t.trumps[:, 0],
    )
    yield Fact("no trump", Fraction(comb(18, 8), HANDS), ".004160", lambda t: t.mine & TRUMPS == 0)
    yield Fact("someone <=1 trump", table_trumps(lambda t: min(t) <= 1), ".184475", lambda t: t.trumps.min(axis=1) <= 1)
    yield Fact("someone 1 trump", table_trumps(lambda t: 1 in t), ".167950", lambda t: (t.trumps == 1).any(axis=1))
    yield from series(
        "longest trumps",
        {n: table_trumps(lambda t, n=n: max(t) == n) for n in range(4, 9)},
        ".277057 .524871 .173438 .023492 .001142",
        lambda t: t.longest,
    )
    yield from series(
        "best Solo suit",
        shares(tally_hands(best_solo_of)),
        ".004813 .107470 .344186 .370363 .149164 .022863 .001142",
        lambda t: t.best_solo,
    )
    yield from series(
        "trumps in first packet",
        hypergeometric(14, 4),
        ".085095 .317686 .387180 .182202 .027836",
        lambda t: ones(t.first_packet & TRUMPS),
    )


def facts_about_ober_and_unter():
    yield Fact("Sie", holds(8), "9.50724e-8", lambda t: t.mine == OBER | UNTER)
    yield Fact("someone Sie", 4 * holds(8), "3.80290e-7", lambda t: (t.hands == OBER | UNTER).any(axis=1))
    yield Fact("four Ober", holds(4), ".001947", lambda t: t.mine & OBER == OBER)
    yield from series(
        "Unter",
        hypergeometric(4),
        ".295495 .450278 .214905 .037375 .001947",
        lambda t: ones(t.mine & UNTER),
    )


def facts_about_laufende():
    at_least = [holds(k) for k in range(7)]
    yield from series(
        "laufende",
        {k: at_least[k] - at_least[k + 1] for k in range(6)},
        ".75 .193548 .045161 .009344 .001669 .000247",
        lambda t: t.laufende,
    )
    pair, three = holds(3, 16), holds(3, 24)
    yield Fact("EO GO HO", holds(3), "7/620", lambda t: t.mine & TOPS == TOPS)
    yield Fact("EO GO HO with a pair", pair, "7/62", lambda t: tops_of_pair(t) == 3)
    yield Fact(">=3 laufende 2v2", 2 * pair, "7/31", lambda t: tops_of_pair(t) % 3 == 0)
    yield Fact(">=3 laufende 1v3", holds(3) + three, "13/31", lambda t: ones(t.mine & TOPS) % 3 == 0)
    unter = np.uint32(CardSet.parse("EU GU").mask)
    exact = holds(2) + holds(2, 24)
    yield Fact(">=2 laufende Wenz", exact, "19/31", lambda t: ones(t.mine & unter) % 2 == 0)


def tops_of_pair(table):
    return ones((table.hands[:, 0] | table.hands[:, 2]) & TOPS)


def facts_about_suits():
    one = Fraction(comb(26, 8), HANDS)
    any_suit = 3 * one - Fraction(3 * comb(20, 8) - comb(14, 8), HANDS)
    # Inclusion and exclusion over the players who are void; the six cards lie among the others' places.
    someone = Fraction(4 * comb(24, 6) - 6 * comb(16, 6) + 4 * comb(8, 6), comb(32, 6))
    for suit in CALLABLE:
        yield Fact(f"void in {suit}", one, ".148529", lambda t, s=suit: t.mine & PLAIN[s] == 0)
        yield Fact(f"someone void in {suit}", someone, ".541219", lambda t, s=suit: (t.of_suit(s) == 0).any(axis=1))
    yield Fact("void somewhere", any_suit, ".409944", lambda t: sum(t.mine & PLAIN[s] == 0 for s in CALLABLE) > 0)
    no_eyes = shares(tally_hands(eyes_of))[0]
    yield Fact("no eyes", no_eyes, "4.70608e-5", lambda t: t.eyes == 0)


NONE_CALLABLE = "1/17 61/816 2/17 1/6 1"  # with 4 .. 8 trumps


def facts_about_calling():
    one = Fraction(comb(31, 8) - comb(26, 8), HANDS)
    for suit in CALLABLE:
        yield Fact(f"{suit} callable", one, ".601471", lambda t, s=suit: is_callable(t.mine, s))
    joint = tally_hands(lambda hand: 4 * ones(hand & TRUMPS) + sum(is_callable(hand, s) for s in CALLABLE))
    by_count = Counter()
    for key, count in joint.items():
        by_count[key % 4] += count
    yield from series(
        "callable suits",
        shares(dict(sorted(by_count.items()))),
        ".064336 .286482 .429614 .219567",
        lambda t: t.callable_count,
    )
    for trumps, printed in zip(range(4, 9), NONE_CALLABLE.split(), strict=True):
        exact = shares({c: joint.get(4 * trumps + c, 0) for c in range(4)})[0]
        given = lambda t, n=trumps: t.trumps[:, 0] == n  # noqa: E731
        yield Fact(f"none callable | {trumps} trumps", exact, printed, lambda t: t.callable_count == 0, given)


# With 1, 2, 3 cards of it: it goes round; the partner may run away; my fellow opponent is void.
CALLED_SUIT = {1: "16/23 17/253 19/107", 2: "128/253 5/253 15/47", 3: "64/253 0 21/37"}


def facts_about_the_called_suit():
    for suit in CALLABLE:
        for k in (1, 2, 3):
            left = 6 - k  # cards of the suit, with the ace, among the three others
            round_text, run_text, void_text = CALLED_SUIT[k].split()

            def declarer(t, s=suit, k=k):
                return (t.of_suit(s)[:, 0] == k) & ~t.has_ace(s)[:, 0]

            def opponent(t, s=suit, k=k):
                # Seat 0 is an opponent of seat 1, the declarer; one of seats 2 and 3 has the ace.
                return declarer(t, s, k) & is_callable(t.hands[:, 1], s)

            all_have = 1 - Fraction(3 * comb(16, left) - 3 * comb(8, left), comb(24, left))
            yield Fact(f"{suit} goes round | {k}", all_have, round_text, lambda t, s=suit: others_have(t, s), declarer)
            four = sum((p for n, p in hypergeometric(left - 1, 7, 23).items() if n >= 3), Fraction(0))
            yield Fact(f"partner may run {suit} | {k}", four, run_text, lambda t, s=suit: partner_long(t, s), declarer)
            # With the ace placed, the others of the suit lie in 23 places: 8 of the declarer, 8 of the fellow.
            both = Fraction(comb(15, left - 1) - comb(7, left - 1), comb(23, left - 1) - comb(15, left - 1))
            yield Fact(f"fellow void in {suit} | {k}", both, void_text, lambda t, s=suit: fellow_void(t, s), opponent)


def others_have(table, suit):
    return (table.of_suit(suit)[:, 1:] > 0).all(axis=1)


def partner_long(table, suit):
    return ((table.of_suit(suit) >= 4) & table.has_ace(suit))[:, 1:].any(axis=1)


def fellow_void(table, suit):
    ace, void = table.has_ace(suit), table.of_suit(suit) == 0
    return (ace[:, 2] & void[:, 3]) | (ace[:, 3] & void[:, 2])


@cache
def all_facts():
    return [
        fact
        for group in (
            facts_about_trumps,
            facts_about_ober_and_unter,
            facts_about_laufende,
            facts_about_suits,
            facts_about_calling,
            facts_about_the_called_suit,
        )
        for fact in group()
    ]


@cache
def all_spreads():
    return [
        Spread("trumps", hypergeometric(14), "3.5", "189/124", lambda t: t.trumps[:, 0]),
        Spread("eyes", shares(tally_hands(eyes_of)), "30", "3300/31", lambda t: t.eyes),
    ]
