"""Exact odds of a uniform deal: every fact of RULES section 10, for any numbers of cards.

Each function counts; none simulates and none rounds. Probabilities are `fractions.Fraction` and
distributions `analysis.exact.Distribution`, whose ``mean``, ``variance``, ``at_least`` and ``at_most`` are
exact, too. Odds for one's own hand are in `analysis.odds_hand`, tables to print in `analysis.odds_table`.

>>> from analysis import odds
>>> print(f"{float(odds.trumps_in_hand()[5]):.6f}")
0.155313
>>> odds.laufende(held=16, either=True).at_least(3)
Fraction(7, 31)
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

from analysis.exact import Distribution, Ways, check_range, hypergeometric, in_hand, merge, part, split
from simulate.cards import CARDS, CARDS_PER_HAND, SEATS, Card, Suit
from simulate.contracts import CALLABLE_SUITS, Contract, Game
from simulate.rules import CARDS_TO_RUN

RUFSPIEL = Game(Contract.RUFSPIEL, CALLABLE_SUITS[0])
TRUMPS = len(RUFSPIEL.frame.trumps)
"""Number of trumps in a Rufspiel, and in a Solo."""
SUIT_CARDS = len(RUFSPIEL.called_suit)
"""Number of cards in a plain suit of a Rufspiel, the Sau included."""
PLAIN_SUITS = len(RUFSPIEL.frame.groups) - 1
"""Number of plain suits in a Rufspiel, which are the suits that can be called."""
_TABLE = (CARDS_PER_HAND,) * SEATS
_OTHERS = (CARDS_PER_HAND,) * (SEATS - 1)


# ---- cards in a hand ----


def trumps_in_hand(trumps: int = TRUMPS, cards: int = CARDS_PER_HAND, deck: int = CARDS) -> Distribution[int]:
    """Return how many trumps are among the first `cards` cards of a player.

    Any other set of cards is counted the same way: ``trumps=4`` answers for the Unter or the Ober,
    ``cards=4`` for the first packet dealt.

    >>> trumps_in_hand(trumps=4)[4]
    Fraction(7, 3596)
    """
    return hypergeometric(trumps, cards, deck)


def holds_all(special: int, held: int = CARDS_PER_HAND, deck: int = CARDS) -> Fraction:
    """Return the probability that `special` given cards are all among `held` cards: a hand, or a side's hands.

    >>> holds_all(special=8)  # a Sie
    Fraction(1, 10518300)
    >>> holds_all(special=3, held=16)  # EO, GO and HO with two partners
    Fraction(7, 62)
    """
    return hypergeometric(special, held, deck)[special]


def someone_holds_all(special: int) -> Fraction:
    """Return the probability that `special` given cards (at least one) are in one hand, whosever it is.

    No two players can both hold them, so the players' probabilities add up.

    >>> someone_holds_all(special=8)
    Fraction(1, 2629575)
    """
    check_range("special", special, 1, CARDS)
    return SEATS * holds_all(special)


def longest_holding(special: int = TRUMPS) -> Distribution[int]:
    """Return how many of `special` given cards (default: trumps) the player at the table with most of them holds."""
    return split(special, _TABLE).map(max)


def shortest_holding(special: int = TRUMPS) -> Distribution[int]:
    """Return how many of `special` given cards (default: trumps) the player at the table with fewest of them holds.

    >>> print(f"{float(shortest_holding(SUIT_CARDS)[0]):.6f}")  # some player is void in a given plain suit
    0.541219
    """
    return split(special, _TABLE).map(min)


def someone_holds(n: int, special: int = TRUMPS) -> Fraction:
    """Return the probability that at least one player holds exactly `n` of `special` given cards (default: trumps)."""
    return split(special, _TABLE).probability(lambda counts: n in counts)


def void_suits(
    suits: int = PLAIN_SUITS, suit_cards: int = SUIT_CARDS, cards: int = CARDS_PER_HAND, deck: int = CARDS
) -> Distribution[int]:
    """Return in how many of `suits` suits of `suit_cards` cards each a hand is void.

    >>> print(f"{float(void_suits(suits=1)[1]):.6f} {float(void_suits().at_least(1)):.6f}")
    0.148529 0.409944
    """
    _check_suits(suits, suit_cards, deck)
    suit = part(suit_cards, lambda n: int(n == 0))
    others = part(deck - suits * suit_cards, lambda n: 0)
    return in_hand(merge([suit] * suits + [others]), cards)


def _check_suits(suits: int, suit_cards: int, deck: int) -> None:
    check_range("deck", deck, 1, CARDS)
    check_range("suit_cards", suit_cards, 1, deck)
    check_range("suits", suits, 0, deck // suit_cards)


def best_solo_trumps(cards: int = CARDS_PER_HAND) -> Distribution[int]:
    """Return how many trumps a hand has in its best Solo suit, the one with most of them.

    Ober and Unter are trump in every Solo, so the longest of the four suits decides.
    """
    games = [Game(Contract.SOLO, suit) for suit in Suit]
    always = len(frozenset.intersection(*(frozenset(game.frame.trumps) for game in games)))
    longest_suit = merge([part(len(game.frame.trumps) - always, lambda n: n) for game in games], max)
    return in_hand(merge([longest_suit, part(always, lambda n: n)]), cards)


def eyes_in_hand(cards: int = CARDS_PER_HAND) -> Distribution[int]:
    """Return how many eyes a hand has.

    >>> eyes_in_hand().mean, eyes_in_hand().variance
    (Fraction(30, 1), Fraction(3300, 31))
    """

    def same_worth(eyes: int, number: int) -> Ways:
        return part(number, lambda n: n * eyes)

    worths = Counter(card.eyes for card in Card)
    return in_hand(merge(same_worth(eyes, number) for eyes, number in worths.items()), cards)


# ---- laufende ----


def laufende(
    held: int = CARDS_PER_HAND, *, either: bool = False, trumps: int = TRUMPS, deck: int = CARDS
) -> Distribution[int]:
    """Return how many laufende there are: the run of trumps from the highest that is held (RULES section 7).

    Parameters
    ----------
    held
        Number of cards of the side: 8 one player, 16 a pair, 24 three players.
    either
        Count the run of whichever side has the highest trump, so never 0; otherwise that of the side
        with `held` cards, which is 0 without the highest trump.
    trumps
        Where a run ends at the latest: 14, in a Wenz 4.

    Examples
    --------
    >>> laufende()[0], laufende(16, either=True).at_least(3), laufende(8, either=True, trumps=4).at_least(2)
    (Fraction(3, 4), Fraction(7, 31), Fraction(19, 31))
    """
    check_range("deck", deck, 1, CARDS)
    check_range("trumps", trumps, 0, deck)
    check_range("held", held, 0, deck)

    def ways_at_least(n: int) -> int:
        ours = comb(deck - n, held - n) if n <= held else 0
        theirs = comb(deck - n, held) if either and n > 0 else 0
        return ours + theirs

    longest = range(trumps + 1)
    ways = {n: ways_at_least(n) - (ways_at_least(n + 1) if n < trumps else 0) for n in longest}
    return Distribution(ways, comb(deck, held))


# ---- the called ace ----


def _callable_suit(suit_cards: int) -> Ways:
    # With the Sau a suit can't be called, nor when void; without it, one card will do.
    without = {(n, int(n > 0)): comb(suit_cards - 1, n) for n in range(suit_cards)}
    having = {(n + 1, 0): comb(suit_cards - 1, n) for n in range(suit_cards)}
    return without | having


def callable_suits(
    suits: int = PLAIN_SUITS, suit_cards: int = SUIT_CARDS, cards: int = CARDS_PER_HAND, deck: int = CARDS
) -> Distribution[int]:
    """Return for how many of `suits` suits a hand may call the ace (RULES section 4).

    >>> callable_suits(suits=1)[1]  # a given suit
    Fraction(9733, 16182)
    """
    _check_suits(suits, suit_cards, deck)
    others = part(deck - suits * suit_cards, lambda n: 0)
    return in_hand(merge([_callable_suit(suit_cards)] * suits + [others]), cards)


def none_callable(trumps_held: int, cards: int = CARDS_PER_HAND) -> Fraction:
    """Return the probability that a hand with `trumps_held` trumps has no callable ace.

    >>> none_callable(4)
    Fraction(1, 17)
    """
    check_range("trumps_held", trumps_held, 0, cards)
    return callable_suits(cards=cards - trumps_held, deck=CARDS - TRUMPS)[0]


def goes_round(declarer_has: int, suit_cards: int = SUIT_CARDS) -> Fraction:
    """Return the probability that all three others hold the called suit, of which the declarer has so many.

    Then its first lead, at the deal, can't be trumped; else it may be.

    >>> goes_round(1)
    Fraction(16, 23)
    """
    check_range("declarer_has", declarer_has, 1, suit_cards - 1)
    return split(suit_cards - declarer_has, _OTHERS).probability(all)


def partner_may_run(declarer_has: int, suit_cards: int = SUIT_CARDS, run_from: int = CARDS_TO_RUN) -> Fraction:
    """Return the probability that the partner holds `run_from` or more of the called suit, the ace included.

    He has the ace for sure, and the rest of his hand is any of the other unseen cards.

    >>> partner_may_run(1)
    Fraction(17, 253)
    """
    check_range("declarer_has", declarer_has, 1, suit_cards - 1)
    unseen = sum(_OTHERS) - 1
    return hypergeometric(suit_cards - 1 - declarer_has, CARDS_PER_HAND - 1, unseen).at_least(run_from - 1)


def fellow_void(opponent_has: int, suit_cards: int = SUIT_CARDS) -> Fraction:
    """Return the probability that an opponent's fellow is void in the called suit, of which he himself has so many.

    The call was legal, which tells him that the declarer has at least one, and not the ace; the partner has
    the ace. Nothing else is known of the declarer's hand.

    >>> fellow_void(1)
    Fraction(19, 107)
    """
    check_range("opponent_has", opponent_has, 0, suit_cards - 2)
    room = (CARDS_PER_HAND, CARDS_PER_HAND - 1, CARDS_PER_HAND)  # declarer; partner, beside the ace; fellow
    called = split(suit_cards - 1 - opponent_has, room)
    return called.given(lambda counts: counts[0] > 0).probability(lambda counts: counts[2] == 0)
