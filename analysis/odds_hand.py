"""Exact odds for one's own hand: how the 24 unseen cards lie among the other three, at the deal.

Start from `analysis.seen.see`, which says what a player knows: his eight cards, and, if a game is declared,
which one and his own role in it. Known, then, are the hand, that the call was legal (the declarer has a card
of the called suit and not its ace), and that the holder of the ace is the partner. What the bids may tell
beyond that is not.

>>> from simulate.contracts import Contract
>>> seen = see("EO GO HU HA H9 EA G10 G7", Game(Contract.RUFSPIEL, Suit.GRAS))
>>> goes_round(seen)  # all four hold Gras, and so nobody can trump the called ace
Fraction(128, 253)
>>> held_by(seen, seen.frame.trumps, Role.PARTNER).mean
Fraction(63, 23)
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

from analysis.exact import Distribution, split_groups
from analysis.seen import Direction, Role, Seen, see
from simulate.cards import CARDS_PER_HAND, DECK_MASK, SEATS, Card, CardSet, Rank, Suit
from simulate.contracts import Game
from simulate.errors import UserError
from simulate.rules import CARDS_TO_RUN

_DECK = CardSet(DECK_MASK)


# ---- how cards lie ----


def split_unseen(seen: Seen, cards: Set[Card]) -> Distribution[tuple[int, ...]]:
    """Return how many of `cards` each of the other three holds, jointly, in the order of ``seen.others``.

    Cards in the player's own hand don't count. Every other function here but `tout_lost` is derived from
    this one.
    """
    return _split_unseen(seen, CardSet.of(cards))


@lru_cache(maxsize=4096)
def _split_unseen(seen: Seen, cards: CardSet) -> Distribution[tuple[int, ...]]:
    ace = _ace_of_another(seen)
    unseen = _DECK - seen.hand - ace
    room = tuple(CARDS_PER_HAND - one for one in _to_partner(seen, ace))
    declarer = seen.others.index(Role.DECLARER) if seen.called_suit and Role.DECLARER in seen.others else None
    # Where the declarer is another player, his cards of the called suit are counted, too: he has one at least.
    called = seen.called_suit & unseen if declarer is not None else CardSet()
    groups = (called & cards, called - cards, (unseen - called) & cards)
    joint = split_groups(tuple(map(len, groups)), room)
    if declarer is not None:
        joint = joint.given(lambda counts: counts[0][declarer] + counts[1][declarer] > 0)
    placed = _to_partner(seen, ace & cards)
    return joint.map(lambda counts: tuple(map(sum, zip(counts[0], counts[2], placed, strict=True))))


def _ace_of_another(seen: Seen) -> CardSet:
    ace = seen.game.called_ace if seen.game else None
    return CardSet.of([ace]) if ace is not None and Role.PARTNER in seen.others else CardSet()


def _to_partner(seen: Seen, ace: Set[Card]) -> tuple[int, ...]:
    return tuple(len(ace) if role is Role.PARTNER else 0 for role in seen.others)


def held_by(seen: Seen, cards: Set[Card], role: Role = Role.PLAYER) -> Distribution[int]:
    """Return how many of `cards` one given other player holds, who has the role `role`.

    ``held_by(...)[len(cards)]`` is the chance that he holds all of them.

    Raises
    ------
    UserError
        If no other player has that role.
    """
    if role not in seen.others:
        raise UserError(f"no other player is {role} here: use {' or '.join(sorted(set(seen.others)))}")
    player = seen.others.index(role)
    return split_unseen(seen, cards).map(lambda counts: counts[player])


def longest_other(seen: Seen, cards: Set[Card]) -> Distribution[int]:
    """Return how many of `cards` that other player holds who has most of them."""
    return split_unseen(seen, cards).map(max)


def shortest_other(seen: Seen, cards: Set[Card]) -> Distribution[int]:
    """Return how many of `cards` that other player holds who has fewest of them."""
    return split_unseen(seen, cards).map(min)


def pattern(seen: Seen, cards: Set[Card]) -> Distribution[tuple[int, ...]]:
    """Return how `cards` are spread over the other three, as counts from the most to the fewest.

    >>> seen = see("EO GO HU HA H9 EA G10 G7")
    >>> for counts, chance in pattern(seen, plain_suit(seen, Suit.GRAS)).items():
    ...     print("-".join(map(str, counts)), chance)
    2-1-1 128/253
    2-2-0 56/253
    3-1-0 64/253
    4-0-0 5/253
    """
    return split_unseen(seen, cards).map(lambda counts: tuple(sorted(counts, reverse=True)))


def where_is(seen: Seen, card: Card) -> Distribution[Role]:
    """Return the role of the player who holds `card`; two opponents count as one.

    Raises
    ------
    UserError
        If the card is in the player's own hand.
    """
    if card in seen.hand:
        raise UserError(f"{card} is in your own hand {seen.hand}: ask for another card")
    others = seen.others
    return split_unseen(seen, CardSet.of([card])).map(lambda counts: others[counts.index(1)])


def _against(seen: Seen) -> tuple[bool, ...]:
    # For each other player, whether he plays against this one.
    if seen.game is None:
        raise UserError("who plays against you is open before a game is declared: name a game")
    return tuple((role is Role.OPPONENT) != (seen.role is Role.OPPONENT) for role in seen.others)


def with_other_side(seen: Seen, card: Card) -> Fraction:
    """Return the probability that a player of the other side holds `card`: 0 if it is in one's own hand.

    >>> from simulate.contracts import Contract
    >>> seen = see("EO GO HU HA H9 EA G10 G7", Game(Contract.RUFSPIEL, Suit.GRAS))
    >>> with_other_side(seen, Card.HO)
    Fraction(16, 23)
    """
    against = _against(seen)
    one = split_unseen(seen, CardSet.of([card]))
    return one.probability(lambda counts: any(n and other for n, other in zip(counts, against, strict=True)))


def goes_round(seen: Seen, suit: Suit | None = None) -> Fraction:
    """Return the probability that all four players hold a plain suit, so that its first lead can't be trumped.

    Valid at the deal, that is, for a lead before anybody has discarded from the suit. The probability that it is not
    trumped is higher: who lacks the suit may have no trump, or not want to play one.

    Parameters
    ----------
    seen
        What the player knows; he himself counts, and being void makes it 0.
    suit
        A plain suit; by default the called suit.

    Raises
    ------
    UserError
        If the suit is trump, or none is given and none is called.
    """
    cards = plain_suit(seen, suit) if suit is not None else seen.called_suit
    if not cards:
        raise UserError("no suit is called here: name a plain suit")
    if not cards & seen.hand:
        return Fraction(0)
    return split_unseen(seen, cards).probability(all)


def plain_suit(seen: Seen, suit: Suit) -> CardSet:
    """Return the non-trump cards of a suit.

    Raises
    ------
    UserError
        If the suit is trump.
    """
    ace = Card.of(suit, Rank.SAU)
    if ace in seen.frame.trumps:
        raise UserError(f"suit {suit.title} is trump here: name a plain suit")
    return seen.frame.suit_of(ace)


# ---- the called ace ----


def partner_may_run(seen: Seen, run_from: int = CARDS_TO_RUN) -> Fraction:
    """Return the probability that the partner, another player, holds `run_from` or more of the called suit.

    Raises
    ------
    UserError
        If no other player is the partner.
    """
    return held_by(seen, seen.called_suit, Role.PARTNER).at_least(run_from)


def partner_seat(seen: Seen, declarer: Direction | None = None) -> Distribution[Direction]:
    """Return where the holder of the called ace sits, seen from the declarer or from an opponent.

    Nothing that is known tells the remaining players apart, so each is as likely as the next: 1/3 for
    the declarer, 1/2 for an opponent, who knows that it is not the declarer.

    Parameters
    ----------
    seen
        What the player knows.
    declarer
        Where the declarer sits; for an opponent only.

    Raises
    ------
    UserError
        If the player is neither, or `declarer` is missing or out of place.
    """
    if Role.PARTNER not in seen.others:
        raise UserError("no other player holds a called ace here: ask as declarer or opponent of a Rufspiel")
    if (seen.role is Role.OPPONENT) != (declarer is not None):
        raise UserError("where the declarer sits is for an opponent to say, and only for him: left, opposite or right")
    return Distribution({direction: 1 for direction in Direction if direction is not declarer})


# ---- laufende, Tout ----


def laufende(seen: Seen) -> Distribution[int]:
    """Return how many laufende there are in the game, whichever side has them (RULES section 7).

    >>> from simulate.contracts import Contract
    >>> seen = see("EO GO HU HA H9 EA G10 G7", Game(Contract.RUFSPIEL, Suit.GRAS))
    >>> laufende(seen).at_least(3)
    Fraction(7, 23)
    """
    against = _against(seen)
    tops = seen.frame.groups[0]

    def at_least(n: int) -> Fraction:
        top = CardSet.of(tops[:n])
        lies = split_unseen(seen, top)
        theirs = lies.map(lambda counts: sum(m for m, other in zip(counts, against, strict=True) if other))
        return theirs[0] + (theirs[n] if n else 0)

    chances = [at_least(n) for n in range(len(tops) + 1)] + [Fraction(0)]
    return Distribution.of_chances({n: chances[n] - chances[n + 1] for n in range(len(tops) + 1)})


def tout_lost(hand: CardSet | str, game: Game) -> Fraction:
    """Return the probability that a Solo-Tout on eight trumps, with the lead, is lost (RULES section 10).

    The declarer can only lead trumps, and does best from the top down. An opponent with n trumps must follow
    the first n leads and may keep his highest trump for the last of them. So he takes a trick exactly if his
    highest trump beats the declarer's n-th highest, and the Tout is lost if that is true of any opponent. The
    trumps that are out lie among the three opponents in every way, weighted by the ways to fill up
    their hands with plain cards.

    With EO GO HO SO and GU but not EU, only a holder of EU with five or more trumps does harm:
    the chance that at least four of five others are among his other seven of 23 cards.

    Raises
    ------
    UserError
        If the hand is not eight trumps of the game.

    Examples
    --------
    >>> from simulate.contracts import Contract
    >>> tout_lost("EO GO HO SO GU HU SU HA", Game(Contract.SOLO_TOUT, Suit.HERZ))
    Fraction(83, 4807)
    """
    seen = see(hand, game)
    frame = game.frame
    if not seen.hand <= frame.trumps:
        raise UserError(f"hand {seen.hand} is not all trumps in {game}: a lost Tout is counted for eight trumps only")
    leads = sorted((frame.positions[card] for card in seen.hand), reverse=True)
    out = sorted((frame.positions[card] for card in frame.trumps - seen.hand), reverse=True)
    others = SEATS - 1
    lost = total = 0
    for holders in product(range(others), repeat=len(out)):
        counts = [holders.count(player) for player in range(others)]
        ways = _fillings(counts, others * CARDS_PER_HAND - len(out))
        total += ways
        best = [out[holders.index(player)] if n else -1 for player, n in enumerate(counts)]
        if any(n and top > leads[n - 1] for n, top in zip(counts, best, strict=True)):
            lost += ways
    return Fraction(lost, total)


def _fillings(counts: list[int], plain: int) -> int:
    # Ways to fill up hands that hold so many cards each from `plain` further cards.
    ways = 1
    for n in counts:
        ways *= comb(plain, CARDS_PER_HAND - n)
        plain -= CARDS_PER_HAND - n
    return ways
