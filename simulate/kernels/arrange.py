"""The order in which the hands of a batch are played: those of a kind side by side, so that a processor guesses right.

Whose side a seat is on, and in which order the cards are, decides most of what a player does and what the engine does
with it. Where that changes from hand to hand at random, a processor takes the wrong turn at every second jump, and that
takes longer than the work itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.cards import SEATS
from simulate.contracts import FRAMES
from simulate.kernels.choose import either
from simulate.kernels.codes import NO_GAME, SHOWN
from simulate.kernels.jit import helper, kernel

_FRAMES = len(FRAMES)
_TEAMS = SEATS * SEATS
_NOT_PLAYED = _TEAMS + SEATS * _FRAMES
KINDS = _NOT_PLAYED + 1
"""Kinds of hands: by declarer, and by partner or, played alone, by the order of the cards; and those not played out."""


@helper
def _kind(row: Any, secret: Any) -> Any:
    alone = _TEAMS + row.declarer * _FRAMES + row.frame
    kind = either(row.alone, alone, row.declarer * SEATS + secret.ace_holder)
    return either(np.int64(row.game == NO_GAME) | np.int64(row.goal == SHOWN), _NOT_PLAYED, kind)


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
