"""One hand in words and small tables, 80 columns wide, as a player would tell it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from simulate.cards import SEATS, Card, CardSet, Notation
from simulate.contracts import Frame, Game, Goal
from simulate.fates import AceFate
from simulate.referee import Trick
from simulate.tell import Bid, ToldHand

WIDTH = 80
"""Columns that a telling takes."""

_LED, _TOOK = ">", "*"
_CELL = 8
_DOUBLES = ("kontra", "rekontra")
_FATES = {
    AceFate.LED_BY_OTHER_WON: "another led its suit and it took the trick",
    AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS: "another led its suit and an opponent trumped it",
    AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE: "another led its suit and the declarer trumped it",
    AceFate.LED_BY_HOLDER_WON: "its holder led it and it took the trick",
    AceFate.LED_BY_HOLDER_TRUMPED: "its holder led it and it was trumped",
    AceFate.DISCARDED: "played to a trick in another suit",
}


def text_of(told: ToldHand, notation: Notation | str = Notation.PRETTY) -> str:
    """Return a hand as text: who sits where with which cards, the auction, every trick, how the score is made up.

    Parameters
    ----------
    told
        The hand.
    notation
        How cards are written.
    """
    teller = _Teller(told, Notation(notation))
    blocks = (teller.head(), teller.seats(), teller.auction(), teller.tricks(), teller.outcome())
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def sorted_hand(hand: CardSet, frame: Frame) -> list[list[Card]]:
    """Return a hand as players sort it for a game: the trumps, then suit by suit, from high to low.

    >>> from simulate.contracts import Contract
    >>> hand = CardSet.parse("EO GU HA H9 EA S10 S7 G8")
    >>> for group in sorted_hand(hand, Game(Contract.WENZ).frame):
    ...     print(*group)
    GU
    EA EO
    G8
    HA H9
    S10 S7
    """
    groups = [[card for card in group if card in hand] for group in frame.groups]
    return [group for group in groups if group]


class _Teller:
    """Tells one hand; each method yields the lines of a block."""

    def __init__(self, told: ToldHand, notation: Notation) -> None:
        self._told = told
        self._result = told.result
        self._notation = notation

    def head(self) -> Iterator[str]:
        told = self._told
        yield f"Hand {told.hand_id}: {self._headline()}"
        seed = "" if told.seed is None else f"seed {told.seed}, "
        yield f"deal {told.deal}, {seed}rules {told.rules.name}"
        if told.redeals:
            yield f"dealt again {told.redeals} times because all passed"

    def seats(self) -> Iterator[str]:
        players = self._told.players or ("",) * SEATS
        width = max(map(len, players))
        for seat, player in enumerate(players):
            number = (self._told.forehand + seat) % SEATS
            role = self._role(seat)
            yield f"seat {seat} {_place(seat):8}  player {number} {player:{width}}  {role}".rstrip()
            yield f"  {self._cards(self._told.hands[seat])}"

    def auction(self) -> Iterator[str]:
        yield from _wrapped(f"Auction: {self._bidding()}.")
        game, declarer = self._result.game, self._result.declarer
        if game is None:
            return
        yield from _wrapped(f"Game: {self._declaration(game)}.")
        if self._result.kontra:
            yield from _wrapped(f"Doubling: {self._doubling()}.")
        if game.spec.goal is Goal.SHOWN:
            yield f"Seat {declarer} shows his hand."

    def tricks(self) -> Iterator[str]:
        tricks, game = self._told.tricks, self._result.game
        if tricks is None:
            yield from _wrapped(
                "The tricks are not recorded, and can't be played again: "
                "that takes the same players in the same version."
            )
        elif tricks and game is not None:
            heads = "".join(f"{f' seat {seat}':{_CELL}}" for seat in range(SEATS))
            yield f"trick  {heads}eyes  taken by"
            for number, trick in enumerate(tricks, 1):
                yield self._trick(number, trick, game)
            yield f"       {_LED} leads, {_TOOK} takes the trick"

    def outcome(self) -> Iterator[str]:
        if self._result.game is not None:
            yield from _wrapped(f"Result: {self._verdict()}.")
            if self._result.ace_trick is not None:
                yield from _wrapped(f"Called ace: {self._ace()}.")
            yield from _wrapped(f"Value in {self._told.rules.unit}: {self._value()}.")
        scores = ", ".join(f"seat {seat} {_signed(score)}" for seat, score in enumerate(self._result.scores))
        yield f"Score: {scores}."

    def _headline(self) -> str:
        if self._result.game is None:
            return "not played" if self._told.assigned else "passed out"
        return f"{self._result.game}, {'won' if self._result.won else 'lost'} with {self._result.eyes} eyes"

    def _role(self, seat: int) -> str:
        roles = {self._result.declarer: "declarer", self._result.partner: "partner"}
        return roles.get(seat, "")

    def _cards(self, hand: CardSet) -> str:
        frame = (self._result.game or Game(min(self._told.rules.contracts))).frame
        return "  ".join(" ".join(map(self._card, group)) for group in sorted_hand(hand, frame))

    def _card(self, card: Card) -> str:
        return CardSet.of([card]).format(self._notation)

    def _bidding(self) -> str:
        if self._told.assigned:
            is_played = self._result.game is not None
            return "none, the contract is assigned" if is_played else "none, nobody can play the contract assigned"
        if self._told.bids is not None:
            return ", ".join(_bid(bid) for bid in self._told.bids)
        highest = [f"seat {seat} {bid.title}" for seat, bid in enumerate(self._told.highest_bids) if bid is not None]
        if highest:
            return f"highest bids {', '.join(highest)} (their order is not recorded)"
        return "all pass" if self._result.game is None else "not recorded"

    def _declaration(self, game: Game) -> str:
        if game.called_ace is None:
            return f"seat {self._result.declarer} plays {game}"
        return (
            f"seat {self._result.declarer} calls the {self._card(game.called_ace)}, "
            f"which seat {self._result.partner} holds"
        )

    def _doubling(self) -> str:
        if self._told.doubled_by is None:
            return _DOUBLES[self._result.kontra - 1]
        return ", ".join(
            f"seat {seat} says {word}" for seat, word in zip(self._told.doubled_by, _DOUBLES, strict=False)
        )

    def _trick(self, number: int, trick: Trick, game: Game) -> str:
        winner = trick.winner(game)
        cells = {
            trick.seat_of(card): (_LED if card == trick.cards[0] else " ")
            + self._card(card)
            + (_TOOK if trick.seat_of(card) == winner else "")
            for card in trick.cards
        }
        row = "".join(f"{cells[seat]:{_CELL}}" for seat in range(SEATS))
        role = self._role(winner)
        return f"{number:5}  {row}{trick.eyes:4}  seat {winner}{f', {role}' if role else ''}"

    def _verdict(self) -> str:
        result = self._result
        side = "declarer" if result.partner is None else "declaring side"
        extra = "schwarz" if result.schwarz else "schneider" if result.schneider else ""
        loser = f"; the {'others are' if result.won else f'{side} is'} {extra}" if extra else ""
        took = f"{result.eyes} eyes in {result.tricks} {'trick' if result.tricks == 1 else 'tricks'}"
        return f"the {side} has {took} and {'wins' if result.won else 'loses'}{loser}; {self._laufende()}"

    def _laufende(self) -> str:
        whose = "the declaring side has" if self._result.laufende > 0 else "the others have"
        return f"{whose} {abs(self._result.laufende)} laufende"

    def _ace(self) -> str:
        ran = "; its holder ran away before" if self._result.ran_away else ""
        return f"trick {self._result.ace_trick}, {_FATES[self._result.ace_fate]}{ran}"

    def _value(self) -> str:
        told = self._told
        total = sum(part.amount for part in told.worth)
        steps = [" + ".join(f"{part.name} {part.amount}" for part in told.worth)]
        if told.multiplier != 1 and self._result.game is not None:
            steps.append(f"x {told.multiplier} for {self._result.game.contract.title}")
        if self._result.kontra:
            steps.append(f"x {2**self._result.kontra} for {_DOUBLES[self._result.kontra - 1]}")
        if len(steps) > 1 and len(told.worth) > 1:
            steps[0] += f" = {total}"
        single = len(steps) == 1 and len(told.worth) == 1
        return ", ".join(steps) + ("" if single else f" = {self._result.value}")


def _signed(score: int) -> str:
    return f"{score:+}" if score else "±0"


def _place(seat: int) -> str:
    return {0: "forehand", SEATS - 1: "dealer"}.get(seat, "")


def _bid(bid: Bid) -> str:
    seat, contract = bid
    return f"seat {seat} passes" if contract is None else f"seat {seat} bids {contract.title}"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_long_words=False)
