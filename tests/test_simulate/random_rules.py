"""Rules, deals and acts drawn at random, for property tests and for comparing implementations."""

from dataclasses import fields

import numpy as np

from simulate.cards import CARDS_PER_HAND, SEATS, Card, CardSet
from simulate.contracts import Contract
from simulate.referee import Phase, Referee
from simulate.rules import PLAYED_ALL_PASS, PLAYED_CONTRACTS, PRESETS, AllPass, LaufendeMode, Rules

_HIGHEST = 60


def random_rules(rng: np.random.Generator) -> Rules:
    """Return valid rules; each option takes a preset's value or any other one with equal chance.

    >>> random_rules(np.random.default_rng(1)) == random_rules(np.random.default_rng(1))
    True
    """
    presets = [Rules.preset(name) for name in PRESETS]
    values = {option.name: _value(rng, option, presets) for option in fields(Rules)}
    if not values["rebid"]:
        values["reentry"] = values["elder_may_match"] = False
    values["schwarz"] = max(values["schwarz"], values["schneider"])
    if values["all_pass"] is AllPass.MUSS:
        values["contracts"] = tuple(sorted({*values["contracts"], Contract.RUFSPIEL, Contract.SOLO}))
    return Rules(**values)


def _value(rng, option, presets):
    if option.name in ("name", "unit"):
        return "random"
    if option.name == "contracts":
        return _contracts(rng)
    if option.name == "all_pass":
        return PLAYED_ALL_PASS[rng.integers(len(PLAYED_ALL_PASS))]
    if option.name == "laufende_mode":
        return list(LaufendeMode)[rng.integers(2)]
    if option.type == "bool":
        return bool(rng.integers(2))
    if rng.integers(2):
        return getattr(presets[rng.integers(len(presets))], option.name)
    return int(rng.integers(option.metadata["low"], min(option.metadata["high"], _HIGHEST), endpoint=True))


def _contracts(rng):
    while True:
        keep = rng.random(len(PLAYED_CONTRACTS)) < 0.75
        if keep.any():
            return tuple(contract for contract, kept in zip(PLAYED_CONTRACTS, keep, strict=True) if kept)


def random_deal(rng: np.random.Generator) -> list[CardSet]:
    """Return four hands of the whole deck, each deal equally likely."""
    cards = [Card(number) for number in rng.permutation(len(Card))]
    return [CardSet.of(cards[seat * CARDS_PER_HAND : (seat + 1) * CARDS_PER_HAND]) for seat in range(SEATS)]


def act_at_random(rng: np.random.Generator, referee: Referee) -> None:
    """Do one legal thing, each with the same chance; but pass in half of the turns of the auction."""
    if referee.phase is Phase.AUCTION:
        bids = referee.legal_bids()
        referee.bid(None if rng.integers(2) else bids[rng.integers(len(bids))])
    elif referee.phase is Phase.DECLARE:
        games = referee.legal_games()
        referee.declare(games[rng.integers(len(games))])
    elif referee.phase is Phase.DOUBLE:
        referee.double(bool(rng.integers(2)))
    else:
        cards = tuple(referee.legal_cards())
        referee.play(cards[rng.integers(len(cards))])
