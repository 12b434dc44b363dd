import json
import subprocess
import sys

import polars as pl
import pytest

from analysis.report import Report
from analysis.report_cells import read
from simulate.cli.report_command import _print_table
from simulate.fates import AceFate
from tests.test_simulate.cli_calls import answer, call, document, process, refusal

ENDS = ("", "_low", "_high")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report") / "data"
    assert (
        call(
            "simulate", "--hands", 3000, "--seed", 1, "--players", "bold,normal,cautious,normal", "--out", folder
        ).exit_code
        == 0
    )
    return folder


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    folder = tmp_path_factory.mktemp("passed") / "data"
    never = "normal(rufspiel=99,wenz=99,solo=99,tout=99)"
    assert call("simulate", "--hands", 50, "--seed", 1, "--players", never, "--out", folder).exit_code == 0
    return folder


def test_main_tables_are_told_within_80_columns(data, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    text = answer("report", data)
    report = Report(data)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert [section.title for section in report.sections if section.main] == [
        line for line in lines if line in {section.title for section in report.sections}
    ]
    for name, value in report.facts.items():
        assert f"{name}: {value}" in lines
    assert "".join(lines).count("…") == 0


def test_fates_of_millions_of_hands_are_one_table_within_80_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    estimates = {"share": (0.6989, 0.6985, 0.6994), "win_rate": (0.888, 0.8876, 0.8883), "score": (1.931, 1.928, 1.934)}
    columns = {
        name + end: [value] * 6 for name, ends in estimates.items() for end, value in zip(ENDS, ends, strict=True)
    }
    frame = pl.DataFrame({"ace_fate": [fate.word for fate in list(AceFate)[1:]], "n": [2_620_000] * 6, **columns})
    _print_table(read(frame, ["ace_fate", "n", *estimates]), "95 %")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    # One head and its line, and two lines at most for each fate.
    assert len(lines) <= 2 + 2 * 6


def test_estimates_come_with_their_intervals(data):
    lines = answer("report", data).splitlines()
    head = lines.index("What is played") + 2
    assert lines[head].split() == ["contract", "hands", "share", "%", "95", "%"]
    for row, line in zip(Report(data).tables()["contracts"].iter_rows(named=True), lines[head + 2 :], strict=False):
        *_, hands, share, interval = line.split()
        low, high = map(float, interval.split("–"))
        assert int(hands.replace(",", "")) == row["n"]
        assert low <= float(share) <= high
        assert (low, high) == pytest.approx((100 * row["share_low"], 100 * row["share_high"]), rel=0.05, abs=0.05)


def test_json_is_all_tables(data):
    told = document("report", data)
    report = Report(data)
    assert told["about"] == report.facts
    assert told["level"] == 0.95
    assert list(told["tables"]) == list(report.tables())
    assert told["tables"]["contracts"] == report.tables()["contracts"].to_dicts()
    assert {"share", "share_low", "share_high"} <= told["tables"]["ace_fates"][0].keys()


def test_a_page_is_written_where_it_is_asked_for(data, tmp_path):
    file = tmp_path / "page.html"
    text = answer("report", data, "--html", file)
    assert text == f"{file} written ({file.stat().st_size / 1e6:.1f} MB): open it in a browser\n"
    assert file.read_text("utf-8") == Report(data).to_html()


def test_a_page_and_json_go_together(data, tmp_path):
    told = json.loads(answer("report", data, "--json", "--html", tmp_path / "page.html"))
    assert "contracts" in told["tables"]
    assert (tmp_path / "page.html").exists()


def test_hands_passed_out_are_all_that_is_told_where_nobody_plays(empty):
    text = answer("report", empty)
    assert "passed out" in text
    assert "What contracts win and earn" not in text
    assert document("report", empty)["tables"]["expected"] == []


def test_what_is_no_dataset_is_refused(tmp_path, data):
    assert "is no folder" in refusal("report", tmp_path / "nothing")
    assert "holds no dataset" in refusal("report", tmp_path)
    assert "is a folder: name a file in it" in refusal("report", data, "--html", tmp_path)
    assert "make it first" in refusal("report", data, "--html", tmp_path / "nothing" / "page.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("missing", ["matplotlib", "seaborn", "jinja2"])
def test_without_the_extra_the_page_is_refused_and_the_tables_told(data, missing, tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("analysis.plots")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    told = refusal("report", data, "--html", tmp_path / "page.html")
    assert told.endswith(
        f"need {missing}, which is not installed: pip install -c constraints.txt -e '.[lab]' in the project's folder"
    )
    assert "What is played" in answer("report", data)


def test_names_do_not_steer_the_terminal(tmp_path):
    rules = tmp_path / "a\x1b[31mred [bold]x[blue].toml"
    rules.write_text('[rules]\nunit = "cents\\u001b[2J[red]"\n')
    assert call("simulate", "--hands", 500, "--seed", 1, "--rules", rules, "--out", tmp_path / "data").exit_code == 0
    text = answer("report", tmp_path / "data")
    assert "\x1b" not in text
    assert "rules: a?[31mred [bold]x[blue], scores in cents?[2J[red]\n" in text
    assert "the declarer, cents?[2J[red] per hand" in " ".join(text.split())


def test_the_terminal_does_not_wait_for_figures(data):
    code = (
        "import sys\nfrom tests.test_simulate.cli_calls import answer\n"
        f"answer('report', {str(data)!r})\nprint('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_page_needs_no_window_system(data, tmp_path):
    done = process("report", data, "--html", tmp_path / "page.html", MPLBACKEND="tkagg", DISPLAY="")
    assert (done.returncode, done.stderr) == (0, "")
