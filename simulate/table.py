"""The state of a batch of hands: what is public, what one player sees, and the rows that come out.

Everything about cards in play is in the frame of the game (see `simulate.contracts.Frame`): a mask of positions
in which a higher bit beats a lower one. During the auction, before there is a game, hands are in the
numbering of `simulate.cards`, which is the frame of the Rufspiel.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.cards import CARDS, CARDS_PER_HAND, SEATS, Card, Rank
from simulate.contracts import FRAMES, GAMES, Goal
from simulate.fates import AceFate
from simulate.kernels.codes import ALL_TRICKS, MOST_EYES, SHOWN

Array = NDArray[Any]


PUBLIC = np.dtype(
    [
        # the auction
        ("bid", "u1", (SEATS,)),  # highest bid of each seat, a Contract's value; 0 none yet
        ("passed", "u1", (SEATS,)),  # 1 if the seat has passed
        ("standing", "u1"),  # the standing bid, a Contract's value; 0 none
        ("holder", "i1"),  # seat of the standing bid
        # the game
        ("game", "u1"),  # index into GAMES
        ("contract", "u1"),  # Contract's value
        ("goal", "u1"),  # 0 more than half of the eyes, 1 every trick
        ("frame", "u1"),  # index into FRAMES
        ("declarer", "i1"),
        ("partner", "i1"),  # once the called ace has fallen; NOBODY before, and where the declarer is alone
        ("alone", "u1"),  # 1 if the declarer plays against three
        ("kontra", "u1"),  # 0 none, 1 kontra, 2 rekontra
        ("kontra_by", "i1"),
        ("trumps", "u4"),  # mask of all trumps
        ("called_ace", "u4"),  # the called ace; 0 where none is called
        ("called_suit", "u4"),  # the non-trump cards of its suit
        ("called_led", "u1"),  # 1 once the called suit has been led in an earlier trick
        # the trick on the table
        ("trick", "u1"),  # 0 .. 7
        ("position", "u1"),  # cards on the table, 0 .. 3
        ("leader", "i1"),
        ("cards", "u4"),  # cards on the table
        ("cards_eyes", "u1"),  # their eyes
        ("led", "u4"),  # the card led; 0 before
        ("led_suit", "u4"),  # cards that answer it
        ("best", "u4"),  # the card that takes the trick so far
        ("best_seat", "i1"),
        # what has happened
        ("played", "u4", (SEATS,)),  # cards played by each seat, the table's included
        ("lacks", "u4", (SEATS,)),  # cards that a seat has shown not to hold by not following suit
        ("eyes", "u1", (SEATS,)),  # eyes in the tricks each seat has taken
        ("tricks", "u1", (SEATS,)),  # tricks each seat has taken
        ("card", "u1", (CARDS,)),  # positions of the cards in the order played
        ("leaders", "i1", (CARDS_PER_HAND,)),  # who led each trick
        ("no_ace", "u1"),  # seats that have shown not to hold the called ace, a bit for each
        ("trump_first", "u1"),  # seats whose first lead was a trump, a bit for each
        ("plain_first", "u1"),  # seats whose first lead was a plain card
    ],
    align=True,
)
"""The public record of a hand: all that every player at the table knows."""

PRIVATE = np.dtype(
    [
        ("hand_id", "u8"),
        ("deal", "u8"),
        ("hand", "u4", (SEATS,)),  # cards each seat holds now
        ("dealt", "u4", (SEATS,)),  # cards each seat was dealt
        ("biddable", "u2", (SEATS,)),  # contracts each hand may bid: bit c for the contract of value c
        ("over", "u1"),  # 1 once the auction has ended
        ("first_bid", "u1", (SEATS,)),  # turn of each seat's first bid; NO_TURN before
        ("redeals", "u2"),
        ("ace_holder", "i1"),  # seat that was dealt the called ace, NOBODY if none is called
        ("ran_away", "u1"),
        ("ace_trick", "u1"),  # 1 .. 8; 0 before it has fallen
        ("ace_fate", "u1"),  # an AceFate's value
        ("assigned", "u1"),
    ],
    align=True,
)
"""What nobody at the table knows in full: the engine's record of a hand."""

HAND_ROW = np.dtype(
    [
        ("hand_id", "u8"),
        ("deal", "u8"),
        ("value", "i4"),
        ("score", "i4", (SEATS,)),
        ("redeals", "u2"),
        ("forehand", "u1"),
        ("bid", "u1", (SEATS,)),  # Contract's value, 0 none
        ("game", "u1"),  # index into GAMES, NO_GAME if passed out
        ("declarer", "i1"),  # NOBODY if passed out
        ("partner", "i1"),  # NOBODY where there is none
        ("kontra", "u1"),
        ("declarer_trumps", "u1"),
        ("laufende", "i1"),
        ("eyes", "u1"),
        ("tricks", "u1"),
        ("won", "u1"),
        ("schneider", "u1"),
        ("schwarz", "u1"),
        ("ace_trick", "u1"),  # 1 .. 8; 0 where no ace is called
        ("ace_fate", "u1"),  # an AceFate's value
        ("ran_away", "u1"),
        ("assigned", "u1"),
    ],
    align=True,
)
"""One finished hand, before it becomes a row of the ``hands`` table."""

TRICK_ROW = np.dtype(
    [
        ("hand_id", "u8"),
        ("trick", "u1"),  # 1 .. 8
        ("leader", "u1"),
        ("card", "u1", (SEATS,)),  # Card's values in the order played
        ("winner", "u1"),
        ("eyes", "u1"),
    ],
    align=True,
)
"""One finished trick, before it becomes a row of the ``tricks`` table."""


class Views(NamedTuple):
    """What the players to act may know, one entry for each of n hands.

    Attributes
    ----------
    public
        Public records, dtype `PUBLIC`, shape (n,). Read only.
    hand
        Own cards now, uint32 masks: in the numbering of `simulate.cards` while bidding and declaring, in the frame of
        the game (``public["frame"]``) afterwards.
    legal
        What may be answered; 0 where nobody is asked, and any answer is ignored. To bid: uint64, bit c set if the
        contract of value c may be bid; passing (0) is always allowed. To declare: uint64, bit g set for game number g.
        To double: 1. To play: uint32 mask of legal cards.
    seat
        Own seat, uint8, 0 (forehand) .. 3.
    random
        A random number for this decision, uint64; zero for players that do not ask for one.
    """

    public: Array
    hand: Array
    legal: Array
    seat: Array
    random: Array

    def take(self, rows: Array) -> Views:
        """Return the views of the given rows (indices or a boolean mask)."""
        return Views(*(copied(column, rows) for column in self))


def copied(records: Array, rows: Array) -> Array:
    """Return a copy of the given rows (indices or a boolean mask)."""
    # Not records[rows]: NumPy copies records field by field there, which takes fifty times as long.
    return records.take(np.flatnonzero(rows) if rows.dtype == np.bool_ else rows, axis=0)


class Tables(NamedTuple):
    """Facts about frames and games as arrays, for kernels. F frames, G games.

    ``sau``, ``ten``, ``king``, ``ober`` and ``unter`` are masks of those four cards in each frame.
    """

    to_frame: Array  # uint32 (F, 4, 256): where the cards of one byte of a mask go
    to_card: Array  # uint8 (F, 32): Card's value at a position
    eyes: Array  # uint8 (F * 32,): eyes of the card at a position
    suit: Array  # uint32 (F * 32,): cards that answer a lead of the card at a position
    trumps: Array  # uint32 (F,)
    sau: Array  # uint32 (F,)
    ten: Array
    king: Array
    ober: Array
    unter: Array
    game_contract: Array  # uint8 (G,)
    game_frame: Array  # uint8 (G,)
    game_goal: Array  # uint8 (G,): 0 eyes, 1 every trick, 2 shown
    game_alone: Array  # uint8 (G,)
    game_ace: Array  # uint32 (G,): the called ace, in the game's frame and in card numbers alike; 0 if none
    game_suit: Array  # uint32 (G,): the called suit
    fate: Array  # uint8 (3, 3): AceFate by how the ace fell (LED_BY_OTHER ..) and by who took the trick (ACE_WON ..)


class Playing(NamedTuple):
    """All that the kernels know of n hands whose cards are being played; no view of a player.

    Attributes
    ----------
    rules
        `simulate.rulebook.PlayRules`.
    tables
        `tables()`.
    public, private
        Records, dtypes `PUBLIC` and `PRIVATE`, shape (n,).
    seats, hands, legal
        Whose turn it is, the cards he holds, and those he may play: uint8, uint32, uint32, shape (n,).
    """

    rules: Any
    tables: Tables
    public: Array
    private: Array
    seats: Array
    hands: Array
    legal: Array


GOAL_CODE = {Goal.EYES: MOST_EYES, Goal.ALL_TRICKS: ALL_TRICKS, Goal.SHOWN: SHOWN}
"""The number of each goal in ``goal`` fields."""


# Rows: led by another, led by its holder, discarded. Columns: the ace took the trick, an opponent, the own side.
_FATES = (
    (
        AceFate.LED_BY_OTHER_WON,
        AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS,
        AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE,
    ),
    (AceFate.LED_BY_HOLDER_WON, AceFate.LED_BY_HOLDER_TRUMPED, AceFate.LED_BY_HOLDER_TRUMPED),
    (AceFate.DISCARDED, AceFate.DISCARDED, AceFate.DISCARDED),
)


@cache
def tables() -> Tables:
    """Return the facts about all frames and games."""
    masks = {
        rank: _per_frame([sum(1 << frame.positions[card] for card in Card if card.rank is rank) for frame in FRAMES])
        for rank in Rank
    }
    return Tables(
        to_frame=_frozen(np.array([_byte_moves(frame.positions) for frame in FRAMES], dtype=np.uint32)),
        to_card=_frozen(np.array([frame.cards for frame in FRAMES], dtype=np.uint8)),
        eyes=_frozen(np.array([card.eyes for frame in FRAMES for card in frame.cards], dtype=np.uint8)),
        suit=_frozen(
            np.array(
                [frame_mask(frame.positions, frame.suit_of(card)) for frame in FRAMES for card in frame.cards],
                dtype=np.uint32,
            )
        ),
        trumps=_per_frame([frame_mask(frame.positions, frame.trumps) for frame in FRAMES]),
        sau=masks[Rank.SAU],
        ten=masks[Rank.TEN],
        king=masks[Rank.KING],
        ober=masks[Rank.OBER],
        unter=masks[Rank.UNTER],
        game_contract=_per_game([game.contract for game in GAMES], np.uint8),
        game_frame=_per_game([FRAMES.index(game.frame) for game in GAMES], np.uint8),
        game_goal=_per_game([GOAL_CODE[game.spec.goal] for game in GAMES], np.uint8),
        game_alone=_per_game([game.spec.alone for game in GAMES], np.uint8),
        game_ace=_per_game([0 if game.called_ace is None else game.called_ace.bit for game in GAMES], np.uint32),
        game_suit=_per_game([game.called_suit.mask for game in GAMES], np.uint32),
        fate=_frozen(np.array(_FATES, dtype=np.uint8)),
    )


def frame_mask(positions: dict[Card, int], cards: Any) -> int:
    """Return the mask of `cards` in the frame with these `positions`."""
    return sum(1 << positions[card] for card in cards)


def _byte_moves(positions: dict[Card, int]) -> list[list[int]]:
    bits = [1 << positions[card] for card in Card]
    return [
        [sum(bits[8 * byte + bit] for bit in range(8) if value >> bit & 1) for value in range(256)]
        for byte in range(CARDS // 8)
    ]


def _per_frame(values: list[int]) -> Array:
    return _frozen(np.array(values, dtype=np.uint32))


def _per_game(values: list[Any], dtype: Any) -> Array:
    return _frozen(np.array(values, dtype=dtype))


def _frozen(array: Array) -> Array:
    array.setflags(write=False)
    return array
