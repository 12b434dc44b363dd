"""The auction: who may bid what, who plays which game, and the table laid out for it (RULES sections 3-4).

Records are those of `simulate.table`; a row is one hand. What stands for "none" in them is in `simulate.kernels.codes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kernels.bits import popcount32, select_index32
from simulate.kernels.codes import NO_GAME, NO_TURN, NOBODY, SHOWN
from simulate.kernels.jit import helper, kernel

BITS = 64  # what may be answered is a word of bits


@kernel
def begin(hand_ids: Any, attempts: Any, deals: Any, hands: Any, playable: Any, public: Any, private: Any) -> None:
    """Set up the records of freshly dealt hands for the auction.

    Parameters
    ----------
    hand_ids, attempts, deals
        uint64, shape (n,).
    hands
        uint32, shape (n, 4), in the numbering of `simulate.cards`.
    playable
        `simulate.rulebook.Playable`.
    public, private
        Records to fill, shape (n,).
    """
    for i in range(hands.shape[0]):
        row, secret = public[i], private[i]
        secret.hand_id, secret.deal, secret.redeals = hand_ids[i], deals[i], np.uint16(attempts[i])
        for seat in range(hands.shape[1]):
            hand = hands[i, seat]
            secret.hand[seat] = hand
            secret.dealt[seat] = hand
            secret.biddable[seat] = biddable(hand, playable)
            secret.first_bid[seat] = NO_TURN
            row.bid[seat] = 0
            row.passed[seat] = 0
        secret.ace_holder, secret.ran_away, secret.ace_trick, secret.ace_fate = NOBODY, 0, 0, 0
        secret.assigned, secret.over = 0, 0
        row.standing, row.holder, row.game, row.contract, row.declarer, row.partner = (
            0,
            NOBODY,
            NO_GAME,
            0,
            NOBODY,
            NOBODY,
        )


@helper
def biddable(hand: Any, playable: Any) -> Any:
    """Return the contracts a hand may bid, as bits."""
    bids = playable.always_bid
    for k in range(playable.game.size):
        bids |= may_play(hand, k, playable) << np.uint64(playable.contract[k])
    return np.uint16(bids)


@helper
def playable_games(hand: Any, playable: Any) -> Any:
    """Return the games a hand may declare, as bits."""
    games = playable.always
    for k in range(playable.game.size):
        games |= may_play(hand, k, playable) << np.uint64(playable.game[k])
    return games


@helper
def may_play(hand: Any, k: Any, playable: Any) -> Any:
    """Return 1 if a hand meets the conditions of conditional game number `k`, else 0 (uint64)."""
    needed, one_of = playable.needed[k], playable.one_of[k]
    free = np.uint64((hand & playable.forbidden[k]) == 0) & np.uint64((hand & needed) == needed)
    return free & (np.uint64(one_of == 0) | np.uint64((hand & one_of) != 0))


@kernel
def turn(seat: Any, first_round: Any, elder_may_match: Any, reentry: Any, public: Any, private: Any, legal: Any) -> Any:
    """Find the hands in which `seat` has something to decide at this turn, and what it may bid.

    A seat that could only pass is not asked: it passes.

    Parameters
    ----------
    seat
        Whose turn it is.
    first_round
        1 in the first round, when no auction can have ended yet.
    elder_may_match, reentry
        Options of RULES section 3.
    public, private
        Records, shape (n,).
    legal
        uint64, shape (n,): filled with what may be bid, bit 0 for a pass; 0 where the seat is not asked.

    Returns
    -------
    tuple of int
        How many hands to ask, and in how many the auction is still going on.
    """
    asked, going = 0, 0
    for i in range(public.shape[0]):
        row, secret = public[i], private[i]
        legal[i] = 0
        if secret.over:
            continue
        if not first_round and (row.standing == 0 or row.holder == seat):
            secret.over = 1
            continue
        going += 1
        if row.passed[seat] and not reentry:
            continue
        floor = row.standing + 1
        if elder_may_match and row.holder >= 0 and secret.first_bid[seat] < secret.first_bid[row.holder]:
            floor = row.standing
        options = np.uint64(secret.biddable[seat]) >> np.uint64(floor) << np.uint64(floor)
        if options == 0:
            row.passed[seat] = 1
            continue
        legal[i] = options | np.uint64(1)
        asked += 1
    return asked, going


@kernel
def answer_bids(seat: Any, turn_number: Any, rows: Any, legal: Any, answers: Any, public: Any, private: Any) -> Any:
    """Enter the bids of `seat`; return the index of the first illegal answer, -1 if there is none.

    Answers where nothing is legal are those of hands not asked, and do not count. The same holds below.
    """
    for j in range(rows.size):
        bid = answers[j]
        if not legal[j]:
            continue
        if not _allowed(bid, legal[j]):
            return j
        row, secret = public[rows[j]], private[rows[j]]
        if bid == 0:
            row.passed[seat] = 1
            continue
        row.passed[seat] = 0
        row.bid[seat] = bid
        row.standing = bid
        row.holder = seat
        if secret.first_bid[seat] == NO_TURN:
            secret.first_bid[seat] = turn_number
    return -1


@helper
def _allowed(answer: Any, legal: Any) -> Any:
    return answer < BITS and (legal >> np.uint64(answer)) & np.uint64(1) != 0


@kernel
def assign(contracts: Any, public: Any, private: Any) -> None:
    """Make one seat the declarer of one contract in each hand, in rotation, instead of an auction.

    The seat changes every `seats` hands, the contract every `seats` ** 2; a contract that the hand may not play is left
    out of the rotation, and where none is left the hand stays without a declarer.

    Parameters
    ----------
    contracts
        uint64, bit c for the contract of value c.
    public, private
        Records, shape (n,).
    """
    for i in range(public.shape[0]):
        row, secret = public[i], private[i]
        seats = np.uint64(secret.hand.size)
        seat = (secret.hand_id // seats) % seats
        options = np.uint32(secret.biddable[seat] & contracts)
        secret.assigned, secret.over = 1, 1
        if options:
            turn_number = secret.hand_id // (seats * seats)
            row.standing = select_index32(options, np.int64(turn_number % np.uint64(popcount32(options))))
            row.holder = seat


@kernel
def offer_games(
    must_play: Any,
    forced_card: Any,
    games_for_bid: Any,
    playable: Any,
    public: Any,
    private: Any,
    seats: Any,
    hands: Any,
    legal: Any,
) -> Any:
    """Find the declarers and the games they may declare; return how many there are.

    Parameters
    ----------
    must_play
        1 if the holder of `forced_card` plays where all have passed (``all_pass="muss"``).
    forced_card
        Mask of that card.
    games_for_bid
        uint64: the games that the contract of each value allows, ``Playable.from_contract`` or ``of_contract``.
    playable
        `simulate.rulebook.Playable`.
    public, private
        Records, shape (n,).
    seats, hands, legal
        uint8, uint32 and uint64, shape (n,): filled with the declarers, their cards, and the games as bits; 0 where
        there is no declarer.
    """
    count = 0
    for i in range(public.shape[0]):
        row, secret = public[i], private[i]
        seat = row.holder
        seats[i], hands[i], legal[i] = 0, 0, 0
        if seat < 0:
            if not must_play:
                continue
            for other in range(secret.hand.size):
                if secret.hand[other] & forced_card:
                    seat = other
        games = playable_games(secret.hand[seat], playable) & games_for_bid[row.standing]
        if row.standing == 0 and not games & playable.called:
            games &= playable.last_resort
            games = games if games else playable.solos
        if games:
            count += 1
        seats[i], hands[i], legal[i] = seat, secret.hand[seat], games
    return count


@kernel
def answer_games(rows: Any, seats: Any, legal: Any, answers: Any, tables: Any, public: Any, private: Any) -> Any:
    """Lay out the declared games; return the index of the first illegal answer, -1 if there is none."""
    for j in range(rows.size):
        if not legal[j]:
            continue
        if not _allowed(answers[j], legal[j]):
            return j
        lay_out(answers[j], seats[j], tables, public[rows[j]], private[rows[j]])
    return -1


@helper
def lay_out(game: Any, declarer: Any, tables: Any, row: Any, secret: Any) -> None:
    """Enter the game into the records and turn the hands into its frame."""
    frame = tables.game_frame[game]
    row.game, row.contract, row.frame = game, tables.game_contract[game], frame
    row.goal, row.alone = tables.game_goal[game], tables.game_alone[game]
    row.declarer, row.partner = declarer, NOBODY
    row.kontra, row.kontra_by = 0, NOBODY
    row.trumps = tables.trumps[frame]
    row.called_ace, row.called_suit, row.called_led = tables.game_ace[game], tables.game_suit[game], 0
    row.trick, row.position, row.leader = 0, 0, 0
    row.cards, row.cards_eyes, row.led, row.led_suit, row.best, row.best_seat = 0, 0, 0, 0, 0, NOBODY
    for seat in range(secret.hand.size):
        if frame != 0:
            hand = to_frame(secret.hand[seat], frame, tables)
            secret.hand[seat] = hand
            secret.dealt[seat] = hand
        if secret.hand[seat] & row.called_ace:
            secret.ace_holder = seat
        row.played[seat], row.lacks[seat], row.eyes[seat], row.tricks[seat] = 0, 0, 0, 0


@helper
def to_frame(mask: Any, frame: Any, tables: Any) -> Any:
    """Return a set of cards in the numbering of a frame."""
    result = np.uint32(0)
    for byte in range(tables.to_frame.shape[1]):
        result |= tables.to_frame[frame, byte, (mask >> np.uint32(8 * byte)) & np.uint32(255)]
    return result


@kernel
def doublers(seat: Any, public: Any, private: Any, legal: Any) -> Any:
    """Find the hands in which `seat` may say kontra; return how many (RULES section 3).

    Not the declarer, not the holder of the called ace, nobody where kontra has been said or the hand is only shown.

    Parameters
    ----------
    legal
        uint64, shape (n,): filled with 1 where the seat may, else 0.
    """
    count = 0
    for i in range(public.shape[0]):
        row = public[i]
        may = row.game != NO_GAME and row.goal != SHOWN and row.kontra == 0 and row.declarer != seat
        may = may and private[i].ace_holder != seat
        legal[i] = may
        count += may
    return count


@kernel
def answer_doubles(rows: Any, seats: Any, legal: Any, answers: Any, public: Any) -> Any:
    """Enter kontra or rekontra; return the index of the first illegal answer, -1 if there is none."""
    for j in range(rows.size):
        if not legal[j]:
            continue
        if answers[j] > 1:
            return j
        row = public[rows[j]]
        if answers[j]:
            if row.kontra == 0:
                row.kontra_by = seats[j]
            row.kontra += 1
    return -1
