import json
import re

import polars as pl
import pytest

from simulate.collect import collect
from simulate.dataset.reader import open_dataset
from simulate.errors import UserError
from simulate.merging import merge
from simulate.tell import tell
from simulate.verify import verify
from tests.test_simulate.cli_calls import answer, refusal
from tests.test_simulate.datasets import experiment, fingerprint


def pieces(folder, *ranges, **settings):
    """Return the folders of runs over ranges of hand ids (first, hands)."""
    made = [folder / f"{first}-{hands}" for first, hands in ranges]
    for path, (first, hands) in zip(made, ranges, strict=True):
        collect(experiment(hands, start=first, shard_hands=100, **settings), path)
    return made


def test_ranges_that_follow_each_other_become_the_single_run(tmp_path):
    a, b, c = pieces(tmp_path, (0, 200), (200, 100), (300, 150), tricks=True)
    merge([c, a, b], tmp_path / "merged")
    collect(experiment(450, shard_hands=100, tricks=True), tmp_path / "single")
    assert fingerprint(tmp_path / "merged") == fingerprint(tmp_path / "single")


@pytest.mark.parametrize("ranges", [[(0, 150), (150, 100)], [(0, 200), (1000, 150)], [(500, 70), (0, 30), (90, 10)]])
def test_other_ranges_are_remembered_as_pieces(tmp_path, ranges):
    receipt = merge(pieces(tmp_path, *ranges, tricks=True), tmp_path / "merged")
    dataset = open_dataset(tmp_path / "merged")
    ids = [i for first, hands in sorted(ranges) for i in range(first, first + hands)]
    assert dataset.hands.collect()["hand_id"].to_list() == ids
    assert dataset.manifest.provenance.ranges == tuple(sorted(ranges))
    assert (receipt, receipt.hands) == (dataset.manifest.receipt, len(ids))
    for sample in (None, 20):
        report = verify(tmp_path / "merged", sample)
        assert report.ok, report
        assert report.replayed == (len(ids) if sample is None else sample)
    assert tell(dataset, ids[-1]).hand_id == ids[-1]
    with pytest.raises(UserError, match=rf"hand {ids[-1] + 1} is not in dataset .*: use {ids[0]} to "):
        tell(dataset, ids[-1] + 1)


def test_what_is_merged_can_be_merged_again(tmp_path):
    a, b, c = pieces(tmp_path, (0, 100), (200, 100), (100, 100))
    merge([a, b], tmp_path / "gap")
    merge([tmp_path / "gap", c], tmp_path / "merged")
    collect(experiment(300, shard_hands=100), tmp_path / "single")
    assert fingerprint(tmp_path / "merged") == fingerprint(tmp_path / "single")


@pytest.mark.parametrize("first", [50, 100, 150, 200, 250, 300, 430])
def test_the_hands_with_tricks_are_the_first_again(tmp_path, first):
    ranges = ((0, 200), (200, 100), (300, 150))
    made = [
        folder
        for start, hands in ranges
        for folder in pieces(tmp_path, (start, hands), tricks=min(max(first - start, 0), hands) or False)
    ]
    merge(made[::-1], tmp_path / "merged")
    collect(experiment(450, shard_hands=100, tricks=first), tmp_path / "single")
    assert fingerprint(tmp_path / "merged") == fingerprint(tmp_path / "single")


def test_pieces_with_tricks_of_the_first_hands(tmp_path):
    a, b, c = (
        pieces(tmp_path, span, tricks=tricks)[0]
        for span, tricks in (((50, 130), True), ((200, 100), 30), ((900, 20), False))
    )
    merge([a, c], tmp_path / "gap")
    merge([tmp_path / "gap", b], tmp_path / "merged")
    dataset = open_dataset(tmp_path / "merged")
    assert dataset.manifest.provenance.ranges == ((50, 130), (200, 100), (900, 20))
    assert dataset.manifest.provenance.trick_ranges == ((50, 130), (200, 30))
    played = dataset.hands.filter(pl.col("contract").is_not_null(), pl.col("hand_id") < 230).collect()
    assert dataset.tricks.collect()["hand_id"].unique(maintain_order=True).equals(played["hand_id"])
    assert verify(tmp_path / "merged", None).ok


@pytest.mark.parametrize("tricks", [False, 99])
def test_tricks_of_later_hands_alone_are_refused(tmp_path, tricks):
    a, b = *pieces(tmp_path, (0, 100), tricks=tricks), *pieces(tmp_path, (100, 100), tricks=1)
    with pytest.raises(UserError) as caught:
        merge([a, b], tmp_path / "merged")
    told = str(caught.value)
    assert told.startswith(f"hands {int(tricks)} to 99 in '{a}' have no tricks, but those after them in '{b}' have")
    assert "\n" not in told
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"seed": 8}, "seed = 7 and 8"),
        ({"rules": "tournament"}, "rules.all_pass = 'void' and 'redeal'"),
        ({"players": "normal,normal,bold,normal"}, "players[2].spec = 'normal/club' and 'bold/club'"),
        ({"assign": "wenz"}, "assign = None and 'wenz'"),
    ],
)
def test_another_experiment_is_refused_and_the_setting_named(tmp_path, settings, told):
    a, b = *pieces(tmp_path, (0, 100)), *pieces(tmp_path, (100, 100), **settings)
    with pytest.raises(UserError, match=re.escape(told)) as caught:
        merge([a, b], tmp_path / "merged")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "merged").exists()


def test_hands_that_are_in_both_are_named(tmp_path):
    a, b = pieces(tmp_path, (0, 200), (100, 300))
    with pytest.raises(UserError, match=rf"hands 100 to 199 are in '{a}' and in '{b}'"):
        merge([b, a], tmp_path / "merged")
    with pytest.raises(UserError, match="hands 0 to 199 are in"):
        merge([a, a], tmp_path / "merged")


def test_a_damaged_part_is_named_and_a_merge_goes_on_once_it_is_mended(tmp_path):
    a, b = pieces(tmp_path, (0, 200), (200, 100))
    part = sorted((b / "hands").iterdir())[0]
    whole = part.read_bytes()
    part.write_bytes(whole[:-9] + b"x" + whole[-8:])
    with pytest.raises(UserError, match=rf"{part.name}' is damaged"):
        merge([a, b], tmp_path / "merged")
    assert not (tmp_path / "merged/_manifest.json").exists()
    assert not list((tmp_path / "merged/_staging").glob("*.parquet"))
    part.write_bytes(whole)
    copied = []
    assert merge([a, b], tmp_path / "merged", lambda done, total: copied.append((done, total))).hands == 300
    assert copied == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert verify(tmp_path / "merged", 0).ok
    assert merge([a, b], tmp_path / "merged").hands == 300


def test_the_output_must_be_free(tmp_path):
    a, b = pieces(tmp_path, (0, 100), (100, 100))
    with pytest.raises(UserError, match="hands = 100, not 200"):
        merge([a, b], a)
    with pytest.raises(UserError, match="'s3://bucket/run' is not on this machine: merge into a folder"):
        merge([a, b], "s3://bucket/run")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes").touch()
    with pytest.raises(UserError, match="holds other files"):
        merge([a, b], tmp_path / "full")


def test_the_command_line(tmp_path):
    a, b = pieces(tmp_path, (0, 100), (100, 100))
    assert answer("merge", a, b, "--out", tmp_path / "c") == f"200 hands of 2 datasets are in {tmp_path / 'c'}\n"
    told = json.loads(answer("merge", a, b, "--out", tmp_path / "d", "--json"))
    assert told == {"path": str(tmp_path / "d"), "hands": 200, "merged": [str(a), str(b)]}
    assert "1 dataset can't be merged" in refusal("merge", a, "--out", tmp_path / "e")
    assert "'--out'" in refusal("merge", a, b)
    assert "is no folder" in refusal("merge", a, tmp_path / "nowhere", "--out", tmp_path / "e")
