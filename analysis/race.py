"""Several players on the same deals against the same field: what sweeping and tuning have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from analysis.chunks import in_chunks
from analysis.compare import deals_for
from analysis.moments import Moments
from analysis.seatings import CHUNK, MASKS, Numbers, Pairs
from simulate.errors import UserError
from simulate.players.from_file import AnyPlayer, player
from simulate.players.player import Player
from simulate.rules import Rules
from simulate.whole import whole

Field: TypeAlias = AnyPlayer | list[AnyPlayer] | tuple[AnyPlayer, ...]
"""An opponent, or several."""

_ROOM = 2**21
"""Deals times tables in lockstep at most, for the memory."""


class Race:
    """Several players who play the same deals against the same field.

    Attributes
    ----------
    design
        Which seatings of a deal are played.
    runners
        How many they are.
    per_deal
        Hands of a deal in all.
    """

    def __init__(self, rules: Rules, runners: Sequence[Player], field: Sequence[Player], seed: int) -> None:
        self.runners = len(runners)
        self._shape = (self.runners, len(field))
        self._pairs = Pairs(rules, [(other, runner) for runner, other in product(runners, field)], seed)
        self.design = self._pairs.design
        self.per_deal = self.design.per_deal * len(self._pairs.pairs)

    def deals_for(self, hands: int) -> int:
        """Return the number of deals that make so many hands, as `analysis.compare.deals_for` does."""
        return deals_for(-(-whole(hands, "hands =") // len(self._pairs.pairs)), self.design)

    def run(self, first: int, deals: int, workers: int | None) -> Iterator[Moments]:
        """Yield the moments of what each runner earns more than the field, piece by piece."""
        size = max(64, min(CHUNK, _ROOM // (len(MASKS) * len(self._pairs.pairs))))
        return in_chunks(self._moments, first, deals, workers, size)

    def _moments(self, hand_ids: Numbers) -> Moments:
        return Moments.of(self._pairs.differences(hand_ids).reshape(len(hand_ids), *self._shape).sum(axis=2))


def opponents(against: Field) -> tuple[Player, ...]:
    """Return the players of a field of one or more; `UserError` if there is none."""
    field = tuple(player(other) for other in (against if isinstance(against, list | tuple) else (against,)))
    if not field:
        raise UserError("there is no opponent: name at least one")
    return field
