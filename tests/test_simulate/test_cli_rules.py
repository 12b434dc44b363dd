import pytest

from simulate.cli.rules_command import SUMMARIES
from simulate.rules import PRESETS, Rules, option_meaning, option_names
from tests.test_simulate.cli_calls import answer, document


def test_every_preset_has_a_line():
    assert tuple(SUMMARIES) == PRESETS
    lines = answer("rules").splitlines()
    for name in PRESETS:
        line = next(line for line in lines if line.startswith(f"{name} "))
        assert int(line.split()[-1]) == len(Rules.preset(name).differences(Rules.preset("standard")))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_tells_every_option_and_marks_what_differs(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "250")
    lines = answer("rules", name).splitlines()
    rules, standard = Rules.preset(name), Rules.preset("standard")
    different = rules.differences(standard)
    assert lines[0].startswith(f"rules {name}: ")
    for option in option_names():
        (line,) = [line for line in lines if line[2:].startswith(f"{option} ")]
        assert option_meaning(option) in line
        assert (line[0] == "*") is (option in different)
        value = rules.to_mapping()[option]
        if isinstance(value, bool | int):
            assert line[2:].split()[1] == str(value).lower()
        if option in different:
            assert line.endswith(f"(standard: {str(different[option][1]).lower()})")


def test_the_rules_of_a_file(tmp_path):
    (tmp_path / "mine.toml").write_text('based_on = "official"\n[value]\nbase_solo = 7\n')
    text = answer("rules", tmp_path / "mine.toml")
    assert text.startswith("rules mine: 8 options differ from standard, marked *\n")
    found = document("rules", tmp_path / "mine.toml")
    assert found["options"] == Rules.load(tmp_path / "mine.toml").to_mapping()
    assert "base_solo" in found["differs_from_standard"]


def test_json_lists_all_presets():
    found = document("rules")
    assert [rules["name"] for rules in found] == list(PRESETS)
    assert [Rules.from_mapping(rules["options"]) for rules in found] == [Rules.preset(name) for name in PRESETS]


@pytest.mark.parametrize("name", [(), *((name,) for name in PRESETS)])
def test_it_fits_into_the_terminal(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = answer("rules", *name)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
