import os
import subprocess
import sys

import pytest

from simulate.assign import assigned_contracts
from simulate.cli import completing
from simulate.contracts import Contract
from simulate.players.registry import BUILT_IN, Role, names, parse_players
from simulate.rules import PRESETS, Rules
from tests.test_simulate.cli_calls import START


def completed(*words):
    """Return what bash is offered for the last of some words, and the heavy modules that were loaded for it."""
    code = START[-1].replace(
        "main()",
        "\ntry:\n    main()\nfinally:\n    import sys\n"
        "    print([n for n in ('numpy', 'numba', 'polars', 'rich') if n in sys.modules], file=sys.stderr)",
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ
        | {
            "_SCHAFKOPF_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(("schafkopf", *words)),
            "COMP_CWORD": str(len(words)),
        },
    )
    return done.stdout.split(), done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("simulate --rules o", ["official"]),
        ("simulate --players n", ["normal"]),
        ("simulate --players bold,n", ["bold,normal"]),
        ("simulate --assign w", ["wenz", "wenz-tout"]),
        ("rules t", ["tournament"]),
        ("players n", ["normal", "new"]),
        ("players s", ["swift"]),
        ("compare normal bold/s", ["bold/swift"]),
        ("tournament normal c", ["cautious"]),
        ("sweep normal --against b", ["bold"]),
        ("show data --notation g", ["german"]),
        ("simulate --rules my_rules", []),
    ],
)
def test_values_are_offered_at_once(words, offered):
    assert completed(*words.split()) == (offered, "[]")


def test_what_is_offered_is_all_there_is():
    assert names(Role.BIDDER, BUILT_IN) == completing.BIDDERS
    assert names(Role.CARD_PLAYER, BUILT_IN) == completing.CARD_PLAYERS
    assert tuple(completing.rules("")) == PRESETS
    standard = Rules.preset("standard")
    for word in completing.assigned(""):
        assert assigned_contracts(word, standard)
    assert {*completing.assigned("")} >= {contract.word for contract in standard.contracts} - {Contract.SIE.word}


@pytest.mark.parametrize("begun", ["", "n", "normal/", "bold/s", "normal,bold,", "normal(solo=11)/"])
def test_what_is_offered_can_be_read(begun):
    offered = completing.players(begun)
    assert offered
    for text in offered:
        assert text.startswith(begun)
        assert parse_players(text.rpartition(",")[2])
