"""The play of the cards: what may be played, who wins a trick, the duties of the called ace (RULES section 5).

Where the rules leave room, this is how every part of the package reads them:

- The holder *runs away* by leading a lower card of the called suit when the suit has not been led. Keeping the ace
  when another leads the suit (possible without ``run_only_on_lead``) is not running away, so ``ace_free_after_run``
  does not free the ace then.
- Once the suit has been led and the ace was kept, however that came about, the holder may lead any card of the suit.
- ``ace_discard_from_trick`` counts in the full deck; in the short deck it is read from the end, so that 8 is the last
  trick there, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from simulate.cards import CARDS_PER_HAND, SEATS, Card, CardSet
from simulate.contracts import Game
from simulate.referee.violation import violation
from simulate.rules import CARDS_TO_RUN, Rules


class Duty(NamedTuple):
    """The cards a player may play, and the rule that says so."""

    allowed: CardSet
    rule: str


@dataclass(frozen=True, slots=True)
class AceState:
    """What has happened to the called suit in earlier tricks.

    Attributes
    ----------
    suit_led
        Whether the called suit has been led.
    ran_away
        Whether the holder of the called ace was the first to lead it, with a lower card.
    suit_cards_dealt
        Cards of the called suit the player was dealt; matters with ``run_needs_four_in_hand = false``. None: as many
        as he holds now.
    """

    suit_led: bool = False
    ran_away: bool = False
    suit_cards_dealt: int | None = None

    @property
    def ace_kept(self) -> bool:
        """Whether an ace still held is an ordinary card when its suit is led."""
        return self.suit_led or self.ran_away


def legal_cards(
    rules: Rules, game: Game, hand: CardSet, trick: Sequence[Card], ace_state: AceState | None = None
) -> CardSet:
    """Return the cards of a hand that may be played to a trick (RULES section 5).

    Parameters
    ----------
    rules, game
        The rules of the table and the game being played.
    hand
        All cards the player holds, that to be played included.
    trick
        The cards already played to the trick, in order; empty if the player leads.
    ace_state
        What has happened to the called suit; nothing by default.

    Examples
    --------
    The holder of the called ace must play it when its suit is led:

    >>> from simulate.cards import Suit
    >>> from simulate.contracts import Contract
    >>> print(legal_cards(Rules.preset("standard"), Game(Contract.RUFSPIEL, Suit.EICHEL),
    ...                   CardSet.parse("HO EA E7 S8"), [Card.E9]))
    EA
    """
    return duty(rules, game, hand, trick, ace_state or AceState()).allowed


def duty(rules: Rules, game: Game, hand: CardSet, trick: Sequence[Card], ace_state: AceState) -> Duty:
    """Return the cards that may be played to a trick together with the rule that decides."""
    if not trick:
        return _lead(rules, game, hand, ace_state)
    answers = CardSet.of(hand & game.frame.suit_of(trick[0]))
    if answers:
        return _follow(rules, game, hand, answers, ace_state)
    return _discard(rules, game, hand, ace_state)


def _lead(rules: Rules, game: Game, hand: CardSet, ace_state: AceState) -> Duty:
    ace = game.called_ace
    if ace is None or ace not in hand or ace_state.ace_kept or _may_run(rules, game, hand, ace_state):
        return Duty(hand, "a player leads a card he holds")
    lower = game.called_suit - CardSet.of([ace])
    return Duty(
        CardSet.of(hand - lower),
        f"with fewer than {CARDS_TO_RUN} cards of the called suit only its ace may be led "
        "(option run_needs_four_in_hand)",
    )


def _follow(rules: Rules, game: Game, hand: CardSet, answers: CardSet, ace_state: AceState) -> Duty:
    ace = game.called_ace
    may_keep = ace_state.ace_kept or (not rules.run_only_on_lead and _may_run(rules, game, hand, ace_state))
    if ace is None or ace not in answers or may_keep:
        return Duty(answers, "the suit led, or trump, must be followed")
    return Duty(
        CardSet.of([ace]),
        "the called ace must be played when its suit is led (options run_only_on_lead and run_needs_four_in_hand)",
    )


def _discard(rules: Rules, game: Game, hand: CardSet, ace_state: AceState) -> Duty:
    ace = game.called_ace
    tricks_left_when_free = CARDS_PER_HAND + 1 - rules.ace_discard_from_trick
    free = len(hand) <= tricks_left_when_free or (rules.ace_free_after_run and ace_state.ran_away)
    if ace is None or ace not in hand or free:
        return Duty(hand, "a player plays a card he holds")
    # With nothing but the ace in hand it is the last trick, which every value of the option frees.
    return Duty(
        CardSet.of(hand - CardSet.of([ace])),
        "the called ace may not be played to another suit (options ace_discard_from_trick and ace_free_after_run)",
    )


def _may_run(rules: Rules, game: Game, hand: CardSet, ace_state: AceState) -> bool:
    held = len(hand & game.called_suit)
    if not rules.run_needs_four_in_hand and ace_state.suit_cards_dealt is not None:
        held = ace_state.suit_cards_dealt
    return held >= CARDS_TO_RUN


def trick_winner(game: Game, cards: Sequence[Card]) -> int:
    """Return the index of the card that wins among the cards of a trick, in the order played.

    >>> from simulate.cards import Suit, parse_cards
    >>> from simulate.contracts import Contract
    >>> trick_winner(Game(Contract.RUFSPIEL, Suit.EICHEL), parse_cards("EA E10 H7 GA"))
    2
    """
    best = 0
    for index, card in enumerate(cards):
        if index and game.frame.beats(card, cards[best]):
            best = index
    return best


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick in the order played, from the seat that led."""

    leader: int
    cards: tuple[Card, ...] = ()

    @property
    def eyes(self) -> int:
        """Eyes of the cards, 0 .. 44."""
        return sum(card.eyes for card in self.cards)

    @property
    def next_seat(self) -> int:
        """The seat that plays the next card."""
        return (self.leader + len(self.cards)) % SEATS

    def seat_of(self, card: Card) -> int:
        """Return the seat that played a card of the trick."""
        return (self.leader + self.cards.index(card)) % SEATS

    def winner(self, game: Game) -> int:
        """Return the seat that has won, or would win, the trick."""
        return (self.leader + trick_winner(game, self.cards)) % SEATS


class Play:
    """The tricks of one hand; the forehand leads to the first.

    Attributes
    ----------
    hands
        What each seat still holds.
    tricks
        The complete tricks.
    trick
        The trick being played; empty when the next card is led.
    ran_away
        Whether the holder of the called ace was the first to lead its suit, with a lower card.
    """

    def __init__(self, rules: Rules, game: Game, dealt: Sequence[CardSet]) -> None:
        self.rules = rules
        self.game = game
        self.dealt = tuple(dealt)
        self.hands = list(dealt)
        self.tricks: list[Trick] = []
        self.trick = Trick(leader=0)
        self.ran_away = False

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not any(self.hands)

    @property
    def seat_to_act(self) -> int | None:
        """The seat that plays the next card, or None when all are played."""
        return None if self.over else self.trick.next_seat

    @property
    def suit_led(self) -> bool:
        """Whether the called suit was led in a complete trick."""
        return any(trick.cards[0] in self.game.called_suit for trick in self.tricks)

    def legal_cards(self) -> CardSet:
        """Return the cards the seat to act may play; empty when all are played."""
        return CardSet() if self.over else self._duty().allowed

    def play(self, card: Card) -> None:
        """Let the seat to act play a card; a complete trick is put away and its winner leads to the next."""
        what = f"trick {len(self.tricks) + 1}, seat {self.trick.next_seat}, {card}"
        if self.over:
            raise violation(f"card {card}", "all cards have been played", ())
        allowed, rule = self._duty()
        hand = self.hands[self.trick.next_seat]
        if card not in hand:
            raise violation(what, "the card is not in the player's hand", [allowed])
        if card not in allowed:
            raise violation(what, rule, [allowed])
        self.ran_away = self.ran_away or self._runs_away(hand, card)
        self.hands[self.trick.next_seat] = CardSet.of(hand - CardSet.of([card]))
        self.trick = replace(self.trick, cards=(*self.trick.cards, card))
        if len(self.trick.cards) == SEATS:
            self.tricks.append(self.trick)
            self.trick = Trick(leader=self.trick.winner(self.game))

    def _runs_away(self, hand: CardSet, card: Card) -> bool:
        leads_suit = not self.trick.cards and card in self.game.called_suit and not self.suit_led
        return leads_suit and self.game.called_ace in hand and card != self.game.called_ace

    def _duty(self) -> Duty:
        seat = self.trick.next_seat
        ace_state = AceState(self.suit_led, self.ran_away, len(self.dealt[seat] & self.game.called_suit))
        return duty(self.rules, self.game, self.hands[seat], self.trick.cards, ace_state)
