"""The program that runs the notebooks and stores what they show."""

import base64
import sys

import nbformat
import pytest

from notebooks import run
from simulate.errors import UserError

NOTEBOOKS = {path.stem: path for path in run.found()}
FEW = 20_000
MOST_LINES = 12


def test_notebooks_are_found_by_the_start_of_their_names():
    assert [path.stem for path in run.found(["04", "01_first_look", "notebooks/02_how_often.ipynb"])] == [
        "01_first_look",
        "02_how_often_is_each_contract_played",
        "04_what_is_a_game_worth",
    ]
    assert [path.stem[:2] for path in run.found()] == [f"{number:02d}" for number in range(1, 11)]


@pytest.mark.parametrize("name", ["11", "0", ""])
def test_an_unknown_notebook_is_told_in_a_line(name, capsys):
    assert run.main([name]) == 2
    assert capsys.readouterr().err.startswith(f"error: notebook {name!r} is unknown: use one of 01_first_look, ")


def cells(*sources: str) -> nbformat.NotebookNode:
    """Return a notebook of code cells, the first of which has the parameters."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.cells[0].metadata["tags"] = [run.PARAMETERS]
    return notebook


def test_hands_are_replaced_in_the_cell_of_parameters_alone():
    given = cells("SEED = 1\nHANDS = 1_000_000\n", "HANDS = 5")
    few = run.with_hands(given, 2000)
    assert [cell.source for cell in few.cells] == ["SEED = 1\nHANDS = 2_000\n", "HANDS = 5"]
    assert given.cells[0].source == "SEED = 1\nHANDS = 1_000_000\n"
    assert run.with_hands(given, None) == given


@pytest.mark.parametrize("source", ["SEED = 1", "hands = 10"])
def test_a_notebook_without_hands_is_told(source):
    with pytest.raises(UserError, match="a line 'HANDS = 1000'"):
        run.with_hands(cells(source), 10)


@pytest.fixture(scope="module")
def variables(tmp_path_factory):
    return run.environment(tmp_path_factory.mktemp("home"))


def test_a_kernel_is_this_python_and_works_in_the_folder_given(tmp_path, variables):
    shown = run.execute(
        cells(
            "HANDS = 1",
            "import os, sys\nprint(sys.executable == PYTHON, os.listdir())".replace("PYTHON", repr(sys.executable)),
        ),
        tmp_path,
        variables,
    )
    assert shown.cells[1].outputs[0].text == "True []\n"
    assert shown.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert [cell.metadata for cell in shown.cells] == [{"tags": ["parameters"]}, {}]


def test_every_figure_of_a_notebook_is_shown(tmp_path, variables):
    table = {"contract": ["rufspiel", "solo"], "share": [0.8, 0.2], "share_low": [0.7, 0.1], "share_high": [0.9, 0.3]}
    prepared = f"import polars as pl\nfrom analysis import plots\ntable = pl.DataFrame({table})"
    shown = run.execute(cells("HANDS = 1", prepared, *["plots.contracts(table);"] * 2), tmp_path, variables)
    pictures = list(run.pictures(shown))
    assert len(pictures) == 2
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert run.complaints(shown) == []


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("import sys\nprint('mind this', file=sys.stderr)", "complains: mind this"),
        ("import os\nprint(os.path.abspath('data'))", "shows the path /"),
        ("from pathlib import Path\nPath('data').absolute()", "shows the path /"),
    ],
)
def test_what_is_no_result_and_paths_are_complained_of(source, complaint, tmp_path, variables):
    (line,) = run.complaints(run.execute(cells("HANDS = 1", source), tmp_path, variables))
    assert line.startswith("code cell 2 ")
    assert complaint in line


def test_large_pictures_are_complained_of():
    shown = cells("HANDS = 1")
    data = {run.PICTURE: base64.b64encode(bytes(run.MOST_PICTURE_BYTES + 1)).decode()}
    shown.cells[0].outputs = [nbformat.v4.new_output("display_data", data)]
    assert run.complaints(shown) == [f"a picture has {run.MOST_PICTURE_BYTES + 1} bytes: make it smaller"]


def test_outputs_are_stored_if_all_is_well_and_never_with_other_hands(tmp_path, monkeypatch, capsys, variables):
    monkeypatch.setattr(run, "FOLDER", tmp_path)
    monkeypatch.setenv("MPLCONFIGDIR", variables["MPLCONFIGDIR"])
    good, bad = tmp_path / "01_good.ipynb", tmp_path / "02_bad.ipynb"
    nbformat.write(cells("HANDS = 1", "HANDS + 1"), good)
    nbformat.write(cells("HANDS = 1", "1 / 0"), bad)
    before = good.read_bytes(), bad.read_bytes()
    assert run.main(["01", "--hands", "5"]) == 0
    assert good.read_bytes() == before[0]
    assert run.main([]) == 1
    assert run.read(good).cells[1].outputs[0].data["text/plain"] == "2"
    assert bad.read_bytes() == before[1]
    assert "ZeroDivisionError" in capsys.readouterr().out
    stored = good.read_bytes()
    assert run.main(["01"]) == 0
    assert good.read_bytes() == stored
