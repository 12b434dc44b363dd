"""My own Schafkopf players.

Try them:

    schafkopf compare normal my_player.py:brave
    schafkopf compare normal "my_player.py:brave(least=6)"
    schafkopf compare normal normal/my_player.py:greedy

This file is run whenever one of its players is named, so read a stranger's before you use it.
"""

from typing import Annotated

from simulate.players.own import (
    EO,
    HERZ,
    PASS,
    RUFSPIEL,
    SOLO,
    View,
    bidder,
    card_player,
    cheapest,
    count,
    fattest,
    has,
    is_last,
    is_ours,
    lowest,
    may,
    trumps,
    trumps_in,
    winners,
)

# A bidder is a function of one View: what the player knows when it is his turn. It returns the contract to bid, or
# PASS. Numbers with defaults are its parameters: they can be given by name, and swept.
#
# Which game to declare and when to double can be written, too: @bidder(declare=..., double=...). Otherwise the contract
# bid is declared in the suit that the player `normal` would choose, and doubled as he would.
#
# Functions are compiled, so use numbers, if, for, and the functions of simulate.players.own. For NumPy or a model,
# see @batch_bidder, @batch_card_player and model_card_player.


@bidder
def brave(
    v: View,
    least: Annotated[float, "trumps for a Rufspiel"] = 5,
    solo: Annotated[float, "trumps for a Herz-Solo"] = 7,
) -> int:
    """Bids a Rufspiel on many trumps, and a Solo on very many with the Eichel-Ober."""
    if may(v, SOLO) and has(v, EO) and count(trumps_in(v, HERZ)) >= solo:
        return SOLO
    if may(v, RUFSPIEL) and count(trumps(v)) >= least:
        return RUFSPIEL
    return PASS


# A card player returns one of the cards in v.legal. A set of cards is a mask: & is "and", | is "or", ~ is "not".


@card_player
def greedy(v: View) -> int:
    """Takes what it can, and gives eyes to its own side."""
    if v.position == 0:
        return lowest(v.legal)
    if is_ours(v) and is_last(v):
        return fattest(v, v.legal)
    better = winners(v)
    if better:
        return fattest(v, better) if is_last(v) else lowest(better)
    return cheapest(v, v.legal)
