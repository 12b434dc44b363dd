"""Tables at which players of a user sit."""

from pathlib import Path

import numpy as np
import pytest

from simulate.engine import Engine
from simulate.errors import UserError
from simulate.players.own import (
    lowest,
    player,
)
from simulate.rules import Rules

STANDARD = Rules.preset("standard")
HANDS = np.arange(1200, dtype=np.uint64)
HERE = Path(__file__).parent / "players"
BRAVE, BATCHES = HERE / "brave.py", HERE / "in_batches.py"


def play(*players, hand_ids=HANDS, rules=STANDARD):
    four = players * (4 // len(players))
    return Engine(rules, tuple(player(one) for one in four), 3).simulate(hand_ids, tricks=True)


def equal(one, other):
    return (one.hands == other.hands).all() and (one.tricks == other.tricks).all()


def lowest_card(v):
    return lowest(v.legal)


def refusal(function, *arguments):
    with pytest.raises(UserError) as caught:
        function(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)
