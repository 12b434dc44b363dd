"""Right calls are answered, whatever players, rules and numbers of hands meet: chosen at random."""

import random
from itertools import count

import pytest

from simulate.cards import CARDS_PER_HAND, Card
from simulate.rules import PRESETS
from tests.test_simulate.cli_calls import call

PLAYERS = (
    *("normal", "bold", "cautious", "random", "normal/random", "bold/swift", "random/club"),
    *("normal(solo=11)", "normal(tout=9)", "cautious(rufspiel=8)/random", "random(double=0.5)"),
)
OWN_RULES = (
    '[auction]\nall_pass = "redeal"\n',
    '[auction]\nall_pass = "muss"\n',
    "[auction]\nmax_doubles = 0\n",
    "[auction]\nreentry = true\n",
    '[rules]\ncontracts = ["wenz", "solo"]\n',
)
VARIED = ("solo=11:13:1", "wenz=5:6:0.5", "tout=11:13:1")


class Caller:
    """Makes up right calls; datasets that were simulated are used by later ones."""

    def __init__(self, folder, seed):
        self.folder, self.choose, self.number = folder, random.Random(seed), count()
        self.datasets, self.with_tricks = [], []
        self.rules = [*PRESETS]
        for number, text in enumerate(OWN_RULES):
            path = folder / f"own_{number}.toml"
            path.write_text(text)
            self.rules.append(str(path))

    def hands(self):
        return int(10 ** self.choose.uniform(0, 3.5))

    def simulate(self):
        out, hands = self.folder / f"data_{next(self.number)}", self.hands()
        four = ",".join(self.choose.choice(PLAYERS) for _ in range(self.choose.choice([1, 4])))
        tricks = self.choose.choice([[], ["--tricks"], ["--tricks-of", self.choose.randint(1, hands)]])
        more = [*tricks, *self.choose.choice([[], [], ["--assign", "all"], ["--assign", "solo"], ["--json"]])]
        self.datasets.append(out)
        self.with_tricks += [out] if tricks else []
        seed = self.choose.randrange(2**64)
        rules = ["--rules", self.choose.choice(self.rules)]
        return ["simulate", "--hands", hands, "--players", four, *rules, "--seed", seed, "--out", out, *more]

    def compare(self):
        more = self.choose.choice([[], ["--json"], ["--until", "0.5"]])
        return ["compare", *self.choose.sample(PLAYERS, 2), *self._table(), *more]

    def tournament(self):
        return ["tournament", *self.choose.sample(PLAYERS, self.choose.randint(2, 4)), *self._table()]

    def sweep(self):
        return ["sweep", "normal", "--vary", self.choose.choice(VARIED), *self._table()]

    def report(self):
        more = [[], ["--json"], ["--html", self.folder / f"page_{next(self.number)}.html"]]
        return ["report", self.choose.choice(self.datasets), *self.choose.choice(more)]

    def verify(self):
        return ["verify", self.choose.choice(self.datasets)]

    def show(self):
        return ["show", self.choose.choice(self.datasets), "0"]

    def agreement(self):
        players = ["--players", self.choose.choice(["club", "swift", "random"])]
        return ["agreement", self.choose.choice(self.with_tricks), *players]

    def odds(self):
        return ["odds", "--hand", " ".join(card.german for card in self.choose.sample(list(Card), CARDS_PER_HAND))]

    def _table(self):
        return ["--rules", self.choose.choice(self.rules), "--hands", self.hands()]


@pytest.mark.parametrize("calls", [40, pytest.param(1000, marks=pytest.mark.long)])
def test_right_calls_are_answered(tmp_path, calls):
    caller = Caller(tmp_path, calls)
    kinds = (Caller.compare, Caller.tournament, Caller.sweep, Caller.report, Caller.verify, Caller.show, Caller.odds)
    answered = 0
    for number in range(calls):
        if number % 3 == 0 or not caller.with_tricks:
            words = caller.simulate()
        else:
            words = caller.choose.choice((*kinds, Caller.agreement))(caller)
        result = call(*words)
        # A hand of which nothing was decided leaves an analysis nothing to do, and it says so.
        if result.exit_code == 2:
            assert any(told in result.stderr for told in ("no decision", "no hands")), (words, result.stderr)
        else:
            assert result.exit_code == 0, (words, result.stderr)
            answered += 1
    assert answered > 0.9 * calls
