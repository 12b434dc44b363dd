"""What a player knows, and which roles a hand can have."""

import pytest

from analysis.seen import Role, see
from simulate.cards import CardSet, Suit
from simulate.contracts import Contract, Game
from simulate.errors import UserError

HAND = "EO GO HU HA H9 EA G10 G7"
GRAS = Game(Contract.RUFSPIEL, Suit.GRAS)
EICHEL = Game(Contract.RUFSPIEL, Suit.EICHEL)
WENZ = Game(Contract.WENZ)


def test_the_role_is_partner_with_the_called_ace_and_declarer_otherwise():
    assert see(HAND).role is Role.PLAYER
    assert see(HAND, GRAS).role is Role.DECLARER
    assert see(HAND, EICHEL).role is Role.PARTNER
    assert see(HAND, WENZ).role is Role.DECLARER


def test_roles_of_the_others():
    player, declarer, partner, opponent = Role
    assert see(HAND).others == (player, player, player)
    assert see(HAND, GRAS).others == (partner, opponent, opponent)
    assert see(HAND, EICHEL).others == (declarer, opponent, opponent)
    assert see(HAND, GRAS, opponent).others == (declarer, partner, opponent)
    assert see(HAND, WENZ).others == (opponent, opponent, opponent)
    assert see(HAND, WENZ, "opponent").others == (declarer, opponent, opponent)


def test_a_hand_may_be_given_as_cards_and_orders_them_by_the_game():
    seen = see(CardSet.parse(HAND), Game(Contract.SOLO, Suit.EICHEL))
    assert seen == see(HAND, Game(Contract.SOLO, Suit.EICHEL))
    assert len(seen.frame.trumps) == 14
    assert CardSet.parse("EA E7") <= seen.frame.trumps


@pytest.mark.parametrize(
    ("hand", "game", "role", "message"),
    [
        ("EO GO", None, None, "has 2 cards: give 8"),
        (HAND, None, "declarer", "role declarer does not fit game None"),
        (HAND, GRAS, "player", "does not fit game Rufspiel"),
        (HAND, GRAS, "boss", "role 'boss' is unknown: use player, declarer, partner, opponent"),
        (HAND, GRAS, "partner", "which has not GA"),
        (HAND, EICHEL, "opponent", "which has EA"),
        (HAND, EICHEL, "declarer", "which has EA"),
        (HAND, Game(Contract.RUFSPIEL, Suit.SCHELLEN), None, "SA can't be called with"),
        (HAND, Game(Contract.RUFSPIEL), None, "calls no ace: name its suit"),
        (HAND, WENZ, "partner", "Wenz has no partner"),
        (HAND, Game(Contract.SIE), None, "Sie is not played out"),
        ("EO GO HU E10 EK E9 E8 E7", EICHEL, "opponent", "EA can't have been called"),
        ("EO GO EA E10 EK E9 E8 E7", EICHEL, "partner", "EA can't have been called"),
    ],
)
def test_a_role_that_the_hand_can_not_have_is_refused(hand, game, role, message):
    with pytest.raises(UserError, match=message):
        see(hand, game, role)
