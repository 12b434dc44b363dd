"""What the rules of `club` ask about a position: small numbers, and words that pack several of one bit.

A word is an index: the rules that its value allows are looked up in one step (see `simulate.players.club_rulebook`).

When a trick lies on the table
    mate_holds, foe_holds
        Who takes it so far is known to be a mate, a foe; neither if nobody can tell.
    declarer_later
        The declarer plays after the player.
    sure
        A card of the player takes it for certain: nobody who may be a foe can beat it any more.
    low, unter, ober
        The player has such a card (low: below the king) of the suit led or, without that suit, such a trump.
    top
        The highest trump of all is in the own hand.
    takers
        How many cards that may be played take the trick as it lies.
    threat, hope
        How many cards beat the trick as it lies: of foes (and who may be) and of mates that play later.
    best
        The card that takes it so far: 18 .. 23 the trump suit, 24 .. 27 Unter, 28 .. 31 Ober; below that a plain card's
        place in its suit.
    led_out
        Cards of the suit led in the other hands.
    pot
        Eyes of the trick so far.
    trumps
        Trumps in the own hand.

When the player is to lead: low, king, unter and ober of the trumps; trumps and top as above
    called_led
        The called suit has been led.
    trumps_out
        Trumps in the other hands.
    called
        Cards held of the called suit.
    trick
        Tricks that are over.
    leads
        How often the player has been on lead, this time included.
    obers, unters
        How many of the own trumps are Ober, Unter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import SEATS
from simulate.kernels.bits import Mask, highest_index32, popcount32
from simulate.kernels.jit import helper
from simulate.players.club_sight import AFTER_SHORT_SUITS, Sight, above, bit, has_long_suits
from simulate.table import Array

Word = tuple[tuple[str, int], ...]
"""Terms packed into a number, lowest bits first, and how many bits each takes."""

_ONE_BIT = 1

FOLLOW_WORDS: tuple[Word, ...] = (
    tuple((t, _ONE_BIT) for t in ["mate_holds", "declarer_later", "sure", "low", "foe_holds", "unter", "ober", "top"]),
    (("takers", 4),),
    (("threat", 5),),
    (("hope", 5),),
    (("best", 6),),
    (("led_out", 4),),
    (("pot", 6),),
    (("trumps", 4),),
)
"""Words of a position in which a trick lies on the table, as `follow_words` makes them."""

LEAD_WORDS: tuple[Word, ...] = (
    tuple((t, _ONE_BIT) for t in ["low", "king", "unter", "ober", "top", "called_led"]),
    (("trumps", 4),),
    (("trumps_out", 4),),
    (("called", 3),),
    (("trick", 3),),
    (("leads", 4),),
    (("obers", 3),),
    (("unters", 3),),
)
"""Words of a position in which the player is to lead, as `lead_words` makes them."""

_SHORT, _LONG = 6, 7
_FIRST_TRUMP = {_SHORT: AFTER_SHORT_SUITS, _LONG: 28}
_LONG_SUITS = 32
_MATE_OR_FOE = 1 | 1 << SEATS


def place_of(code: int) -> int:
    """Return the term ``best`` of a card's position, to which 32 is added where the plain suits have seven cards."""
    position, width = code % _LONG_SUITS, _SHORT + code // _LONG_SUITS
    return position if position >= _FIRST_TRUMP[width] else position % width


def offsets(words: tuple[Word, ...]) -> tuple[int, ...]:
    """Return where the values of each word begin in a list of the values of all words, and the length of the list."""
    sizes = [1 << sum(bits for _, bits in word) for word in words]
    return tuple(sum(sizes[:i]) for i in range(len(sizes) + 1))


FOLLOW_AT, LEAD_AT = offsets(FOLLOW_WORDS), offsets(LEAD_WORDS)
"""Where the values of each word begin in a list; there are eight words in both cases."""
FOLLOW_SIZE, LEAD_SIZE = FOLLOW_AT[-1], LEAD_AT[-1]


@helper
def allowed_rules(words: tuple[Mask, ...], at: tuple[Mask, ...], allowed: Array, row: Mask) -> Mask:
    """Return which rules of the list that begins at `row` the words allow, a bit each; `at` is where words begin."""
    # Unsigned: a number that may be negative would be looked at first.
    fits = allowed[np.uint64(row + at[0] + words[0])]
    fits &= allowed[np.uint64(row + at[1] + words[1])]
    fits &= allowed[np.uint64(row + at[2] + words[2])]
    fits &= allowed[np.uint64(row + at[3] + words[3])]
    fits &= allowed[np.uint64(row + at[4] + words[4])]
    fits &= allowed[np.uint64(row + at[5] + words[5])]
    fits &= allowed[np.uint64(row + at[6] + words[6])]
    fits &= allowed[np.uint64(row + at[7] + words[7])]
    return fits


@helper
def follow_words(s: Sight, win: Mask, pool: Mask) -> tuple[Mask, ...]:
    """Return the words of a position in which a trick lies on the table.

    `win` are the cards that take it, `pool` those it could be taken with: of the suit led or, without it, trumps.
    """
    over = above(s.best)
    own = s.hand & s.trumps
    # Of two sets without a common card the one that is the greater number has the highest card.
    flags = (
        ((s.mates | s.foes << SEATS) >> s.best_seat & _MATE_OR_FOE)
        | s.declarer_later << 1
        | bit(win > s.danger) << 2
        | bit(pool & s.low != 0) << 3
        | bit(pool & s.unter != 0) << 5
        | bit(pool & s.ober != 0) << 6
        | bit(own > s.out & s.trumps) << 7
    )
    return (
        flags,
        popcount32(win),
        popcount32(s.danger & over),
        popcount32(s.hope & over),
        np.int64(highest_index32(s.best)) | has_long_suits(s.trumps) << 5,
        popcount32(s.out & s.led_suit),
        s.pot,
        popcount32(own),
    )


@helper
def lead_words(s: Sight, p: Any) -> tuple[Mask, ...]:
    """Return the words of a position in which the player is to lead."""
    own, out = s.hand & s.trumps, s.out & s.trumps
    flags = (
        bit(own & s.low != 0)
        | bit(own & s.king != 0) << 1
        | bit(own & s.unter != 0) << 2
        | bit(own & s.ober != 0) << 3
        | bit(own > out) << 4
        | np.int64(p.called_led) << 5
    )
    return (
        flags,
        popcount32(own),
        popcount32(out),
        popcount32(s.hand & np.int64(p.called_suit)),
        s.trick,
        np.int64(p.tricks[p.leader]) + bit(p.leader == 0),
        popcount32(own & s.ober),
        popcount32(own & s.unter),
    )
