"""Colours and markers: told apart by people who lack one kind of cones, too."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from analysis.plots.style import CONTRACT_COLORS, CONTRACT_MARKERS, FOR_DECLARER, FOR_OPPONENTS, MUTED, SERIES, label
from analysis.words import PASSED_OUT
from simulate.contracts import Contract

# What people see who lack one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1), from linear RGB.
VISION = {
    "all cones": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(color):
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(color, vision):
    seen = np.clip(np.array(VISION[vision]) @ linear(color), 0, 1)
    ratio = XYZ @ seen / XYZ.sum(axis=1)
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(first, second):
    low, high = sorted(float(XYZ[1] @ linear(color)) + 0.05 for color in (first, second))
    return high / low


def distance(first, second, vision):
    return float(np.linalg.norm(lab(first, vision) - lab(second, vision)))


def test_the_measure_of_distance_sees_what_is_known():
    assert distance("white", "black", "no green") == pytest.approx(100, abs=0.1)
    reds_and_greens = [distance("#CC0000", "#6B6B00", vision) for vision in VISION]
    assert reds_and_greens == pytest.approx([79, 15, 8, 85], abs=1)
    blues_and_greens = [distance("#0000FF", "#008080", vision) for vision in VISION]
    assert blues_and_greens == pytest.approx([148, 94, 102, 33], abs=1)


@pytest.mark.parametrize("vision", VISION)
def test_contracts_can_be_told_apart_by_everybody(vision):
    played = [Contract.RUFSPIEL, Contract.WENZ, Contract.SOLO, Contract.WENZ_TOUT, Contract.SOLO_TOUT, Contract.SIE]
    common = [CONTRACT_COLORS[contract.word] for contract in played] + [CONTRACT_COLORS[PASSED_OUT]]
    assert min(distance(*pair, vision) for pair in combinations(common, 2)) > 20
    assert min(distance(*pair, vision) for pair in combinations(CONTRACT_COLORS.values(), 2)) > 14
    assert min(distance(color, "white", vision) for color in CONTRACT_COLORS.values()) > 20


@pytest.mark.parametrize("vision", VISION)
def test_series_and_sides_can_be_told_apart_by_everybody(vision):
    colors = [series.color for series in SERIES]
    assert min(distance(*pair, vision) for pair in combinations(colors, 2)) > 17
    assert min(distance(*pair, vision) for pair in combinations([FOR_DECLARER, FOR_OPPONENTS, MUTED], 2)) > 20


def test_contracts_of_like_colour_have_markers_of_their_own():
    assert set(CONTRACT_COLORS) == set(CONTRACT_MARKERS) == {contract.word for contract in Contract} | {PASSED_OUT}
    assert len({series.marker for series in SERIES}) == len(SERIES)
    alone = [Contract.RUFSPIEL, Contract.GEIER, Contract.WENZ, Contract.SOLO, Contract.SIE]
    assert len({CONTRACT_MARKERS[contract.word] for contract in alone}) == len(alone)


def test_labels_are_few_short_lines():
    assert label("normal/club") == "normal/club"
    told = label("normal(rufspiel=5.25,solo=11.5,wenz=9)/club " + "x" * 200)
    assert max(map(len, told.split("\n"))) <= 30
    assert told.count("\n") == 2
    assert told.endswith("…")
    assert label("a\nb\tc") == "a b c"
