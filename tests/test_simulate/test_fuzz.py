"""Whatever is given to a parser or a public function, a result comes out or an error for people, in one line."""

import json
import os
import random
import tempfile
from inspect import signature
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from analysis import estimate, odds, odds_table
from simulate.cards import CardSet, Notation, parse_cards
from simulate.cli.numbers import whole_number
from simulate.collect import collect
from simulate.conditions import sample_given
from simulate.dataset.folder import recorded_seed
from simulate.dataset.manifest import Manifest, parse_json
from simulate.dataset.reader import open_dataset
from simulate.deals import deal, deal_number, hands_of, number_of, packets, sample
from simulate.errors import UserError
from simulate.experiment import Experiment
from simulate.given import Given
from simulate.importing import read_games
from simulate.players.registry import parse_player, parse_players
from simulate.rules import PRESETS, Rules
from simulate.run import run
from simulate.verify import verify
from tests.test_simulate.datasets import experiment

EXAMPLES = int(os.environ.get("SCHAFKOPF_FUZZ", "60"))
"""Examples of each test."""

fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def judged(function, *arguments, **named):
    """Return what a function returns; None after an error for people, which must be one line. Others are raised."""
    try:
        return function(*arguments, **named)
    except UserError as error:
        told = str(error)
    assert told
    assert "\n" not in told
    return None


STRANGE = "\x00\n\t\r\x1b\u2028\ud83c\udfff ÄßſıǅÉ²３٣♠♥😀\\\"'`$%&{}[]()<>|;:,.=+-*/~#!?@^_0123456789eEaAnNxX"


@st.composite
def misspelt(draw, *texts):
    """A correct text after some typing errors; or any text."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from(STRANGE) | st.text(max_size=3) | st.sampled_from(texts).map(lambda other: other[:9]))
        gone = draw(st.integers(0, 2))
        text = text[:place] + new + text[place + gone :]
    return text


HAND = "EO GO HU HA H9 EA G10 G7"
anything = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
)


@fuzzed
@given(misspelt(HAND, "♣Q ♠Q ♥J", "CQ SQ HJ D7", "S7,S8,S9", "", "all", "EO-GO"), st.sampled_from([None, *Notation]))
@example("²", None)
def test_cards(text, notation):
    judged(parse_cards, text, notation)
    judged(CardSet.parse, text, notation)


@fuzzed
@given(misspelt("seat 0: EO GO HO SA", "seat 0: EO; seat 2: -HA", "seat 1: " + HAND + "\nseat 3: -GA -SA", "0: S7"))
def test_given(text):
    made = judged(Given.parse, text)
    if made is not None:
        assert judged(Given.parse, str(made)) is not None


PRESET_TEXT = "based_on = 'official'\n[auction]\nmax_doubles = 1\n[value]\nbase_solo = 3\n"
PRESET_FILES = [
    (Path(__file__).resolve().parents[2] / f"simulate/rulesets/{name}.toml").read_text(encoding="utf-8")
    for name in PRESETS
]


@fuzzed
@given(misspelt(PRESET_TEXT, *PRESET_FILES))
def test_rules_files(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        made = judged(Rules.load, path)
        if made is not None:
            assert Rules.from_mapping(made.to_mapping()) == made


@fuzzed
@given(
    st.dictionaries(
        st.sampled_from([*Rules.preset("standard").to_mapping(), "x", ""]), anything | st.just({}), max_size=4
    )
)
def test_rules_as_values(values):
    judged(Rules.from_mapping, Rules.preset("standard").to_mapping() | values)
    judged(Rules.from_document, values, "mine")
    judged(Rules.from_document, {"value": values, "auction": values}, "mine")


@fuzzed
@given(
    misspelt(
        "normal", "normal(rufspiel=5.5,solo=11)/club", "bold/random", "normal,bold,normal(solo=9),random", "a.py:b"
    )
)
@example("normal(solo=1e999)")
@example("a\x00.py:b")
@example("x" * 300 + ".py:y")
def test_players(text):
    for parse in (parse_player, parse_players):
        made = judged(parse, text)
        if made is not None:
            for player in made if isinstance(made, tuple) else (made,):
                assert parse_player(player.spec).spec == player.spec


CSV = (
    "contract,suit,declarer,hand_0,hand_1,hand_2,hand_3,plays\n"
    "rufspiel,G,1,HO SU EK E9 G7 SA S9 S7,GO SO GU H10 H8 H7 EA G9,EO HA GA G10 GK S10 SK S8,EU HU HK H9 E10 E8 E7 G8,"
    "G7 G9 GA G8 EO H9 SU H10 HA HK HO GO SO S10 HU S7 GU S8 EU SA E10 E9 EA G10 H8 SK E8 S9 H7 GK E7 EK\n"
)


@fuzzed
@given(misspelt(CSV, CSV.replace(",", ";"), CSV.replace("\n", "\r\n")), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
def test_csv_files(text, encoding):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        path.write_bytes(text.encode(encoding, "replace"))
        games = judged(read_games, path)
        if games is not None:
            assert all("\n" not in str(refused) for refused in games.refused)
            assert len(games.hands) + len(games.refused) == games.file.games


@fuzzed
@given(st.binary(max_size=300))
def test_bytes_that_are_no_csv_file(content):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "games.csv").write_bytes(content)
        judged(read_games, Path(folder) / "games.csv")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz") / "run"
    collect(experiment(60, shard_hands=20, tricks=True), folder)
    return folder


def replaced(values, chance, other):
    """Return JSON values with one of them, somewhere, replaced, removed or repeated."""
    if isinstance(values, dict) and values and chance.random() < 0.9:
        key = chance.choice(list(values))
        if chance.random() < 0.1:
            return {name: value for name, value in values.items() if name != key}
        return values | {key: replaced(values[key], chance, other)}
    if isinstance(values, list) and values and chance.random() < 0.9:
        i = chance.randrange(len(values))
        if chance.random() < 0.2:
            return values[:i] + values[i + 1 :] if chance.random() < 0.5 else [*values, values[i]]
        return [*values[:i], replaced(values[i], chance, other), *values[i + 1 :]]
    return other


json_values = st.recursive(
    anything, lambda inner: st.dictionaries(st.text(max_size=3), inner, max_size=2), max_leaves=3
)


@fuzzed
@given(st.integers(0, 2**32), json_values)
def test_manifests(dataset, seed, other):
    path = dataset / "_manifest.json"
    whole = path.read_bytes()
    path.write_text(json.dumps(replaced(json.loads(whole), random.Random(seed), other)))
    try:
        opened = judged(open_dataset, dataset)
        judged(recorded_seed, dataset)
        if opened is not None:
            judged(verify, dataset, 5)
            judged(lambda: opened.rules)
            judged(Experiment.of, opened.manifest.provenance)
    finally:
        path.write_bytes(whole)


@fuzzed
@given(
    st.binary(max_size=50)
    | misspelt('{"schema_version": 1}', "[]", '{"a": 1e999}').map(lambda t: t.encode("utf-8", "replace"))
)
@example(b"[" * 100_000)
@example(b"1" * 5000)
def test_json_files(content):
    values = judged(parse_json, content, "_manifest.json")
    if values is not None:
        judged(Manifest.checked, values, "run")


# Public functions: values of the right kind, but any value

whole = st.integers(-5, 40) | st.sampled_from([2**31, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30])
few = st.integers(-3, 50) | st.sampled_from([-(2**63), 2**64, 10**30])
number = st.floats() | st.sampled_from([0.0, -1.0, 1e-300, 1e300, 0.5])


@fuzzed
@given(few, whole, whole)
def test_deals_by_number(n, start, seed):
    deals = judged(sample, n, seed, start)
    if deals is not None:
        assert (number_of(deals.hands) == deals.numbers).all()
        packets(deals)
    cards = judged(deal, seed)
    if cards is not None:
        assert judged(deal_number, cards) == seed
    judged(hands_of, [seed])
    judged(sample_given, n, seed, given="seat 0: EO")


@fuzzed
@given(st.lists(st.integers(0, 2**32 - 1), min_size=0, max_size=9))
def test_hands_that_are_no_deal(masks):
    judged(number_of, np.array(masks, np.uint32))
    judged(number_of, np.array([masks], np.uint32))
    judged(deal_number, [CardSet(mask) for mask in masks])


@fuzzed
@given(
    few.filter(lambda n: n < 200 or n > 10**18),
    misspelt("normal", "bold/random"),
    misspelt("standard", "official"),
    whole,
    whole,
    few,
    few,
    st.sampled_from([None, "all", "wenz", "", "x"]),
)
def test_run(hands, players, rules, seed, start, workers, batch, assign):
    judged(
        run,
        hands,
        players,
        rules,
        seed,
        start=start,
        workers=min(workers, 3),
        batch_size=batch,
        assign=assign,
        tricks=True,
    )


ODDS = [
    odds.trumps_in_hand, odds.holds_all, odds.someone_holds_all, odds.longest_holding, odds.shortest_holding,
    odds.someone_holds, odds.void_suits, odds.best_solo_trumps, odds.eyes_in_hand, odds.laufende, odds.none_callable,
    odds.goes_round, odds.partner_may_run, odds.fellow_void,
]  # fmt: skip


@pytest.mark.parametrize("function", ODDS, ids=lambda function: function.__name__)
@settings(fuzzed, max_examples=max(10, EXAMPLES // 3))
@given(st.lists(st.integers(-2, 34) | st.sampled_from([2**31, -(2**63)]), min_size=1, max_size=3))
def test_odds(function, numbers):
    taken = [p for p in signature(function).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    needed = [p for p in taken if p.default is p.empty]
    judged(function, *[*numbers, 1][: max(len(needed), min(len(taken), len(numbers)))])


@fuzzed
@given(misspelt(HAND, ""), st.sampled_from([None, "player", "x"]))
def test_odds_of_a_hand(hand, role):
    judged(odds_table.table_for_hand, hand, None, role)


@fuzzed
@given(number, number, number, number)
def test_how_many_hands_a_question_needs(difference, share, power, level):
    judged(estimate.hands_for_share, difference, share, power=power, level=level)
    judged(estimate.hands_for_mean, difference, share, power=power, level=level)


@fuzzed
@given(misspelt("1_000_000", "1e6", "2.5M", "1,000", "-3", "0x10", "1e999"))
def test_whole_numbers(text):
    value = judged(whole_number, text, "--hands", 1, 10**12)
    assert value is None or 1 <= value <= 10**12


@fuzzed
@given(st.text(max_size=20) | st.sampled_from(["x" * 300, "a\x00b", "/", ".", "..", "/dev/null", "~"]))
def test_folders_that_are_no_datasets(name):
    judged(open_dataset, name)
    judged(verify, name)
    judged(Rules.load, name)
    judged(read_games, name)
