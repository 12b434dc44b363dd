"""Small experiments and their datasets, for tests."""

import hashlib

from simulate.experiment import Experiment, count_trick_hands
from simulate.players.registry import parse_players
from simulate.rules import Rules


def experiment(hands=3000, rules="standard", players="normal", seed=7, shard_hands=1000, tricks=False, **settings):
    """Return a small experiment of three shards."""
    four, trick_hands = parse_players(players), count_trick_hands(tricks, hands)
    return Experiment(
        Rules.preset(rules), four, seed, hands, shard_hands=shard_hands, trick_hands=trick_hands, **settings
    )


def fingerprint(folder):
    """Return the hash of every file below a folder, by path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
