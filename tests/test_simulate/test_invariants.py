"""What must hold for every hand, whatever the rules: random hands under random rules, checked by the million."""

import numpy as np
import pytest

from simulate.cards import CARDS, CARDS_PER_HAND, DECK_EYES, DECK_MASK, SEATS
from simulate.contracts import GAMES, SPECS, Contract, Goal, SuitRole
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.kernels.codes import NOBODY
from simulate.players.registry import parse_players
from simulate.rules import EYES_TO_WIN, PLAYED_CONTRACTS, AllPass
from tests.test_simulate.random_rules import random_rules

BATCH = 4096
LONG = 10_000_000
SHORT = 100_000

CALLED = np.array([SPECS[game.contract].suit_role is SuitRole.CALLED for game in GAMES])
ALL_TRICKS = np.array([SPECS[game.contract].goal is Goal.ALL_TRICKS for game in GAMES])
BY_EYES = np.array([SPECS[game.contract].goal is Goal.EYES for game in GAMES])


@pytest.fixture
def _audited():
    """Nothing: the referee's audit of each batch would take most of the time."""


@pytest.mark.parametrize("hands", [SHORT, pytest.param(LONG, marks=pytest.mark.long)])
def test_invariants_hold_under_random_rules(hands):
    rng = np.random.default_rng(hands)
    checked, seen = 0, set()
    while checked < hands:
        rules = random_rules(rng)
        ids = np.arange(BATCH, dtype=np.uint64) + np.uint64(rng.integers(2**60))
        # Several batches of each ruleset: making its tables takes as long as playing one.
        sound = Contract.RUFSPIEL in rules.contracts and rng.integers(2)
        engine = Engine(rules, parse_players("bold/random" if sound else "random"), int(rng.integers(2**63)), BATCH)
        for _ in range(1 if hands == SHORT else 20):
            try:
                batch = engine._play_out(ids)
            except UserError as told:
                # Nobody can ever bid, such as where a Sie is the only game.
                if "was passed out" not in str(told):
                    raise
                break
            check(batch, rules)
            seen |= set(np.unique(batch.public["game"][batch.playing()]).tolist())
            checked += len(ids)
            ids = ids + np.uint64(BATCH)
    assert seen == {
        i for i, game in enumerate(GAMES) if game.contract in PLAYED_CONTRACTS and game.spec.goal is not Goal.SHOWN
    }


def check(batch, rules):
    """Check all hands of a finished batch."""
    rows = batch.rows_of_hands()[batch.places]
    played = batch.playing()
    check_result(rows, rules)
    check_cards(batch.public[played], batch.private[played], rows[played])


def check_cards(public, private, rows):
    """Every card is played once, by the seat that holds it, to a trick that its winner leads on from."""
    dealt = private["dealt"]
    assert (np.bitwise_or.reduce(dealt, axis=1) == DECK_MASK).all()
    assert (np.bitwise_count(dealt) == CARDS_PER_HAND).all()
    assert (public["played"] == dealt).all()
    assert (private["hand"] == 0).all()
    assert (np.sort(public["card"], axis=1) == np.arange(CARDS)).all()
    assert (public["eyes"].sum(axis=1) == DECK_EYES).all()
    assert (public["tricks"].sum(axis=1) == CARDS_PER_HAND).all()
    side = sides(rows)
    assert (np.where(side, public["eyes"], 0).sum(axis=1) == rows["eyes"]).all()
    assert (np.where(side, public["tricks"], 0).sum(axis=1) == rows["tricks"]).all()


def sides(rows):
    """Return which seats are on the declaring side, bool of shape (n, 4)."""
    seats = np.arange(SEATS)
    return (seats == rows["declarer"][:, None]) | (seats == rows["partner"][:, None])


def check_result(rows, rules):
    """Scores follow from the result, and the result from eyes and tricks (RULES sections 6 and 7)."""
    assert (rows["score"].sum(axis=1) == 0).all()
    assert (rows["deal"] < 99_561_092_450_391_000).all()
    out = rows["declarer"] == NOBODY
    assert (rows["score"][out] == 0).all()
    assert not out.any() or rules.all_pass is AllPass.VOID
    rows = rows[~out]
    game = rows["game"]
    called, value = CALLED[game], rows["value"].astype(np.int64)
    assert set(np.unique([GAMES[i].contract for i in np.unique(game)])) <= set(rules.contracts)
    assert ((rows["partner"] != NOBODY) == called).all()
    assert (rows["partner"] != rows["declarer"]).all()
    side, won = sides(rows), rows["won"].astype(bool)
    stake = np.where(called, 1, SEATS - 1) * value
    expected = np.where(side, np.where(called, value, stake)[:, None], -value[:, None]) * np.where(won, 1, -1)[:, None]
    assert (rows["score"] == expected).all()
    eyes, tricks = rows["eyes"], rows["tricks"]
    assert ((eyes >= 0) & (eyes <= DECK_EYES) & (tricks >= 0) & (tricks <= CARDS_PER_HAND)).all()
    all_tricks = ALL_TRICKS[game]
    assert (won[all_tricks] == (tricks[all_tricks] == CARDS_PER_HAND)).all()
    by_eyes = BY_EYES[game]
    assert (won[by_eyes] == (eyes[by_eyes] >= EYES_TO_WIN)).all()
    assert (rows["kontra"] <= rules.max_doubles).all()
    assert (value >= 0).all()
    assert (rows["schwarz"] <= rows["schneider"]).all()
