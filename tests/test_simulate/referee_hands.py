"""Deals, games and rules that the tests of the referee share."""

import pytest

from simulate.cards import CardSet, Suit
from simulate.contracts import GAMES, Contract, Game
from simulate.referee import (
    Phase,
    Referee,
    RuleViolation,
)
from simulate.rules import Rules

STANDARD, OFFICIAL = Rules.preset("standard"), Rules.preset("official")
TOURNAMENT = Rules.preset("tournament")
RUF_E, RUF_G, RUF_S = (Game(Contract.RUFSPIEL, suit) for suit in (Suit.EICHEL, Suit.GRAS, Suit.SCHELLEN))
SOLO_E, WENZ, SIE = Game(Contract.SOLO, Suit.EICHEL), Game(Contract.WENZ), Game(Contract.SIE)
SOLO_TOUT, WENZ_TOUT = Game(Contract.SOLO_TOUT, Suit.EICHEL), Game(Contract.WENZ_TOUT)
SOLOS = tuple(game for game in GAMES if game.contract is Contract.SOLO)

# Everybody may bid everything but a Sie.
DEAL = [
    CardSet.parse(hand)
    for hand in (
        "EO SO GU HA H7 E10 G7 S8",
        "HO HU H9 EA E7 GK S10 S7",
        "GO EU H10 H8 EK GA G9 SK",
        "SU HK E9 E8 G10 G8 SA S9",
    )
]
SIE_DEAL = [
    CardSet.parse(hand)
    for hand in (
        "EA E10 EK E9 E8 E7 HA H10",
        "EO GO HO SO EU GU HU SU",
        "GA G10 GK G9 G8 G7 HK H9",
        "SA S10 SK S9 S8 S7 H8 H7",
    )
]
BIDS = {
    "-": None, "R": Contract.RUFSPIEL, "W": Contract.WENZ, "S": Contract.SOLO,
    "WT": Contract.WENZ_TOUT, "ST": Contract.SOLO_TOUT, "SIE": Contract.SIE,
}  # fmt: skip


def after(rules, bids, deal=DEAL):
    """Return a referee after an auction such as ``"0R 1- 2W"``; each bid must come from the seat named."""
    referee = Referee(rules, deal)
    for word in bids.split():
        assert referee.phase is Phase.AUCTION
        assert referee.seat_to_act == int(word[0]), f"{word} in {bids}"
        referee.bid(BIDS[word[1:]])
    return referee


def refusal(act, *arguments):
    with pytest.raises(RuleViolation) as error:
        act(*arguments)
    text = str(error.value)
    assert len(text.splitlines()) == 1
    assert "RULES" not in text, "users do not have that document"
    return text
