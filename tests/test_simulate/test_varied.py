import pytest

from simulate.errors import UserError
from simulate.players.own import PASS, RUFSPIEL, bidder, card_player, count, lowest, may, player, trumps
from simulate.players.player import Player
from simulate.players.registry import parse_player
from simulate.players.varied import own_values, parameters, varied


@bidder
def brave(v, least=5):
    return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS


@card_player
def low(v, nothing=1):
    return lowest(v.legal)


@pytest.mark.parametrize(
    ("spec", "values", "expected"),
    [
        ("normal", {"solo": 11}, "normal(solo=11)/club"),
        ("normal(wenz=6,solo=9)/random", {"solo": 11}, "normal(wenz=6,solo=11)/random"),
        ("random", {"double": 0.5}, "random(double=0.5)/random"),
        ("bold", {}, "bold/club"),
    ],
)
def test_the_other_parameters_stay(spec, values, expected):
    assert varied(parse_player(spec), values) == parse_player(expected)


def test_own_players_are_varied_in_both_halves():
    own = player(brave, low)
    made = varied(own, {"least": 6, "nothing": 2})
    assert made.spec.endswith("test_varied.py:brave(least=6)/tests/test_simulate/test_varied.py:low(nothing=2)")
    assert own_values(made, ["nothing", "least"]) == (2.0, 6.0)
    assert varied(made, {"least": 7}).card_player == made.card_player
    assert own_values(varied(made, {"least": 7}), ["least", "nothing"]) == (7.0, 2.0)


def test_values_are_the_players_own():
    made = parse_player("bold(wenz=6)")
    assert own_values(made, ["wenz"]) == (6.0,)
    parameter, value = parameters(made)["solo"]
    assert value == parameter.default != parameters(parse_player("normal"))["solo"][1]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (parse_player("normal"), r"parameter 'sol' of 'normal/club' is unknown: use .*\(did you mean 'solo'\?\)"),
        (Player(object(), parse_player("random").card_player), "it has none"),
    ],
)
def test_unknown_parameters_are_told(made, message):
    class Nameless:
        spec = "nameless"

    if made.bidder.__class__ is object:
        made = Player(Nameless(), made.card_player)
    with pytest.raises(UserError, match=message):
        varied(made, {"sol": 1})
