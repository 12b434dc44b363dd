"""Results of earlier runs, one JSON file each, and a picture of the ratios over time."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import numba
import numpy as np

from benchmarks.paired import Figure
from simulate.engine import ENGINE_VERSION

FOLDER = Path(__file__).with_name("history")


def machine() -> dict[str, object]:
    """Return what is worth knowing about the machine; nothing that names it."""
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def keep(figures: list[Figure], folder: Path = FOLDER) -> Path:
    """Write the figures to a file named by the time, and draw the picture anew; return the file's path."""
    folder.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    path = folder / f"{now:%Y-%m-%dT%H%M%S}.json"
    content = {
        "time": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "engine_version": ENGINE_VERSION,
        "machine": machine(),
        "figures": [asdict(figure) for figure in figures],
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    draw(folder)
    return path


def draw(folder: Path = FOLDER) -> Path:
    """Draw the ratios to the yardstick over time; return the picture's path."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    runs = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    series: dict[str, list[tuple[datetime, float]]] = {}
    for run in runs:
        for figure in run["figures"]:
            if "limit" in figure["ratios"]:
                point = (datetime.fromisoformat(run["time"]), figure["ratios"]["limit"])
                series.setdefault(figure["name"], []).append(point)
    fig, ax = plt.subplots(figsize=(8, 4), layout="constrained")
    for name, points in series.items():
        if name != "dealer":
            ax.plot(*zip(*points, strict=True), marker="o", label=name)
    ax.set(title="Speed as a share of plain C (limit), run by run", ylabel="x limit", ylim=(0, None))
    ax.legend(fontsize="small")
    fig.autofmt_xdate()
    path = folder / "ratios.png"
    fig.savefig(path, dpi=110)
    plt.close(fig)
    return path
