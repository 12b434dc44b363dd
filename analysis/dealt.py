"""Facts about hands as dealt, as Polars expressions over the column ``deal``; a chunk at a time, so memory stays flat.

The number of a deal names all 32 cards (`simulate.deals`), so what is not stored as a column is worked out from it
while a query runs.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
import polars as pl

from simulate.cards import SEATS
from simulate.contracts import CALLABLE_SUITS, Contract, Game
from simulate.deals import hands_of


def cards_of(seat: pl.Expr) -> pl.Expr:
    """Return the cards dealt to a seat of column ``deal``, as UInt32 masks; null where the seat is null.

    Parameters
    ----------
    seat
        Seat 0 (forehand) to 3.

    Examples
    --------
    >>> frame = pl.DataFrame({"deal": [0, 0], "seat": [1, None]}, schema={"deal": pl.UInt64, "seat": pl.Int8})
    >>> frame.select(cards_of(pl.col("seat"))).to_series().to_list()
    [65280, None]
    """
    return pl.struct(deal=pl.col("deal"), seat=seat).map_batches(_look_up, return_dtype=pl.UInt32, is_elementwise=True)


def held(cards: pl.Expr, mask: int) -> pl.Expr:
    """Return how many cards of a mask are among those of a column of masks, Int8."""
    return (cards & pl.lit(mask, pl.UInt32)).bitwise_count_ones().cast(pl.Int8)


def called_cards(cards: pl.Expr) -> pl.Expr:
    """Return how many cards of the called suit are among those of a column of masks, Int8; null in other contracts.

    Reads column ``suit``, which must be that of a Rufspiel.
    """
    masks = {suit.name.lower(): Game(Contract.RUFSPIEL, suit).called_suit.mask for suit in CALLABLE_SUITS}
    return pl.coalesce(pl.when(pl.col("suit") == word).then(held(cards, mask)) for word, mask in masks.items())


def most(counts: list[pl.Expr]) -> pl.Expr:
    """Return the largest of several counts in each row."""
    return reduce(lambda first, second: pl.when(first >= second).then(first).otherwise(second), counts)


def _look_up(rows: pl.Series) -> pl.Series:
    seat = rows.struct.field("seat")
    known = seat.is_not_null()
    hands = hands_of(rows.struct.field("deal").to_numpy())
    chosen = seat.fill_null(0).to_numpy()
    # One take from the flat array: half the time of indexing with pairs.
    cards = hands.ravel()[np.arange(0, hands.size, SEATS) + chosen]
    masks = pl.Series(rows.name, cards)
    return masks if known.all() else masks.set(~known, None)
