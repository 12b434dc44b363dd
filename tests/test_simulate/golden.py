"""Small datasets whose contents are known by their hashes, to notice if results change.

The hash is that of the values, column by column: it does not depend on how a version of pyarrow or Polars writes or
holds them. ``python -m tests.test_simulate.golden`` writes down the hashes of this version.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl

from simulate.collect import play
from simulate.dataset.frames import to_frame
from simulate.engine import ENGINE_VERSION
from simulate.experiment import Experiment
from simulate.players.registry import parse_players
from simulate.rules import PRESETS, Rules

FILE = Path(__file__).with_name("golden.json")
PLAYERS = (
    "random",
    "normal/swift",
    "normal/club",
    "random/club",
    "cautious/random,bold,normal(solo=11),random/swift",
    "normal(later_seat=0.3,forehand=0.5,contested=-0.4,wenz_error=0.9)",
)
ASSIGNED = "all contracts assigned"
"""Instead of the names of players: `normal` plays every contract in turn."""
HANDS = 400
SEED = 20_240_229
START = 10**12
"""First hand id: beyond what fits 32 bits."""


def names() -> list[str]:
    """Return the names of all golden datasets."""
    return [f"{preset}, {players}" for preset in PRESETS for players in (*PLAYERS, ASSIGNED)]


def recorded(name: str) -> dict[str, Any]:
    """Return what is known of a dataset in this version: the versions it was made with, the hashes of its tables."""
    preset, players = name.split(", ")
    four = parse_players("normal" if players == ASSIGNED else players)
    assign = "all" if players == ASSIGNED else None
    experiment = Experiment(Rules.preset(preset), four, SEED, HANDS, START, trick_hands=HANDS, assign=assign)
    played = play(experiment, experiment.whole)
    versions = {
        "engine": ENGINE_VERSION,
        "bidder": max(player.bidder.version for player in four),
        "card player": max(player.card_player.version for player in four),
    }
    return {"versions": versions, "hands": digest(to_frame(played.hands)), "tricks": digest(to_frame(played.tricks))}


def digest(frame: pl.DataFrame) -> str:
    """Return the hash of a table's values."""
    sha256 = hashlib.sha256()
    for name in frame.columns:
        sha256.update(json.dumps([name, [_plain(value) for value in frame[name]]]).encode())
    return sha256.hexdigest()


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | None) else str(value)


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: recorded(name) for name in names()}, indent=1) + "\n", encoding="utf-8")
