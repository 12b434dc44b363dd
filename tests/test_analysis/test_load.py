import shutil

import pandas as pd
import polars as pl
import pytest

from analysis.load import Origin, as_dataset, load, origin, paired, scan, scan_tricks
from simulate.dataset.frames import polars_schema
from simulate.dataset.reader import open_dataset
from simulate.dataset.schema import HANDS, TRICKS, Column, Table
from simulate.errors import UserError
from simulate.rules import Rules


def refused(data, columns=None, read=load):
    with pytest.raises(UserError) as caught:
        read(data, columns)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.fixture(scope="module")
def hands(bid):
    return bid.hands.collect()


def test_every_form_of_hands_is_the_same_frame(folder, bid, hands):
    forms = [
        folder,
        str(folder),
        folder / "hands" / next((folder / "hands").iterdir()).name,
        str(folder / "hands" / "*.parquet"),
        open_dataset(folder),
        bid,
        bid.hands,
        hands,
        hands.to_pandas(),
        pd.read_parquet(folder / "hands"),
        pd.read_parquet(folder / "hands", dtype_backend="numpy_nullable"),
        pd.read_parquet(folder / "hands", dtype_backend="pyarrow"),
    ]
    for form in forms:
        frame = load(form)
        assert frame.schema == polars_schema(HANDS)
        assert frame.equals(hands)


def test_tricks_too(folder, bid):
    expected = bid.tricks.collect()
    for form in (folder, bid, expected, expected.to_pandas()):
        found = scan_tricks(form).collect()
        assert found.schema == polars_schema(TRICKS)
        assert found.equals(expected)


def test_only_what_is_needed_is_asked_for(hands):
    some = hands.select("won", "eyes", pl.lit("x").alias("own"))
    assert load(some, ["eyes"]).columns == ["eyes"]
    assert load(some.to_pandas(), ["eyes", "won"]).equals(some.select("eyes", "won"))


def test_columns_as_other_programs_write_them(hands):
    text = hands.select(
        pl.col("contract", "suit").cast(pl.String),
        pl.col("ace_fate").cast(pl.String).cast(pl.Categorical),
        pl.col("eyes").cast(pl.Float64),
        pl.col("forehand").cast(pl.Int64),
    )
    assert load(text, text.columns).equals(hands.select(text.columns))
    # Nothing but nulls has no type of its own.
    passed_out = hands.filter(pl.col("contract").is_null())
    assert load(passed_out.to_pandas()).equals(passed_out)


def test_missing_columns_are_named(hands):
    assert refused(hands.drop("suit", "won"), ["eyes", "suit", "won"]).startswith(
        "column 'suit', 'won' of hands is missing"
    )
    assert "no table of hands" in refused(pl.DataFrame({"a": [1]}), ["won"])
    assert "no table of hands" in refused(pd.DataFrame({"a": [1]}), ["won"])


def test_columns_of_a_later_version_ask_for_a_new_simulation(monkeypatch, hands):
    later = Column("mood", HANDS["eyes"].storage, "mood of the declarer", since=2)
    monkeypatch.setattr("analysis.load.HANDS", table := Table("hands", "one hand", (*HANDS.columns, later)))
    assert table["mood"].since == 2
    assert "'mood' exists since schema version 2, so simulate the dataset again" in refused(hands, ["mood"])


def test_wrong_types_and_values_are_named(hands):
    number = hands.select(contract=pl.lit(3))
    assert "column 'contract' of hands is Int32 where it should be Enum" in refused(number, ["contract"])
    assert "column 'won' of hands is Float64" in refused(hands.select(won=pl.lit(0.5)), ["won"])
    assert "skat" in refused(hands.select(contract=pl.lit("skat")), ["contract"])
    assert "can't come as list" in refused([1, 2])


def test_no_hands(hands):
    assert "holds no hands" in refused(hands.head(0))
    assert "holds no hands" in refused(hands.to_pandas().head(0))


def test_what_is_no_dataset(folder, tmp_path):
    assert "is no folder" in refused(tmp_path / "nowhere")
    assert "holds no dataset" in refused(tmp_path)
    assert f"name the dataset, {str(folder)!r}" in refused(folder / "hands")
    assert "no file matches" in refused(str(tmp_path / "*.parquet"))
    (tmp_path / "notes.txt").write_text("EO GO")
    assert "can't be read" in refused(tmp_path / "notes.txt", read=scan)


def test_cut_off_and_damaged_parts(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    part = next((copy / "hands").iterdir())
    whole = part.read_bytes()
    part.write_bytes(whole[: len(whole) // 2])
    assert f"instead of {len(whole)}" in refused(copy)
    assert "can't be read" in refused(part)
    # Heads of pages among them: a number that has become another can't be told without the checksum.
    part.write_bytes(whole[:30_000] + bytes(10_000) + whole[40_000:])
    assert "is damaged" in refused(copy)
    assert "can't be read" in refused(part)
    part.unlink()
    assert "is missing" in refused(copy)


def test_where_hands_come_from(folder, bid, hands):
    expected = Origin(("normal/club", "bold/random", "cautious/club", "normal/random"), Rules.preset("standard"))
    assert origin(folder) == origin(bid) == origin(open_dataset(folder)) == expected
    assert origin(hands) == origin(hands.to_pandas()) == Origin()
    assert as_dataset(hands) is None


def pairs(data, tricks=None):
    found = [(part, played.collect()) for part, played in paired(data, ["hand_id", "contract"], tricks)]
    return found, pl.concat(part for part, _ in found), pl.concat(played for _, played in found)


def test_hands_and_their_tricks_come_piece_by_piece(monkeypatch, folder, bid, hands):
    monkeypatch.setattr("analysis.load._PIECE", 700)
    shuffled = hands.sample(fraction=1, shuffle=True, seed=1)
    for data, tricks in ((folder, None), (bid, None), (shuffled, bid.tricks), (shuffled.to_pandas(), folder)):
        found, together, played = pairs(data, tricks)
        assert len(found) == 6
        assert together.equals(hands.select("hand_id", "contract"))
        assert played.equals(bid.tricks.collect())


def test_parts_are_paired_one_by_one(tmp_path):
    from simulate.collect import collect
    from tests.test_simulate.datasets import experiment

    collect(experiment(2500, shard_hands=1000, tricks=True), tmp_path / "run")
    found, together, _ = pairs(tmp_path / "run")
    assert [len(part) for part, _ in found] == [1000, 1000, 500]
    assert together["hand_id"].to_list() == list(range(2500))


@pytest.mark.parametrize("first", [700, 1000, 1001, 2499])
def test_only_hands_with_tricks_are_paired(tmp_path, monkeypatch, first):
    from simulate.collect import collect
    from simulate.run import run
    from tests.test_simulate.datasets import experiment

    monkeypatch.setattr("analysis.load._PIECE", 400)
    collect(experiment(2500, shard_hands=1000, tricks=first), tmp_path / "run")
    memory = run(2500, seed=7, tricks=first)
    hands = memory.hands.collect()
    for data, tricks in (
        (tmp_path / "run", None),
        (memory, None),
        (hands, tmp_path / "run"),
        (hands.to_pandas(), memory),
    ):
        _, together, played = pairs(data, tricks)
        assert together.equals(hands.select("hand_id", "contract").head(first))
        assert played.equals(memory.tricks.collect())


def test_tricks_that_are_not_there(hands, tmp_path):
    from simulate.run import run

    with pytest.raises(UserError, match="these hands come without tricks"):
        list(paired(hands, ["hand_id"]))
    without = run(50, seed=1)
    with pytest.raises(UserError, match="no tricks"):
        list(paired(without, ["hand_id"]))
    run(50, seed=1, out=tmp_path / "run")
    with pytest.raises(UserError, match="has no tricks: simulate it with tricks into another folder"):
        list(paired(tmp_path / "run", ["hand_id"]))
