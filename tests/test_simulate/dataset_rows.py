"""Finished hands and tricks out of thin air, for tests of what happens to them afterwards."""

import numpy as np

from simulate.cards import CARDS, CARDS_PER_HAND
from simulate.contracts import GAMES
from simulate.kernels.codes import NO_GAME, NOBODY
from simulate.table import HAND_ROW, TRICK_ROW


def hand_rows(n, seed=0):
    """Return n hands: every game and passed-out hands in turn, the other fields at random within their ranges."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(n, HAND_ROW)
    rows["hand_id"] = np.arange(n)
    rows["deal"] = rng.integers(0, 2**56, n)
    rows["value"] = rng.integers(-(2**31), 2**31, n)
    rows["score"] = rng.integers(-(2**31), 2**31, (n, 4))
    rows["redeals"] = rng.integers(0, 2**16, n)
    rows["bid"] = rng.integers(0, 13, (n, 4))
    rows["laufende"] = rng.integers(-14, 15, n)
    for name, most in {
        "kontra": 2,
        "declarer_trumps": 8,
        "eyes": 120,
        "tricks": 8,
        "declarer": 3,
        "forehand": 3,
    }.items():
        rows[name] = rng.integers(0, most + 1, n)
    for name in ("won", "schneider", "schwarz", "ran_away", "assigned"):
        rows[name] = rng.integers(0, 2, n)
    rows["game"] = [[*range(len(GAMES)), NO_GAME][i % (len(GAMES) + 1)] for i in range(n)]
    called = np.array([game.called_ace is not None for game in GAMES] + [False] * (256 - len(GAMES)))[rows["game"]]
    rows["partner"] = np.where(called, (rows["declarer"] + 1) % 4, NOBODY)
    rows["ace_trick"] = np.where(called, rng.integers(1, 9, n), 0)
    rows["ace_fate"] = np.where(called, rng.integers(1, 7, n), 0)
    rows["ran_away"] &= called
    rows["declarer"][rows["game"] == NO_GAME] = NOBODY
    rows["score"][rows["game"] == NO_GAME] = 0
    return rows


def trick_rows(hands, seed=0):
    """Return the tricks of so many hands, with cards at random."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(hands * CARDS_PER_HAND, TRICK_ROW)
    rows["hand_id"] = np.repeat(np.arange(hands), CARDS_PER_HAND)
    rows["trick"] = np.tile(np.arange(1, CARDS_PER_HAND + 1), hands)
    rows["card"] = rng.integers(0, CARDS, (len(rows), 4))
    for name, most in {"leader": 3, "winner": 3, "eyes": 44}.items():
        rows[name] = rng.integers(0, most + 1, len(rows))
    return rows
