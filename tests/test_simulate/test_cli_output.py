import pytest

from simulate.cli.output import console, plain_table, print_table
from tests.test_simulate.cli_calls import answer


def wide(columns, rows=2, width=7):
    """Return a table of numbers, each told by where it stands."""
    heads = [f"head {column}" for column in range(columns)]
    table = plain_table("name", *heads, right=tuple(heads))
    for row in range(rows):
        table.add_row(f"row {row}", *(f"{10 ** (width - 1) + 10 * column + row}" for column in range(columns)))
    return table


@pytest.mark.parametrize("width", [20, 40, 80, 120])
@pytest.mark.parametrize("columns", [1, 4, 9, 30])
def test_no_number_is_ever_cut(columns, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(wide(columns))
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    words = text.split()
    for column in range(columns):
        assert [words.count(f"{10**6 + 10 * column + row}") for row in (0, 1)] == [1, 1]


def test_what_fits_is_one_block(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    print_table(wide(7))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[0].split("  ")[0] == "name"


def test_each_block_has_the_first_column_and_the_sections(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "30")
    table = plain_table("name", "one", "two", right=("one", "two"))
    table.add_row("a", "1" * 15, "2" * 15)
    table.add_section()
    table.add_row("b", "3" * 15, "4" * 15)
    print_table(table)
    lines = capsys.readouterr().out.splitlines()
    rule = "─" * 21
    a, b = "a     111111111111111", "b     333333333333333"
    assert lines[:5] == ["name              one", rule, a, "", b]
    assert lines[5:] == ["", "name              two", rule, "a     222222222222222", "", "b     444444444444444"]


def test_text_is_folded_before_a_table_is_parted(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    table = plain_table("name", "number", right=("number",))
    table.add_row("a long name that has many words and goes on", "1" * 20)
    print_table(table)
    text = capsys.readouterr().out
    assert text.count("number") == 1
    assert "1" * 20 in text


def test_no_line_of_a_wrapped_text_ends_with_a_space(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "20")
    text = "a text that is wrapped, with\n\n  an indented part: EO \u2663 [b]"
    console().print(text)
    console().print("one line that is not wrapped at all ", soft_wrap=True)
    lines = capsys.readouterr().out.split("\n")
    assert lines == [
        "a text that is",
        "wrapped, with",
        "",
        "  an indented part:",
        "EO ♣ [b]",
        "one line that is not wrapped at all ",
        "",
    ]


@pytest.mark.parametrize("command", [("players", "random"), ("players",), ("rules", "official"), ("odds",)])
def test_no_command_ends_a_line_with_a_space(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    assert [line for line in answer(*command).splitlines() if line.endswith(" ")] == []
