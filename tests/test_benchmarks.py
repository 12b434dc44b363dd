"""Benchmarks: their history, a file for each run and a picture of the ratios over time; and that they still run."""

import json

import pytest

from benchmarks import bench_analysis, history, scale
from benchmarks.paired import Figure
from simulate.engine import ENGINE_VERSION

pytest.importorskip("matplotlib")


def figures(ratio):
    return [
        Figure(
            "engine in memory, normal", "hands/s", 4e5, {"limit": ratio, "limit with bit deposit": ratio / 2}, ">= 0.6"
        ),
        Figure("dealer", "deals/s", 2e7, {"limit": 30 * ratio, "limit with bit deposit": 9}),
        Figure("hands table", "bytes/hand", 16.3),
    ]


@pytest.fixture
def moments(monkeypatch):
    """Let the clock that names files go on by a day with each run."""
    days = iter(range(1, 28))

    class Clock(history.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 11, next(days), 12, tzinfo=tz)

    monkeypatch.setattr(history, "datetime", Clock)


@pytest.mark.usefixtures("moments")
def test_each_run_is_kept_and_drawn(tmp_path):
    for ratio in (0.61, 0.64, 0.58, 0.66):
        path = history.keep(figures(ratio), tmp_path)
    files = sorted(tmp_path.glob("*.json"))
    assert [file.stem for file in files] == [f"2026-11-{day:02}T120000" for day in range(1, 5)]
    assert path == files[-1]
    kept = json.loads(path.read_text())
    assert kept["engine_version"] == ENGINE_VERSION
    assert kept["figures"][0]["ratios"] == {"limit": 0.66, "limit with bit deposit": 0.33}
    assert kept["machine"].keys() == {"processor", "cores", "system", "python", "numpy", "numba"}
    assert (tmp_path / "ratios.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("moments")
def test_the_picture_has_a_line_for_each_speed_and_a_point_for_each_run(tmp_path, monkeypatch):
    import matplotlib.axes

    lines = []
    plot = matplotlib.axes.Axes.plot
    monkeypatch.setattr(
        matplotlib.axes.Axes,
        "plot",
        lambda self, *args, **kw: lines.append((kw["label"], args)) or plot(self, *args, **kw),
    )
    for ratio in (0.61, 0.64):
        history.keep(figures(ratio), tmp_path)
    label, (days, ratios) = lines[-1]
    assert label == "engine in memory, normal"
    assert (len(days), list(ratios)) == (2, [0.61, 0.64])


def test_a_large_run_is_measured_with_its_analysis(tmp_path):
    found = scale.measured(tmp_path / "run", 3000, workers=1)
    assert found["disk"]["bytes"] == sum(path.stat().st_size for path in (tmp_path / "run/hands").iterdir())
    for step in ("simulate", "analyse"):
        assert found[step]["seconds"] > 0
        assert 50 < found[step]["peak_mb"] < 1000


def test_both_ways_to_the_standard_tables_come_to_the_same_numbers(tmp_path):
    dataset = bench_analysis._simulated(tmp_path / "data", 3000)
    found = {way: bench_analysis._measured(way, str(dataset))["numbers"] for way in bench_analysis.WAYS}
    assert found["polars"]["contracts"]["n"] == 3000
    bench_analysis._check_equal(found["polars"], found["pandas"])
    found["pandas"]["expected"]["score"] += 1
    with pytest.raises(SystemExit, match="table 'expected' differs in 'score'"):
        bench_analysis._check_equal(found["polars"], found["pandas"])
