"""The small datasets in data/sample are what their recorded commands give, and any program can read them."""

import re
from pathlib import Path

import polars as pl
import pytest

from simulate.dataset.reader import open_dataset
from simulate.rules import Rules
from simulate.verify import verify

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "data" / "sample"
COMMANDS = dict(
    re.findall(
        r"schafkopf simulate (--hands \S+ --seed \S+ --players \S+ --rules \S+(?: --tricks)?) --out data/sample/(\w+)",
        (ROOT / "Makefile").read_text(encoding="utf-8"),
    )
)


@pytest.mark.parametrize(("options", "name"), COMMANDS.items())
def test_a_sample_is_what_its_command_gives(options, name):
    dataset = open_dataset(SAMPLE / name)
    words = options.split()
    assert dataset.hands.select(pl.len()).collect().item() == int(words[words.index("--hands") + 1])
    assert dataset.seed == int(words[words.index("--seed") + 1])
    assert dataset.rules == Rules.preset(words[words.index("--rules") + 1])
    assert [player.spec for player in dataset.players] == [words[words.index("--players") + 1] + "/club"] * 4
    assert verify(SAMPLE / name, sample=3_000).ok


def test_both_are_recorded():
    assert set(COMMANDS.values()) == {"hands", "tricks"}


def test_the_hands_with_tricks_are_the_first_of_all():
    all_hands = pl.read_parquet(SAMPLE / "hands/hands/*.parquet")
    with_tricks = pl.read_parquet(SAMPLE / "tricks/hands/*.parquet")
    assert all_hands.head(len(with_tricks)).equals(with_tricks)
    tricks = pl.read_parquet(SAMPLE / "tricks/tricks/*.parquet")
    assert tricks["hand_id"].max() < len(with_tricks)
    assert tricks.group_by("hand_id").agg(pl.col("eyes").sum())["eyes"].eq(120).all()
