from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import polars as pl
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

from analysis import bidding, plots, standard
from analysis.odds_table import table as odds_table
from analysis.plots.style import CONTRACT_COLORS, FOR_DECLARER, FOR_OPPONENTS, drawing
from analysis.words import FATE_TITLES, PASSED_OUT, contract_title
from simulate.run import run
from simulate.summary import FEW
from tests.test_analysis.test_plots_style import contrast

mpl.use("agg")


@pytest.fixture(autouse=True)
def _no_figure_is_left_over():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def tables():
    played = run(hands=30_000, seed=1, players="bold,normal,cautious,normal")
    assigned = standard.survey(run(hands=30_000, seed=1, assign="all"))
    simulated = {"simulated": 1.01 * pl.col("value"), "simulated_low": 0.9 * pl.col("value")}
    facts = odds_table().filter(pl.col("fact").str.starts_with("trumps in a hand:"))
    opening = bidding.chart(assigned, ("trumps", "ober"))
    return standard.tables(played) | {
        "choices": bidding.choices(opening, 0),
        "solo": opening.filter(pl.col("contract") == "solo"),
        "odds": facts,
        "simulated": facts.with_columns(**simulated, simulated_high=1.2 * pl.col("value")),
        "sweep": SWEEP,
        "map": MAP,
        "differences": DIFFERENCES,
        "calibration": CALIBRATION,
    }


SWEEP = pl.DataFrame(
    {
        "rufspiel": [6.0, 4.0, 5.0, 7.0],
        "estimate": [0.20, 0.00, 0.18, -0.30],
        "low": [0.15, -0.05, 0.13, -0.35],
        "high": [0.25, 0.05, 0.23, -0.25],
    }
)
MAP = pl.DataFrame(
    [(x, y, x - y**2, x - y**2 - 0.4, x - y**2 + 0.4) for x in (1.0, 1.5, 3.0) for y in (0.0, 1.0)],
    schema=["rufspiel", "solo", "estimate", "low", "high"],
    orient="row",
)
DIFFERENCES = pl.DataFrame(
    {
        "contract": [None, "solo", "rufspiel"],
        "score": [0.001, -0.02, 0.04],
        "score_low": [None, -0.05, 0.03],
        "score_high": [None, 0.01, 0.05],
    }
)
CALIBRATION = pl.DataFrame(
    {
        "figure": ["ace_fate"] * 2,
        "group": ["discarded", "led_by_other_trumped_by_opponents"],
        "simulated": [0.81, 0.70],
        "simulated_low": [0.80, 0.69],
        "simulated_high": [0.82, 0.71],
        "real": [0.803, 0.694],
        "real_low": [0.78, 0.65],
        "real_high": [0.82, 0.73],
    }
)

FIGURES = [
    ("contracts", "contracts", {}, "share"),
    ("contracts_by_seat", "contracts_by_seat", {}, "share"),
    ("contracts_by_style", "contracts_by_style", {}, "share"),
    ("results", "results", {}, "share"),
    ("suits", "suits", {}, "share"),
    ("laufende", "laufende", {}, "share"),
    ("fates", "ace_fates", {}, "share"),
    ("ace_tricks", "ace_tricks", {}, "share"),
    ("expected", "expected", {}, "score"),
    ("expected", "expected", {"measure": "win_rate"}, "win_rate"),
    ("expected", "expected", {"measure": "eyes"}, "eyes"),
    ("expected_by", "expected_by_trumps", {"key": "declarer_trumps"}, "score"),
    ("expected_by", "expected_by_seat", {"key": "declarer", "measure": "win_rate"}, "win_rate"),
    ("expected_by", "expected_by_laufende", {"key": "laufende"}, "score"),
    ("expected_by", "ace_distances", {"key": "distance"}, "score"),
    ("expected_by", "ace_declarer_cards", {"key": "declarer_cards", "measure": "eyes"}, "eyes"),
    ("seats", "seats", {}, "score"),
    ("styles", "styles", {}, "score"),
    ("score_distribution", "score_distribution", {}, "share"),
    ("risk", "risk", {}, "probability"),
    ("exact_and_simulated", "simulated", {}, "simulated"),
    ("differences", "differences", {}, "score"),
]
"""Figures in which every row of a table is one mark with its interval."""

OTHERS = [
    ("running_away", "ace_running_away", {}),
    ("eyes_distribution", "eyes_distribution", {}),
    ("opening_chart", "choices", {}),
    ("expected_chart", "solo", {}),
    ("odds", "odds", {}),
    ("sweep", "sweep", {"parameter": "rufspiel"}),
    ("sweep_map", "map", {"x": "rufspiel", "y": "solo"}),
    ("calibration", "calibration", {}),
]
ALL = [(name, table, options) for name, table, options, _ in FIGURES] + OTHERS


def draw(name, table, options, ax=None):
    return getattr(plots, name)(table, ax=ax, **options)


def intervals(axes):
    """Return the ends of all intervals drawn, those along the x-axis and those along the y-axis alike."""
    lines = [line for drawn in axes.collections if isinstance(drawn, LineCollection) for line in drawn.get_segments()]
    across = axes.get_xgridlines()[0].get_visible() and not axes.get_ygridlines()[0].get_visible()
    return sorted(tuple(line[:, 0 if across else 1]) for line in lines if len(line) and not np.isnan(line).any())


def ends(table, estimate):
    rows = table.drop_nulls(f"{estimate}_low").select(f"{estimate}_low", f"{estimate}_high").rows()
    return sorted(rows)


def names(labels):
    return [label.get_text() for label in labels if label.get_text()]


def test_every_figure_is_tested():
    drawn = {name for name, *_ in ALL}
    assert drawn == {name for name in plots.__all__ if name.islower() and name != "new_axes"}


@pytest.mark.parametrize(("name", "table", "options", "estimate"), FIGURES)
def test_every_row_has_its_mark_and_its_interval(tables, name, table, options, estimate):
    frame = tables[table]
    axes = draw(name, frame, options)
    np.testing.assert_allclose(intervals(axes), ends(frame, estimate))
    bars = [bar for bar in axes.patches if bar.get_width() and bar.get_height()]
    marks = sum(len(line.get_xdata()) for line in axes.lines if line.get_linestyle() == "None")
    exact = len(frame) if name == "exact_and_simulated" else 0
    assert max(len(bars), marks - exact) == len(frame)


@pytest.mark.parametrize(("name", "table", "options"), ALL)
def test_a_figure_is_drawn_on_the_axes_given_and_changes_nothing_else(tables, name, table, options):
    figure = mpl.figure.Figure()
    axes, other = figure.subplots(2)
    settings = mpl.rcParams.copy()
    assert draw(name, tables[table], options, axes) is axes
    assert mpl.rcParams == settings
    assert plt.get_fignums() == []
    assert not other.has_data()


@pytest.mark.parametrize(("name", "table", "options"), ALL)
def test_a_figure_without_axes_makes_its_own_and_says_what_is_seen(tables, name, table, options):
    settings = mpl.rcParams.copy()
    axes = draw(name, tables[table], options)
    assert plt.get_fignums() == [axes.figure.number]
    assert mpl.rcParams == settings
    assert len(axes.get_title(loc="left")) > 8
    assert axes.get_xlabel() or names(axes.get_xticklabels())
    assert axes.get_ylabel() or names(axes.get_yticklabels())


@pytest.mark.parametrize(("name", "table", "options"), ALL)
def test_nothing_is_cut_off_or_printed_over_another(tables, name, table, options):
    axes = draw(name, tables[table], options)
    figure = axes.figure
    figure.canvas.draw()
    inside = figure.bbox.padded(1)
    for text in (axes.xaxis.label, axes.yaxis.label, axes._left_title):
        box = text.get_window_extent()
        assert not text.get_text() or all(inside.containsx(x) and inside.containsy(y) for x, y in box.corners())
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        boxes = [label.get_window_extent() for label in labels if label.get_text() and within(label, axes)]
        assert len(boxes) > 1
        assert not any(first.overlaps(second) for first, second in pairwise(boxes))
        assert all(inside.containsx(x) and inside.containsy(y) for box in boxes for x, y in box.corners())
    if axes.get_legend():
        legend = axes.get_legend().get_window_extent()
        assert all(inside.containsx(x) and inside.containsy(y) for x, y in legend.corners())
        assert not legend.overlaps(axes.xaxis.label.get_window_extent())
        assert not any(legend.overlaps(label.get_window_extent()) for label in axes.get_xticklabels())


def within(label, axes):
    """Return whether a tick label is shown; Matplotlib keeps some beyond the limits."""
    x, y = label.get_window_extent().get_points().mean(axis=0)
    box = axes.get_window_extent()
    return box.x0 - 0.5 <= x <= box.x1 + 0.5 or box.y0 - 0.5 <= y <= box.y1 + 0.5


@pytest.mark.parametrize(("name", "table", "options"), ALL)
def test_pandas_and_another_order_of_rows_draw_the_same(tables, name, table, options):
    def picture(frame):
        axes = draw(name, frame, options)
        axes.figure.canvas.draw()
        return np.asarray(axes.figure.canvas.buffer_rgba())

    rows = tables[table]
    # Where the order of rows is all there is to go by, it is kept.
    ordered = "contract" in rows.columns or table in ("sweep", "map", "choices")
    shuffled = rows.sample(fraction=1, shuffle=True, seed=1) if ordered else rows
    np.testing.assert_array_equal(picture(shuffled.to_pandas()), picture(rows))


def test_a_contract_has_one_colour_in_all_figures(tables):
    bars = plots.contracts(tables["contracts"])
    colors = {
        text.get_text(): to_hex(bar.get_facecolor())
        for text, bar in zip(bars.get_yticklabels(), bars.patches, strict=True)
    }
    lines = plots.expected_by(tables["expected_by_trumps"], "declarer_trumps")
    for line in lines.lines:
        if not line.get_label().startswith("_"):
            assert to_hex(line.get_color()) == colors[line.get_label()]
    wanted = [contract_title(word) for word in tables["contracts"].sort("contract", nulls_last=True)["contract"]]
    assert list(colors) == wanted


# ---- single figures ----


def test_bars_tell_their_share(tables):
    axes = plots.contracts(tables["contracts"])
    shares = tables["contracts"].sort("contract", nulls_last=True)["share"]
    np.testing.assert_allclose([bar.get_width() for bar in axes.patches], shares)
    assert [text.get_text() for text in axes.texts] == [f"{100 * share:.3g} %" for share in shares]


def test_fates_are_told_in_words_and_by_who_takes_the_trick(tables):
    axes = plots.fates(tables["ace_fates"])
    titles = [title.replace("\n", " ") for title in names(axes.get_yticklabels())]
    assert titles == [FATE_TITLES[word] for word in tables["ace_fates"]["ace_fate"]]
    colors = {title: to_hex(bar.get_facecolor()).upper() for title, bar in zip(titles, axes.patches, strict=True)}
    assert colors["other led, won"] == FOR_DECLARER
    assert colors["other led, trumped"] == FOR_OPPONENTS


def test_running_away_shows_the_share_that_ran(tables):
    axes = plots.running_away(tables["ace_running_away"])
    ran = tables["ace_running_away"].filter("ran_away")
    np.testing.assert_allclose(intervals(axes), ends(ran, "share"))


def test_eyes_are_lines_in_bands_that_hold_the_intervals(tables):
    axes = plots.eyes_distribution(tables["eyes_distribution"])
    drawn = {line.get_label(): line for line in axes.lines}
    for word, band in zip(("rufspiel", "wenz", "solo"), axes.collections, strict=True):
        part = tables["eyes_distribution"].filter(pl.col("contract") == word).sort("eyes")
        np.testing.assert_allclose(drawn[contract_title(word)].get_ydata(), part["share"])
        low, high = band.get_paths()[0].vertices[:, 1].min(), band.get_paths()[0].vertices[:, 1].max()
        assert low == pytest.approx(part["share_low"].min())
        assert high == pytest.approx(part["share_high"].max())


def test_an_opening_chart_tells_the_best_choice_of_each_class(tables):
    axes = plots.opening_chart(tables["choices"])
    axes.figure.canvas.draw()
    texts = {text.get_position(): text for text in axes.texts}
    assert len(texts) == len(tables["choices"])
    across, down = names(axes.get_xticklabels()), names(axes.get_yticklabels())
    assert (across[0], down[0]) == ("0", "8")
    for row in tables["choices"].iter_rows(named=True):
        place = (across.index(str(row["ober"])) + 0.5, down.index(str(row["trumps"])) + 0.5)
        told = texts[place].get_text()
        if row["few"]:
            assert told.split() == [str(row["n"]), "hand" if row["n"] == 1 else "hands"]
            continue
        assert told.startswith(contract_title(row["best"], "pass"))
        assert ("?" in told) == (not row["clear"])
        assert row["best"] is None or f"{row['score']:+.1f}" in told
        assert color_beside(texts[place]) == CONTRACT_COLORS[row["best"] or PASSED_OUT]


def test_cells_of_few_hands_are_hatched_and_explained(tables):
    for draw_chart, table in ((plots.opening_chart, tables["choices"]), (plots.expected_chart, tables["solo"])):
        axes = draw_chart(table)
        hatched = {tuple(np.floor(patch.get_xy())) for patch in axes.patches if patch.get_hatch() and patch.get_width()}
        across, down = (names(labels) for labels in (axes.get_xticklabels(), axes.get_yticklabels()))
        few = table.filter("few").select("ober", "trumps").rows()
        assert hatched == {(across.index(str(x)), down.index(str(y))) for x, y in few}
        assert 0 < len(few) < len(table)
        assert f"fewer than {FEW} hands" in names(axes.get_legend().get_texts())
        told = draw_chart(table.filter(~pl.col("few"))).get_legend()
        assert told is None or f"fewer than {FEW} hands" not in names(told.get_texts())


def color_beside(text):
    """Return the colour of the cell of a map that a text is written in, as drawn."""
    shown = np.asarray(text.axes.figure.canvas.buffer_rgba())
    x, y = text.axes.transData.transform(np.add(text.get_position(), (0.43, 0.3)))
    return to_hex(shown[shown.shape[0] - int(y), int(x), :3] / 255).upper()


@pytest.mark.parametrize(
    ("name", "table", "options"), [figure for figure in OTHERS if "map" in figure[0] or "chart" in figure[0]]
)
def test_texts_on_maps_can_be_read(tables, name, table, options):
    axes = draw(name, tables[table], options)
    axes.figure.canvas.draw()
    assert min(contrast(color_beside(text), text.get_color()) for text in axes.texts) > 4.4


def test_a_chart_of_one_contract_tells_scores_with_their_intervals(tables):
    axes = plots.expected_chart(tables["solo"])
    assert axes.get_title(loc="left") == "What a Solo earns, by hand"
    told = {text.get_text() for text in axes.texts}
    row = tables["solo"].sort("n").row(-1, named=True)
    assert f"{row['score']:+.1f}\n±{(row['score_high'] - row['score_low']) / 2:.1f}" in told


def test_a_sweep_marks_the_best_and_what_is_not_told_apart_from_it():
    axes = plots.sweep(SWEEP, "rufspiel")
    np.testing.assert_allclose(intervals(axes), sorted(SWEEP.select("low", "high").rows()))
    marked = {line.get_label(): sorted(line.get_xdata().tolist()) for line in axes.lines if np.ndim(line.get_xdata())}
    assert marked["not told apart from the best"] == [5, 6]
    assert "best: 6" in marked


def test_a_sweep_marks_what_its_table_holds_for_as_good():
    told = SWEEP.with_columns(among_best=pl.col("rufspiel") == 6)
    axes = plots.sweep(told, "rufspiel")
    marked = {line.get_label(): sorted(line.get_xdata().tolist()) for line in axes.lines if np.ndim(line.get_xdata())}
    assert marked["not told apart from the best"] == [6]


def test_a_map_of_a_sweep_frames_the_best():
    axes = plots.sweep_map(MAP, "rufspiel", "solo")
    solid = [frame.get_xy() for frame in axes.patches if frame.get_linestyle() == "-"]
    assert solid == [(2, 1)]
    assert (names(axes.get_xticklabels()), names(axes.get_yticklabels())) == (["1.0", "1.5", "3.0"], ["1.0", "0.0"])
    assert len(axes.texts) == len(MAP)


def test_calibration_shows_both_sides_with_intervals():
    axes = plots.calibration(CALIBRATION)
    expected = (
        CALIBRATION.select("simulated_low", "simulated_high").rows()
        + CALIBRATION.select("real_low", "real_high").rows()
    )
    np.testing.assert_allclose(intervals(axes), sorted(expected))
    assert names(axes.get_legend().get_texts()) == ["people", "simulated"]


def test_calibration_tells_shares_from_means_and_reads_its_groups():
    shares = plots.calibration(CALIBRATION)
    assert names(shares.get_yticklabels()) == ["discarded", "other led, trumped"]
    assert shares.get_title(loc="left") == "Ace fate: simulated beside people"
    assert all(text.endswith(" %") for text in names(shares.get_xticklabels()))
    eyes = CALIBRATION.with_columns(
        pl.selectors.float() * 100, figure=pl.lit("mean_eyes"), group=pl.Series(["solo", "wenz 3"])
    )
    means = plots.calibration(eyes)
    assert names(means.get_yticklabels()) == ["Solo", "Wenz, 3 trumps"]
    assert means.get_xlabel() == "mean eyes of the declaring side"
    assert not any("%" in text for text in names(means.get_xticklabels()))
    both = plots.calibration(pl.concat([CALIBRATION, eyes]))
    assert "mean_eyes: Solo" in names(both.get_yticklabels())


def test_a_difference_without_interval_is_a_bar_alone():
    axes = plots.differences(DIFFERENCES)
    assert names(axes.get_yticklabels()) == ["Rufspiel", "Solo", "passed out"]
    assert len(intervals(axes)) == 2


def test_names_of_users_are_no_formulas_and_of_bounded_length(tables):
    odd = r"my$\frac$style" + "x" * 100
    names_of = tables["styles"]["style"].cast(pl.String).unique(maintain_order=True)
    frame = tables["styles"].with_columns(pl.col("style").cast(pl.String).replace(names_of[0], odd))
    axes = plots.styles(frame)
    axes.figure.canvas.draw()
    (label,) = (text for text in axes.get_yticklabels() if "frac" in text.get_text())
    assert label.get_window_extent().width < 0.6 * axes.figure.bbox.width


def test_settings_are_restored_after_an_error():
    settings = mpl.rcParams.copy()
    with pytest.raises(RuntimeError), drawing(None):
        raise RuntimeError
    assert mpl.rcParams == settings


def test_a_tout_may_be_won_and_lost_with_the_same_eyes():
    rows = {"contract": ["solo-tout"] * 2, "eyes": [120, 120], "won": [False, True], "n": [1, 3]}
    table = pl.DataFrame(rows).with_columns(share=pl.Series([0.25, 0.75]), share_low=0.1, share_high=0.9)
    line = plots.eyes_distribution(table).lines[-1]
    assert line.get_xdata().tolist() == [120, 120]
    assert line.get_ydata().tolist() == [0.25, 0.75]
