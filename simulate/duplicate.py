"""Duplicate: the same deals at many tables at once, each decision made only once where tables agree.

Tables that differ in who sits where play many hands alike: until somebody decides otherwise, their hands are one. So
all tables of a deal start as one hand, and a hand is split only where players who sit in the same seat of
different tables give different answers. What comes out is what every table would have played on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any

import numpy as np

from simulate.batch import FEW, Asked, Batch, IllegalAnswerError
from simulate.cards import CARDS, SEATS
from simulate.engine import MOST_REDEALS, WORDS_IN_BLOCK, Engine, answers_of
from simulate.errors import UserError
from simulate.kernels import parting
from simulate.kernels.rng import Purpose, fill_words_of
from simulate.players.player import Player
from simulate.rulebook import rule_book
from simulate.rules import AllPass, Rules
from simulate.table import Array, Views, copied

Table = tuple[Player, ...]
"""Who sits in seat 0 (forehand) to 3."""


@dataclass(frozen=True)
class Ways:
    """How n deals have been played at T tables.

    Attributes
    ----------
    hands
        The hands that differ, dtype `simulate.table.HAND_ROW`.
    of
        Which of them each table has played of each deal, int64 of shape (n, T); -1 where it has not played it.
    """

    hands: Array
    of: Array


class Duplicate:
    """Plays the same deals at several tables.

    Parameters
    ----------
    rules
        The rules of all tables.
    tables
        Who sits where at each table; unlike in an `Engine`, the seats do not move on.
    seed
        0 .. 2**64 - 1.

    Raises
    ------
    UserError
        If there is no table, or not four at one.
    """

    def __init__(self, rules: Rules, tables: Sequence[Table], seed: int) -> None:
        if not tables or any(len(table) != SEATS for table in tables):
            raise UserError(f"{len(tables)} tables can't be played: give at least one, with {SEATS} players each")
        self.rules = rules
        self.tables = tuple(tuple(table) for table in tables)
        self.seed = seed
        self._book = rule_book(rules)
        self._bidders = _Members([[player.bidder for player in table] for table in tables])
        self._card_players = _Members([[player.card_player for player in table] for table in tables])

    def play(self, hand_ids: Array, at: Array | None = None) -> Ways:
        """Return how deals are played.

        Parameters
        ----------
        hand_ids
            uint64, shape (n,).
        at
            Which tables play which deals, bool of shape (n, T), at least one each; None: all do.

        Raises
        ------
        UserError
            If a player gives an answer that is not allowed.
        """
        hand_ids = np.ascontiguousarray(hand_ids, dtype=np.uint64)
        try:
            group = self._with_game(hand_ids, at)
            self._double(group)
            self._play_cards(group)
        except IllegalAnswerError:
            raise self._told(hand_ids) from None
        of = np.full((len(hand_ids), len(self.tables)), -1)
        row, table = np.nonzero(group.follows)
        of[group.deal[row], table] = row
        return Ways(group.batch.rows_of_hands(), of)

    def _with_game(self, hand_ids: Array, at: Array | None) -> _Group:
        follows = np.ones((len(hand_ids), len(self.tables)), np.bool_) if at is None else at.copy()
        group = _Group(Batch.deal(self._book, self.seed, hand_ids), np.arange(len(hand_ids)), follows)
        self._hold_auction(group)
        if self.rules.all_pass is not AllPass.REDEAL:
            return group
        finished = []
        for attempt in range(1, MOST_REDEALS + 1):
            passed = group.batch.passed_out()
            finished.append(group.select(np.flatnonzero(~passed)))
            if not passed.any():
                return _Group.joined(finished)
            group = group.select(np.flatnonzero(passed)).dealt_again(self.seed, attempt)
            self._hold_auction(group)
        raise self._told(hand_ids)

    def _hold_auction(self, group: _Group) -> None:
        turn = 0
        while (asked := group.batch.ask_bid(turn)) is not None:
            self._decide(group, asked, "bid", (Purpose.BID, turn), partial(Batch.bid, turn=turn))
            turn += 1
        self._decide(group, group.batch.ask_game(), "declare", (Purpose.DECLARE, 0), Batch.declare)

    def _double(self, group: _Group) -> None:
        for turn in range(SEATS + 1):
            asked = group.batch.ask_double(turn) if turn < SEATS else group.batch.ask_redouble()
            self._decide(group, asked, "double", (Purpose.DOUBLE, turn), Batch.double)

    def _play_cards(self, group: _Group) -> None:
        asked = group.batch.ask_card()
        for number in range(CARDS):
            asked = self._decide(group, asked, "play", (Purpose.PLAY, number), Batch.play)

    def _decide(
        self, group: _Group, asked: Asked, decision: str, word: tuple[Purpose, int], enter: Callable[..., None]
    ) -> Asked:
        """Ask everybody who decides at some table, split the hands in which they differ, and enter the answers."""
        if not len(asked.rows):
            return asked
        members = self._card_players if decision == "play" else self._bidders
        random = group.words(asked, *word, self.seed) if members.uses_random else np.zeros(len(asked.rows), np.uint64)
        public = group.batch.public
        views = Views(
            public if len(asked.rows) == len(public) else copied(public, asked.rows),
            asked.hands,
            asked.legal,
            asked.seats,
            random,
        )
        dtype = np.uint32 if decision == "play" else np.uint8
        if len(members.distinct) == 1:
            answers = answers_of(members.distinct[0], decision, views, asked.rows, dtype)
        else:
            asked, answers = group.split(asked, members, members.ask(decision, views, asked, group.follows, dtype))
        enter(group.batch, asked=asked, answers=answers)
        return asked

    def _told(self, hand_ids: Array) -> UserError:
        """Return the error that one of the tables makes on its own."""
        for table in self.tables:
            for shift in range(SEATS):
                # Player p of an engine sits in seat (p - hand id) % 4.
                players = tuple(table[(number - shift) % SEATS] for number in range(SEATS))
                try:
                    Engine(self.rules, players, self.seed).simulate(hand_ids[hand_ids % np.uint64(SEATS) == shift])
                except UserError as error:
                    return error
        names = ", ".join(dict.fromkeys(player.spec for table in self.tables for player in table))
        return UserError(f"one of {names} decides otherwise when asked again: a player must depend on its view alone")


class _Members:
    """The bidders or card players of all tables.

    Attributes
    ----------
    distinct
        Each once.
    number
        Which of them sits where: int64 of shape (4, T).
    """

    def __init__(self, tables: list[list[Any]]) -> None:
        self.distinct = list(dict.fromkeys(member for table in tables for member in table))
        numbers = [[self.distinct.index(member) for member in table] for table in tables]
        self.number = np.ascontiguousarray(np.array(numbers, np.int64).T)
        self.uses_random = any(member.uses_random for member in self.distinct)

    def ask(self, decision: str, views: Views, asked: Asked, follows: Array, dtype: Any) -> Array:
        """Return what each member answers to each view, `dtype` of shape (K, m); anything where he does not decide."""
        need = np.empty((len(self.distinct), len(asked.rows)), np.bool_)
        parting.needed(follows, asked.rows, asked.seats, asked.legal, self.number, need)
        answers = np.zeros(need.shape, dtype)
        for member, needed, out in zip(self.distinct, need, answers, strict=True):
            _ask(member, decision, views, asked.rows, needed, out)
        return answers


def _ask(member: Any, decision: str, views: Views, places: Array, needed: Array, out: Array) -> None:
    count = np.count_nonzero(needed)
    # As in a batch: leaving hands in costs less than copying most of them.
    if FEW * count > len(needed):
        masked = views._replace(legal=np.where(needed, views.legal, views.legal.dtype.type(0)))
        out[:] = answers_of(member, decision, masked, places, out.dtype)
    elif count:
        rows = np.flatnonzero(needed)
        out[rows] = answers_of(member, decision, views.take(rows), places[rows], out.dtype)


class _Group:
    """Hands in lockstep, each followed by some tables."""

    def __init__(self, batch: Batch, deal: Array, follows: Array) -> None:
        self.batch = batch
        self._public, self._private = _Growing(batch.public), _Growing(batch.private)
        self._deal, self._follows = _Growing(deal), _Growing(follows)
        self._words: tuple[tuple[Purpose, int], _Growing] | None = None

    @property
    def deal(self) -> Array:
        """Which deal each belongs to, int64 of shape (r,)."""
        return self._deal.rows

    @property
    def follows(self) -> Array:
        """Which tables have come to play it so, bool of shape (r, T)."""
        return self._follows.rows

    @classmethod
    def joined(cls, groups: list[_Group]) -> _Group:
        """Return the hands of all groups together."""
        public, private = (_joined([getattr(group.batch, name) for group in groups]) for name in ("public", "private"))
        deals = np.concatenate([group.deal for group in groups])
        follows = np.concatenate([group.follows for group in groups])
        return cls(Batch(groups[0].batch.book, public, private), deals, follows)

    def select(self, rows: Array) -> _Group:
        """Return a copy of some hands."""
        return type(self)(self.batch.select(rows), self.deal[rows], self.follows[rows])

    def dealt_again(self, seed: int, attempt: int) -> _Group:
        """Return the hands dealt again, for the tables that followed them."""
        hand_ids = self.batch.private["hand_id"].copy()
        batch = Batch.deal(self.batch.book, seed, hand_ids, np.full(len(hand_ids), attempt, np.uint64))
        return type(self)(batch, self.deal, self.follows)

    def words(self, asked: Asked, purpose: Purpose, index: int, seed: int) -> Array:
        """Return the random number of a decision for each hand asked, the same as an engine's."""
        block = (purpose, index // WORDS_IN_BLOCK)
        if self._words is None or self._words[0] != block:
            private = self.batch.private
            words = np.empty((len(private), WORDS_IN_BLOCK), np.uint64)
            attempts = private["redeals"].astype(np.uint64)
            fill_words_of(
                np.uint64(seed), np.uint64(purpose), private["hand_id"].copy(), attempts, np.uint64(block[1]), words
            )
            self._words = (block, _Growing(words))
        drawn: Array = self._words[1].rows[asked.rows, index % WORDS_IN_BLOCK]
        return drawn

    def split(self, asked: Asked, members: _Members, answers: Array) -> tuple[Asked, Array]:
        """Split the hands in which tables answer differently; return who is asked then, and one answer for each.

        Parameters
        ----------
        asked
            Who has to decide.
        members
            Who decides at which table.
        answers
            What each member answers, shape (K, m).
        """
        who = (self.follows, asked.rows, asked.seats, asked.legal, members.number, answers)
        chosen, seen = np.empty(len(asked.rows), answers.dtype), np.empty(len(answers) + 1, answers.dtype)
        more = parting.settle(*who, chosen, seen)
        if not more:
            return asked, chosen
        which, given = np.empty(more, np.int64), np.empty(more, answers.dtype)
        moved = np.empty((more, self.follows.shape[1]), np.bool_)
        parting.part(*who, seen, which, moved, given)
        rows = np.concatenate([asked.rows, np.arange(len(self.batch), len(self.batch) + more)])
        self._add(asked.rows[which], moved)
        columns = (np.concatenate([column, column[which]]) for column in (asked.seats, asked.hands, asked.legal))
        return Asked(rows, *columns), np.concatenate([chosen, given])

    def _add(self, rows: Array, follows: Array) -> None:
        """Add copies of some hands, which other tables follow."""
        growing = [self._public, self._private, self._deal, self._follows]
        for column in growing if self._words is None else [*growing, self._words[1]]:
            column.add(rows)
        self.follows[-len(rows) :] = follows
        self.batch = Batch(self.batch.book, self._public.rows, self._private.rows)


class _Growing:
    """An array to which copies of its rows can be added.

    Attributes
    ----------
    rows
        The array.
    """

    def __init__(self, rows: Array) -> None:
        self.rows = rows
        self._room = rows

    def add(self, which: Array) -> None:
        """Add copies of some rows."""
        rows, size = self.rows, len(self.rows) + len(which)
        if size > len(self._room):
            self._room = np.empty((2 * size, *rows.shape[1:]), rows.dtype)
            _as_bytes(self._room)[: len(rows)] = _as_bytes(rows)
        rows.take(which, axis=0, out=self._room[len(rows) : size], mode="clip")
        self.rows = self._room[:size]


def _as_bytes(records: Array) -> Array:
    # NumPy copies records field by field, which takes fifty times as long.
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize * prod(records.shape[1:]))


def _joined(parts: list[Array]) -> Array:
    whole = np.concatenate([_as_bytes(part) for part in parts])
    return whole.reshape(-1).view(parts[0].dtype)
