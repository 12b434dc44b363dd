"""One hand played again, as a dataset's manifest says, while its bidders are listened to.

A dataset is a pure function of its manifest, so playing a hand again gives back what its rows leave out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from simulate.cards import Card
from simulate.dataset.provenance import Provenance
from simulate.errors import UserError
from simulate.experiment import Experiment
from simulate.players.player import Bidder, Player
from simulate.referee import Trick
from simulate.table import Array, Views


class Said(NamedTuple):
    """An answer of a bidder who had a choice.

    Attributes
    ----------
    seat
        Who was asked.
    hand
        Mask of the cards he held.
    answer
        What he answered, as in `simulate.players.player.Bidder`.
    """

    seat: int
    hand: int
    answer: int


class PlayedAgain(NamedTuple):
    """A hand that was played again.

    Attributes
    ----------
    row
        dtype `simulate.table.HAND_ROW`, shape (1,).
    tricks
        All its tricks; none if it was not played out.
    bids
        What was bid by all who had a choice, in order; the auctions of deals that were thrown in come first.
    doubled_by
        Seats that said kontra and rekontra.
    """

    row: Array
    tricks: tuple[Trick, ...]
    bids: tuple[Said, ...]
    doubled_by: tuple[int, ...]


def experiment_of(provenance: Provenance) -> Experiment | None:
    """Return the experiment that made a dataset; None if it was not simulated, or by other versions of players."""
    try:
        experiment = Experiment.of(provenance)
    except UserError:
        return None
    return None if experiment.provenance.differences(provenance.unmerged) else experiment


def play_again(experiment: Experiment, hand_id: int) -> PlayedAgain:
    """Return a hand of an experiment, played again.

    >>> from simulate.players.registry import parse_players
    >>> from simulate.rules import Rules
    >>> experiment = Experiment(Rules.preset("standard"), parse_players("normal"), seed=7, hands=10)
    >>> [said.seat for said in play_again(experiment, 3).bids]
    [0, 1, 2, 3]
    """
    bids: list[Said] = []
    doubles: list[Said] = []
    players = tuple(Player(_Heard(player.bidder, bids, doubles), player.card_player) for player in experiment.players)
    engine = replace(experiment, players=players).engine(batch_size=1)
    hands, tricks = engine.simulate(np.array([hand_id], np.uint64), tricks=True)
    return PlayedAgain(hands, _tricks(tricks), tuple(bids), tuple(said.seat for said in doubles if said.answer))


def _tricks(rows: Array | None) -> tuple[Trick, ...]:
    played = () if rows is None else rows
    return tuple(Trick(int(row["leader"]), tuple(map(Card, row["card"].tolist()))) for row in played)


class _Heard:
    """A bidder that does as another does, and is listened to."""

    def __init__(self, bidder: Bidder, bids: list[Said], doubles: list[Said]) -> None:
        self._bidder = bidder
        self._bids = bids
        self._doubles = doubles
        self.spec = bidder.spec
        self.version = bidder.version
        self.uses_random = bidder.uses_random

    def bid(self, views: Views) -> Array:
        answers = self._bidder.bid(views)
        self._bids += _said(views, answers)
        return answers

    def declare(self, views: Views) -> Array:
        return self._bidder.declare(views)

    def double(self, views: Views) -> Array:
        answers = self._bidder.double(views)
        self._doubles += _said(views, answers)
        return answers


def _said(views: Views, answers: Array) -> Sequence[Said]:
    # Where nothing is legal nobody was asked.
    asked = np.flatnonzero(views.legal)
    return [Said(int(views.seat[i]), int(views.hand[i]), int(answers[i])) for i in asked]
