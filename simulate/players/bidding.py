"""What to bid, which game to declare, when to double, from the points of a hand (`simulate.players.hand_strength`)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.cards import SEATS, Rank, Suit
from simulate.contracts import CALLABLE_SUITS, GAME_NUMBER, GAMES, Contract, Game
from simulate.kernels.bits import highest_index32, lowest_index64, popcount32
from simulate.kernels.choose import either
from simulate.kernels.codes import ALL_TRICKS
from simulate.kernels.jit import helper, kernel
from simulate.players.hand_strength import (
    NOTHING,
    SUIT_CARDS,
    TOPS_AT,
    Strength,
    block,
    ruf_points,
    solo_points,
    solo_points_framed,
    wenz_points,
    wenz_points_framed,
)
from simulate.table import Array

RUFSPIEL, WENZ, SOLO, SIE = int(Contract.RUFSPIEL), int(Contract.WENZ), int(Contract.SOLO), int(Contract.SIE)
WENZ_TOUT, SOLO_TOUT = int(Contract.WENZ_TOUT), int(Contract.SOLO_TOUT)
RUF_GAMES = tuple(GAME_NUMBER.get(Game(Contract.RUFSPIEL, suit), -1) for suit in Suit)
SOLO_GAMES = tuple(GAME_NUMBER[Game(Contract.SOLO, suit)] for suit in Suit)
SOLO_TOUT_GAMES = tuple(GAME_NUMBER[Game(Contract.SOLO_TOUT, suit)] for suit in Suit)
WENZ_GAME, WENZ_TOUT_GAME = GAME_NUMBER[Game(Contract.WENZ)], GAME_NUMBER[Game(Contract.WENZ_TOUT)]
SIE_GAME = GAME_NUMBER[Game(Contract.SIE)]
NO_CHOICE = -1

_CALLABLE = tuple(int(suit) for suit in CALLABLE_SUITS)
_TEN, _KING = 1 << Rank.TEN, 1 << Rank.KING
_ALL_SUITS = (1 << SEATS) - 1
_SOLO_TRUMPS = 2 * SEATS + SUIT_CARDS
# Odd constants whose product with a number has upper bits that look random.
_MIX_HAND = np.uint64(0x9E3779B97F4A7C15)
_MIX_CONTRACT = np.uint64(0xD1B54A32D192ED03)
_GAMES_OF = np.array(
    [
        sum(1 << number for number, game in enumerate(GAMES) if game.contract == contract)
        for contract in range(max(Contract) + 1)
    ],
    dtype=np.int64,
)


class Limits(NamedTuple):
    """Points from which on something is done; `simulate.players.bidders.PARAMETERS` explains each."""

    rufspiel: float
    wenz: float
    solo: float
    tout: float
    contested: float
    later_seat: float
    forehand: float
    kontra_rufspiel: float
    kontra_wenz: float
    kontra_solo: float
    rekontra_rufspiel: float
    rekontra_wenz: float
    rekontra_solo: float
    ruf_error: float
    wenz_error: float
    solo_error: float


@kernel
def bid_batch(public: Any, hand: Any, legal: Any, seat: Any, t: Strength, limits: Limits, bids: Array) -> None:
    """Fill `bids`, uint8 of shape (n,), with the contract to bid for each of n views."""
    for i in range(hand.shape[0]):
        cards, contracts = np.int64(hand[i]), np.int64(legal[i])
        # Worked out for every hand: which hands bid, and against whom, is what a processor can't foresee.
        need = either(public[i].standing, limits.contested, 0.0) - either(seat[i] == 0, limits.forehand, 0.0)
        points = ruf_points(cards, t) + limits.later_seat * seat[i] + limits.ruf_error * error(cards, RUFSPIEL)
        rufspiel = np.int64(points >= limits.rufspiel) & (contracts >> RUFSPIEL)
        bids[i] = RUFSPIEL * (rufspiel & 1)
        # Few hands are good enough for anything else, whatever they may bid; only these are looked at closely.
        if alone_margin(cards, need, t, limits) >= 0.0 or (contracts >> SIE) & 1:
            choice = solo_game(cards, games_of(contracts), need, t, limits)
            if choice != NO_CHOICE:
                bids[i] = contract_of(choice)


@kernel
def declare_batch(hand: Any, legal: Any, t: Strength, limits: Limits, games: Array) -> None:
    """Fill `games`, uint8 of shape (n,), with the game to declare for each of n views."""
    for i in range(hand.shape[0]):
        cards, may = np.int64(hand[i]), np.int64(legal[i])
        called = called_game(cards, may)
        choice = np.int64(NO_CHOICE)
        if alone_margin(cards, 0.0, t, limits) >= 0.0 or (may >> SIE_GAME) & 1:
            choice = solo_game(cards, may, 0.0, t, limits)
        choice = either(choice == NO_CHOICE, called, choice)
        if choice == NO_CHOICE:
            choice = least_bad_game(cards, may, t, limits)
        games[i] = choice


@kernel
def double_batch(public: Any, hand: Any, seat: Any, t: Strength, limits: Limits, doubles: Array) -> None:
    """Fill `doubles`, uint8 of shape (n,), with 1 for kontra or rekontra for each of n views."""
    for i in range(hand.shape[0]):
        p = public[i]
        doubles[i] = wants_to_double(p, np.int64(hand[i]), seat[i] == p.declarer, t, limits)


@helper
def error(hand: Any, contract: Any) -> Any:
    """Return how a hand is misjudged for a contract, -1 to 1: the same hand always in the same way."""
    mixed = (np.uint64(hand) + np.uint64(contract) * _MIX_CONTRACT) * _MIX_HAND
    return np.float64(np.int64(mixed >> np.uint64(40))) * 2.0**-23 - 1.0


@helper
def games_of(contracts: Any) -> Any:
    """Return the games (bits) of the contracts that these players know how to bid."""
    games = np.int64(0)
    for contract in (WENZ, SOLO, WENZ_TOUT, SOLO_TOUT, SIE):
        games |= _GAMES_OF[contract] * ((contracts >> contract) & 1)
    return games


@helper
def contract_of(game: Any) -> Any:
    """Return the contract of one of those games."""
    for contract in (WENZ, SOLO, WENZ_TOUT, SOLO_TOUT):
        if (_GAMES_OF[contract] >> game) & 1:
            return contract
    return SIE


@helper
def solo_suits(games: Any) -> Any:
    """Return the suits (bits) in which a Solo or Solo-Tout is among `games`."""
    suits = 0
    for suit in range(SEATS):
        suits |= (((games >> SOLO_GAMES[suit]) | (games >> SOLO_TOUT_GAMES[suit])) & 1) << suit
    return suits


@helper
def alone_margin(hand: Any, need: Any, t: Strength, limits: Limits) -> Any:
    """Return the points by which a hand passes `need` and the limit of its best Wenz or Solo, negative if it fails."""
    solo, _ = solo_points(hand, _ALL_SUITS, t)
    return max(wenz_margin(wenz_points(hand, t), hand, need, limits), solo_margin(solo, hand, need, limits))


@helper
def wenz_margin(points: Any, hand: Any, need: Any, limits: Limits) -> Any:
    """Return how far the points for a Wenz, as the hand is judged, are above what it takes."""
    return points + limits.wenz_error * error(hand, WENZ) - limits.wenz - need


@helper
def solo_margin(points: Any, hand: Any, need: Any, limits: Limits) -> Any:
    """Return how far the points for a Solo, as the hand is judged, are above what it takes."""
    # Added in this order: points of another order may differ in the last digit.
    return points + (limits.solo_error * error(hand, SOLO) - limits.solo - need)


@helper
def solo_game(hand: Any, games: Any, need: Any, t: Strength, limits: Limits) -> Any:
    """Return the best game against three that the hand is good enough for: `need` points above the limits."""
    if (games >> SIE_GAME) & 1:
        return SIE_GAME
    wenz, solo, suit = NOTHING, NOTHING, 0
    if (games >> WENZ_GAME | games >> WENZ_TOUT_GAME) & 1:
        wenz = wenz_margin(wenz_points(hand, t), hand, need, limits)
    suits = solo_suits(games)
    if suits:
        solo, suit = solo_points(hand, suits, t)
        solo = solo_margin(solo, hand, need, limits)
    if solo >= 0.0 and solo >= wenz:
        if (games >> SOLO_TOUT_GAMES[suit]) & 1 and is_sure_solo(hand, suit, t, limits):
            return SOLO_TOUT_GAMES[suit]
        if (games >> SOLO_GAMES[suit]) & 1:
            return SOLO_GAMES[suit]
    if wenz >= 0.0:
        if (games >> WENZ_TOUT_GAME) & 1 and is_sure_wenz(hand, t):
            return WENZ_TOUT_GAME
        if (games >> WENZ_GAME) & 1:
            return WENZ_GAME
    return NO_CHOICE


@helper
def is_sure_solo(hand: Any, suit: Any, t: Strength, limits: Limits) -> Any:
    """Return whether a Solo can hardly lose a trick: many trumps from the top, and no plain card that can be beaten."""
    trumps = (hand >> TOPS_AT) << SUIT_CARDS | block(hand, suit)
    run = _SOLO_TRUMPS - 1 - highest_index32(((1 << _SOLO_TRUMPS) - 1) & ~trumps)
    return popcount32(trumps) + run >= limits.tout and only_sure_cards(hand, suit, t)


@helper
def is_sure_wenz(hand: Any, t: Strength) -> Any:
    """Return whether a Wenz can hardly lose a trick: Unter to draw all others, and no plain card that can be beaten."""
    missing = ~(hand >> TOPS_AT) & ((1 << SEATS) - 1)
    run = SEATS - 1 - highest_index32(missing)
    return run >= popcount32(missing) and hand >> (TOPS_AT + SEATS) == 0 and only_sure_cards(hand, SEATS, t)


@helper
def only_sure_cards(hand: Any, but: Any, t: Strength) -> Any:
    """Return whether the cards of every suit but one run from the Sau down without a gap."""
    sure = True
    for suit in range(SEATS):
        sure &= suit == but or t.sure[block(hand, suit)]
    return sure


@helper
def called_game(hand: Any, games: Any) -> Any:
    """Return the best Rufspiel among `games`: on a suit held short, with the ten, then the king, to feed to the ace."""
    best, choice = -100, NO_CHOICE
    for suit in _CALLABLE:
        part = block(hand, suit)
        feed = either(part & _TEN, 6, either(part & _KING, 3, 0))
        value = feed + suit - either(part & (part - 1), 20, 10)
        better = (games >> RUF_GAMES[suit]) & np.int64(value > best)
        best, choice = either(better & 1, value, best), either(better & 1, RUF_GAMES[suit], choice)
    return choice


@helper
def least_bad_game(hand: Any, games: Any, t: Strength, limits: Limits) -> Any:
    """Return the game nearest to its limit for a hand that must play one it is not good enough for."""
    wenz = wenz_points(hand, t) - limits.wenz if (games >> WENZ_GAME) & 1 else NOTHING
    solo, suit = solo_points(hand, solo_suits(games), t)
    solo -= limits.solo
    if max(wenz, solo) < NOTHING / 2:
        return lowest_index64(np.uint64(games))
    if wenz > solo:
        return WENZ_GAME
    return SOLO_GAMES[suit] if (games >> SOLO_GAMES[suit]) & 1 else SOLO_TOUT_GAMES[suit]


@helper
def wants_to_double(p: Any, hand: Any, rekontra: bool, t: Strength, limits: Limits) -> Any:
    """Return whether a hand, in the frame of the game, says kontra (the declarer's: rekontra)."""
    if p.goal == ALL_TRICKS:
        # Whoever bids a Tout has no answer to the highest trump, and no need of rekontra.
        return not rekontra and hand >> 31 == 1
    if p.contract == RUFSPIEL:
        return ruf_points(hand, t) >= (limits.rekontra_rufspiel if rekontra else limits.kontra_rufspiel)
    if p.contract == SOLO:
        return solo_points_framed(hand, t) >= (limits.rekontra_solo if rekontra else limits.kontra_solo)
    if p.contract == WENZ:
        return wenz_points_framed(hand, t) >= (limits.rekontra_wenz if rekontra else limits.kontra_wenz)
    return False
