import re

import duckdb
import pytest

from simulate.collect import collect
from simulate.dataset.dictionary import BEGIN, END, README, dictionary, updated
from simulate.dataset.schema import TABLES
from simulate.fates import AceFate
from tests.test_simulate.datasets import experiment


def test_the_dictionary_in_the_readme_is_up_to_date():
    text = README.read_text(encoding="utf-8")
    assert updated(text) == text, "run: python -m simulate.dataset.dictionary"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_has_a_row_with_its_meaning(table):
    rows = [line for line in dictionary().splitlines() if line.startswith("| `")]
    for column in table.columns:
        assert any(row.startswith(f"| `{column.name}` |") and column.meaning in row for row in rows)
    assert all(row.count("|") == 7 for row in rows)


def test_every_category_is_listed_and_every_fate_explained():
    for table in TABLES:
        for column in table.columns:
            assert all(f"`{word}`" in dictionary() for word in column.words)
    explained = re.findall(r"^  - `(\w+)`: \w", dictionary(), re.MULTILINE)
    assert explained == [fate.word for fate in AceFate if fate]


def test_only_what_is_between_the_marks_changes():
    text = f"above\n{BEGIN}\nold\n{END}\nbelow\n"
    assert updated(text) == f"above\n{BEGIN}\n\n{dictionary()}\n\n{END}\nbelow\n"
    assert updated(updated(text)) == updated(text)


@pytest.mark.parametrize("text", ["", BEGIN, END])
def test_a_document_without_marks_is_refused(text):
    with pytest.raises(ValueError, match="the document lacks the line"):
        updated(text)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "first"
    collect(experiment(), folder)
    return folder


def snippets(language):
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_ways_to_read_that_the_readme_shows_agree(first):
    polars, pandas, package = (snippet.replace("data/first", str(first)) for snippet in snippets("python"))
    names = {}
    for code in (polars, pandas, package):
        *lines, last = code.strip().splitlines()
        exec("\n".join([*lines, f"result = {last}"]), names)
        names[code] = names.pop("result")
    (query,) = snippets("sql")
    with duckdb.connect() as connection:
        counted = connection.sql(query.replace("data/first", str(first))).fetchall()
    counts = {contract: count for contract, count, _ in names[polars].rows()}
    rates = {contract: rate for contract, _, rate in names[polars].rows() if contract}
    assert sum(counts.values()) == 3000
    assert {contract: count for contract, count, _ in counted} == counts
    assert {contract: rate for contract, _, rate in counted if contract} == pytest.approx(rates)
    assert dict(names[pandas]) == pytest.approx(rates)
    assert names[package][3] == 7
