"""How often a card player chooses the card that was chosen in recorded games.

Every card is a decision if its player had more than one legal card. In each, the player whose agreement is asked for
sees what the one who sat there could know, and answers; then the recorded card is played. Two counts are kept:
``agreement`` takes cards that are equal for all purposes (`analysis.equal_cards`) for one card, ``exact`` asks for the
very same card. What a choice at random would reach is known without playing: ``chance`` and ``chance_exact`` are the
shares of equal cards, and of one card, among the legal ones.

>>> from simulate.run import run
>>> hands = run(200, "normal/club", "tournament", seed=1, tricks=True)
>>> card_agreement(hands, "club").mean("exact")
1.0
"""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis.agreed import Agreement, Layout
from analysis.equal_cards import equal_cards
from analysis.games import contracts_of
from analysis.load import Data, no_hands
from analysis.replays import Part, recordings, rules_of
from simulate.batch import Batch
from simulate.contracts import Contract
from simulate.dataset.schema import CONTRACT_WORDS
from simulate.errors import UserError
from simulate.kernels.codes import NOBODY
from simulate.kernels.rng import Purpose
from simulate.players.player import CardPlayer
from simulate.players.registry import Role, make_half
from simulate.replaying import Recording, Step, batch_of, random_numbers, steps
from simulate.rulebook import RuleBook
from simulate.table import Array

ROLES = ("declarer", "partner", "opponent")
"""Who plays the card; the partner is the holder of the called ace, whether that is known or not."""

_CONTRACTS, _ROLES = pl.Enum(CONTRACT_WORDS), pl.Enum(ROLES)

CARD_LAYOUT = Layout(
    keys={"contract": _CONTRACTS, "role": _ROLES, "trick": pl.Int8(), "leading": pl.Boolean()},
    groups={
        "contract": ("contract",),
        "role": ("role",),
        "trick": ("trick",),
        "leading": ("leading",),
        "contract_leading": ("contract", "leading"),
        "contract_role": ("contract", "role"),
    },
    means=("exact", "chance", "chance_exact"),
)
"""How decisions on cards are grouped."""


def card_agreement(
    data: Data, player: str | CardPlayer = "club", part: str | Part = Part.ALL, seed: int = 0
) -> Agreement:
    """Return how often a card player agrees with the cards played in a dataset.

    Parameters
    ----------
    data
        A dataset or run with tricks, imported or simulated.
    player
        Name of a card player, such as ``club``, or a card player.
    part
        "all", "fit" or "held-out" (see `analysis.replays.Part`).
    seed
        Of the random numbers that the player sees; the same as in `simulate.engine.Engine`.

    Raises
    ------
    UserError
        If there is no such player, it answers what is not allowed, or the data can't be replayed.
    """
    chosen = make_half(Role.CARD_PLAYER, player) if isinstance(player, str) else player
    book = rules_of(data)
    agreement = Agreement.none(chosen.spec, CARD_LAYOUT)
    for games in recordings(data, Part.of(part)):
        agreement += Agreement.of(chosen.spec, CARD_LAYOUT, card_decisions(book, games, chosen, seed))
    if not agreement.decisions:
        raise no_hands()
    return agreement


def card_decisions(book: RuleBook, games: Recording, player: CardPlayer, seed: int = 0) -> pl.DataFrame:
    """Return one row per decision of recorded games.

    Columns: ``hand_id``, ``contract``, ``role``, ``trick`` (1 .. 8), ``leading``; ``agrees`` and ``exact``, whether the
    player chose a card equal to the one played, and the very one; ``chance`` and ``chance_exact``, the probabilities
    that a choice at random does.
    """
    batch = batch_of(book, games)
    frames = [_asked(batch, games, step, player, seed) for step in steps(batch, games)]
    return pl.concat(frames).sort("hand_id", "trick", maintain_order=True)


def _asked(batch: Batch, games: Recording, step: Step, player: CardPlayer, seed: int) -> pl.DataFrame:
    rows = np.flatnonzero(np.bitwise_count(step.asked.legal) > 1)
    words = (
        random_numbers(seed, Purpose.PLAY, step.number, games)
        if player.uses_random
        else np.zeros(len(batch), np.uint64)
    )
    views = batch.views(step.asked, words).take(rows)
    answers = np.asarray(player.play(views)) if len(rows) else np.empty(0, np.uint32)
    _check(player, answers, views.legal, games.hand_ids[rows])
    cards = step.cards[rows]
    equal, legal = equal_cards(views, cards), np.bitwise_count(views.legal)
    return pl.DataFrame(
        {
            "hand_id": games.hand_ids[rows],
            "contract": _words(contracts_of(games.game[rows]) - min(Contract), _CONTRACTS),
            "role": _words(_roles(batch, rows, views.seat), _ROLES),
            "trick": np.full(len(rows), views.public["trick"] + 1, np.int8),
            "leading": views.public["position"] == 0,
            "agrees": (answers & equal) != 0,
            "exact": answers == cards,
            "chance": np.bitwise_count(equal) / legal,
            "chance_exact": 1 / legal,
        }
    )


def _check(player: CardPlayer, answers: Array, legal: Array, hand_ids: Array) -> None:
    if answers.shape != legal.shape or answers.dtype.kind not in "iu":
        raise UserError(
            f"player {player.spec!r} answered {answers.dtype} of shape {answers.shape}: return one card per view"
        )
    wrong = (np.bitwise_count(answers) != 1) | (answers & ~legal != 0)
    if wrong.any():
        raise UserError(
            f"player {player.spec!r} answered mask {answers[wrong][0]} in hand {hand_ids[wrong][0]}: "
            f"return one bit of the legal cards, mask {legal[wrong][0]}"
        )


def _roles(batch: Batch, rows: Array, seats: Array) -> Array:
    """Return the index into `ROLES` of each seat."""
    declarer, partner = batch.public["declarer"][rows], batch.private["ace_holder"][rows]
    roles: Array = np.where(seats == declarer, 0, np.where((seats == partner) & (partner != NOBODY), 1, 2))
    return roles


def _words(codes: Array, kind: pl.Enum) -> pl.Series:
    return pl.Series(codes.astype(np.uint8)).cat.to(kind)
