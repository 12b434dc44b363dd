import json

import polars as pl
import pytest

from tests.test_simulate.golden import FILE, digest, names, recorded

COMMAND = "python -m tests.test_simulate.golden"
KNOWN = json.loads(FILE.read_text(encoding="utf-8"))


def judgement(before, now):
    """Return what is wrong between two records of a dataset; empty if nothing is."""
    if before == now:
        return ""
    if before["versions"] == now["versions"]:
        return (
            "the same seed gives other hands than before: a change of results requires raising the engine version "
            "(ENGINE_VERSION in simulate/engine.py), or the VERSION of the player if only its answers have changed; "
            f"then write the new hashes down with: {COMMAND}"
        )
    return f"versions {before['versions']} have become {now['versions']}: write the new hashes down with: {COMMAND}"


@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_same_hands_as_ever(name):
    assert name in KNOWN, f"write the hashes down with: {COMMAND}"
    told = judgement(KNOWN[name], recorded(name))
    if told:
        pytest.fail(told, pytrace=False)


def test_nothing_is_remembered_of_what_is_no_longer_played():
    assert list(KNOWN) == names()


def test_a_change_of_results_asks_for_a_version():
    now = {"versions": {"engine": 1}, "hands": "a", "tricks": "b"}
    assert judgement(now, dict(now)) == ""
    assert "requires raising the engine version" in judgement(now, now | {"tricks": "c"})
    later = judgement(now, now | {"tricks": "c", "versions": {"engine": 2}})
    assert "write the new hashes down" in later
    assert "requires" not in later


def test_the_hash_is_of_values_and_not_of_types():
    frame = pl.DataFrame({"a": [1, None], "b": ["x", "y"], "c": [True, False]})
    assert digest(frame.with_columns(pl.col("a").cast(pl.Int8), pl.col("b").cast(pl.Enum(["y", "x"])))) == digest(frame)
    for other in ({"a": [None, 1]}, {"b": ["x", "x"]}, {"c": [True, None]}):
        assert digest(frame.with_columns(**{key: pl.Series(value) for key, value in other.items()})) != digest(frame)
    assert digest(frame.rename({"a": "z"})) != digest(frame)
