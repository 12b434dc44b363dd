import pickle
from pathlib import Path

import numpy as np
import pytest

from simulate.contracts import Contract
from simulate.engine import Engine
from simulate.players import own
from simulate.players.named import bold, cautious, normal
from simulate.players.own import (
    PASS,
    RUFSPIEL,
    SOLO,
    WENZ,
    batch_bidder,
    batch_card_player,
    bidder,
    card_player,
    count,
    game,
    may,
    player,
    trumps,
)
from simulate.players.registry import parse_player, parse_players
from simulate.rules import Rules
from tests.test_simulate.own_tables import BATCHES, BRAVE, HANDS, STANDARD, equal, lowest_card, play, refusal


def test_a_compiled_rule_and_a_batch_function_of_the_same_idea_play_the_same_hands():
    one = play(f"{BRAVE}:brave")
    assert equal(one, play(f"{BATCHES}:brave"))
    assert set(one.hands["game"]) - {255} == {0, 1, 2}
    assert not equal(one, play(f"{BATCHES}:brave(least=6)"))
    assert equal(play(f"{BRAVE}:brave(least=6)"), play(f"{BATCHES}:brave(least=6)"))


def test_card_players_written_in_both_ways_play_the_same_hands():
    assert equal(play(player("normal", card_player(lowest_card))), play(f"normal/{BATCHES}:lowest"))


def test_a_rule_bids_on_what_it_counts():
    hands = play(f"{BRAVE}:brave(least=7)").hands
    played = hands[hands["game"] != 255]
    assert len(played) > 20
    assert (played["declarer_trumps"] >= 7).all()
    bold_hands = play(f"{BRAVE}:brave(least=5)").hands
    assert (bold_hands["declarer_trumps"][bold_hands["game"] != 255] >= 5).all()


def test_an_own_player_gets_the_same_random_numbers_as_a_built_in_one():
    @batch_card_player
    def any_card(views):
        return parse_player("random").card_player.play(views)

    assert equal(play(player("normal", any_card)), play("normal/random"))


def test_nobody_is_asked_where_nothing_is_to_decide():
    seen = []

    @batch_bidder
    def shy(views):
        seen.append(views.legal)
        return np.zeros(len(views.seat), np.uint8)

    @batch_card_player
    def lowest_of_all(views):
        seen.append(views.legal)
        return views.legal & (~views.legal + np.uint32(1))

    play(player(shy), player("normal", lowest_of_all))
    assert len(seen) > 30
    assert all((legal != 0).all() for legal in seen)


def test_what_others_hold_can_not_be_changed_through_a_view():
    @batch_bidder
    def cheat(views):
        views.public["standing"] = 0
        return np.zeros(len(views.seat), np.uint8)

    assert "ValueError: assignment destination is read-only" in refusal(play, player(cheat))


# What is not written


def test_without_a_declaration_the_contract_bid_is_declared():
    def contracts(definition):
        hands = play(definition).hands
        return {own_contract(number) for number in hands["game"] if number != 255}

    def own_contract(number):
        return Contract.RUFSPIEL if number < 3 else own_games[number]

    from simulate.contracts import GAMES

    own_games = [one.contract for one in GAMES]

    @bidder
    def only_wenz(v):
        return WENZ if may(v, WENZ) and v.standing == 0 and count(v.hand & v.unter) >= 1 else PASS

    @bidder
    def only_solo(v):
        return SOLO if may(v, SOLO) and count(trumps(v)) >= 6 else PASS

    @bidder
    def only_ruf(v):
        return RUFSPIEL if may(v, RUFSPIEL) else PASS

    assert contracts(only_wenz) == {Contract.WENZ}
    assert contracts(only_solo) == {Contract.SOLO}
    assert contracts(only_ruf) == {Contract.RUFSPIEL}


def test_without_a_declaration_the_suit_is_the_one_that_the_point_bidder_would_choose():
    @bidder
    def with_much(v):
        return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= 6 else PASS

    mine = play(with_much).hands
    four = (player(with_much),) * 4
    batch = Engine(STANDARD, four, 3)._with_game(HANDS)
    rows = np.flatnonzero(mine["game"] != 255)
    asked = batch.select(rows)
    asked.private["hand"] = asked.private["dealt"]
    views = asked.views(asked.ask_game(exactly=True), np.zeros(len(rows), np.uint64))
    assert (normal().bidder.declare(views) == mine["game"][rows]).all()


def test_what_is_written_is_asked():
    def declare(v):
        return game(WENZ, 0)

    def double(v):
        return 1

    def bid(v):
        return RUFSPIEL if may(v, RUFSPIEL) else PASS

    hands = play(bidder(declare=declare, double=double)(bid)).hands
    assert set(hands["game"]) <= {game(WENZ, 0), 255}
    assert (hands["kontra"][hands["game"] != 255] == 2).all()
    assert (play(bidder(bid)).hands["kontra"] == 0).any()


def test_a_holder_who_must_play_declares_without_having_bid():
    @bidder
    def never(v):
        return PASS

    rules = Rules.from_document({"auction": {"all_pass": "muss"}}, "muss")
    assert (play(never, rules=rules).hands["game"] != 255).all()


# Parameters


def test_parameters_are_those_of_the_functions_with_their_meaning():
    found = parse_player(f"{Path(own.__file__).with_name('template.py')}:brave").bidder.definition.parameters
    assert [(one.name, one.default, one.meaning) for one in found] == [
        ("least", 5.0, "trumps for a Rufspiel"),
        ("solo", 7.0, "trumps for a Herz-Solo"),
    ]


def test_only_parameters_that_differ_are_told():
    assert parse_player(f"{BRAVE}:brave(least=5)").spec == f"{BRAVE}:brave/club"
    assert parse_player(f"{BRAVE}:brave( least = 6.5 )/random").spec == f"{BRAVE}:brave(least=6.5)/random"


@pytest.mark.parametrize("name", ["cautious", "normal", "bold"])
def test_built_in_players_take_parameters_by_name(name):
    make = {"cautious": cautious, "normal": normal, "bold": bold}[name]
    assert make() == parse_player(name)
    assert make(solo=11, wenz=5.25, cards="random") == parse_player(f"{name}(solo=11,wenz=5.25)/random")
    assert "parameter 'sol' of" in refusal(lambda: make(sol=3))


# Names


@pytest.mark.parametrize(
    "spec",
    [
        f"{BRAVE}:brave",
        f"{BRAVE}:brave/{BATCHES}:lowest",
        f"{BRAVE}:brave(least=6)/random",
        f"normal/{BRAVE}:greedy",
        f"bold(solo=11)/{BRAVE}:greedy",
    ],
)
def test_a_spec_makes_the_same_player_again(spec):
    made = parse_player(spec)
    assert parse_player(made.spec) == made
    assert parse_player(made.spec).spec == made.spec
    assert pickle.loads(pickle.dumps(made)).spec == made.spec
    assert parse_players(f"{spec},normal,{spec},bold")[2] == made


def test_a_card_player_alone_bids_as_normal_and_a_bidder_alone_plays_as_club():
    assert parse_player(f"{BRAVE}:greedy").spec == f"normal/{BRAVE}:greedy"
    assert parse_player(f"{BRAVE}:brave").spec == f"{BRAVE}:brave/club"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("none.py:brave", "player file 'none.py' does not exist: name one, or write it with schafkopf players new"),
        (f"{BRAVE}:brav", f"{BRAVE} has no player 'brav'; it has brave, greedy (did you mean 'brave'?)"),
        (f"{BRAVE}:brave(most=3)", f"parameter 'most' of '{BRAVE}:brave' is unknown: use least"),
        (f"{BRAVE}:brave(least=many)", f"least='many' of '{BRAVE}:brave' is no number"),
        (f"{BRAVE}:greedy/club", f"'{BRAVE}:greedy' is a card player, where a bidder is needed"),
        (f"normal/{BRAVE}:brave", f"'{BRAVE}:brave' is a bidder, where a card player is needed"),
        (f"{BRAVE}:brave/clubb", "card player 'clubb' is unknown"),
        (f"{BRAVE}:brave(least=5", "can't be read: write FILE.py:NAME"),
        (f"{BRAVE}:", "can't be read: write FILE.py:NAME"),
    ],
)
def test_what_can_not_be_named_is_told(spec, message):
    assert message in refusal(parse_player, spec)


# What is wrong in a file
