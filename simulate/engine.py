"""The engine: deals, asks the players, checks their answers, scores; batch by batch.

What comes out is a pure function of (engine version, rules, players, seed, hand ids): the random numbers
of every decision are counted from the seed, the hand id and the purpose, so neither the size of a batch nor the
order in which batches are played can change a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from simulate.assign import assigned_contracts
from simulate.batch import Asked, Batch, IllegalAnswerError
from simulate.cards import CARDS, CARDS_PER_HAND, SEATS
from simulate.contracts import FRAMES, GAMES, Contract
from simulate.errors import UserError
from simulate.kernels.rng import Purpose, fill_words_of
from simulate.players.player import Player
from simulate.players.registry import is_compiled, plays_out
from simulate.rulebook import rule_book
from simulate.rules import AllPass, Rules
from simulate.table import HAND_ROW, TRICK_ROW, Array, Views
from simulate.whole import whole

ENGINE_VERSION = 1
"""Raised whenever the same rules, players, seed and hand ids give another result."""

BATCH_SIZE = 15_625
"""Hands in lockstep, an eighth of a row group: enough to make a call cheap, and a few megabytes."""

MOST_REDEALS = 1000
"""So often is a passed-out deal dealt again before the players are held to bid never."""

WORDS_IN_BLOCK = 4


class Played(NamedTuple):
    """Finished hands.

    Attributes
    ----------
    hands
        dtype `simulate.table.HAND_ROW`, shape (n,), in the order of the hand ids.
    tricks
        dtype `simulate.table.TRICK_ROW`, in the order of the hand ids, 8 for each hand played out; None if not asked
        for.
    """

    hands: Array
    tricks: Array | None


class Engine:
    """Plays hands of four given players under given rules.

    Parameters
    ----------
    rules
        The rules of the table.
    players
        Four players. The seats move on by one each hand: player p has seat (p - hand id) % 4.
    seed
        0 .. 2**64 - 1.
    batch_size
        Hands in lockstep; changes speed only.
    assign
        "all" or the word of a contract: it is assigned instead of bid (see `simulate.assign`).

    Raises
    ------
    UserError
        If something given can't be used.
    """

    def __init__(
        self,
        rules: Rules,
        players: tuple[Player, ...],
        seed: int,
        batch_size: int = BATCH_SIZE,
        assign: str | None = None,
    ) -> None:
        if len(players) != SEATS:
            raise UserError(f"{len(players)} players can't play: name one for all seats, or {SEATS}")
        self.seed = whole(seed, "seed")
        if not 0 <= self.seed < 2**64:
            raise UserError(f"seed {seed} is out of range: use 0 to 2**64 - 1")
        self.batch_size = whole(batch_size, "batch size")
        if self.batch_size < 1:
            raise UserError(f"batch size {batch_size} is out of range: use 1 or more")
        self.book = rule_book(rules)
        self.assigned = None if assign is None else assigned_contracts(assign, rules)
        self.players = players
        self._bidders = _Team([player.bidder for player in players])
        self._card_players = _Team([player.card_player for player in players])

    def simulate(self, hand_ids: Array, tricks: bool = False, told: Callable[[int], None] | None = None) -> Played:
        """Return the hands of the given ids, played.

        Parameters
        ----------
        hand_ids
            uint64, shape (n,).
        tricks
            Whether to return the tricks, too.
        told
            Called with the number of hands after each batch.

        Raises
        ------
        UserError
            If a player answers what is not allowed, or if nobody ever bids where passed-out deals are dealt again.
        """
        hand_ids = np.ascontiguousarray(hand_ids, dtype=np.uint64)
        hands = np.empty(len(hand_ids), HAND_ROW)
        all_tricks = np.empty(len(hand_ids) * CARDS_PER_HAND if tricks else 0, TRICK_ROW)
        listed = 0
        for start in range(0, len(hand_ids), self.batch_size):
            batch = self._play_out(hand_ids[start : start + self.batch_size])
            batch.rows_of_hands(hands[start : start + self.batch_size])
            if tricks:
                listed += len(batch.rows_of_tricks(all_tricks[listed:]))
            if told is not None:
                told(len(batch))
        return Played(hands, all_tricks[:listed] if tricks else None)

    def _play_out(self, hand_ids: Array) -> Batch:
        batch = self._with_game(hand_ids)
        batch.arrange()
        self.hold_doubling(batch)
        self.hold_play(batch)
        return batch

    def _with_game(self, hand_ids: Array) -> Batch:
        """Deal and hold the auction; again for passed-out hands where the rules say so."""
        batch = Batch.deal(self.book, self.seed, hand_ids)
        if self.assigned is not None:
            batch.assign(self.assigned)
            self.hold_declaration(batch, exactly=True)
            return batch
        self.hold_auction(batch)
        if self.book.rules.all_pass is not AllPass.REDEAL:
            return batch
        for attempt in range(1, MOST_REDEALS + 1):
            rows = np.flatnonzero(batch.passed_out())
            if not len(rows):
                return batch
            again = Batch.deal(self.book, self.seed, hand_ids[rows], np.full(len(rows), attempt, np.uint64))
            self.hold_auction(again)
            batch.put_back(rows, again)
        raise UserError(
            f"hand {hand_ids[rows[0]]} was passed out {MOST_REDEALS} times: these players never bid; "
            'use all_pass = "void" or "muss", or bolder players'
        )

    def hold_auction(self, batch: Batch) -> None:
        """Let the players bid, and the winners declare their games."""
        words = _Words(self.seed, batch, self._bidders.uses_random)
        turn = 0
        while (asked := batch.ask_bid(turn)) is not None:
            if len(asked.rows):
                answers = self._bidders.ask("bid", batch, asked, words.of(asked, Purpose.BID, turn), np.uint8)
                self._enter(batch, asked, answers, partial(batch.bid, turn), _told_bid)
            turn += 1
        self.hold_declaration(batch)

    def hold_declaration(self, batch: Batch, exactly: bool = False) -> None:
        """Let the declarers name their games; `exactly` of the contract bid or assigned, or any not lower."""
        words = _Words(self.seed, batch, self._bidders.uses_random)
        asked = batch.ask_game(exactly)
        if len(asked.rows):
            answers = self._bidders.ask("declare", batch, asked, words.of(asked, Purpose.DECLARE, 0), np.uint8)
            self._enter(batch, asked, answers, batch.declare, _told_game)

    def hold_doubling(self, batch: Batch) -> None:
        """Let the opponents say kontra, and the declarers rekontra."""
        words = _Words(self.seed, batch, self._bidders.uses_random)
        for turn in range(SEATS + 1):
            asked = batch.ask_double(turn) if turn < SEATS else batch.ask_redouble()
            if len(asked.rows):
                answers = self._bidders.ask("double", batch, asked, words.of(asked, Purpose.DOUBLE, turn), np.uint8)
                self._enter(batch, asked, answers, batch.double, _told_double)

    def hold_play(self, batch: Batch) -> None:
        """Let the players play all their cards."""
        asked = batch.ask_card()
        first, *others = self._card_players.distinct
        if not others and plays_out(first):
            cards = np.empty(len(asked.rows), np.uint32)
            self._enter(batch, asked, cards, partial(batch.play_out, first), _told_card)
        else:
            words = _Words(self.seed, batch, self._card_players.uses_random)
            for number in range(CARDS - SEATS):
                answers = self._card_players.ask("play", batch, asked, words.of(asked, Purpose.PLAY, number), np.uint32)
                self._enter(batch, asked, answers, batch.play, _told_card)
        batch.play_last_trick(asked)

    def _enter(
        self,
        batch: Batch,
        asked: Asked,
        answers: Array,
        enter: Callable[[Asked, Array], None],
        told: Callable[[Any, int], str],
    ) -> None:
        try:
            enter(asked, answers)
        except IllegalAnswerError as error:
            j = error.index
            row, seat = asked.rows[j], int(asked.seats[j])
            hand_id = int(batch.private["hand_id"][row])
            player = self.players[(hand_id + seat) % SEATS]
            public = batch.public[row]
            allowed = [told(public, int(option)) for option in _options(told, public, int(asked.legal[j]))]
            raise UserError(
                f"player {player.spec!r} in seat {seat} of hand {hand_id}{_position(told, public)} "
                f"answered {told(public, int(answers[j]))}, "
                f"which is not allowed: the choice was {', '.join(allowed)}"
            ) from None


class _Words:
    """The random numbers of a batch's decisions; zeros if nobody uses them.

    Word number i of a decision's stream is the same whenever and with whomever it is asked for.
    """

    def __init__(self, seed: int, batch: Batch, used: bool) -> None:
        self._seed = np.uint64(seed)
        self._batch = batch
        self._used = used
        self._filled: tuple[Purpose, int] | None = None
        self._words = np.zeros((WORDS_IN_BLOCK, len(batch)), np.uint64)

    def of(self, asked: Asked, purpose: Purpose, index: int) -> Array:
        """Return word number `index` of the stream of each hand asked."""
        block = index // WORDS_IN_BLOCK
        if self._used and self._filled != (purpose, block):
            private = self._batch.private
            attempts = private["redeals"].astype(np.uint64)
            fill_words_of(
                self._seed, np.uint64(purpose), private["hand_id"].copy(), attempts, np.uint64(block), self._words.T
            )
            self._filled = (purpose, block)
        return self._batch.of_asked(asked, self._words[index % WORDS_IN_BLOCK])


class _Team:
    """Four bidders or card players; each distinct one is asked once for all hands it sits in."""

    def __init__(self, members: list[Any]) -> None:
        self.distinct = list(dict.fromkeys(members))
        self.number = np.array([self.distinct.index(member) for member in members])
        self.uses_random = any(member.uses_random for member in members)

    def ask(self, decision: str, batch: Batch, asked: Asked, random: Array, dtype: Any) -> Array:
        """Return the answers of the members in the seats asked."""
        views = batch.views(asked, random)
        places = batch.of_asked(asked, batch.places)
        if len(self.distinct) == 1:
            return answers_of(self.distinct[0], decision, views, places, dtype)
        hand_ids = batch.private["hand_id"][asked.rows]
        whose = self.number[(hand_ids + asked.seats) % np.uint64(SEATS)]
        answers = np.empty(len(asked.rows), dtype)
        for number, member in enumerate(self.distinct):
            rows = np.flatnonzero(whose == number)
            if len(rows):
                answers[rows] = answers_of(member, decision, views.take(rows), places[rows], dtype)
        return answers


def answers_of(member: Any, decision: str, views: Views, places: Array, dtype: Any) -> Array:
    """Return what a bidder or card player answers to "bid", "declare", "double" or "play", one `dtype` for each view.

    Parameters
    ----------
    member
        The bidder or card player.
    decision
        Its method.
    views
        What it is shown.
    places
        Numbers that tell in which order hands are shown to a player that is Python code: that of a batch would tell it
        who plays with whom.
    dtype
        Type of the answers.

    Raises
    ------
    UserError
        If there are not as many answers as views, or they are no whole numbers.
    """
    if is_compiled(member):
        return _checked(member, decision, views, dtype)
    order = np.argsort(places)
    answers = np.empty(len(order), dtype)
    # Its own copies: what it writes into them, or finds behind them, changes no hand and tells it nothing.
    answers[order] = _checked(member, decision, views.take(order), dtype)
    return answers


def _checked(member: Any, decision: str, views: Views, dtype: Any) -> Array:
    answers = np.asarray(getattr(member, decision)(views))
    if answers.shape != views.seat.shape:
        raise UserError(
            f"player {member.spec!r} answered {decision} with an array of shape {answers.shape}: "
            f"return one answer for each of the {len(views.seat)} views"
        )
    if answers.dtype == dtype:
        return answers
    if answers.dtype.kind not in "iub":
        raise UserError(f"player {member.spec!r} answered {decision} with {answers.dtype}: return whole numbers")
    # What does not fit becomes an answer that is never legal, so that the check names it.
    limits = np.iinfo(dtype)
    fits = (answers >= 0) & (answers <= limits.max)
    return np.where(fits, answers, limits.max).astype(dtype)


def _options(told: Callable[[Any, int], str], public: Any, legal: int) -> list[int]:
    if told is _told_double:
        return [0, 1]
    bits = [bit for bit in range(64) if legal >> bit & 1]
    return [1 << bit for bit in bits] if told is _told_card else bits


def _position(told: Callable[[Any, int], str], public: Any) -> str:
    return f" at card {public['position'] + 1} of trick {public['trick'] + 1}" if told is _told_card else ""


def _told_bid(public: Any, answer: int) -> str:
    if answer == 0:
        return "pass"
    return Contract(answer).word if answer in list(Contract) else f"bid {answer}"


def _told_game(public: Any, answer: int) -> str:
    return GAMES[answer].title if answer < len(GAMES) else f"game {answer}"


def _told_double(public: Any, answer: int) -> str:
    return {0: "no double", 1: "double"}.get(answer, str(answer))


def _told_card(public: Any, answer: int) -> str:
    if answer.bit_count() != 1:
        return f"{answer.bit_count()} cards (mask {answer})"
    card = FRAMES[int(public["frame"])].cards[answer.bit_length() - 1]
    return card.german
