"""Duplicate: the same deals at many tables at once, each decision made only once where tables agree.

Tables that differ in who sits where play many hands alike: until somebody decides otherwise, their hands are one. So all
tables of a deal start as one hand, and a hand is split only where players who sit in the same seat of
different tables give different answers. What comes out is what every table would have played on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from simulate.batch import FEW, Asked, Batch, IllegalAnswerError
from simulate.cards import CARDS, SEATS
from simulate.engine import MOST_REDEALS, WORDS_IN_BLOCK, Engine, answers_of
from simulate.errors import UserError
from simulate.kernels.rng import Purpose, fill_words_of
from simulate.players.player import Player
from simulate.rulebook import RuleBook, rule_book
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
        Which of them each table has played of each deal, int64 of shape (n, T).
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

    def play(self, hand_ids: Array) -> Ways:
        """Return how the deals of some hand ids (uint64, shape (n,)) are played at all tables.

        Raises
        ------
        UserError
            If a player gives an answer that is not allowed.
        """
        hand_ids = np.ascontiguousarray(hand_ids, dtype=np.uint64)
        try:
            group = self._with_game(hand_ids)
            self._double(group)
            self._play_cards(group)
        except IllegalAnswerError:
            raise self._told(hand_ids) from None
        of = np.empty((len(hand_ids), len(self.tables)), np.int64)
        row, table = np.nonzero(group.follows)
        of[group.deal[row], table] = row
        return Ways(group.batch.rows_of_hands(), of)

    def _with_game(self, hand_ids: Array) -> _Group:
        group = _Group.dealt(self._book, self.seed, hand_ids, len(self.tables))
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
            answers = answers_of(members.distinct[0], decision, views, dtype)
        else:
            chosen = members.ask(decision, views, group.follows[asked.rows], dtype)
            asked, answers = group.split(asked, chosen)
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
        self.number = np.array([[self.distinct.index(member) for member in table] for table in tables]).T
        self.uses_random = any(member.uses_random for member in self.distinct)

    def ask(self, decision: str, views: Views, follows: Array, dtype: Any) -> Array:
        """Return what is answered at each table, `dtype` of shape (m, T); anything where a table does not follow."""
        whose = self.number[views.seat]
        answers = np.zeros((len(views.seat), len(self.distinct)), dtype)
        followed = follows & (views.legal != 0)[:, None]
        for number, member in enumerate(self.distinct):
            needed = (followed & (whose == number)).any(axis=1)
            if needed.any():
                self._ask_one(member, decision, views, needed, answers[:, number])
        return np.take_along_axis(answers, whose, axis=1)

    def _ask_one(self, member: Any, decision: str, views: Views, needed: Array, out: Array) -> None:
        # As in a batch: leaving hands in costs less than copying most of them.
        if FEW * np.count_nonzero(needed) > len(needed):
            masked = views._replace(legal=np.where(needed, views.legal, views.legal.dtype.type(0)))
            out[:] = answers_of(member, decision, masked, out.dtype)
        else:
            rows = np.flatnonzero(needed)
            out[rows] = answers_of(member, decision, views.take(rows), out.dtype)


class _Group:
    """Hands in lockstep, each followed by some tables.

    Attributes
    ----------
    batch
        Their state.
    deal
        Which deal each belongs to, int64 of shape (r,).
    follows
        Which tables have come to play it so, bool of shape (r, T).
    """

    def __init__(self, batch: Batch, deal: Array, follows: Array) -> None:
        self.batch = batch
        self.deal = deal
        self.follows = follows
        self._words: tuple[tuple[Purpose, int], Array] | None = None

    @classmethod
    def dealt(cls, book: RuleBook, seed: int, hand_ids: Array, tables: int) -> _Group:
        """Return the freshly dealt hands: one for each deal, which all tables follow."""
        batch = Batch.deal(book, seed, hand_ids)
        return cls(batch, np.arange(len(hand_ids)), np.ones((len(hand_ids), tables), np.bool_))

    @classmethod
    def joined(cls, groups: list[_Group]) -> _Group:
        """Return the hands of all groups together."""
        first = groups[0].batch
        batch = Batch(
            first.book,
            _joined([group.batch.public for group in groups]),
            _joined([group.batch.private for group in groups]),
        )
        deals = np.concatenate([group.deal for group in groups])
        return cls(batch, deals, np.concatenate([group.follows for group in groups]))

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
            self._words = (block, words)
        drawn: Array = self._words[1][asked.rows, index % WORDS_IN_BLOCK]
        return drawn

    def split(self, asked: Asked, chosen: Array) -> tuple[Asked, Array]:
        """Split the hands in which tables answer differently; return who is asked then, and one answer for each.

        Parameters
        ----------
        asked
            Who has to decide.
        chosen
            The answer at each table, shape (m, T).
        """
        follows = self.follows[asked.rows]
        answers = np.take_along_axis(chosen, follows.argmax(axis=1)[:, None], axis=1)[:, 0]
        away = follows & (chosen != answers[:, None]) & (asked.legal != 0)[:, None]
        which, tables = _parted(away, chosen)
        if not len(which):
            return asked, answers
        self.follows[asked.rows] = follows & ~away
        new = len(self.batch) + np.arange(len(which))
        self._add(asked.rows[which], tables)
        grown = Asked(
            np.concatenate([asked.rows, new]),
            *(np.concatenate([column, column[which]]) for column in (asked.seats, asked.hands, asked.legal)),
        )
        first = tables.argmax(axis=1)
        return grown, np.concatenate([answers, chosen[which, first]])

    def _add(self, rows: Array, follows: Array) -> None:
        """Add copies of some hands, which other tables follow."""
        source = np.concatenate([np.arange(len(self.batch)), rows])
        self.batch = self.batch.select(source)
        self.deal = self.deal[source]
        self.follows = np.concatenate([self.follows, follows])
        if self._words is not None:
            self._words = (self._words[0], self._words[1][source])


def _joined(parts: list[Array]) -> Array:
    # As bytes: NumPy joins records field by field.
    whole = np.concatenate([np.ascontiguousarray(part).view(np.uint8) for part in parts])
    return whole.view(parts[0].dtype)


def _parted(away: Array, chosen: Array) -> tuple[Array, Array]:
    """Return the hands to add: which of those asked each is a copy of, and the tables that follow it."""
    rows = np.flatnonzero(away.any(axis=1))
    which, tables = [rows[:0]], [away[:0]]
    rest = away[rows]
    while len(rows):
        here = chosen[rows]
        answer = np.take_along_axis(here, rest.argmax(axis=1)[:, None], axis=1)
        same = rest & (here == answer)
        which.append(rows)
        tables.append(same)
        rest = rest & ~same
        going = rest.any(axis=1)
        rows, rest = rows[going], rest[going]
    return np.concatenate(which), np.concatenate(tables)
