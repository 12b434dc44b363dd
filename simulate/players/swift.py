"""`swift`: plays a few sound rules, for very many hands: it chooses a card in less than half the time of `club`.

It takes tricks with the fattest card when it is last, adds eyes to tricks its side surely has, throws worthless
cards on others, draws trumps from above, leads the suit of the called ace and cashes aces. It does not remember who
is void, does not guess the partner and does not hold trumps back.

Sets of cards are ``int64`` masks in the frame of the game. Every rule is worked out for every hand and the right one
is selected at the end, without a jump (see `simulate.kernels.choose`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.cards import CARDS, DECK_MASK, SEATS
from simulate.kernels.bits import Mask, low, top
from simulate.kernels.choose import either
from simulate.kernels.jit import helper, kernel
from simulate.kernels.trick import TOGETHER, play_cards
from simulate.players.parameters import completed
from simulate.players.player import Parameter
from simulate.table import Array, Playing, Tables, Views, tables

VERSION = 1
PARAMETERS: tuple[Parameter, ...] = ()

_WORTH_TAKING = 4
"""Eyes from which on a trick is worth an Ober or an Unter."""


@helper
def _above(card: Mask) -> Mask:
    """Return all positions above a card; all positions if it is none."""
    return either(card, ~((card << 1) - 1), DECK_MASK)


@helper
def _first(one: Mask, other: Mask) -> Mask:
    """Return a set unless it is empty, else another."""
    return either(one, one, other)


@helper
def _fattest(cards: Mask, sau: Mask, ten: Mask, king: Mask, strong: Mask) -> Mask:
    """Return the ten, else the Sau, the king, the lowest card below the Unter, the lowest card."""
    rich = _first(cards & ten, _first(cards & sau, cards & king))
    return low(_first(rich, _first(cards & ~strong, cards)))


@helper
def _cheapest(cards: Mask, trumps: Mask, fat: Mask, king: Mask, strong: Mask) -> Mask:
    """Return the lowest plain card without eyes, else such a trump, king, the lowest Unter or Ober, the lowest card."""
    blank = cards & ~(fat | king | strong)
    return low(_first(blank & ~trumps, _first(blank, _first(cards & king, _first(cards & strong, cards)))))


@helper
def _mates(p: Any, hand: Mask, seat: Mask) -> tuple[Mask, Mask]:
    """Return the seats known to be on the own side, and whether that side is the declarer's (1 or 0)."""
    me, declarer = np.int64(1) << seat, np.int64(1) << p.declarer
    holds_ace = np.int64((hand & p.called_ace) != 0)
    ace_is_down = np.int64(p.partner >= 0)
    partner = (np.int64(1) << (p.partner & (SEATS - 1))) * ace_is_down | me * holds_ace
    side = declarer | partner
    attacks = np.int64((side & me) != 0)
    known = np.int64(p.alone) | ace_is_down | holds_ace
    others = ((np.int64(1) << SEATS) - 1) & ~side
    return either(attacks, side, others * known) & ~me, attacks


@helper
def _follow(p: Any, hand: Mask, legal: Mask, seat: Mask, out: Mask, mates: Mask, tables: Tables) -> Mask:
    """Return the card to add to the trick on the table."""
    frame = p.frame
    trumps, sau, ten, king = np.int64(p.trumps), tables.sau[frame], tables.ten[frame], tables.king[frame]
    strong = np.int64((tables.ober[frame] | tables.unter[frame]) & p.trumps)
    fat = np.int64(sau | ten)
    takes = (trumps | np.int64(p.led_suit)) & _above(np.int64(p.best))
    win = legal & takes
    ring = (((np.int64(1) << (SEATS - 1 - p.position)) - 1) << 1) << seat
    foes_later = (ring | ring >> SEATS) & ((np.int64(1) << SEATS) - 1) & ~mates
    threat = either(foes_later, out & takes, 0)
    sure = either(threat, win & _above(top(threat)), win)
    cheap = _cheapest(legal, trumps, fat, np.int64(king), strong)
    gift = _fattest(legal, np.int64(sau), np.int64(ten), np.int64(king), strong)
    taking = _fattest(sure, np.int64(sau), np.int64(ten), np.int64(king), strong)
    rich = np.int64(p.cards_eyes >= _WORTH_TAKING)
    worth = rich | np.int64((taking & strong) == 0)
    rough = win & ~fat & ~either(rich, 0, strong)
    card = either(np.int64(sure != 0) & worth, taking, either(rough, low(rough), cheap))
    return either((mates >> p.best_seat) & 1, either(threat, cheap, gift), card)


@helper
def _lead(p: Any, legal: Mask, out: Mask, attacks: Mask, tables: Tables) -> Mask:
    """Return the card to lead."""
    frame = p.frame
    trumps, king = np.int64(p.trumps), np.int64(tables.king[frame])
    fat = np.int64(tables.sau[frame] | tables.ten[frame])
    strong = np.int64((tables.ober[frame] | tables.unter[frame]) & p.trumps)
    own, plain, out_trumps = legal & trumps, legal & ~trumps, out & trumps
    called = plain & np.int64(p.called_suit) * np.int64(p.called_led == 0)
    aces = plain & np.int64(tables.sau[frame])
    poor = _first(plain & ~(fat | king), _first(plain, legal))
    quiet = either(np.int64(called != 0) & ~attacks, top(called), low(_first(aces, poor)))
    drawn = either(top(own) > out_trumps, top(own), low(_first(own & ~fat & ~strong, own)))
    has_more = np.int64(own & (own - 1) != 0) | np.int64(plain == 0)
    draws = np.int64(own != 0) & np.int64(out_trumps != 0) & attacks & has_more
    return either(draws, drawn, quiet)


@kernel
def play_batch(public: Any, hand: Any, legal: Any, seat: Any, tables: Tables, cards: Array) -> None:
    """Fill `cards`, uint32 of shape (n,), with the card to play for each of n views."""
    for i in range(hand.shape[0]):
        may = np.int64(legal[i])
        if may & (may - 1) == 0:
            cards[i] = legal[i]
            continue
        p = public[i]
        own = np.int64(hand[i])
        seen = np.int64(p.played[0] | p.played[1] | p.played[2] | p.played[3])
        out = np.int64(DECK_MASK) & ~(own | seen)
        mates, attacks = _mates(p, own, np.int64(seat[i]))
        if p.position:
            cards[i] = np.uint32(_follow(p, own, may, np.int64(seat[i]), out, mates, tables))
        else:
            cards[i] = np.uint32(_lead(p, may, out, attacks, tables))


@kernel
def play_out(
    rules: Any,
    tables: Tables,
    public: Any,
    private: Any,
    seats: Any,
    hands: Any,
    legal: Any,
    cards: Array,
) -> Any:
    """Play all cards but the last of each seat, of all seats; return the index of the first bad answer, else -1.

    The arguments are those of `simulate.kernels.trick.play_cards`; `cards` is to be used.
    """
    for first in range(0, len(cards), TOGETHER):
        end = min(first + TOGETHER, len(cards))
        records, secrets, answers = public[first:end], private[first:end], cards[first:end]
        turn, held, may = seats[first:end], hands[first:end], legal[first:end]
        for _ in range(CARDS - SEATS):
            play_batch(records, held, may, turn, tables, answers)
            bad = play_cards(answers, rules, tables, records, secrets, turn, held, may)
            if bad >= 0:
                return first + bad
    return -1


@dataclass(frozen=True)
class Swift:
    """The card player `swift`."""

    name = "swift"
    spec = "swift"
    version = VERSION
    uses_random = False

    @classmethod
    def make(cls, name: str = "swift", given: Mapping[str, float] | None = None) -> Swift:
        """Return the card player, which has no parameters."""
        completed(PARAMETERS, given or {})
        return cls()

    def play(self, views: Views) -> Array:
        """Return the card to play for each view: a mask of one bit of ``views.legal``, uint32 of shape (n,)."""
        cards = np.empty(len(views.hand), dtype=np.uint32)
        play_batch(views.public, views.hand, views.legal, views.seat, tables(), cards)
        return cards

    def play_out(self, state: Playing, cards: Array) -> int:
        """Play all cards but those of the last trick; see `simulate.players.player.PlaysOut`."""
        bad: int = play_out(*state, cards)
        return bad
