"""Facts about hands as dealt, as Polars expressions over the column ``deal``; a chunk at a time, so memory stays flat.

The number of a deal names all 32 cards (`simulate.deals`), so what is not stored as a column is worked out from it
while a query runs.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl

from simulate.cards import SEATS, Suit
from simulate.contracts import CALLABLE_SUITS, Contract, Game
from simulate.deals import Hands, hands_of
from simulate.table import Array

_CALLED = pl.Struct({"declarer": pl.Int8, "holder": pl.Int8})


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


def called_counts() -> pl.Expr:
    """Return how many cards of the called suit ``declarer`` and ``holder`` of the ace were dealt: a struct of two Int8.

    Reads columns ``deal``, ``declarer``, ``partner`` and ``suit`` of Rufspiele.
    """
    suit = pl.col("suit").to_physical()
    return pl.struct("deal", "declarer", "partner", suit=suit).map_batches(
        _count_called, return_dtype=_CALLED, is_elementwise=True
    )


def _look_up(rows: pl.Series) -> pl.Series:
    deals, seat = _filled(rows)
    return _with_nulls(pl.Series(rows.name, _taken(hands_of(deals), seat)), rows)


def _count_called(rows: pl.Series) -> pl.Series:
    deals, declarer, partner, suit = _filled(rows)
    hands, masks = hands_of(deals), called_masks()[suit]
    counts = [np.bitwise_count(_taken(hands, seat) & masks) for seat in (declarer, partner)]
    columns = [
        _with_nulls(pl.Series(field.name, count, dtype=pl.Int8), rows)
        for field, count in zip(_CALLED.fields, counts, strict=True)
    ]
    return pl.DataFrame(columns).to_struct(rows.name)


def _filled(rows: pl.Series) -> list[Array]:
    # Polars hands over nulls also where a condition around the expression does not hold.
    return [rows.struct.field(name).fill_null(0).to_numpy() for name in rows.struct.fields]


def _with_nulls(values: pl.Series, rows: pl.Series) -> pl.Series:
    fields = [rows.struct.field(name) for name in rows.struct.fields]
    for field in fields:
        if field.has_nulls():
            values = values.set(field.is_null(), None)
    return values


def _taken(hands: Hands, seat: Array) -> Hands:
    """Return one seat's hand of each deal."""
    # From the flat array: half the time of indexing with pairs.
    return hands.ravel()[np.arange(0, hands.size, SEATS) + seat]


@cache
def called_masks() -> Hands:
    """Return the cards of each suit that belong to it when it is called, uint32; none of Herz, which is trump."""
    masks = np.zeros(len(Suit), np.uint32)
    for suit in CALLABLE_SUITS:
        masks[suit] = Game(Contract.RUFSPIEL, suit).called_suit.mask
    return masks
