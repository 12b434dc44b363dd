"""The `View` of a rule written by a user: one decision as plain numbers, which a compiled function can read.

Sets of cards are masks, ``int``, with a bit for each card: a higher bit beats a lower one, and the trumps are on top.
While bidding and declaring that is the order of a Rufspiel, afterwards the order of the game being played, so
that a rule need not know which game it is. `simulate.players.own_helpers` reads the masks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.cards import DECK_MASK
from simulate.kernels.jit import helper
from simulate.table import Views, tables

# A plain number to a type checker, a word of 64 bits to the compiler.
_int: Any = np.int64
_word: Any = np.uint64
_TRUMPS = tables().trumps
_SAU, _TEN, _KING = tables().sau, tables().ten, tables().king
_OBER, _UNTER = tables().ober, tables().unter

FourSeats = tuple[int, int, int, int]
"""A number for each seat, from the forehand to the dealer."""


class View(NamedTuple):
    """What a player knows when he has to decide; nothing else is known to a rule.

    What belongs to the play of the cards is 0 before, and ``declarer``, ``partner`` and ``best_seat`` count only
    once there is a declarer, a known partner, a card on the table.
    """

    seat: int
    """Own seat, 0 (forehand) to 3 (dealer)."""
    hand: int
    """Own cards."""
    legal: int
    """What may be answered: a mask of cards when playing; of contracts (bidding) or games (declaring), see `may`."""
    random: int
    """A random number of 64 bits for this decision; `chance` makes it a number from 0 to 1."""
    trumps: int
    """All trumps of the game; while bidding those of a Rufspiel."""
    sau: int
    """The four Sau; likewise ``ten``, ``king``, ``ober`` and ``unter``."""
    ten: int
    king: int
    ober: int
    unter: int
    frame: int
    """Number of the order of the cards, an index into ``simulate.contracts.FRAMES``."""
    standing: int
    """The highest bid so far, a contract; 0 if there is none."""
    bids: FourSeats
    """The highest bid of each seat; 0 if it has not bid."""
    passed: FourSeats
    """1 for each seat that has passed."""
    contract: int
    """The contract being played."""
    game: int
    """The game being played, an index into ``simulate.contracts.GAMES``."""
    declarer: int
    """The declarer's seat."""
    partner: int
    """The seat of the declarer's partner once the called ace has fallen; -1 before."""
    alone: int
    """1 if the declarer plays against three."""
    tout: int
    """1 if the declarer must take every trick."""
    kontra: int
    """0, 1 after kontra, 2 after rekontra."""
    called_ace: int
    """The called ace; 0 if none is called."""
    called_suit: int
    """The called suit, the ace included; 0 if none is called."""
    called_led: int
    """1 once the called suit has been led in an earlier trick."""
    trick: int
    """Number of the trick, 0 to 7."""
    position: int
    """Cards on the table, 0 to 3."""
    leader: int
    """Seat that led."""
    table: int
    """Cards on the table."""
    table_eyes: int
    """Their eyes."""
    led: int
    """The card led; 0 on lead."""
    led_suit: int
    """The cards that answer it."""
    best: int
    """The card that takes the trick so far."""
    best_seat: int
    """The seat that played it."""
    out: int
    """Cards in the hands of the three others."""
    played: FourSeats
    """Cards each seat has played."""
    lacks: FourSeats
    """Cards each seat has shown not to hold by not following suit."""
    eyes: FourSeats
    """Eyes in the tricks each seat has taken."""
    tricks: FourSeats
    """Tricks each seat has taken."""


@helper
def see(p: Any, hand: Any, legal: Any, seat: Any, random: Any) -> View:
    """Return the view of one decision: a public record and the scalars of `simulate.table.Views`."""
    f = p.frame
    played = p.played[0] | p.played[1] | p.played[2] | p.played[3]
    return View(
        _int(seat),
        _int(hand),
        _int(legal),
        _word(random),
        _int(_TRUMPS[f]),
        _int(_SAU[f]),
        _int(_TEN[f]),
        _int(_KING[f]),
        _int(_OBER[f]),
        _int(_UNTER[f]),
        _int(f),
        _int(p.standing),
        _four(p.bid),
        _four(p.passed),
        _int(p.contract),
        _int(p.game),
        _int(p.declarer),
        _int(p.partner),
        _int(p.alone),
        _int(p.goal),
        _int(p.kontra),
        _int(p.called_ace),
        _int(p.called_suit),
        _int(p.called_led),
        _int(p.trick),
        _int(p.position),
        _int(p.leader),
        _int(p.cards),
        _int(p.cards_eyes),
        _int(p.led),
        _int(p.led_suit),
        _int(p.best),
        _int(p.best_seat),
        DECK_MASK & ~_int(hand) & ~_int(played),
        _four(p.played),
        _four(p.lacks),
        _four(p.eyes),
        _four(p.tricks),
    )


@helper
def _four(values: Any) -> Any:
    return _int(values[0]), _int(values[1]), _int(values[2]), _int(values[3])


def view_at(views: Views, row: int) -> View:
    """Return one of a batch of views, to look at it or to try a rule by hand."""
    view: View = see(views.public[row], views.hand[row], views.legal[row], views.seat[row], views.random[row])
    # As a word of its own type, which a plain number of its size is not always taken for.
    return view._replace(random=_word(view.random))
