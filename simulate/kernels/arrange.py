"""The order in which the hands of a batch are played: those of a kind side by side, so that a processor guesses right.

Whose side a seat is on decides most of what a player does and what the engine does with it. Where it changes from hand
to hand at random, a processor takes the wrong turn at every second jump, and that takes longer than the work itself.
"""

from __future__ import annotations

from typing import Any

from simulate.kernels.codes import NO_GAME, SHOWN
from simulate.kernels.jit import helper, kernel

KINDS = 33
"""Kinds of hands: with a partner or alone, by declarer, by partner; and those not played out."""

_NOT_PLAYED = KINDS - 1


@helper
def _kind(row: Any, secret: Any) -> Any:
    if row.game == NO_GAME or row.goal == SHOWN:
        return _NOT_PLAYED
    return row.alone << 4 | row.declarer << 2 | (secret.ace_holder & 3)


@kernel
def by_kind(public: Any, private: Any, begins: Any, order: Any) -> Any:
    """Fill in the order by kind, hands not played out last; return how many are played out.

    Parameters
    ----------
    public, private
        Records, shape (n,).
    begins
        int64, shape (KINDS,), to be used.
    order
        int64, shape (n,), to be filled with indices; hands of one kind stay in order.
    """
    begins[:] = 0
    for i in range(public.shape[0]):
        begins[_kind(public[i], private[i])] += 1
    begin = 0
    for kind in range(KINDS):
        count = begins[kind]
        begins[kind] = begin
        begin += count
    played = begins[_NOT_PLAYED]
    for i in range(public.shape[0]):
        kind = _kind(public[i], private[i])
        order[begins[kind]] = i
        begins[kind] += 1
    return played
