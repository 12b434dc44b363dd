"""The small dataset in data/sample is what its recorded command gives, and any program can read it."""

import re
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq

from simulate.dataset.reader import open_dataset
from simulate.rules import Rules
from simulate.run import run

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "data" / "sample"
COMMAND = re.search(r"schafkopf simulate (.+) --out data/sample\n", (ROOT / "Makefile").read_text(encoding="utf-8"))[1]


def test_the_sample_is_what_its_command_gives(tmp_path):
    words = COMMAND.split()
    asked = dict(zip(words[::2], words[1::2], strict=True))
    dataset = open_dataset(SAMPLE)
    plan = dataset.manifest.provenance
    assert (plan.hands, plan.trick_hands, plan.first_hand) == (int(asked["--hands"]), int(asked["--tricks-of"]), 0)
    assert plan.seed == int(asked["--seed"])
    assert dataset.rules == Rules.preset(asked["--rules"])
    assert [player.spec for player in dataset.players] == [asked["--players"] + "/club"] * 4
    assert asked.keys() == {"--hands", "--tricks-of", "--seed", "--players", "--rules"}
    again = run(
        plan.hands, asked["--players"], asked["--rules"], plan.seed, tricks=plan.trick_hands, out=tmp_path / "sample"
    )
    assert again.hands.collect().equals(dataset.hands.collect())
    assert again.tricks.collect().equals(dataset.tricks.collect())
    parts = open_dataset(tmp_path / "sample").manifest.parts
    writers = {pq.ParquetFile(folder / parts[0].path).metadata.created_by for folder in (SAMPLE, tmp_path / "sample")}
    # Another version of the library that writes may write the same rows in other bytes.
    assert len(writers) > 1 or dataset.manifest.parts == parts


def test_any_program_reads_its_tables():
    hands = pl.read_parquet(SAMPLE / "hands/*.parquet")
    tricks = pl.read_parquet(SAMPLE / "tricks/*.parquet")
    assert (len(hands), hands["hand_id"].max()) == (100_000, 99_999)
    with_tricks = hands.head(10_000).filter(pl.col("contract") != "sie")
    assert tricks["hand_id"].unique(maintain_order=True).equals(with_tricks["hand_id"])
    assert tricks.group_by("hand_id").agg(pl.col("eyes").sum())["eyes"].eq(120).all()


def test_the_sample_is_small():
    assert sum(path.stat().st_size for path in SAMPLE.rglob("*") if path.is_file()) < 3_000_000
