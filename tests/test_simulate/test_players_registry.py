import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.errors import UserError
from simulate.players.bidders import PARAMETERS, PointBidder
from simulate.players.registry import BUILT_IN, Role, names, parse_player, parse_players


def test_a_bidder_alone_plays_its_cards_as_club():
    assert parse_player("normal").spec == "normal/club"
    assert parse_player("bold/random").spec == "bold/random"


def test_random_alone_is_random_in_both_halves():
    assert parse_player("random").spec == "random/random"
    assert parse_player("random/club").spec == "random/club"


def test_one_spec_is_all_four_seats_and_four_specs_are_kept_in_order():
    assert parse_players("normal") == (parse_player("normal"),) * 4
    specs = [player.spec for player in parse_players(" normal , bold(wenz=5,solo=11)/random, random,cautious ")]
    assert specs == ["normal/club", "bold(wenz=5,solo=11)/random", "random/random", "cautious/club"]


def test_parameters_change_the_player_and_only_differences_show():
    bidder = parse_player("normal(rufspiel=5.5)").bidder
    assert bidder == PointBidder.make("normal", {"rufspiel": 5.5})
    assert bidder.limits.rufspiel == 5.5
    assert bidder.limits.solo == PointBidder.make("normal").limits.solo
    default = next(parameter.default for parameter in PARAMETERS if parameter.name == "solo")
    assert parse_player(f"normal(solo={default})").spec == "normal/club"


@given(
    st.sampled_from(names(Role.BIDDER)[:3]),
    st.dictionaries(
        st.sampled_from([parameter.name for parameter in PARAMETERS]),
        st.floats(allow_nan=False, allow_infinity=False),
        max_size=5,
    ),
)
def test_specs_read_back_as_the_same_player(name, values):
    player = parse_player(f"{name}({','.join(f'{key}={value!r}' for key, value in values.items())})")
    again = parse_player(player.spec)
    assert again == player
    assert again.spec == player.spec


def test_players_are_values():
    assert len({parse_player("normal"), parse_player("normal"), parse_player("normal(solo=1)")}) == 2


@pytest.mark.parametrize("entry", BUILT_IN, ids=lambda entry: f"{entry.role.value} {entry.name}")
def test_every_entry_makes_what_it_describes(entry):
    made = entry.make({})
    assert made.spec == entry.name
    assert made.version == entry.version
    assert all(math.isfinite(parameter.default) and parameter.meaning for parameter in entry.parameters)
    assert entry.make({parameter.name: parameter.default + 1 for parameter in entry.parameters}).spec.startswith(
        entry.name
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("normol", "bidder 'normol' is unknown: use cautious, normal, bold, random (did you mean 'normal'?)"),
        ("normal/clubb", "card player 'clubb' is unknown: use club, swift, random (did you mean 'club'?)"),
        ("normal/club/club", "player 'normal/club/club' can't be read: write a bidder, or bidder/card player"),
        ("", "player '' can't be read: write a bidder, or bidder/card player"),
        ("normal(sol=3)", "parameter 'sol' of 'normal' is unknown: use rufspiel"),
        ("normal(solo)", "'solo' of 'normal' can't be read: write parameter=value"),
        ("normal(solo=high)", "solo='high' of 'normal' is no number: write one such as 5.5"),
        ("normal(solo=nan)", "solo='nan' of 'normal' is no number"),
        ("normal(solo=1,solo=2)", "parameter 'solo' of 'normal' is given twice"),
        ("normal(solo=1", "bidder 'normal(solo=1' can't be read: write a name, or name(parameter=value,...)"),
        ("normal/club(x=1)", "parameter 'x' of 'club' is unknown: it has none"),
        ("normal,bold", "players 'normal,bold' are 2: name one for all seats, or 4 separated by commas"),
        ("normal,bold,normal,", "player '' can't be read"),
    ],
)
def test_what_can_not_be_read_is_named_in_one_line(text, message):
    with pytest.raises(UserError) as caught:
        parse_players(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("club", "'club' is a card player, no bidder: write bidder/card player, such as normal/club"),
        ("normal/bold", "'bold' is a bidder, no card player: write bidder/card player, such as bold/club"),
        ("my_player.py", "'my_player.py' is a file: name a player in it, such as my_player.py:brave"),
    ],
)
def test_the_wrong_half_is_told_how_to_be_written(text, words):
    with pytest.raises(UserError) as error:
        parse_player(text)
    assert str(error.value) == words
