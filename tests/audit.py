"""What must hold for every hand a test simulates, checked on the state of the batch right after its last card."""

import numpy as np

from simulate.batch import Batch
from simulate.cards import CARDS, CARDS_PER_HAND, DECK_EYES, DECK_MASK, SEATS, CardSet
from simulate.contracts import FRAMES, GAMES, SPECS, Contract, SuitRole
from simulate.referee import replay

REPLAYED = 6
"""Hands of each batch that the referee plays again; it takes a millisecond or two for each."""


def audit(batch: Batch) -> None:
    """Check all hands of a batch for cards, eyes and scores, and let the referee replay some of them."""
    played = batch.playing()
    public, private = batch.public[played], batch.private[played]
    dealt = private["dealt"]
    assert (np.bitwise_or.reduce(dealt, axis=1) == DECK_MASK).all()
    assert (np.bitwise_count(dealt) == CARDS_PER_HAND).all()
    assert (public["played"] == dealt).all()
    assert (private["hand"] == 0).all()
    assert (np.sort(public["card"], axis=1) == np.arange(CARDS)).all()
    assert (public["eyes"].sum(axis=1) == DECK_EYES).all()
    assert (public["tricks"].sum(axis=1) == CARDS_PER_HAND).all()
    rows = batch.rows_of_hands()[batch.places]
    assert (rows["score"].sum(axis=1) == 0).all()
    chosen = np.flatnonzero(played)
    for i in chosen[np.linspace(0, len(chosen) - 1, min(REPLAYED, len(chosen)), dtype=int)]:
        _replay(batch, rows, int(i))


def _replay(batch: Batch, rows: np.ndarray, i: int) -> None:
    public, private, row = batch.public[i], batch.private[i], rows[i]
    game = GAMES[public["game"]]
    frame = FRAMES[public["frame"]]
    hands = [
        CardSet.of(card for card, place in frame.positions.items() if mask >> place & 1)
        for mask in private["dealt"].tolist()
    ]
    plays = [frame.cards[place] for place in public["card"]]
    rules = batch.book.rules
    result = replay(rules, hands, game, int(public["declarer"]), plays, kontra=int(public["kontra"]))
    assert result.scores == tuple(row["score"])
    assert (result.eyes, result.tricks, result.won) == (row["eyes"], row["tricks"], row["won"])
    assert sum(result.scores) == 0
    assert (SPECS[Contract(public["contract"])].suit_role is SuitRole.CALLED) == (result.partner is not None)
    assert len(result.scores) == SEATS
