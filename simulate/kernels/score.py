"""The end of a hand: result, value and scores (RULES sections 6-7), as rows of `simulate.table`."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import CARDS
from simulate.kernels.bits import highest_index32, popcount32
from simulate.kernels.choose import either
from simulate.kernels.codes import ALL_TRICKS, NO_GAME, SHOWN
from simulate.kernels.jit import helper, kernel
from simulate.kernels.trick import SEAT_MASK


@kernel
def score_hands(prices: Any, tricks_in_hand: Any, public: Any, private: Any, places: Any, out: Any) -> None:
    """Fill in one `HAND_ROW` for each finished hand.

    Parameters
    ----------
    prices
        `simulate.rulebook.Prices`.
    tricks_in_hand
        How many tricks there are.
    public, private
        Records, shape (n,).
    places
        Where in `out` each hand comes, int64, shape (n,).
    out
        `HAND_ROW`, shape (n,).
    """
    for i in range(public.shape[0]):
        row, secret, result = public[i], private[i], out[places[i]]
        result.hand_id, result.deal, result.redeals = secret.hand_id, secret.deal, secret.redeals
        result.forehand = secret.hand_id % np.uint64(row.bid.size)
        result.game, result.declarer, result.partner = row.game, row.declarer, secret.ace_holder
        result.ace_trick, result.ace_fate, result.ran_away = secret.ace_trick, secret.ace_fate, secret.ran_away
        result.assigned = secret.assigned
        for seat in range(row.bid.size):
            result.bid[seat] = row.bid[seat]
            result.score[seat] = 0
        if row.game == NO_GAME:
            result.kontra, result.declarer_trumps, result.laufende, result.eyes, result.tricks = 0, 0, 0, 0, 0
            result.won, result.schneider, result.schwarz, result.value = 0, 0, 0, 0
            continue
        result.kontra = row.kontra
        result.declarer_trumps = popcount32(secret.dealt[row.declarer] & row.trumps)
        result.laufende = _laufende(row, secret)
        _judge(prices, tricks_in_hand, row, secret, result)
        value = _value(prices, row.game, result)
        result.value = value
        _pay(value, row, secret, result)


@helper
def _laufende(row: Any, secret: Any) -> Any:
    """Return the run of trumps from the highest: positive if the declaring side holds it, negative otherwise."""
    # Without jumps: which side holds the highest trump, and how a hand ends, is what a processor can't foresee.
    side = secret.dealt[row.declarer] | either(secret.ace_holder >= 0, secret.dealt[secret.ace_holder & SEAT_MASK], 0)
    top = np.int64(31)
    held = (side >> top) & 1
    # Trumps the other side lacks from the top; the highest bit that ends the run is below all of it.
    run_ends = row.trumps & either(held, ~side, side)
    trumps = popcount32(row.trumps)
    run = either(run_ends, min(top - highest_index32(run_ends), trumps), trumps)
    return either(held, run, -run)


@helper
def _judge(prices: Any, tricks_in_hand: Any, row: Any, secret: Any, result: Any) -> None:
    """Fill in eyes, tricks, and how the hand ended."""
    if row.goal == SHOWN:
        eyes, tricks = np.int64(prices.deck_eyes), np.int64(tricks_in_hand)
    else:
        eyes, tricks = np.int64(row.eyes[row.declarer]), np.int64(row.tricks[row.declarer])
        partner, alone = secret.ace_holder & SEAT_MASK, secret.ace_holder < 0
        eyes += either(alone, 0, row.eyes[partner])
        tricks += either(alone, 0, row.tricks[partner])
    all_tricks = np.int64(tricks == tricks_in_hand)
    won = either(row.goal == ALL_TRICKS, all_tricks, eyes >= prices.eyes_to_win)
    schwarz = either(won, all_tricks, tricks == 0)
    schneider = schwarz | either(won, eyes >= prices.eyes_schneider_won, eyes < prices.eyes_no_schneider)
    result.eyes, result.tricks = eyes, tricks
    result.won, result.schneider, result.schwarz = won, schneider, schwarz


@helper
def _value(prices: Any, game: Any, result: Any) -> Any:
    """Return what the hand is worth, in score units."""
    value = prices.base[game]
    run = abs(np.int64(result.laufende))
    paid = run - either(prices.laufende_excess, prices.laufende_from[game] - 1, 0)
    value += either(run >= prices.laufende_from[game], prices.laufende * paid, 0)
    extra = either(result.schwarz, prices.schwarz, either(result.schneider, prices.schneider, 0))
    value += either(prices.extras[game], extra, 0)
    return value * prices.multiplier[game] << result.kontra


@helper
def _pay(value: Any, row: Any, secret: Any, result: Any) -> None:
    """Fill in the score of each seat; they sum to zero."""
    gain = either(result.won, value, -value)
    of_declarer = either(row.alone, gain * (row.bid.size - 1), gain)
    for seat in range(row.bid.size):
        of_others = either(seat == secret.ace_holder, gain, -gain)
        result.score[seat] = either(seat == row.declarer, of_declarer, of_others)


@kernel
def list_tricks(tables: Any, public: Any, private: Any, order: Any, out: Any) -> None:
    """Fill in the `TRICK_ROW` of every trick of the hands played out.

    Parameters
    ----------
    tables
        `simulate.table.Tables`.
    public, private
        Records, shape (n,).
    order
        The hands one after the other, indices, int64, shape (n,).
    out
        `TRICK_ROW`, in that order, all tricks of each hand played out.
    """
    k = 0
    for i in order:
        row = public[i]
        if row.game == NO_GAME or row.goal == SHOWN:
            continue
        for trick in range(row.leaders.size):
            result = out[k]
            result.hand_id, result.trick, result.leader = private[i].hand_id, trick + 1, row.leaders[trick]
            result.winner = row.leaders[trick + 1] if trick + 1 < row.leaders.size else row.leader
            eyes = 0
            for position in range(result.card.size):
                place = row.card[trick * result.card.size + position]
                result.card[position] = tables.to_card[row.frame, place]
                eyes += tables.eyes[row.frame * CARDS + place]
            result.eyes = eyes
            k += 1
