import json
import shutil
from hashlib import sha256

import polars as pl
import pytest

from simulate.collect import collect
from simulate.contracts import Contract
from simulate.dataset.frames import polars_schema, polars_type
from simulate.dataset.manifest import Manifest
from simulate.dataset.schema import CARD_WORDS, HANDS
from simulate.errors import UserError
from simulate.verify import MOST_FINDINGS, verify
from tests.test_simulate.datasets import experiment

TRICKS_PART, HANDS_PART = (
    "tricks/part-000000000500-000000000599.parquet",
    "hands/part-000000000500-000000000599.parquet",
)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory):
    """Return a dataset with all contracts: random bids are often high."""
    folder = tmp_path_factory.mktemp("verify") / "run"
    collect(experiment(300, players="normal,normal,normal,random", start=400, shard_hands=100, tricks=True), folder)
    return folder


@pytest.fixture
def folder(pristine, tmp_path):
    shutil.copytree(pristine, tmp_path / "run")
    return tmp_path / "run"


def change(folder, part, **columns):
    """Put other values into a part, and its new hash into the manifest, as a careful forger would."""
    path = folder / part
    frame = pl.read_parquet(path)
    frame = frame.with_columns(**columns).cast(dict(frame.schema))
    frame.write_parquet(path)
    manifest = json.loads((folder / "_manifest.json").read_text())
    for entry in manifest["parts"]:
        if entry["path"] == part:
            entry |= {"bytes": path.stat().st_size, "sha256": sha256(path.read_bytes()).hexdigest()}
    (folder / "_manifest.json").write_text(json.dumps(manifest))


def first(folder, condition, part=HANDS_PART):
    """Return the hand id of the first row of a part for which something holds, and a condition that picks the row."""
    hand_id = pl.read_parquet(folder / part).filter(condition)["hand_id"][0]
    return hand_id, pl.col("hand_id") == hand_id


def put(name, here, value):
    return {name: pl.when(here).then(value).otherwise(pl.col(name))}


@pytest.mark.parametrize(("sample", "replayed"), [(0, 0), (50, 50), (299, 299), (300, 300), (1000, 300), (None, 300)])
def test_an_honest_dataset_has_nothing_wrong(pristine, sample, replayed):
    report = verify(pristine, sample)
    assert str(report) == f"300 hands checked, {replayed} played once more: no difference"
    assert report.ok
    assert (report.hands, report.replayed, report.found) == (300, replayed, 0)


def test_without_tricks_hands_alone_are_verified(tmp_path):
    collect(experiment(200, start=2**64 - 200, rules="official"), tmp_path / "run")
    assert verify(tmp_path / "run", None).ok


@pytest.fixture
def some(tmp_path):
    """Return a dataset with tricks of its first 250 hands."""
    folder = tmp_path / "some"
    collect(experiment(400, start=400, shard_hands=100, tricks=250), folder)
    return folder


@pytest.mark.parametrize("sample", [0, 50, None])
def test_where_some_hands_have_tricks_all_hands_are_verified(some, sample):
    assert (
        str(verify(some, sample))
        == f"400 hands checked, {400 if sample is None else sample} played once more: no difference"
    )


def test_beyond_the_hands_with_tricks_hands_are_verified_too(some):
    part = "hands/part-000000000700-000000000799.parquet"
    hand_id, here = first(some, pl.col("eyes") > 60, part)
    change(some, part, **put("eyes", here, 59))
    told = [str(finding) for finding in verify(some, None).findings]
    assert any(text.startswith(f"{part}: hand {hand_id}: eyes = 59, expected ") for text in told)


@pytest.mark.parametrize("sample", [0, None])
@pytest.mark.parametrize(("first_hand", "hands"), [(650, 1), (649, -1)])
def test_tricks_are_those_of_the_first_hands_and_no_others(some, sample, first_hand, hands):
    manifest = json.loads((some / "_manifest.json").read_text())
    (some / "_manifest.json").write_text(json.dumps(manifest | {"trick_hands": 250 + hands}))
    assert pl.read_parquet(some / "hands/*.parquet").row(first_hand - 400, named=True)["contract"] is not None
    told = [str(finding) for finding in verify(some, sample).findings]
    assert any(
        "tricks/part-000000000600-000000000699.parquet: " in text and "8 tricks for each of" in text for text in told
    )


def test_assigned_contracts_are_assigned_once_more(tmp_path):
    collect(experiment(200, assign="wenz"), tmp_path / "run")
    assert verify(tmp_path / "run", None).ok


def test_every_difference_is_told_with_hand_column_stored_and_expected(folder):
    hand_id, here = first(folder, pl.col("contract") == "rufspiel")
    old = pl.read_parquet(folder / HANDS_PART).filter(here)["ace_trick"][0]
    new = old % 8 + 1
    change(folder, HANDS_PART, **put("ace_trick", here, new))
    report = verify(folder, None)
    assert [str(finding) for finding in report.findings] == [
        f"{HANDS_PART}: hand {hand_id}: ace_trick = {new}, expected {old}"
    ]
    assert verify(folder, 0).ok


def test_a_trick_that_was_changed_is_told(folder):
    hand_id, _ = first(folder, pl.lit(True), TRICKS_PART)
    here = (pl.col("hand_id") == hand_id) & (pl.col("trick") == 3)
    old = pl.read_parquet(folder / TRICKS_PART).filter(here)["card_2"][0]
    new = next(card for card in CARD_WORDS if card != old)
    change(folder, TRICKS_PART, **put("card_2", here, pl.lit(new)))
    told = [str(finding) for finding in verify(folder, None).findings]
    assert f"{TRICKS_PART}: hand {hand_id}, trick 3: card_2 = {new!r}, expected {old!r}" in told
    assert any("every card of the deck once in a hand" in text for text in told)


@pytest.mark.parametrize("name", [name for name in polars_schema(HANDS).names() if name != "hand_id"])
def test_a_hand_played_once_more_shows_a_change_in_any_column(folder, name):
    values = pl.read_parquet(folder / HANDS_PART)[name]
    others = [value for value in values.unique().sort() if value != values[0]]
    if not others:
        others = [not values[0] if values.dtype == pl.Boolean else values[0] + 1]
    _, here = first(folder, pl.lit(True))
    change(folder, HANDS_PART, **put(name, here, pl.lit(others[-1], values.dtype)))
    assert name in [finding.column for finding in verify(folder, None).findings]


WON = pl.col("won") & (pl.col("contract") == "rufspiel")
IMPOSSIBLE = [
    ("eyes", WON, 121, "at most 120"),
    ("eyes", WON, 60, "won with the eyes or the tricks"),
    ("eyes", pl.col("contract").is_null(), 61, "null exactly where passed out"),
    ("tricks", WON, 9, "at most 8"),
    ("declarer", WON, 4, "at most 3"),
    ("partner", WON, None, "null exactly where passed out, or no ace is called"),
    ("partner", pl.col("contract") == "wenz", 1, "null exactly where passed out, or no ace is called"),
    ("suit", WON, None, "null exactly where passed out, or the contract names no suit"),
    ("ace_trick", WON, 0, "at least 1"),
    ("schwarz", WON & (pl.col("tricks") < 8), True, "the losing side has no trick"),
    ("schneider", WON & pl.col("schwarz"), False, "true if schwarz"),
    ("score_2", WON, 17, "the four scores sum to zero"),
    ("score_2", pl.col("contract").is_null(), 1, "the value, as won or lost by the seat"),
    ("value", WON, 77, "the value, as won or lost by the seat"),
    ("bid_3", WON, "sie", "no higher than the contract"),
    ("bid_3", pl.col("contract").is_null(), "wenz", "null in hands passed out"),
    ("redeals", WON, None, "never null"),
    ("hand_id", WON, 3, "consecutive numbers"),
]


@pytest.mark.parametrize(("name", "condition", "value", "says"), IMPOSSIBLE)
def test_a_row_that_can_not_be_is_found_without_playing(folder, name, condition, value, says):
    parts = [part.path for part in Manifest.load(folder).parts_of("hands")]
    part = next(part for part in parts if pl.read_parquet(folder / part).filter(condition).height)
    _, here = first(folder, condition, part)
    change(folder, part, **put(name, here, pl.lit(value, polars_type(HANDS[name]))))
    report = verify(folder, 0)
    assert not report.ok
    assert says in str(report)


IMPOSSIBLE_TRICKS = [
    ("trick", 4, "the tricks of every hand played out, in order"),
    ("leader", 3, "the forehand, then who took the trick before"),
    ("winner", 7, "at most 3"),
    ("eyes", 45, "those of the four cards"),
]


@pytest.mark.parametrize(("name", "value", "says"), IMPOSSIBLE_TRICKS)
def test_a_trick_that_can_not_be_is_found_without_playing(folder, name, value, says):
    hand_id, _ = first(folder, pl.lit(True), TRICKS_PART)
    here = (pl.col("hand_id") == hand_id) & (pl.col("trick") == 1)
    change(folder, TRICKS_PART, **put(name, here, value))
    assert says in str(verify(folder, 0))


def test_cards_of_another_deal_are_found_without_playing(folder):
    hand_id, here = first(folder, pl.col("contract").is_not_null())
    change(folder, HANDS_PART, **put("deal", here, pl.col("deal") + 1))
    assert f"hand {hand_id}, trick 1: card_1" in str(verify(folder, 0))
    assert "the cards that hands.deal gives each seat" in str(verify(folder, 0))


def test_a_trick_that_is_missing_is_found(folder):
    path = folder / TRICKS_PART
    pl.read_parquet(path)[:-1].write_parquet(path)
    change(folder, TRICKS_PART)
    assert "8 tricks for each of" in str(verify(folder, 0))


def test_a_hand_that_is_missing_is_found(folder):
    path = folder / HANDS_PART
    pl.read_parquet(path)[1:].write_parquet(path)
    change(folder, HANDS_PART)
    told = str(verify(folder, None))
    assert "consecutive numbers" in told
    assert "the hands played once more should have these rows, each once and in order" in told


def test_a_summary_of_other_hands_is_found(folder):
    manifest = json.loads((folder / "_manifest.json").read_text())
    manifest["summary"]["passed_out"] += 1
    (folder / "_manifest.json").write_text(json.dumps(manifest))
    assert "_manifest.json: the summary should be the sums over the rows" in str(verify(folder, 0))


def test_a_damaged_file_is_told_and_the_others_are_still_checked(folder):
    path = folder / HANDS_PART
    content = bytearray(path.read_bytes())
    content[-20:] = b"\0" * 20
    path.write_bytes(content)
    told = str(verify(folder, 0))
    assert "is damaged: its checksum differs" in told
    assert f"{HANDS_PART}: can't be read" in told


def test_many_findings_are_counted_and_the_first_are_told(folder):
    change(folder, HANDS_PART, score_0=pl.col("score_0") + 1, score_1=pl.col("score_1") + 1)
    report = verify(folder, 0)
    assert len(report.findings) == MOST_FINDINGS
    assert report.found > MOST_FINDINGS
    assert str(report).splitlines()[-1] == f"... and {report.found - MOST_FINDINGS} more"


def test_what_another_version_made_is_not_played_once_more(folder):
    manifest = json.loads((folder / "_manifest.json").read_text()) | {"engine_version": 0}
    manifest["players"][3]["card_player_version"] += 1
    (folder / "_manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(
        UserError,
        match=r"made with engine_version 0 \(this is \d+\), players\[3\].card_player_version .*: install the version",
    ):
        verify(folder)
    assert verify(folder, 0).ok


def test_a_sample_is_not_negative(folder):
    with pytest.raises(UserError, match="sample = -1 is out of range"):
        verify(folder, -1)


def test_numbers_may_be_whole_floats(folder):
    assert verify(folder, 10.0, 1.0) == verify(folder, 10, 1)
    with pytest.raises(UserError, match="sample = 'few' is no whole number"):
        verify(folder, "few")
    with pytest.raises(UserError, match=r"seed = 2\.5 is no whole number"):
        verify(folder, 10, 2.5)


def test_the_dataset_of_these_tests_has_all_kinds_of_contracts(pristine):
    contracts = set(pl.read_parquet(pristine / "hands" / "*.parquet")["contract"])
    assert {None, "rufspiel", "wenz", "solo", "wenz-tout", "solo-tout"} <= contracts
    assert contracts <= {None, *(contract.word for contract in Contract)}
