"""Rules: presets against RULES section 8, rule files, wrong options."""

from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.contracts import Contract
from simulate.errors import UserError
from simulate.rules import (
    EYES_NO_SCHNEIDER,
    EYES_SCHNEIDER_WON,
    EYES_TO_WIN,
    PRESETS,
    AllPass,
    LaufendeMode,
    Rules,
    option_meaning,
    option_names,
    option_section,
)
from tests.test_simulate.random_rules import random_rules

STANDARD = {
    "rebid": True,
    "reentry": False,
    "elder_may_match": False,
    "solo_needs_suit_card": False,
    "all_pass": AllPass.VOID,
    "max_doubles": 2,
    "run_only_on_lead": False,
    "ace_free_after_run": False,
    "ace_discard_from_trick": 8,
    "run_needs_four_in_hand": True,
    "base_rufspiel": 1,
    "base_wenz": 5,
    "base_solo": 5,
    "base_tout": 5,
    "base_sie": 5,
    "schneider": 1,
    "schwarz": 2,
    "laufende": 1,
    "laufende_mode": LaufendeMode.ALL,
    "laufende_from": 3,
    "laufende_from_wenz": 2,
    "tout_multiplier": 1,
    "sie_multiplier": 1,
    "tout_extras": True,
}
OFFICIAL = STANDARD | {
    "elder_may_match": True,
    "solo_needs_suit_card": True,
    "run_only_on_lead": True,
    "ace_free_after_run": True,
    "tout_multiplier": 2,
    "sie_multiplier": 4,
    "tout_extras": False,
}
SAUSPIEL = OFFICIAL | {
    "base_rufspiel": 20,
    "base_wenz": 50,
    "base_solo": 50,
    "base_tout": 50,
    "base_sie": 50,
    "schneider": 10,
    "schwarz": 20,
    "laufende": 10,
}
TOURNAMENT = OFFICIAL | {
    "all_pass": AllPass.REDEAL,
    "max_doubles": 0,
    "base_wenz": 2,
    "base_solo": 2,
    "base_tout": 6,
    "base_sie": 8,
    "laufende": 0,
    "tout_multiplier": 1,
    "sie_multiplier": 1,
}


def refusal(act, *arguments, **named):
    with pytest.raises(UserError) as error:
        act(*arguments, **named)
    text = str(error.value)
    assert len(text.splitlines()) == 1
    return text


@pytest.fixture
def rule_file(tmp_path):
    def write(text):
        path = tmp_path / "club.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


class TestPresets:
    @pytest.mark.parametrize(
        ("name", "options"),
        [("standard", STANDARD), ("official", OFFICIAL), ("sauspiel", SAUSPIEL), ("tournament", TOURNAMENT)],
    )
    def test_are_those_of_rules_section_8(self, name, options):
        rules = Rules.preset(name)
        assert {key: getattr(rules, key) for key in options} == options
        assert set(options) | {"name", "unit", "contracts"} == set(option_names())
        assert rules.name == name
        assert [contract.word for contract in rules.contracts] == [
            "rufspiel",
            "wenz",
            "solo",
            "wenz-tout",
            "solo-tout",
            "sie",
        ]

    def test_units(self):
        assert Rules.preset("sauspiel").unit == "cents"
        assert {Rules.preset(name).unit for name in PRESETS if name != "sauspiel"} == {"units"}

    def test_limits_of_rules_section_6(self):
        assert (EYES_NO_SCHNEIDER, EYES_TO_WIN, EYES_SCHNEIDER_WON) == (31, 61, 91)

    def test_unknown_preset_with_a_suggestion(self):
        text = refusal(Rules.preset, "oficial")
        assert text.startswith("rules 'oficial' are unknown: use standard, official, sauspiel, tournament")
        assert "did you mean 'official'?" in text

    def test_base_and_multiplier_of_each_contract(self):
        rules = Rules.preset("tournament")
        assert {c.word: rules.base(c) for c in rules.contracts} == {
            "rufspiel": 1, "wenz": 2, "solo": 2, "wenz-tout": 6, "solo-tout": 6, "sie": 8,
        }  # fmt: skip
        rules = Rules.preset("official")
        assert [rules.multiplier(c) for c in rules.contracts] == [1, 1, 1, 2, 2, 4]
        assert [rules.pays_schneider_schwarz(c) for c in rules.contracts] == [True] * 3 + [False] * 3
        assert [rules.laufende_threshold(c) for c in rules.contracts] == [3, 2, 3, 2, 3, 3]
        assert all(Rules.preset("standard").pays_schneider_schwarz(c) for c in rules.contracts)

    def test_differences_leave_the_name_out(self):
        official, standard = Rules.preset("official"), Rules.preset("standard")
        changed = {key for key in OFFICIAL if OFFICIAL[key] != STANDARD[key]}
        assert set(official.differences(standard)) == changed
        assert official.differences(replace(official, name="other")) == {}


class TestOptions:
    @pytest.mark.parametrize("name", option_names())
    def test_each_has_a_table_and_a_meaning(self, name):
        assert option_section(name) in ("rules", "auction", "play", "value")
        assert option_meaning(name)

    @pytest.mark.parametrize("field", [f for f in fields(Rules) if f.type == "int"], ids=lambda f: f.name)
    def test_numbers_have_a_range(self, field):
        standard = Rules.preset("standard")
        for value in (field.metadata["low"] - 1, field.metadata["high"] + 1):
            text = refusal(replace, standard, **{field.name: value})
            assert text.startswith(f"{field.name} = {value} is out of range: use {field.metadata['low']} to ")

    @pytest.mark.parametrize("name", [name for name in option_names() if name != "contracts"])
    @pytest.mark.parametrize("value", [None, 1.5, [1], {"a": 1}])
    def test_wrong_types_are_refused(self, name, value):
        text = refusal(replace, Rules.preset("standard"), **{name: value})
        assert text.startswith(f"{name} = {value!r} has the wrong type: use ")

    def test_true_is_no_number_and_1_no_truth_value(self):
        assert refusal(replace, Rules.preset("standard"), schneider=True).endswith("use a whole number")
        assert refusal(replace, Rules.preset("standard"), rebid=1).endswith("use true or false")

    @pytest.mark.parametrize(
        "contracts",
        [(), ("rufspiel",), (Contract.GEIER,), (Contract.SOLO, Contract.WENZ), (Contract.WENZ, Contract.WENZ)],
    )
    def test_contracts_are_some_that_can_be_played_low_to_high(self, contracts):
        text = refusal(replace, Rules.preset("standard"), contracts=contracts)
        assert text.startswith("contracts = ")
        assert "use some of rufspiel, wenz, solo" in text

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"rebid": False, "reentry": True}, "reentry = true contradicts rebid = false"),
            ({"rebid": False, "elder_may_match": True}, "elder_may_match = true contradicts rebid = false"),
            ({"schneider": 3}, "schwarz = 2 contradicts schneider = 3"),
            ({"all_pass": AllPass.RAMSCH}, "all_pass = 'ramsch' can't be played yet: use void, redeal, muss"),
            ({"all_pass": AllPass.STOCK}, "all_pass = 'stock' can't be played yet: use void, redeal, muss"),
            ({"all_pass": AllPass.MUSS, "contracts": (Contract.RUFSPIEL, Contract.WENZ)}, 'all_pass = "muss" needs'),
            ({"all_pass": AllPass.MUSS, "contracts": (Contract.SOLO,)}, 'all_pass = "muss" needs'),
        ],
    )
    def test_contradictions_are_refused(self, options, words):
        assert refusal(replace, Rules.preset("standard"), **options).startswith(words)


class TestMapping:
    @given(st.integers(0, 2**32))
    def test_round_trip(self, seed):
        rules = random_rules(np.random.default_rng(seed))
        mapping = rules.to_mapping()
        assert Rules.from_mapping(mapping) == rules
        assert all(type(value) in (bool, int, str, list) for value in mapping.values())
        assert list(mapping) == list(option_names())

    def test_missing_and_unknown_options(self):
        mapping = Rules.preset("standard").to_mapping()
        incomplete = {key: value for key, value in mapping.items() if key not in ("rebid", "schwarz")}
        assert refusal(Rules.from_mapping, incomplete).startswith("rules lack rebid, schwarz: ")
        text = refusal(Rules.from_mapping, mapping | {"shneider": 1})
        assert text.startswith("rule 'shneider' is unknown")
        assert "did you mean 'schneider'?" in text

    @pytest.mark.parametrize(
        ("option", "value", "words"),
        [
            ("all_pass", "ramsh", "all_pass = 'ramsh' is unknown: use void, redeal, muss, ramsch, stock (did you mean"),
            ("laufende_mode", "some", "laufende_mode = 'some' is unknown: use all, excess"),
            ("all_pass", 3, "all_pass = 3 has the wrong type: use void, redeal"),
            ("contracts", [], "contracts = [] is no list of contracts: use some of rufspiel"),
            ("contracts", "wenz", "contracts = 'wenz' is no list of contracts"),
            ("contracts", ["wens"], "contracts: 'wens' can't be played: use rufspiel, wenz, solo"),
            ("contracts", ["geier"], "contracts: 'geier' can't be played"),
            ("contracts", [5], "contracts: 5 can't be played"),
        ],
    )
    def test_wrong_words(self, option, value, words):
        assert refusal(Rules.from_mapping, Rules.preset("standard").to_mapping() | {option: value}).startswith(words)

    def test_contracts_are_put_in_order(self):
        mapping = Rules.preset("standard").to_mapping() | {"contracts": ["solo", "rufspiel", "solo"]}
        assert Rules.from_mapping(mapping).contracts == (Contract.RUFSPIEL, Contract.SOLO)


class TestFiles:
    @pytest.mark.parametrize("name", PRESETS)
    def test_a_preset_is_loaded_by_name(self, name):
        assert Rules.load(name) == Rules.preset(name)
        assert Rules.load(Rules.preset(name)) is Rules.preset(name)

    def test_a_file_says_what_differs(self, rule_file):
        path = rule_file(
            'based_on = "sauspiel"\n[rules]\ncontracts = ["solo", "rufspiel"]\n[auction]\nall_pass = "muss"\n'
            '[value]\nlaufende_mode = "excess"\nlaufende_from = 2\n'
        )
        rules = Rules.load(path)
        assert rules.name == "club"
        assert rules.contracts == (Contract.RUFSPIEL, Contract.SOLO)
        assert rules.differences(Rules.preset("sauspiel")) == {
            "contracts": (["rufspiel", "solo"], ["rufspiel", "wenz", "solo", "wenz-tout", "solo-tout", "sie"]),
            "all_pass": ("muss", "void"),
            "laufende_mode": ("excess", "all"),
            "laufende_from": (2, 3),
        }
        assert Rules.load(str(path)) == rules

    def test_an_empty_file_is_standard_under_its_own_name(self, rule_file):
        rules = Rules.load(rule_file(""))
        assert rules == replace(Rules.preset("standard"), name="club")

    def test_a_file_may_name_itself(self, rule_file):
        assert Rules.load(rule_file('[rules]\nname = "Stammtisch"')).name == "Stammtisch"

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ('based_on = "offical"', "rules 'offical' are unknown: use standard, official"),
            ("based_on = 3", "based_on = 3 is no preset"),
            ("rebid = false", "rule 'rebid' belongs into the table [auction]: move it below that heading"),
            ("[play]\nrebid = false", "rule 'rebid' belongs into the table [auction], not [play]"),
            (
                "[aucton]\nrebid = false",
                "rules table 'aucton' is unknown: use rules, auction, play, value (did you mean",
            ),
            ("auction = 3", "auction = 3 is no table: write [auction]"),
            ("[[auction]]\nrebid = true", "auction = [{'rebid': True}] is no table"),
            ("[auction]\nrebids = 1", "rule 'rebids' in [auction] is unknown: use rebid, reentry"),
            ("[auction]\nrebid = 1", "rebid = 1 has the wrong type: use true or false"),
            ("[value]\nschneider = 1.0", "schneider = 1.0 has the wrong type: use a whole number"),
            ("[value]\nschneider = nan", "schneider = nan has the wrong type"),
            ("[value]\nschneider = -1", "schneider = -1 is out of range: use 0 to 1000000"),
            ("[auction]\nmax_doubles = 3", "max_doubles = 3 is out of range: use 0 to 2"),
            ("[auction]\nrebid = false\nreentry = true", "reentry = true contradicts rebid = false"),
            ("[value]\nschwarz = 0", "schwarz = 0 contradicts schneider = 1"),
            (
                "[value]\nbase_tout = 1000000\ntout_multiplier = 1000",
                "this tariff lets a player win 12000192000 units in a hand, more than the 1000000 that fit: lower",
            ),
            ("[rules]\nname = 1900-01-01", "name = datetime.date(1900, 1, 1) has the wrong type: use text"),
        ],
    )
    def test_wrong_files_are_refused_in_one_line(self, rule_file, text, words):
        path = rule_file(text)
        assert refusal(Rules.load, path).startswith(f"rules file {str(path)!r}: {words}")

    def test_a_file_that_is_no_toml(self, rule_file, tmp_path):
        assert "club.toml' is not valid TOML: " in refusal(Rules.load, rule_file("[auction\nrebid ="))
        (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
        assert "is not valid TOML: " in refusal(Rules.load, tmp_path / "binary.toml")

    def test_neither_preset_nor_file(self, tmp_path):
        text = refusal(Rules.load, "standart")
        assert text.startswith("rules 'standart' are neither a preset (standard, official, sauspiel, tournament)")
        assert text.endswith("(did you mean 'standard'?)")
        assert "nor a TOML file" in refusal(Rules.load, tmp_path)


class TestRandomRules:
    def test_draw_every_option(self):
        rng = np.random.default_rng(7)
        drawn = [random_rules(rng).to_mapping() for _ in range(300)]
        for name in option_names():
            values = {str(rules[name]) for rules in drawn}
            assert len(values) >= (1 if name in ("name", "unit") else 2), name
        assert {rules["all_pass"] for rules in drawn} == {"void", "redeal", "muss"}
