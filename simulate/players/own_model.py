"""Players around a model: it scores every possible answer of many views at once, and the best legal one is given.

A model is a function from an array of features to an array of scores, or an object of a library such as scikit-learn:
``predict_proba`` or ``decision_function`` is asked if there is one, else ``predict``. Columns of scores are
answers: positions of cards for a card player, contracts for a bidder (0: pass). A classifier that
has ``classes_`` may know some answers only; the others are given when none of those is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.cards import CARDS, SEATS
from simulate.contracts import Contract
from simulate.errors import UserError
from simulate.players.own_players import BidderDefinition, CardPlayerDefinition, batch_bidder
from simulate.players.own_rules import OwnRule
from simulate.table import Array, Views

CONTRACTS = max(Contract) + 1
"""Answers of a bidder: a pass and the contracts."""

Features = Callable[[Views], Array]
"""From views to one row of numbers for each."""

_SCORES = ("predict_proba", "decision_function", "predict")


def model_card_player(model: Any, features: Features | None = None) -> CardPlayerDefinition:
    """Return a card player that plays the legal card to which a model gives the highest score.

    Parameters
    ----------
    model
        Takes features, float32 of shape (n, k), returns scores of shape (n, 32) for the positions of the cards in the
        order of the game, lowest first; or a fitted classifier of positions.
    features
        What the model sees of n views; `card_features` unless given.

    Examples
    --------
    >>> import numpy as np
    >>> highest = model_card_player(lambda x: np.tile(np.arange(32), (len(x), 1)))
    >>> from simulate.players.own import player
    >>> from simulate.run import run
    >>> len(run(hands=100, players=player(highest), seed=1).hands.collect())
    100
    """
    seen = features or card_features

    def model_plays(views: Views) -> Array:
        legal = _bits(views.legal, CARDS)
        best = np.where(legal, _scores(model, seen(views), CARDS), -np.inf).argmax(axis=1)
        cards: Array = np.left_shift(np.uint32(1), best.astype(np.uint32))
        return cards

    return CardPlayerDefinition("model", OwnRule.of(model_plays, batch=True), None)


def model_bidder(model: Any, features: Features | None = None, **options: Any) -> BidderDefinition:
    """Return a bidder that bids the legal contract, or passes, to which a model gives the highest score.

    Parameters
    ----------
    model
        Takes features, float32 of shape (n, k), returns scores of shape (n, 13) for a pass and the contracts; or a
        fitted classifier of contracts.
    features
        What the model sees of n views; `hand_features` unless given.
    options
        ``declare``, ``double`` and ``like`` as in `batch_bidder`.
    """
    seen = features or hand_features

    def model_bids(views: Views) -> Array:
        legal = _bits(views.legal, CONTRACTS)
        bids: Array = np.where(legal, _scores(model, seen(views), CONTRACTS), -np.inf).argmax(axis=1)
        return bids

    definition: BidderDefinition = batch_bidder(model_bids, **options)
    return definition


def hand_features(views: Views) -> Array:
    """Return what a bidder may look at, float32 of shape (n, 62): own cards, seat, bids allowed, the standing bid.

    Columns: 32 cards in the numbering of `simulate.cards`, 4 seats, 13 bids that are legal, 13 standing bids; all 0 or
    1.
    """
    standing = views.public["standing"]
    parts = [
        _bits(views.hand, CARDS),
        _one_of(views.seat, SEATS),
        _bits(views.legal, CONTRACTS),
        _one_of(standing, CONTRACTS),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def card_features(views: Views) -> Array:
    """Return what a card player may look at, float32 of shape (n, 239), all 0 or 1.

    Columns: six sets of 32 cards in the order of the game (own, legal, on the table, out, led suit, best), the seats of
    declarer, known partner and holder of the trick counted from one's own (4 each; all 0 where unknown),
    the position in the trick (4), the trick (8), what each seat has shown not to hold of the trumps (4), the
    contract (13), whether the declarer is alone, whether the called suit has been led, and the cards of the called suit
    (4: none, 1-2, 3, more in the own hand).
    """
    p = views.public
    out = ~(views.hand | np.bitwise_or.reduce(p["played"], axis=1))
    sets = [views.hand, views.legal, p["cards"], out, p["led_suit"], p["best"]]
    on_table = p["position"] > 0
    called = np.bitwise_count(views.hand & p["called_suit"])
    parts = [
        *[_bits(mask, CARDS) for mask in sets],
        _from_here(views, p["declarer"], True),
        _from_here(views, p["partner"], p["partner"] >= 0),
        _from_here(views, p["best_seat"], on_table),
        _one_of(p["position"], SEATS),
        _one_of(p["trick"], CARDS // SEATS),
        (p["lacks"] & p["trumps"][:, None]) != 0,
        _one_of(p["contract"], CONTRACTS),
        p["alone"][:, None] != 0,
        p["called_led"][:, None] != 0,
        _one_of(np.searchsorted([1, 3, 4], called, side="right"), 4),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def _bits(masks: Array, width: int) -> Array:
    bits: Array = (masks[:, None] >> np.arange(width, dtype=masks.dtype)) & masks.dtype.type(1) != 0
    return bits


def _one_of(values: Array, width: int) -> Array:
    same: Array = values[:, None] == np.arange(width)
    return same


def _from_here(views: Views, seats: Array, known: Any) -> Array:
    ahead = (seats.astype(np.int64) - views.seat) % SEATS
    return _one_of(np.where(known, ahead, -1), SEATS)


def _scores(model: Any, features: Array, width: int) -> Array:
    ask = next((getattr(model, name) for name in _SCORES if hasattr(model, name)), model)
    scores = np.asarray(ask(features))
    classes = getattr(model, "classes_", None)
    if classes is not None and scores.ndim == 2 and scores.shape[1] == len(classes):
        spread = np.full((len(scores), width), np.finfo(np.float64).min)
        spread[:, np.asarray(classes, dtype=np.int64)] = scores
        return spread
    if scores.shape != (len(features), width):
        raise UserError(
            f"the model {type(model).__name__} returns scores of shape {scores.shape}: "
            f"return {width} scores for each of the {len(features)} views"
        )
    return scores
