"""The players of brave.py again, for arrays of views: with NumPy and with a loop of numba."""

import numba
import numpy as np

from simulate.players.own import RUFSPIEL, batch_bidder, batch_card_player

TRUMPS_OF_A_RUFSPIEL = np.uint32(0b1111_1111_111111 << 18)


@batch_bidder
def brave(views, least=5):
    """Bids a Rufspiel on five trumps or more."""
    enough = np.bitwise_count(views.hand & TRUMPS_OF_A_RUFSPIEL) >= least
    allowed = views.legal >> np.uint64(RUFSPIEL) & np.uint64(1)
    return np.where(enough, RUFSPIEL * allowed, 0)


@numba.njit
def lowest_of(legal, cards):
    for i in range(legal.size):
        cards[i] = legal[i] & (~legal[i] + np.uint32(1))


@batch_card_player
def lowest(views):
    """Plays its lowest legal card."""
    cards = np.empty_like(views.legal)
    lowest_of(views.legal, cards)
    return cards
