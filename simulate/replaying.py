"""Recorded games played once more in lockstep: at every card, what its player knew and which card he chose.

The auction of a recorded game need not be known. The views say that the standing bid is the contract played, held by
the declarer, and that all others have passed; the bids of the seats are left at none. Who said kontra is not known
either: ``kontra_by`` is nobody even where ``kontra`` is not 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import polars as pl

from simulate.batch import Asked, Batch, IllegalAnswerError
from simulate.cards import CARDS, CARDS_PER_HAND, SEATS
from simulate.contracts import GAME_NUMBER, GAMES, Contract, Goal
from simulate.dataset.schema import CARD_WORDS, SUIT_WORDS
from simulate.deals import hands_of
from simulate.engine import WORDS_IN_BLOCK
from simulate.errors import UserError
from simulate.kernels.codes import NO_GAME, NOBODY
from simulate.kernels.rng import Purpose, fill_words_of
from simulate.rulebook import RuleBook
from simulate.table import Array, tables


class Recording(NamedTuple):
    """Recorded games as arrays.

    Attributes
    ----------
    hand_ids
        uint64, shape (n,).
    dealt
        Cards dealt to each seat, uint32 of shape (n, 4), in the numbering of `simulate.cards`.
    game
        Index into ``GAMES``, uint8 of shape (n,); ``NO_GAME`` where all passed.
    declarer
        Seat, int8 of shape (n,); ``NOBODY`` where all passed.
    kontra
        0 .. 2, uint8 of shape (n,).
    cards
        `Card` values in the order played, uint8 of shape (n, 32); zeros where a hand was not played out.
    redeals
        Deals thrown in before, uint16 of shape (n,); random numbers depend on them.
    """

    hand_ids: Array
    dealt: Array
    game: Array
    declarer: Array
    kontra: Array
    cards: Array
    redeals: Array


class Step(NamedTuple):
    """A card about to be played in each of n hands.

    Attributes
    ----------
    number
        0 .. 31.
    asked
        Whose turn it is and what is legal; good until the next step.
    cards
        The cards that were played, masks of one bit in the frame of the game, uint32 of shape (n,).
    """

    number: int
    asked: Asked
    cards: Array


def recording(hands: pl.DataFrame, tricks: pl.DataFrame) -> Recording:
    """Return rows of the tables ``hands`` and ``tricks`` as arrays.

    Parameters
    ----------
    hands
        Any rows.
    tricks
        All tricks of those hands, in the same order.

    Raises
    ------
    UserError
        If there are other tricks than those of the hands.
    """
    games = _games(hands)
    cards = np.zeros((len(hands), CARDS), np.uint8)
    out = _played_out()[games]
    ids = hands["hand_id"].to_numpy()
    if not np.array_equal(tricks["hand_id"].to_numpy(), np.repeat(ids[out], CARDS_PER_HAND)):
        raise UserError("the tricks are not those of the hands: check the dataset with schafkopf verify")
    order = [f"card_{place + 1}" for place in range(SEATS)]
    played = tricks.select(pl.col(order).cast(pl.Enum(CARD_WORDS)).to_physical()).to_numpy()
    cards[out] = played.reshape(-1, CARDS)
    return Recording(
        hand_ids=ids,
        dealt=hands_of(hands["deal"].to_numpy()),
        game=games,
        declarer=hands["declarer"].fill_null(NOBODY).to_numpy().astype(np.int8),
        kontra=hands["kontra"].fill_null(0).to_numpy().astype(np.uint8),
        cards=cards,
        redeals=hands["redeals"].to_numpy(),
    )


def batch_of(book: RuleBook, games: Recording) -> Batch:
    """Return recorded games at the moment before the first card."""
    batch = Batch.of_hands(book, games.dealt, games.hand_ids)
    batch.set_games(games.declarer, games.game)
    batch.public["kontra"] = games.kontra
    batch.private["redeals"] = games.redeals
    return batch


def random_numbers(seed: int, purpose: Purpose, index: int, games: Recording) -> Array:
    """Return the random number that the engine gives each hand for a decision, uint64 of shape (n,)."""
    words = np.empty((len(games.hand_ids), WORDS_IN_BLOCK), np.uint64)
    block, place = divmod(index, WORDS_IN_BLOCK)
    fill_words_of(
        np.uint64(seed), np.uint64(purpose), games.hand_ids, games.redeals.astype(np.uint64), np.uint64(block), words
    )
    return words[:, place].copy()


def steps(batch: Batch, games: Recording) -> Iterator[Step]:
    """Yield every card before it is played; between two steps, `batch` plays what was recorded.

    Raises
    ------
    UserError
        If a card was played against the rules of the batch.
    """
    asked = batch.ask_card()
    frames = tables().game_frame[np.where(games.game == NO_GAME, 0, games.game)]
    for number in range(CARDS):
        cards = np.uint32(1) << _positions()[frames, games.cards[:, number]]
        yield Step(number, asked, cards)
        try:
            batch.play(asked, cards)
        except IllegalAnswerError as error:
            raise UserError(
                f"card {number + 1} of hand {games.hand_ids[error.index]} breaks rules {batch.book.rules.name!r}: "
                "check the dataset with schafkopf verify"
            ) from None


def _games(hands: pl.DataFrame) -> Array:
    """Return the number of each hand's game, uint8."""
    suits = hands["suit"].cast(pl.Enum(SUIT_WORDS)).to_physical().fill_null(_NO_SUIT).to_numpy()
    contracts = hands["contract"].cast(pl.String)
    codes = contracts.replace_strict({contract.word: int(contract) for contract in Contract}, default=0)
    numbers: Array = _game_numbers()[codes.fill_null(0).to_numpy().astype(np.intp), suits]
    if (wrong := (numbers == NO_GAME) & contracts.is_not_null().to_numpy()).any():
        row = hands.row(int(np.flatnonzero(wrong)[0]), named=True)
        raise UserError(
            f"hand {row['hand_id']} has no game {row['contract']!r} with suit {row['suit']!r}: check the data"
        )
    return numbers


_NO_SUIT = len(SUIT_WORDS)


@cache
def _game_numbers() -> Array:
    """Return the game of each contract's value and suit (`_NO_SUIT` for none), uint8."""
    numbers = np.full((max(Contract) + 1, _NO_SUIT + 1), NO_GAME, np.uint8)
    for game in GAMES:
        numbers[game.contract, _NO_SUIT if game.suit is None else game.suit] = GAME_NUMBER[game]
    return numbers


@cache
def _played_out() -> Array:
    """Return which games are played out, bool by game number."""
    played = np.zeros(NO_GAME + 1, np.bool_)
    played[: len(GAMES)] = [game.spec.goal is not Goal.SHOWN for game in GAMES]
    return played


@cache
def _positions() -> Array:
    """Return the position of each card in each frame, uint32 of shape (frames, 32)."""
    positions: Array = np.argsort(tables().to_card, axis=1).astype(np.uint32)
    return positions
