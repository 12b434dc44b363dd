"""Whether four hands are a deal (RULES sections 1, 2 and 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from simulate.cards import CARDS_PER_HAND, DECK_MASK, SEATS, Card, CardSet, Rank
from simulate.referee.violation import RuleViolation

DECK = CardSet(DECK_MASK)
"""The 32 cards."""
SHORT_DECK = CardSet.of(card for card in Card if card.rank not in (Rank.SEVEN, Rank.EIGHT))
"""The 24 cards of the short deck (RULES section 9)."""

_DECKS = {len(deck) // SEATS: deck for deck in (DECK, SHORT_DECK)}


def check_deal(hands: Iterable[CardSet]) -> tuple[CardSet, ...]:
    """Return the four hands if they are a deal of the whole deck or of the short deck.

    Raises
    ------
    RuleViolation
        If there are not four hands, they are uneven, or cards are missing, dealt twice or of the wrong deck.
    """
    dealt = tuple(hands)
    if len(dealt) != SEATS:
        raise RuleViolation(f"{len(dealt)} hands were dealt: there are {SEATS} players")
    sizes = [len(hand) for hand in dealt]
    deck = _DECKS.get(sizes[0])
    if deck is None or len(set(sizes)) > 1:
        raise RuleViolation(
            f"hands of {_listed(sizes)} cards were dealt: each player gets {CARDS_PER_HAND} cards, "
            f"or {len(SHORT_DECK) // SEATS} of the short deck"
        )
    _check_complete(dealt, deck)
    return dealt


def _check_complete(dealt: Sequence[CardSet], deck: CardSet) -> None:
    counts = Counter(card for hand in dealt for card in hand)
    wrong = {
        "dealt twice": [card for card, count in counts.items() if count > 1],
        "not in the deck": [card for card in counts if card not in deck],
        "missing": [card for card in deck if card not in counts],
    }
    faults = [f"{_listed(sorted(cards, reverse=True))} {fault}" for fault, cards in wrong.items() if cards]
    if faults:
        raise RuleViolation(f"{', '.join(faults)}: each of the {len(deck)} cards is dealt once")


def _listed(things: Iterable[object]) -> str:
    return " ".join(map(str, things))
