"""Contracts of games that come by their number."""

from __future__ import annotations

import numpy as np

from simulate.kernels.codes import NO_GAME
from simulate.table import Array, tables


def contracts_of(games: Array) -> Array:
    """Return the value of the contract of each game, uint8; 0 where there is none.

    Parameters
    ----------
    games
        Numbers as in `simulate.contracts.GAMES`, or `NO_GAME`.

    Examples
    --------
    >>> from simulate.contracts import GAMES, Contract
    >>> contracts_of(np.array([0, len(GAMES) - 1, NO_GAME])) == [GAMES[0].contract, Contract.SIE, 0]
    array([ True,  True,  True])
    """
    declared = games != NO_GAME
    contracts: Array = np.where(declared, tables().game_contract[np.where(declared, games, 0)], np.uint8(0))
    return contracts
