import re

import polars as pl
import pytest

from simulate.dataset.frames import polars_schema
from simulate.dataset.reader import open_dataset
from simulate.dataset.schema import HANDS, TRICKS
from simulate.errors import UserError
from simulate.players.own import PASS, RUFSPIEL, bidder, count, may, trumps
from simulate.players.player import Player
from simulate.players.registry import parse_player
from simulate.rules import Rules
from simulate.run import ROWS_IN_MEMORY, run
from simulate.summary import summarize


def test_hands_are_the_same_in_memory_on_disk_and_with_any_number_of_workers(tmp_path):
    memory = run(70_000, seed=3, tricks=True)
    others = [run(70_000, seed=3, tricks=True, workers=2), run(70_000, seed=3, tricks=True, out=tmp_path / "run")]
    assert memory.hands.collect_schema() == polars_schema(HANDS)
    assert memory.tricks.collect_schema() == polars_schema(TRICKS)
    for other in others:
        assert other.hands.collect().equals(memory.hands.collect())
        assert other.tricks.collect().equals(memory.tricks.collect())
        assert other.receipt == memory.receipt
    assert memory.path is None
    assert others[1].path == tmp_path / "run"


def test_the_summary_is_that_of_the_rows():
    done = run(2000, seed=3)
    assert done.summary.equals(summarize(done.receipt))
    counts = done.hands.group_by("contract").len().sort("contract", nulls_last=True).collect()
    assert counts["len"].to_list() == done.summary["hands"].to_list()


def test_a_seed_is_drawn_and_told():
    first, second = run(100), run(100)
    assert first.seed != second.seed
    assert run(100, seed=first.seed).hands.collect().equals(first.hands.collect())


def test_without_a_seed_an_unfinished_run_goes_on_with_its_own(tmp_path):
    first = run(100, out=tmp_path / "run")
    assert run(100, out=tmp_path / "run").seed == first.seed


def test_players_and_rules_are_named_or_given():
    named = run(500, "bold/random", "official", seed=1).hands.collect()
    given = run(500, parse_player("bold/random"), Rules.preset("official"), seed=1).hands.collect()
    four = run(500, (parse_player("bold/random"),) * 4, "official", seed=1).hands.collect()
    assert named.equals(given)
    assert named.equals(four)
    assert not named.equals(run(500, seed=1).hands.collect())


@bidder
def brave(v, least=5):
    return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS


def test_whatever_stands_for_a_player_is_taken_alone_and_among_four():
    whole = Player(brave.make(), parse_player("normal").card_player)
    expected = run(300, whole, seed=1).hands.collect()
    for given in (brave, brave.make(), [brave, whole, brave.make(), brave]):
        assert run(300, given, seed=1).hands.collect().equals(expected)
    mixed = run(300, ["bold", brave, "normal/random", parse_player("random")], seed=1)
    assert [player.spec for player in mixed.experiment.players][::2] == ["bold/club", "normal/random"]
    assert mixed.experiment.players[1] == whole
    with pytest.raises(UserError, match="3 is no player: give a name such as 'normal'"):
        run(10, 3, seed=1)
    with pytest.raises(UserError, match="2 players can't play"):
        run(10, ["normal", brave], seed=1)


def test_a_float_that_is_a_whole_number_is_one(tmp_path):
    expected = run(100, seed=1, start=2, tricks=10)
    given = run(1e2, seed=1.0, start=2.0, tricks=1e1, workers=1.0, batch_size=1e3)
    assert given.hands.collect().equals(expected.hands.collect())
    assert given.tricks.collect().equals(expected.tricks.collect())
    assert given.experiment == expected.experiment
    assert repr(given.experiment.hands) == "100"
    on_disk = run(1e2, seed=1.0, start=2.0, tricks=1e1, workers=2.0, threads=1.0, batch_size=1e3, out=tmp_path / "run")
    assert on_disk.hands.collect().equals(expected.hands.collect())


@pytest.mark.parametrize("name", ["hands", "seed", "start", "workers", "batch_size", "threads"])
@pytest.mark.parametrize("value", [2.5, "x"])
def test_what_is_no_number_is_told_in_a_line(name, value, tmp_path):
    with pytest.raises(UserError, match=f"{re.escape(repr(value))} is no whole number"):
        run(**{"hands": 10, "seed": 1, "out": tmp_path / "run", name: value})


def test_a_run_starts_where_it_is_told():
    whole = run(300, seed=1).hands.collect()
    assert run(100, seed=1, start=200).hands.collect().equals(whole[200:])


def test_tricks_of_the_first_hands(tmp_path):
    every = run(70_000, "random", seed=3, start=5, tricks=True).tricks.collect()
    for first in (1000, 66_000):
        memory = run(70_000, "random", seed=3, start=5, tricks=first)
        assert memory.tricks.collect().equals(every.filter(pl.col("hand_id") < 5 + first))
        disk = run(70_000, "random", seed=3, start=5, tricks=first, out=tmp_path / str(first))
        assert disk.hands.collect().equals(memory.hands.collect())
        assert disk.tricks.collect().equals(memory.tricks.collect())
    with pytest.raises(
        UserError, match="tricks = 11 is out of range: use True for those of all hands, False for none, or 1 to 10"
    ):
        run(10, seed=1, tricks=11)


def test_tricks_that_were_not_recorded_are_named():
    with pytest.raises(UserError, match="has no tricks: simulate with tricks=True"):
        _ = run(10, seed=1).tricks


def test_what_does_not_fit_into_memory_asks_for_a_folder():
    with pytest.raises(UserError, match=r"name an output folder, such as out="):
        run(ROWS_IN_MEMORY + 1, seed=1)
    with pytest.raises(UserError, match=f"make {9 * ROWS_IN_MEMORY} rows"):
        run(ROWS_IN_MEMORY, seed=1, tricks=True)
    with pytest.raises(UserError, match=f"make {ROWS_IN_MEMORY + 16} rows"):
        run(ROWS_IN_MEMORY, seed=1, tricks=2)


@pytest.mark.parametrize("workers", [0, -1])
def test_workers_are_at_least_one(workers, tmp_path):
    for out in (None, tmp_path / "run"):
        with pytest.raises(UserError, match=f"workers = {workers} is out of range: use 1 or more"):
            run(10, seed=1, workers=workers, out=out)


def test_progress_is_told_within_a_shard_too(tmp_path):
    seen = []
    run(50, seed=1, out=tmp_path / "run", progress=seen.append, batch_size=20, threads=1)
    assert [progress.done for progress in seen] == [0, 20, 40, 50, 50]


def test_progress_is_told(tmp_path):
    seen = []
    run(10, seed=1, out=tmp_path / "run", progress=seen.append)
    assert [progress.done for progress in seen] == [0, 10, 10]
    assert [progress.receipt.hands for progress in seen] == [0, 0, 10]


def test_hands_can_be_studied_at_once():
    won = run(5000, seed=1).hands.filter(pl.col("contract") == "rufspiel").select(pl.col("won").mean()).collect().item()
    assert 0.5 < won < 1


def test_a_run_and_its_dataset_are_shown_in_a_line(tmp_path):
    assert repr(run(20, seed=1)) == "Run(20 hands of normal/club, rules standard, seed 1)"
    shown = f"{str(tmp_path)!r}, 20 hands of bold/club, rules official, seed 2, assign all, tricks)"
    again = run(20, "bold", "official", 2, out=tmp_path, assign="all", tricks=True)
    assert repr(again) == f"Run({shown}"
    assert repr(open_dataset(tmp_path)) == f"Dataset({shown}"
