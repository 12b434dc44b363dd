"""A batch of hands in lockstep: dealt, bid, played and scored together, one decision at a time.

`Batch` knows the rules and the state; it never decides. Whoever drives it (`simulate.engine`, a replay, a test)
asks for the views of those who have to decide, and hands in their answers, which are checked.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from simulate.cards import CARDS_PER_HAND, DECK_MASK, SEATS, Card
from simulate.contracts import Contract
from simulate.kernels import arrange, auction, codes, score, trick
from simulate.kernels.deal import DealTables, deal_batch, deal_tables, rank_batch
from simulate.players.player import PlaysOut
from simulate.rulebook import RuleBook
from simulate.rules import AllPass
from simulate.table import HAND_ROW, PRIVATE, PUBLIC, TRICK_ROW, Array, Playing, Views, copied, tables

FEW = 8
"""Fewer than one hand in so many are copied out to be asked; otherwise all are, which takes less time."""


class Asked(NamedTuple):
    """Who has to decide, and what he may answer; m of the batch's n hands.

    Where ``legal`` is 0 nobody is asked, and the answer does not count: leaving such hands in costs less than
    taking copies of the others.

    Attributes
    ----------
    rows
        The hands: indices into the batch, int64, shape (m,).
    seats
        Seat to act in each, uint8, shape (m,).
    hands
        Cards it holds, uint32, shape (m,).
    legal
        What it may answer, as in `simulate.table.Views`, shape (m,).
    """

    rows: Array
    seats: Array
    hands: Array
    legal: Array


class IllegalAnswerError(Exception):
    """A player's answer is not one of those allowed.

    Attributes
    ----------
    index
        Which of those asked.
    """

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class Batch:
    """The state of n hands under one ruleset.

    Made by `Batch.deal` or `Batch.of_hands`; then, in this order, the auction (`ask_bid`, `bid` turn by turn), the game
    (`ask_game`, `declare`), doubling (`ask_double`, `double`), the cards (`ask_card`, then 32 times `play`, of which
    `play_last_trick` may be the last four) and `rows_of_hands`. After the declaration `arrange` may put the hands in an
    order that takes less time.

    Attributes
    ----------
    public, private
        Records, dtypes `simulate.table.PUBLIC` and `simulate.table.PRIVATE`, shape (n,).
    places
        Where each hand was when the batch was made, and is in what comes out: int64, shape (n,).
    """

    def __init__(self, book: RuleBook, public: Array, private: Array) -> None:
        self.book = book
        self.public = public
        self.private = private
        self._everyone = np.arange(len(public), dtype=np.int64)
        self._players = self._everyone
        self.places = self._everyone

    def __len__(self) -> int:
        return len(self.public)

    @classmethod
    def deal(cls, book: RuleBook, seed: int, hand_ids: Array, attempts: Array | None = None) -> Batch:
        """Return the freshly dealt hands of these ids (uint64); attempts count deals thrown in before."""
        numbers = np.empty(len(hand_ids), np.uint64)
        hands = np.empty((len(hand_ids), SEATS), np.uint32)
        attempts = np.zeros(len(hand_ids), np.uint64) if attempts is None else attempts
        deal_batch(np.uint64(seed), hand_ids, attempts, dealer(), numbers, hands)
        return cls._begin(book, hand_ids, attempts, numbers, hands)

    @classmethod
    def of_hands(cls, book: RuleBook, hands: Array, hand_ids: Array | None = None) -> Batch:
        """Return given deals: uint32 masks of shape (n, 4) in the numbering of `simulate.cards`, not checked."""
        hands = np.ascontiguousarray(hands, dtype=np.uint32)
        numbers = np.empty(len(hands), np.uint64)
        rank_batch(hands, dealer(), numbers)
        ids = np.arange(len(hands), dtype=np.uint64) if hand_ids is None else hand_ids
        return cls._begin(book, ids, np.zeros(len(hands), np.uint64), numbers, hands)

    @classmethod
    def _begin(cls, book: RuleBook, hand_ids: Array, attempts: Array, numbers: Array, hands: Array) -> Batch:
        public = np.zeros(len(hands), PUBLIC)
        private = np.empty(len(hands), PRIVATE)
        auction.begin(hand_ids, attempts, numbers, hands, book.playable, public, private)
        return cls(book, public, private)

    def select(self, rows: Array) -> Batch:
        """Return a copy of some hands (indices or a boolean mask), a batch made anew in the order they have here."""
        return Batch(self.book, copied(self.public, rows), copied(self.private, rows))

    def put_back(self, rows: Array, part: Batch) -> None:
        """Replace some hands by those of `part`, which `select` has made."""
        self.public[rows] = part.public
        self.private[rows] = part.private

    def views(self, asked: Asked, random: Array) -> Views:
        """Return what the players asked may know; `random` is uint64 of shape (m,)."""
        return Views(self.of_asked(asked, self.public), asked.hands, asked.legal, asked.seats, random)

    def of_asked(self, asked: Asked, values: Array) -> Array:
        """Return the values, one for each hand of the batch, of those asked; not copied if they are the first ones."""
        if asked.rows is self._everyone or asked.rows is self._players:
            return values[: len(asked.rows)]
        return copied(values, asked.rows)

    # The auction

    def ask_bid(self, turn: int) -> Asked | None:
        """Return who has to bid at this turn (0, 1, 2, ...; seat turn % 4); None once all auctions have ended."""
        rules = self.book.rules
        first_round = turn < SEATS
        if not first_round and not rules.rebid:
            return None
        seat = turn % SEATS
        legal = np.empty(len(self), np.uint64)
        asked, going = auction.turn(
            seat, first_round, rules.elder_may_match, rules.reentry, self.public, self.private, legal
        )
        return self._asked(seat, legal, asked) if going else None

    def bid(self, turn: int, asked: Asked, answers: Array) -> None:
        """Enter bids: a `Contract`'s value, 0 to pass; uint8, shape (m,)."""
        _check(auction.answer_bids(turn % SEATS, turn, asked.rows, asked.legal, answers, self.public, self.private))

    def passed_out(self) -> Array:
        """Return which auctions have ended without a bid, bool of shape (n,)."""
        nobody: Array = self.public["holder"] == codes.NOBODY
        return nobody

    def assign(self, contracts: tuple[Contract, ...]) -> None:
        """Skip the auction: give each hand a declarer and one of the contracts, in rotation."""
        auction.assign(np.uint64(sum(1 << contract for contract in contracts)), self.public, self.private)

    def set_games(self, declarers: Array, games: Array) -> None:
        """Skip the auction: enter games that were recorded; whether the hands may play them is not checked.

        The standing bid is then the contract, and all others have passed; what each seat bid stays unknown.

        Parameters
        ----------
        declarers
            Seats, int8 of shape (n,); nobody (-1) where all passed.
        games
            Indices into ``GAMES``, uint8 of shape (n,); what stands where all passed does not matter.
        """
        played = np.flatnonzero(declarers != codes.NOBODY)
        seats = declarers[played].astype(np.uint8)
        self.private["over"] = 1
        self.public["passed"] = 1
        self.public["passed"][played, seats] = 0
        self.public["holder"] = declarers
        self.public["standing"][played] = tables().game_contract[games[played]]
        legal = np.uint64(1) << games[played].astype(np.uint64)
        self.declare(Asked(played, seats, self.private["hand"][played, seats], legal), games[played])

    def ask_game(self, exactly: bool = False) -> Asked:
        """Return who has to declare a game: not lower than the bid, or `exactly` of the contract bid or assigned."""
        must_play = self.book.rules.all_pass is AllPass.MUSS and not exactly
        playable = self.book.playable
        games_for_bid = playable.of_contract if exactly else playable.from_contract
        n = len(self)
        seats, hands, legal = np.empty(n, np.uint8), np.empty(n, np.uint32), np.empty(n, np.uint64)
        forced_card = np.uint32(Card.EO.bit)
        count = auction.offer_games(
            must_play, forced_card, games_for_bid, playable, self.public, self.private, seats, hands, legal
        )
        return Asked(self._everyone, seats, hands, legal) if count else self._nobody()

    def declare(self, asked: Asked, answers: Array) -> None:
        """Enter games: indices into ``GAMES``, uint8, shape (m,)."""
        _check(auction.answer_games(asked.rows, asked.seats, asked.legal, answers, tables(), self.public, self.private))

    def ask_double(self, seat: int) -> Asked:
        """Return the hands in which `seat` may say kontra; ask seats 0 to 3 in turn."""
        if not self.book.rules.max_doubles:
            return self._nobody()
        legal = np.empty(len(self), np.uint64)
        count = auction.doublers(seat, self.public, self.private, legal)
        return self._asked(seat, legal, count)

    def ask_redouble(self) -> Asked:
        """Return the hands in which the declarer may answer rekontra."""
        doubled = self.public["kontra"] > 0
        if self.book.rules.max_doubles < 2 or not doubled.any():
            return self._nobody()
        rows = np.flatnonzero(doubled)
        seats = self.public["declarer"][rows].astype(np.uint8)
        return Asked(rows, seats, self.private["hand"][rows, seats], np.ones(len(rows), np.uint64))

    def double(self, asked: Asked, answers: Array) -> None:
        """Enter kontra or rekontra: 1 to double, else 0; uint8, shape (m,)."""
        _check(auction.answer_doubles(asked.rows, asked.seats, asked.legal, answers, self.public))

    def _asked(self, seat: int, legal: Array, count: int) -> Asked:
        """Return one seat's hands: all of them, rather than a copy of many; only those asked if they are few."""
        if FEW * count > len(self):
            rows = self._everyone
        else:
            rows = np.flatnonzero(legal)
            legal = legal[rows]
        hands = self.private["hand"][:, seat]
        return Asked(rows, np.full(len(rows), seat, np.uint8), hands[rows], legal)

    def _nobody(self) -> Asked:
        return self._asked(0, np.zeros(len(self), np.uint64), 0)

    # The play

    def arrange(self) -> None:
        """Put hands of one kind side by side, and those not played out last, where they are not touched any more."""
        order = np.empty(len(self), np.int64)
        count = arrange.by_kind(self.public, self.private, np.empty(arrange.KINDS, np.int64), order)
        self.public, self.private = copied(self.public, order), copied(self.private, order)
        self.places = self.places[order]
        self._players = self._everyone[:count]

    def playing(self) -> Array:
        """Return which hands are played out, bool of shape (n,): not those passed out or only shown."""
        played: Array = (self.public["game"] != codes.NO_GAME) & (self.public["goal"] != codes.SHOWN)
        return played

    def ask_card(self) -> Asked:
        """Return who plays the first card; nobody is asked in hands that are not played out."""
        n = len(self._players)
        asked = Asked(self._players, np.empty(n, np.uint8), np.empty(n, np.uint32), np.empty(n, np.uint32))
        public, private = self.public[:n], self.private[:n]
        trick.first_cards(self.book.play, public, private, asked.seats, asked.hands, asked.legal)
        return asked

    def play(self, asked: Asked, answers: Array) -> None:
        """Play cards: masks of one legal card, uint32, shape (n,); the fourth card of a trick takes it in.

        `asked` is changed in place: afterwards it says who plays the next card.
        """
        n = len(asked.rows)
        state = self.public[:n], self.private[:n], asked.seats, asked.hands, asked.legal
        _check(trick.play_cards(answers, self.book.play, tables(), *state))

    def play_out(self, player: PlaysOut, asked: Asked, cards: Array) -> None:
        """Let one player play all cards but those of the last trick; `cards`, uint32, shape (n,), is for its use."""
        n = len(asked.rows)
        public, private = self.public[:n], self.private[:n]
        state = Playing(self.book.play, tables(), public, private, asked.seats, asked.hands, asked.legal)
        _check(player.play_out(state, cards))

    def play_last_trick(self, asked: Asked) -> None:
        """Play the last card of each seat in the hands of `asked`, who are not asked: there is nothing to choose."""
        n = len(asked.rows)
        trick.play_last_trick(tables(), self.public[:n], self.private[:n])

    # The end

    def rows_of_hands(self, out: Array | None = None) -> Array:
        """Return the finished hands, dtype `simulate.table.HAND_ROW`, shape (n,), as the batch was made.

        They are written to `out` if it is given.
        """
        rows = np.empty(len(self), HAND_ROW) if out is None else out
        score.score_hands(self.book.prices, CARDS_PER_HAND, self.public, self.private, self.places, rows)
        return rows

    def rows_of_tricks(self, out: Array | None = None) -> Array:
        """Return the tricks of the hands played out, 8 for each, in the order in which the batch was made.

        Their dtype is `simulate.table.TRICK_ROW`. They are written to the beginning of `out` if it is given.
        """
        count = np.count_nonzero(self.playing()) * CARDS_PER_HAND
        rows = np.empty(count, TRICK_ROW) if out is None else out[:count]
        score.list_tricks(tables(), self.public, self.private, np.argsort(self.places), rows)
        return rows


@cache
def dealer() -> DealTables:
    """Return the tables for dealing the deck."""
    return deal_tables(DECK_MASK, CARDS_PER_HAND)


def _check(bad: int) -> None:
    if bad >= 0:
        raise IllegalAnswerError(bad)
