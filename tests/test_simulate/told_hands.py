"""Hands with given cards, told; for tests of the telling."""

from simulate.cards import SEATS
from simulate.contracts import Contract
from simulate.deals import deal_number
from simulate.referee import Phase, Referee
from simulate.rules import Rules
from simulate.tell import ToldHand
from tests.test_simulate.referee_hands import DEAL


def told_hand(game=None, auction=(), doubles="", deal=DEAL, rules="standard", card=max, **changes):
    """Return a hand in which these bids are made, a game is declared, and the cards that `card` chooses are played.

    Parameters
    ----------
    auction
        (seat, contract) in order; whoever is not named passes.
    doubles
        Seats that say kontra and rekontra, such as ``"20"``.
    """
    referee = Referee(Rules.preset(rules), deal)
    wanted = list(auction)
    while referee.phase is Phase.AUCTION:
        seat = referee.seat_to_act
        referee.bid(wanted.pop(0)[1] if wanted and wanted[0][0] == seat else None)
    assert not wanted
    if game is not None:
        referee.declare(game)
    doubled_by = []
    while referee.phase is Phase.DOUBLE:
        seat = referee.seat_to_act
        referee.double(doubles[len(doubled_by) : len(doubled_by) + 1] == str(seat))
        if referee.kontra > len(doubled_by):
            doubled_by.append(seat)
    while referee.phase is Phase.PLAY:
        referee.play(card(referee.legal_cards()))
    settings = {
        "hand_id": 17,
        "deal": deal_number(deal),
        "seed": 7,
        "rules": referee.rules,
        "forehand": 1,
        "players": ("bold/club", "normal/club", "cautious/club", "normal/club"),
        "hands": tuple(deal),
        "redeals": 0,
        "assigned": False,
        "highest_bids": tuple(_highest(referee, seat) for seat in range(SEATS)),
        "bids": referee.bids,
        "doubled_by": tuple(doubled_by),
        "tricks": referee.tricks,
        "result": referee.result(),
    }
    return ToldHand(**settings | changes)


def _highest(referee, seat) -> Contract | None:
    return max((bid for bidder, bid in referee.bids if bidder == seat and bid is not None), default=None)
