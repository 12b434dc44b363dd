"""What a run has counted: sums that merge in any order, so that a summary needs no second look at the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from simulate.contracts import GAMES, Contract
from simulate.kernels import tally
from simulate.kernels.codes import NO_GAME
from simulate.table import Array


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over the hands of one contract.

    Attributes
    ----------
    hands, won
        Hands played; of those, won by the declaring side.
    eyes, eyes_squared
        Sum of the declaring side's eyes, and of their squares.
    score, score_squared
        Sum of the declarer's scores in score units, and of their squares.
    """

    hands: int = 0
    won: int = 0
    eyes: int = 0
    eyes_squared: int = 0
    score: int = 0
    score_squared: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in _TALLIED))


_TALLIED = tuple(f.name for f in fields(Tally))
_NOTHING = Tally()
_KINDS = len(Contract) + 1  # index 0: passed out


@dataclass(frozen=True, slots=True)
class Receipt:
    """Sums over finished hands; ``Receipt()`` counts none, and receipts add up.

    Attributes
    ----------
    tallies
        One for each `Contract`, in bidding order.
    passed_out
        Hands in which nobody bid.

    Examples
    --------
    >>> (Receipt(passed_out=2) + Receipt(passed_out=3)).hands
    5
    """

    tallies: tuple[Tally, ...] = (_NOTHING,) * len(Contract)
    passed_out: int = 0

    def __add__(self, other: Receipt) -> Receipt:
        tallies = tuple(mine + theirs for mine, theirs in zip(self.tallies, other.tallies, strict=True))
        return Receipt(tallies, self.passed_out + other.passed_out)

    @property
    def hands(self) -> int:
        """All hands, those passed out included."""
        return self.passed_out + sum(tally.hands for tally in self.tallies)

    def tally(self, contract: Contract) -> Tally:
        """Return the sums over the hands of a contract."""
        return self.tallies[contract - min(Contract)]

    @classmethod
    def of_rows(cls, rows: Array) -> Receipt:
        """Return the sums over finished hands, dtype `simulate.table.HAND_ROW`, shape (n,)."""
        sums = np.zeros((_KINDS, tally.SUMS), np.int64)
        largest = tally.add_up(rows, _contract_of_game(), sums)
        whole = sums.tolist()
        if len(rows) * largest**2 > np.iinfo(np.int64).max:
            _square_anew(rows, whole)
        return cls(tuple(Tally(*counted) for counted in whole[1:]), whole[0][tally.HANDS])

    def to_mapping(self) -> dict[str, Any]:
        """Return the receipt as JSON values; contracts never played are left out."""
        played = {contract.word: asdict(self.tally(contract)) for contract in Contract if self.tally(contract).hands}
        return {"hands": self.hands, "passed_out": self.passed_out, "contracts": played}

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Receipt:
        """Return the receipt that `to_mapping` has written."""
        played = values["contracts"]
        counts = [values["passed_out"], *(count for tally in played.values() for count in tally.values())]
        if not all(isinstance(count, int) for count in counts):
            raise TypeError("a summary counts in whole numbers")
        tallies = tuple(
            Tally(**played[contract.word]) if contract.word in played else _NOTHING for contract in Contract
        )
        return cls(tallies, values["passed_out"])


@cache
def _contract_of_game() -> Array:
    contracts = np.zeros(NO_GAME + 1, np.int64)
    contracts[: len(GAMES)] = [game.contract for game in GAMES]
    return contracts


def _square_anew(rows: Array, sums: list[list[int]]) -> None:
    """Put in the squares of scores that are too large for the machine's numbers."""
    contract = np.take(_contract_of_game(), rows["game"])
    score = rows["score"][np.arange(len(rows)), rows["declarer"]]
    for kind, counted in enumerate(sums):
        counted[tally.SCORE_SQUARED] = sum(int(value) ** 2 for value in score[contract == kind])
