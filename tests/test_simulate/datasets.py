"""Small experiments and their datasets, for tests."""

import hashlib

from simulate.experiment import Experiment
from simulate.players.registry import parse_players
from simulate.rules import Rules


def experiment(hands=3000, rules="standard", players="normal", seed=7, shard_hands=1000, **settings):
    """Return a small experiment of three shards."""
    return Experiment(Rules.preset(rules), parse_players(players), seed, hands, shard_hands=shard_hands, **settings)


def fingerprint(folder):
    """Return the hash of every file below a folder, by path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
