"""How strong a hand is for a game, in points: tables that add up what its cards are worth.

A hand is taken apart into its Ober and Unter and its four suits of other cards. Each part is looked up in a table, so
that whatever a part is worth (a trump more, the Sau with its ten, a void) costs nothing to add. The points of a game:

    Rufspiel  tops + Herz as trump + the three plain suits
    Solo      tops + the suit as trump + the three plain suits
    Wenz      Unter + four plain suits

The same layout serves after the declaration: in the frame of a Solo the trump suit stands where Herz stands in a
Rufspiel. A Wenz has its plain suits in another order there, and a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from simulate.cards import CARDS, SEATS, Card, Rank, Suit
from simulate.contracts import FRAMES, Contract, Game
from simulate.kernels.choose import either
from simulate.kernels.jit import helper
from simulate.table import Array

SUIT_CARDS = 6
"""Cards of a suit below the Unter."""
SUIT_MASK = (1 << SUIT_CARDS) - 1
TOPS_AT = int(Card.SU)
"""Where the Unter and Ober start in the numbering of the cards."""
HERZ_AT = int(Card.H7)
WENZ_FRAME = FRAMES.index(Game(Contract.WENZ).frame)
WENZ_SUIT_CARDS = 7
WENZ_SUIT_MASK = (1 << WENZ_SUIT_CARDS) - 1
WENZ_TRUMPS_AT = CARDS - SEATS
NOTHING = -1000.0
"""Points of a game that is out of the question."""

# Where the six lower cards of each suit start, by the suit's number.
BLOCK_AT = tuple(int(Card.of(suit, Rank.SEVEN)) for suit in Suit)


class Strength(NamedTuple):
    """Points by part of a hand, float64. A part of six cards is the index 0 .. 63 of its cards, lowest first."""

    ruf_tops: Array  # (256,): Unter and Ober
    ruf_trump: Array  # (64,)
    ruf_plain: Array  # (64,)
    solo_tops: Array  # (256,)
    solo_trump: Array  # (64,)
    solo_plain: Array  # (64,)
    solo_gain: Array  # (65,): as trumps rather than as a plain suit; `NOTHING` at the end
    wenz_tops: Array  # (16,): Unter
    wenz_plain: Array  # (128,): the suit's six lower cards, its Ober as bit 6
    wenz_framed: Array  # (128,): the same in the order of a Wenz
    sure: Array  # (64,) bool: no card of the part can be beaten in its suit (Sau, ten, .. without a gap)


def strength(weight: Mapping[str, float]) -> Strength:
    """Return the tables for the given weights, which `simulate.players.bidders.PARAMETERS` explains."""
    solo_trump = _table(6, lambda part: _trump_suit(part, "solo", weight))
    solo_plain = _table(6, lambda part: _plain_suit(part, "solo", weight))
    return Strength(
        ruf_tops=_table(8, lambda part: _tops(part, "ruf", weight)),
        ruf_trump=_table(6, lambda part: _trump_suit(part, "ruf", weight)),
        ruf_plain=_table(6, lambda part: _plain_suit(part, "ruf", weight)),
        solo_tops=_table(8, lambda part: _tops(part, "solo", weight)),
        solo_trump=solo_trump,
        solo_plain=solo_plain,
        solo_gain=_frozen(np.append(solo_trump - solo_plain, NOTHING)),
        wenz_tops=_table(4, lambda part: sum(weight[f"wenz_{suit.letter}U"] for suit in Suit if part >> suit & 1)),
        wenz_plain=_table(7, lambda part: _plain_suit(part, "wenz", weight)),
        wenz_framed=_table(7, lambda part: _plain_suit(_unframed(part), "wenz", weight)),
        sure=np.array([_is_run_from_sau(part) for part in range(SUIT_MASK + 1)]),
    )


def _table(cards: int, points: Callable[[int], float]) -> Array:
    return _frozen(np.array([points(part) for part in range(1 << cards)], dtype=np.float64))


def _frozen(table: Array) -> Array:
    table.setflags(write=False)
    return table


def _tops(part: int, game: str, weight: Mapping[str, float]) -> float:
    ober = sum(weight[f"{game}_{suit.letter}O"] for suit in Suit if part >> SEATS + suit & 1)
    unter = sum(weight[f"{game}_U"] for suit in Suit if part >> suit & 1)
    return ober + unter + part.bit_count()


def _trump_suit(part: int, game: str, weight: Mapping[str, float]) -> float:
    fat = (part >> Rank.SAU & 1) + (part >> Rank.TEN & 1)
    return part.bit_count() + weight[f"{game}_trump_fat"] * fat


def _plain_suit(part: int, game: str, weight: Mapping[str, float]) -> float:
    if part == 0:
        return weight[f"{game}_void"]
    sau, ten = part >> Rank.SAU & 1, part >> Rank.TEN & 1
    return sau * (weight[f"{game}_sau"] + ten * weight[f"{game}_sau_ten"])


def _unframed(part: int) -> int:
    """Turn the cards of a plain suit of a Wenz in frame order into the suit's lower cards and its Ober as bit 6."""
    order = [card.rank for card in FRAMES[WENZ_FRAME].cards[:WENZ_SUIT_CARDS]]
    return sum(1 << min(rank, SUIT_CARDS) for bit, rank in enumerate(order) if part >> bit & 1)


def _is_run_from_sau(part: int) -> bool:
    missing = SUIT_MASK & ~part
    return part == 0 or (part & -part) > missing


@helper
def block(hand: Any, suit: Any) -> Any:
    """Return the cards of a suit below the Unter as a part of six cards."""
    return (hand >> BLOCK_AT[suit]) & SUIT_MASK


@helper
def ruf_points(hand: Any, t: Strength) -> Any:
    """Return the points for a Rufspiel; also of an opponent's hand in the frame of a Rufspiel or Solo."""
    return (
        t.ruf_tops[hand >> TOPS_AT]
        + t.ruf_trump[(hand >> HERZ_AT) & SUIT_MASK]
        + t.ruf_plain[hand & SUIT_MASK]
        + t.ruf_plain[(hand >> SUIT_CARDS) & SUIT_MASK]
        + t.ruf_plain[(hand >> 2 * SUIT_CARDS) & SUIT_MASK]
    )


@helper
def solo_points(hand: Any, suits: Any, t: Strength) -> Any:
    """Return the points for the best Solo and its suit, of those `suits` (bit s for suit s) that may be played."""
    plain = t.solo_tops[hand >> TOPS_AT]
    best, best_suit = NOTHING, 0
    for suit in range(SEATS):
        part = block(hand, suit)
        plain += t.solo_plain[part]
        # Without a jump: which suit is the best is what a processor can't foresee.
        gain = t.solo_gain[np.uint64(either((suits >> suit) & 1, part, SUIT_MASK + 1))]
        best_suit = either(gain > best, suit, best_suit)
        best = max(best, gain)
    return plain + best, best_suit


@helper
def solo_points_framed(hand: Any, t: Strength) -> Any:
    """Return the points for the Solo in whose frame the hand is given."""
    return (
        t.solo_tops[hand >> TOPS_AT]
        + t.solo_trump[(hand >> HERZ_AT) & SUIT_MASK]
        + t.solo_plain[hand & SUIT_MASK]
        + t.solo_plain[(hand >> SUIT_CARDS) & SUIT_MASK]
        + t.solo_plain[(hand >> 2 * SUIT_CARDS) & SUIT_MASK]
    )


@helper
def wenz_points(hand: Any, t: Strength) -> Any:
    """Return the points for a Wenz."""
    points = t.wenz_tops[(hand >> TOPS_AT) & 15]
    for suit in range(SEATS):
        points += t.wenz_plain[block(hand, suit) | ((hand >> (TOPS_AT + SEATS + suit)) & 1) << SUIT_CARDS]
    return points


@helper
def wenz_points_framed(hand: Any, t: Strength) -> Any:
    """Return the points for a Wenz of a hand in its frame."""
    points = t.wenz_tops[hand >> WENZ_TRUMPS_AT]
    for suit in range(SEATS):
        points += t.wenz_framed[(hand >> WENZ_SUIT_CARDS * suit) & WENZ_SUIT_MASK]
    return points
