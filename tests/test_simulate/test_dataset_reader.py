import json
import re
from dataclasses import asdict
from hashlib import sha256

import polars as pl
import pytest

from simulate.collect import collect
from simulate.dataset.frames import polars_schema
from simulate.dataset.manifest import Manifest
from simulate.dataset.reader import open_dataset
from simulate.dataset.schema import HANDS, SCHEMA_VERSION, TRICKS
from simulate.errors import UserError
from simulate.rules import Rules
from tests.test_simulate.datasets import experiment


@pytest.fixture
def folder(tmp_path):
    collect(experiment(300, shard_hands=100, tricks=True), tmp_path / "run")
    return tmp_path / "run"


def refused(folder):
    with pytest.raises(UserError) as caught:
        open_dataset(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


def change_manifest(folder, **values):
    path = folder / "_manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def test_a_dataset_says_what_it_is(folder):
    dataset = open_dataset(str(folder))
    assert dataset.rules == Rules.preset("standard")
    assert [player.spec for player in dataset.players] == ["normal/club"] * 4
    assert dataset.seed == 7
    assert dataset.manifest.receipt.hands == 300
    dataset.verify_checksums()


def test_its_tables_are_lazy_and_in_the_order_of_hand_ids(folder):
    dataset = open_dataset(folder)
    assert isinstance(dataset.hands, pl.LazyFrame)
    assert dataset.hands.collect_schema() == polars_schema(HANDS)
    assert dataset.tricks.collect_schema() == polars_schema(TRICKS)
    assert dataset.hands.collect()["hand_id"].to_list() == list(range(300))
    played = dataset.hands.filter(pl.col("contract").is_not_null()).collect()
    assert len(dataset.tricks.collect()) == 8 * len(played)


def test_it_is_read_without_this_package_too(folder):
    assert len(pl.read_parquet(folder / "hands" / "*.parquet")) == 300
    assert len(pl.read_parquet(folder / "hands")) == 300


def test_tricks_that_were_not_recorded_are_named(tmp_path):
    collect(experiment(10), tmp_path / "run")
    with pytest.raises(UserError, match="has no tricks: simulate it with tricks into another folder"):
        _ = open_dataset(tmp_path / "run").tricks


def test_tricks_of_the_first_hands(tmp_path):
    collect(experiment(300, shard_hands=100, tricks=150), tmp_path / "run")
    dataset = open_dataset(tmp_path / "run")
    played = dataset.hands.head(150).filter(pl.col("contract").is_not_null()).collect()
    assert dataset.tricks.collect()["hand_id"].unique(maintain_order=True).equals(played["hand_id"])


@pytest.mark.parametrize(("wrong", "told"), [(100, "2 parts of tricks for 1 shards"), (201, "2 parts of tricks for 3")])
def test_the_number_of_parts_with_tricks_is_checked(tmp_path, wrong, told):
    collect(experiment(300, shard_hands=100, tricks=150), tmp_path / "run")
    change_manifest(tmp_path / "run", trick_hands=wrong)
    assert told in refused(tmp_path / "run")


def test_what_is_no_dataset(tmp_path):
    assert "is no folder" in refused(tmp_path / "nowhere")
    assert "holds no dataset: it has no _manifest.json" in refused(tmp_path)


def test_an_unfinished_run(tmp_path):
    (tmp_path / "_run.json").write_text("{}")
    assert "is not complete: run the simulation with the same settings again" in refused(tmp_path)


def test_a_later_schema(folder):
    change_manifest(folder, schema_version=SCHEMA_VERSION + 1)
    assert f"has schema version {SCHEMA_VERSION + 1}, this program knows up to {SCHEMA_VERSION}" in refused(folder)


@pytest.mark.parametrize("content", ["{", "[]", "\xff", '{"schema_version": 1}', '{"parts": 3}'])
def test_a_manifest_that_is_none(folder, content):
    (folder / "_manifest.json").write_bytes(content.encode("latin-1"))
    assert "_manifest.json" in refused(folder)


def test_damage_is_found_when_a_dataset_is_opened(folder):
    part = folder / Manifest.load(folder).parts[2].path
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    assert f"{str(part)!r} is damaged: its checksum differs" in refused(folder)


def test_a_bit_flipped_after_opening(folder):
    dataset = open_dataset(folder)
    part = folder / dataset.manifest.parts[2].path
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    with pytest.raises(UserError, match=re.escape(f"{str(part)!r} is damaged: its checksum differs")):
        dataset.verify_checksums()


def test_a_table_with_other_columns(folder):
    parts = [asdict(part) for part in Manifest.load(folder).parts]
    part = folder / parts[0]["path"]
    pl.read_parquet(part).with_columns(pl.col("eyes").cast(pl.Int64)).write_parquet(part)
    change_manifest(
        folder,
        parts=[parts[0] | {"bytes": part.stat().st_size, "sha256": sha256(part.read_bytes()).hexdigest()}, *parts[1:]],
    )
    with pytest.raises(UserError, match="has Int64 where column 'eyes' of hands should be Int16"):
        _ = open_dataset(folder).hands


def test_a_folder_whose_name_looks_like_a_pattern(folder, tmp_path):
    odd = tmp_path / "run[1]*"
    folder.rename(odd)
    assert open_dataset(odd).hands.select(pl.len()).collect().item() > 0
