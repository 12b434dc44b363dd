import pickle
from pathlib import Path

import numpy as np
import pytest

from simulate.contracts import Contract
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.experiment import Experiment
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
    lowest,
    may,
    player,
    trumps,
)
from simulate.players.registry import parse_player, parse_players
from simulate.rules import Rules
from simulate.run import run

STANDARD = Rules.preset("standard")
HANDS = np.arange(1200, dtype=np.uint64)
HERE = Path(__file__).parent / "players"
BRAVE, BATCHES = HERE / "brave.py", HERE / "in_batches.py"


def play(*players, hand_ids=HANDS, rules=STANDARD):
    four = players * (4 // len(players))
    return Engine(rules, tuple(player(one) for one in four), 3).simulate(hand_ids, tricks=True)


def equal(one, other):
    return (one.hands == other.hands).all() and (one.tricks == other.tricks).all()


def lowest_card(v):
    return lowest(v.legal)


def refusal(function, *arguments):
    with pytest.raises(UserError) as caught:
        function(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# The three ways


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


def written(folder, text):
    file = folder / "mine.py"
    file.write_text("from simulate.players.own import *\n" + text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def brave(v:\n", "line 2: '(' was never closed"),
        ("import none_such\n", "failed in line 2 of mine.py (import none_such): ModuleNotFoundError: No module named"),
        ("x = 1 / 0\n", "failed in line 2 of mine.py (x = 1 / 0): ZeroDivisionError: division by zero"),
        ("def brave(v):\n    return 0\n", "has no player 'brave'; it has none: put @bidder or @card_player above"),
        ("@bidder\ndef brave():\n    return 0\n", "brave takes no view: write def brave(v)"),
        ("@batch_bidder\ndef brave():\n    return 0\n", "brave takes no view: write def brave(views)"),
        ("@bidder\ndef brave(v=1):\n    return 0\n", "brave takes no view: write def brave(v)"),
        ("@bidder\ndef brave(v, w):\n    return 0\n", "parameter 'w' of brave needs a number as default: write def"),
        ("@bidder\ndef brave(v, *w):\n    return 0\n", "parameter '*w' of brave needs a number as default"),
        ("@bidder\ndef brave(v, w='a'):\n    return 0\n", "needs a number as default"),
        ("brave = bidder(3)\n", "3 is no function: put the decorator above a def"),
        ("@bidder(like='wild')\ndef brave(v):\n    return 0\n", "like='wild' is no point bidder: use cautious, normal"),
    ],
)
def test_a_file_that_can_not_be_used_is_told_with_its_line(tmp_path, text, message):
    assert message in refusal(parse_player, f"{written(tmp_path, text)}:brave")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return v.trmps", "brave can't be compiled in line 4 of mine.py (return v.trmps): View has no 'trmps'"),
        ("return cont(v.hand)", "brave can't be compiled in line 4 of mine.py (return cont(v.hand)): NameError"),
        ("if v.hand: return 0", "brave returns nothing on some way through it: end it with a return"),
        ("return 0.5", "brave returns float64: return a whole number"),
        ("return 'solo'", "brave returns"),
    ],
)
def test_a_rule_that_can_not_be_compiled_is_told_with_its_line(tmp_path, body, message):
    file = written(tmp_path, f"@bidder\ndef brave(v):\n    {body}\n")
    assert message in refusal(play, f"{file}:brave")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "return v.seat // (v.seat - 1)",
            "failed in line 4 of mine.py (return v.seat // (v.seat - 1)): "
            "ZeroDivisionError: integer division or modulo by zero",
        ),
        ("return v.bids[v.seat + 2]", "failed in line 4 of mine.py (return v.bids[v.seat + 2]): IndexError"),
        ("assert v.seat != 1; return 0", "failed in line 4 of mine.py (assert v.seat != 1; return 0): AssertionError"),
    ],
)
def test_an_error_inside_a_rule_is_told_with_its_line_and_nothing_else(tmp_path, body, message):
    file = written(tmp_path, f"@bidder\ndef brave(v):\n    {body}\n")
    told = refusal(play, f"{file}:brave")
    assert told.startswith(f"player '{file}:brave' {message}")


def test_an_error_inside_a_batch_function_is_told_with_its_line(tmp_path):
    file = written(
        tmp_path, "@batch_bidder\ndef brave(views):\n    return helper(views)\ndef helper(views):\n    return 1 / 0\n"
    )
    told = refusal(play, f"{file}:brave")
    assert (
        told == f"player '{file}:brave' failed in line 6 of mine.py (return 1 / 0): ZeroDivisionError: division by zero"
    )


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("views.seat[:1]", "returns an array of shape (1,) from brave: return one answer for each of the"),
        ("views.seat / 2", "returns float64 from brave: return whole numbers"),
    ],
)
def test_a_batch_function_that_returns_something_else_is_told(tmp_path, returned, message):
    file = written(tmp_path, f"@batch_bidder\ndef brave(views):\n    return {returned}\n")
    assert message in refusal(play, f"{file}:brave")


def test_an_illegal_answer_is_told_with_player_hand_and_position(tmp_path):
    file = written(tmp_path, "@card_player\ndef brave(v):\n    return v.hand if v.trick == 2 else lowest(v.legal)\n")
    told = refusal(play, f"{file}:brave")
    assert told.startswith(f"player 'normal/{file}:brave' in seat ")
    assert " at card 1 of trick 3 answered 6 cards (mask " in told
    assert told.count("the choice was") == 1
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return -1\n")
    assert " of hand 0 answered bid 255, which is not allowed: the choice was pass, " in refusal(play, f"{file}:brave")


# Files and processes


def test_an_edited_file_is_loaded_anew(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")
    assert (play(f"{file}:brave").hands["game"] == 255).all()
    written(tmp_path, "@bidder\ndef brave(v):\n    return RUFSPIEL if may(v, RUFSPIEL) else PASS\n")
    assert (play(f"{file}:brave").hands["game"] != 255).any()


def test_a_file_can_import_its_neighbours(tmp_path):
    (tmp_path / "my_neighbour_of_mine.py").write_text("LEAST = 6\n", encoding="utf-8")
    text = "from my_neighbour_of_mine import LEAST\n@bidder\ndef brave(v, least=LEAST):\n    return PASS\n"
    file = written(tmp_path, text)
    assert parse_player(f"{file}:brave").bidder.values == (6.0,)


def test_worker_processes_load_the_file_and_play_the_same_hands(tmp_path):
    spec = f"{BRAVE}:brave(least=6)/{BRAVE}:greedy"
    one = run(1000, spec, seed=5)
    more = run(1000, spec, seed=5, out=tmp_path / "out", workers=2)
    assert one.hands.collect().equals(more.hands.collect())


def test_a_file_that_changes_during_a_run_stops_it(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")
    sent = pickle.dumps(parse_player(f"{file}:brave"))
    written(tmp_path, "@bidder\ndef brave(v):\n    return PASS + 0\n")
    assert "has been changed since the run began: start the run again" in refusal(pickle.loads, sent)


def test_a_player_without_a_file_can_not_go_to_another_process():
    @bidder
    def brave(v):
        return PASS

    with pytest.raises(pickle.PicklingError, match="player 'brave' is in no file that a worker can load"):
        pickle.dumps(brave.make())


def test_the_origin_of_a_dataset_names_the_file_and_its_hash(tmp_path):
    file = written(tmp_path, "@bidder\ndef brave(v):\n    return PASS\n")

    def record():
        return Experiment(STANDARD, parse_players(f"{file}:brave"), 1, 10).provenance.players[0]

    first = record()
    assert first.spec == f"{file}:brave/club"
    assert len(first.bidder_sha256) == 64
    assert first.card_player_sha256 is None
    assert "card_player_sha256" not in first.to_mapping()
    assert type(first)(**first.to_mapping()) == first
    file.write_text(file.read_text() + "# a comment\n")
    assert record() != first
    assert Experiment(STANDARD, parse_players("normal"), 1, 10).provenance.players[0].to_mapping().keys() == {
        "spec",
        "bidder_version",
        "card_player_version",
        "bidder_parameters",
        "card_player_parameters",
    }


# The template


def test_the_template_is_a_player_at_once(tmp_path, monkeypatch):
    from simulate.players.from_file import write_template

    monkeypatch.chdir(tmp_path)
    write_template("my_player.py")
    hands = play("my_player.py:brave", "my_player.py:brave(least=6)", "my_player.py:greedy", "normal").hands
    assert len(np.unique(hands["game"])) > 4
    assert (play("my_player.py:brave/my_player.py:greedy").hands["declarer_trumps"] >= 0).all()
    assert "exists already: choose another name" in refusal(write_template, "my_player.py")
    for name in ("my player.py", "mine.txt", "my-player.py"):
        assert "is no name of a Python file" in refusal(write_template, name)
    assert "can't be written: No such file or directory" in refusal(write_template, "none/mine.py")


def test_the_readme_shows_a_player_that_is_tested():
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    code = BRAVE.read_text(encoding="utf-8").split("\n\n", 1)[1]
    assert f"```python\n# my_player.py\n{code}```" in readme
    assert len([line for line in code.splitlines() if line]) <= 15


# Models


def test_a_model_gives_the_legal_answer_it_scores_highest():
    highest = own.model_card_player(lambda features: np.tile(np.arange(32), (len(features), 1)))

    @card_player
    def highest_card(v):
        return own.highest(v.legal)

    assert equal(play(player("normal", highest)), play(player("normal", highest_card)))


def test_a_bidding_model_sees_the_hand():
    # Scores a Rufspiel by the number of trumps in the 32 columns of the own cards, a pass as 5.5 of them.
    def model(features):
        scores = np.full((len(features), 13), -1.0)
        scores[:, 0] = 5.5
        scores[:, RUFSPIEL] = features[:, 18:32].sum(axis=1)
        return scores

    assert equal(play(own.model_bidder(model)), play(f"{BRAVE}:brave(least=6)"))


def test_a_model_with_the_wrong_number_of_scores_is_told():
    wrong = own.model_card_player(lambda features: np.zeros((len(features), 8)))
    assert "8): return 32 scores for each of the" in refusal(play, player("normal", wrong))


def test_features_are_numbers_between_0_and_1_for_every_view():
    shapes = set()

    @batch_card_player
    def looks(views):
        features = own.card_features(views)
        assert features.dtype == np.float32
        assert set(np.unique(features)) <= {0.0, 1.0}
        assert (features[:, :32].sum(axis=1) == np.bitwise_count(views.hand)).all()
        shapes.add(features.shape[1])
        return views.legal & (~views.legal + np.uint32(1))

    play(player("normal", looks))
    assert shapes == {239}


def test_a_classifier_of_scikit_learn_plays_after_watching():
    pytest.importorskip("sklearn")
    pupil = parse_player(f"{HERE / 'learned.py'}:pupil")
    four = (pupil, parse_player("normal/random")) * 2
    deals = np.arange(6000, dtype=np.uint64)
    pairs = [Engine(STANDARD, players, 9).simulate(deals).hands["score"] for players in (four, four[1:] + four[:1])]
    # The same deals with the players changed over: what he wins in seats 0 and 2 of one he loses to there in the other.
    gain = np.where(deals % 2 == 0, 1, -1) * (pairs[0] - pairs[1])[:, [0, 2]].sum(axis=1)
    assert gain.mean() > 3 * gain.std() / np.sqrt(len(gain))
