"""A ruleset as arrays and numbers, the form in which kernels read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simulate.cards import DECK_EYES, Card, Rank
from simulate.contracts import GAMES, SIE_HAND, SPECS, Contract, Game, Goal, SuitRole
from simulate.rules import (
    CARDS_TO_RUN,
    EYES_NO_SCHNEIDER,
    EYES_SCHNEIDER_WON,
    EYES_TO_WIN,
    LaufendeMode,
    Rules,
)
from simulate.table import Array


class Playable(NamedTuple):
    """Which games a hand may play. Games that any hand may play are a mask; the others have conditions.

    A hand may play conditional game i if it holds no card of ``forbidden[i]``, all cards of ``needed[i]`` and,
    unless that is empty, a card of ``one_of[i]``.
    """

    always: np.uint64  # games, bit g
    always_bid: np.uint64  # their contracts, bit c
    game: Array  # uint8 (m,)
    contract: Array  # uint8 (m,)
    forbidden: Array  # uint32 (m,)
    needed: Array  # uint32 (m,)
    one_of: Array  # uint32 (m,)
    from_contract: Array  # uint64 (contracts + 1,): games of the contract of this value or a higher one
    of_contract: Array  # uint64 (contracts + 1,): games of the contract of this value
    called: np.uint64  # games with a called ace
    last_resort: np.uint64  # games of a holder of EO who must play and can call no ace (all_pass = "muss")
    solos: np.uint64  # what he plays if he can't play those either


class PlayRules(NamedTuple):
    """Options of the play of the cards (RULES section 5)."""

    run_only_on_lead: int
    ace_free_after_run: int
    ace_discard_from_trick: int
    run_needs_four_in_hand: int
    cards_to_run: int


class Prices(NamedTuple):
    """What the games pay. Arrays are int64 over GAMES, in score units unless said otherwise."""

    base: Array
    multiplier: Array
    extras: Array  # 1 if schneider and schwarz are paid
    laufende_from: Array  # cards
    laufende: int
    laufende_excess: int  # 1 if only the cards from laufende_from on are paid
    schneider: int
    schwarz: int
    eyes_to_win: int
    eyes_no_schneider: int
    eyes_schneider_won: int
    deck_eyes: int


@dataclass(frozen=True)
class RuleBook:
    """A ruleset in the form kernels read.

    Attributes
    ----------
    rules
        What it was made from.
    """

    rules: Rules
    playable: Playable
    play: PlayRules
    prices: Prices


@cache
def rule_book(rules: Rules) -> RuleBook:
    """Return `rules` as arrays and numbers."""
    return RuleBook(rules, _playable(rules), _play_rules(rules), _prices(rules))


def _playable(rules: Rules) -> Playable:
    always, always_bid = 0, 0
    conditional: list[tuple[int, int, int, int, int]] = []
    for number, game in enumerate(GAMES):
        if game.contract not in rules.contracts:
            continue
        condition = _condition(game, rules)
        if any(condition):
            conditional.append((number, int(game.contract), *condition))
        else:
            always |= 1 << number
            always_bid |= 1 << game.contract
    columns = np.array(conditional, dtype=np.int64).reshape(-1, 5).T
    return Playable(
        always=np.uint64(always),
        always_bid=np.uint64(always_bid),
        game=columns[0].astype(np.uint8),
        contract=columns[1].astype(np.uint8),
        forbidden=columns[2].astype(np.uint32),
        needed=columns[3].astype(np.uint32),
        one_of=columns[4].astype(np.uint32),
        from_contract=np.array(
            [_games(range(value, max(Contract) + 1)) for value in range(max(Contract) + 1)], np.uint64
        ),
        of_contract=np.array([_games([value]) for value in range(max(Contract) + 1)], np.uint64),
        called=np.uint64(_games([contract for contract in Contract if SPECS[contract].suit_role is SuitRole.CALLED])),
        last_resort=np.uint64(_games([Contract.SOLO, Contract.SIE])),
        solos=np.uint64(_games([Contract.SOLO])),
    )


def _games(contracts: Iterable[int]) -> int:
    return sum(1 << number for number, game in enumerate(GAMES) if game.contract in contracts)


def _condition(game: Game, rules: Rules) -> tuple[int, int, int]:
    """Return the masks of cards a hand must not hold, must hold all of, must hold one of (RULES sections 3-4)."""
    if game.called_ace is not None:
        return game.called_ace.bit, 0, game.called_suit.mask
    if game.spec.goal is Goal.SHOWN:
        return 0, SIE_HAND.mask, 0
    if rules.solo_needs_suit_card and game.spec.suit_role is SuitRole.TRUMP:
        suit_cards = [card for card in Card if card.suit is game.suit and card.rank not in (Rank.OBER, Rank.UNTER)]
        return 0, 0, sum(card.bit for card in suit_cards)
    return 0, 0, 0


def _play_rules(rules: Rules) -> PlayRules:
    return PlayRules(
        run_only_on_lead=int(rules.run_only_on_lead),
        ace_free_after_run=int(rules.ace_free_after_run),
        ace_discard_from_trick=rules.ace_discard_from_trick,
        run_needs_four_in_hand=int(rules.run_needs_four_in_hand),
        cards_to_run=CARDS_TO_RUN,
    )


def _prices(rules: Rules) -> Prices:
    def per_game(values: list[Any]) -> Array:
        return np.array(values, dtype=np.int64)

    contracts = [game.contract for game in GAMES]
    return Prices(
        base=per_game([rules.base(contract) for contract in contracts]),
        multiplier=per_game([rules.multiplier(contract) for contract in contracts]),
        extras=per_game([rules.pays_schneider_schwarz(contract) for contract in contracts]),
        laufende_from=per_game([rules.laufende_threshold(contract) for contract in contracts]),
        laufende=rules.laufende,
        laufende_excess=int(rules.laufende_mode is LaufendeMode.EXCESS),
        schneider=rules.schneider,
        schwarz=rules.schwarz,
        eyes_to_win=EYES_TO_WIN,
        eyes_no_schneider=EYES_NO_SCHNEIDER,
        eyes_schneider_won=EYES_SCHNEIDER_WON,
        deck_eyes=DECK_EYES,
    )
