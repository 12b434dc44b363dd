import polars as pl
import pytest

from analysis import replays
from analysis.replays import Part, player_of, recordings, rules_of
from simulate.errors import UserError
from simulate.rules import Rules
from simulate.run import run


@pytest.fixture(scope="module")
def simulated():
    return run(300, "normal/random", rules="official", seed=2, start=1001, tricks=True)


def ids(data, part=Part.ALL):
    return [int(hand_id) for games in recordings(data, part) for hand_id in games.hand_ids]


def test_all_hands_come_in_order_piece_by_piece(simulated, monkeypatch):
    monkeypatch.setattr(replays, "PIECE", 64)
    assert [len(games.hand_ids) for games in recordings(simulated)] == [64] * 4 + [44]
    assert ids(simulated) == list(range(1001, 1301))


def test_only_hands_with_tricks_come(simulated, tmp_path):
    few, some = (
        list(recordings(run(hands, "normal/random", "official", 2, start=1001, tricks=70))) for hands in (70, 300)
    )
    assert all((one == other).all() for one, other in zip(few[0], some[0], strict=True))
    disk = run(300, "normal/random", "official", 2, start=1001, tricks=70, out=tmp_path / "run")
    assert ids(disk) == ids(tmp_path / "run") == list(range(1001, 1071))
    assert ids(disk, Part.HELD_OUT) == [hand_id for hand_id in range(1001, 1071) if hand_id % 4 == 3]


def test_the_parts_are_three_and_one_of_four(simulated, monkeypatch):
    monkeypatch.setattr(replays, "PIECE", 64)
    held_out, fit = ids(simulated, Part.HELD_OUT), ids(simulated, Part.FIT)
    assert all(hand_id % 4 == 3 for hand_id in held_out)
    assert sorted(held_out + fit) == ids(simulated)
    assert len(held_out) == 75


def test_a_part_is_named():
    assert Part.of("held-out") is Part.HELD_OUT
    with pytest.raises(UserError, match="part 'half' is unknown: use all, fit, held-out"):
        Part.of("half")


def test_the_rules_are_those_of_the_run(simulated):
    assert rules_of(simulated).rules == Rules.preset("official")
    with pytest.raises(UserError, match="can't be replayed without their rules"):
        rules_of(simulated.hands)


def test_without_tricks_or_hands_there_is_nothing_to_replay(simulated):
    with pytest.raises(UserError, match="has no tricks"):
        ids(run(10, seed=1))
    with pytest.raises(UserError, match="holds no hands"):
        ids(run(1, seed=1, start=4, tricks=True), Part.HELD_OUT)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("club", "normal/club"),
        ("normal", "normal/club"),
        ("random", "random/random"),
        (" bold(solo=11) ", "bold(solo=11)/club"),
        ("cautious/random", "cautious/random"),
    ],
)
def test_a_card_player_may_be_named_alone(text, spec):
    assert player_of(text).spec == spec


@pytest.mark.parametrize("text", ["clubb", "normal/clubb", "bold(solo=)", "normal,bold", ""])
def test_players_that_there_are_not(text):
    with pytest.raises(UserError):
        player_of(text)
    if text == "clubb":
        with pytest.raises(UserError, match=r"player 'clubb' is unknown: .*\(did you mean 'club'\?\)"):
            player_of(text)


def test_a_frame_alone_has_no_tricks():
    with pytest.raises(UserError):
        ids(pl.DataFrame({"hand_id": [1]}))
