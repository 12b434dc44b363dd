"""Thousands of wrong calls: each is refused in a line, with exit code 2, and leaves nothing behind."""

import os
import random

import pytest

from tests.test_simulate.cli_calls import call

FEW, MANY = 400, 10_000

HAND = "EO GO HU HA H9 EA G10 G7"
GOOD = {
    "simulate": ["--hands", "10", "--out", "NEW", "--seed", "1"],
    "import": ["GAMES.csv", "--out", "NEW"],
    "show": ["DATA", "3"],
    "verify": ["DATA", "--sample", "5"],
    "merge": ["DATA", "OTHER", "--out", "NEW"],
    "report": ["DATA"],
    "players": ["normal"],
    "rules": ["official"],
    "odds": ["--hand", HAND],
    "compare": ["normal", "bold", "--hands", "100", "--seed", "1"],
    "agreement": ["DATA", "--players", "club"],
}
"""A good call of each command: `wrong_call` spoils one thing of it."""

WORDS = [
    "", " ", "-", "--", "nan", "inf", "1e", "ten", "1.5", "0x10", "1_0_0", "NULL", "☃", "٣", "²", "a" * 300, "\x00",
    "\x1b[31m", "../..", "$(touch hacked)", "`touch hacked`", "; touch hacked", "%s%n", "{0}", "<b>", "\u202e",
    "\ud83c", "\n", "a\nb",
]  # fmt: skip
NUMBERS = ["-1", "-0.5", "1e30", "1e999", "99999999999999999999", "--5", "1,5", "1__0", "½", *WORDS]
BAD_VALUES = {
    "--hands": ["0", *NUMBERS],
    "--seed": ["18446744073709551616", *NUMBERS],
    "--start": ["18446744073709551616", *NUMBERS],
    "--workers": ["0", "1000", *NUMBERS],
    "--sample": NUMBERS,
    "--players": [
        "normol",
        "normal,bold",
        "normal/",
        "/club",
        "normal(solo=x)",
        "normal(sollo=1)",
        "normal(solo=1",
        "nowhere.py:x",
        "GAMES.csv.py:x",
        *WORDS,
    ],
    "--rules": ["offical", "NOWHERE.toml", "BAD.toml", "DATA", ".", *WORDS],
    "--assign": ["rufspeil", "wenz,solo", "sauspiel", *WORDS],
    "--hand": [HAND[:-3], HAND + " SA", HAND.replace("GO", "EO"), "EO", HAND.replace("EO", "XX"), *WORDS],
    "--call": ["H", "X", "EE", *WORDS],
    "--notation": ["english", "GERMAN!", *WORDS],
    "--part": ["some", *WORDS],
    "--until": ["0", "-1", "1e999", *WORDS[:8]],
    "--backend": ["ray", "loc", "dask", *WORDS],
    "--scheduler": ["tcp://", "here", *WORDS],
    "--html": ["NOWHERE/page.html", "DATA", "\x00"],
    "--out": ["FULL", "GAMES.csv", "GAMES.csv/x", "", " ", "nosuch://bucket/x", "a" * 300, "\x00"],
}
OPTIONS = {
    "simulate": [
        "--hands", "--seed", "--start", "--workers", "--players", "--rules", "--assign", "--backend", "--scheduler",
        "--out",
    ],
    "import": ["--rules", "--out"],
    "show": ["--notation"],
    "verify": ["--sample", "--seed"],
    "merge": ["--out"],
    "report": ["--html"],
    "odds": ["--hand", "--call"],
    "compare": ["--hands", "--seed", "--workers", "--rules", "--until"],
    "agreement": ["--players", "--part", "--seed"],
}  # fmt: skip
BAD_PLACES = {
    "import": ["NOWHERE.csv", "DATA", "BAD.toml", *WORDS],
    "show": ["NOWHERE", "FULL", "GAMES.csv", "HALF", *WORDS],
    "verify": ["NOWHERE", "FULL", "GAMES.csv", "HALF", *WORDS],
    "merge": ["NOWHERE", "FULL", "DATA2", *WORDS],
    "report": ["NOWHERE", "FULL", "GAMES.csv", "HALF", *WORDS],
    "players": ["normol", *WORDS[4:]],
    "rules": ["offical", "NOWHERE.toml", "BAD.toml", *WORDS[4:]],
    "compare": ["normol", "normal,bold", "normal/", *WORDS],
    "agreement": ["NOWHERE", "FULL", "HALF", *WORDS],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with datasets, half a dataset, files that are none."""
    place = tmp_path_factory.mktemp("fuzz")
    for name, start in (("DATA", 0), ("OTHER", 20)):
        options = ("--hands", 20, "--start", start, "--seed", 1, "--tricks", "--players", "normal/random")
        assert call("simulate", *options, "--out", place / name).exit_code == 0
    (place / "FULL").mkdir()
    (place / "FULL" / "notes.txt").write_text("mine")
    (place / "HALF").mkdir()
    (place / "HALF" / "_run.json").write_text("{")
    (place / "GAMES.csv").write_text("contract,suit\nwenz,\n")
    (place / "BAD.toml").write_text("[value]\nbase_solo = 'x'\n")
    return place


def wrong_call(chance):
    """Return a good call of some command after one thing of it has been spoilt for certain."""
    command = chance.choice(list(GOOD))
    arguments = list(GOOD[command])
    spoil = chance.randrange(6)
    if spoil == 0:
        arguments.insert(
            chance.randrange(len(arguments) + 1) if command == "odds" else 0,
            f"--{chance.choice('xyz')}{chance.random()}",
        )
    elif spoil == 1:
        arguments += (
            [chance.choice(["extra", "--", "☃"]), "extra", "more", "and more"] if command != "merge" else ["--nothing"]
        )
    elif spoil == 2 and command in BAD_PLACES:
        arguments[0] = chance.choice(BAD_PLACES[command])
    elif spoil == 3 and command in OPTIONS:
        arguments.append(chance.choice(OPTIONS[command]))
    elif command in OPTIONS:
        option = chance.choice(OPTIONS[command])
        value = chance.choice(BAD_VALUES[option])
        if option in arguments:
            arguments[arguments.index(option) + 1] = value
        else:
            arguments += [option, value]
    else:
        return [chance.choice([*WORDS[2:], "simulat", "SHOW"]), *arguments]
    return [command, *arguments]


def listing(place):
    return sorted((str(path), path.stat().st_mtime_ns) for path in place.rglob("*"))


@pytest.mark.parametrize("calls", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_wrong_calls_are_refused_in_a_line_and_leave_nothing_behind(place, monkeypatch, calls):
    monkeypatch.chdir(place)
    monkeypatch.setenv("COLUMNS", "80")
    before = listing(place)
    chance = random.Random(calls)
    for number in range(calls):
        arguments = wrong_call(chance)
        answer = call(*arguments)
        told = f"call {number}: {arguments}\n{answer.exit_code}\n{answer.output}"
        assert answer.exit_code == 2, told
        assert answer.stdout == "", told
        assert answer.stderr.startswith("error: "), told
        assert answer.stderr.count("\n") == 1, told
        assert "Traceback" not in answer.stderr, told
        assert "fault of the program" not in answer.stderr, told
        if number % 50 == 0 or calls == FEW:
            assert listing(place) == before, told
    assert listing(place) == before
    assert not os.path.exists("hacked")


@pytest.mark.parametrize("command", list(GOOD))
def test_the_calls_that_are_spoilt_are_good(command, place, tmp_path, monkeypatch):
    monkeypatch.chdir(place)
    arguments = [str(tmp_path / "new") if word == "NEW" else word for word in GOOD[command]]
    if command == "import":
        assert call(command, *arguments).exit_code == 2
    else:
        answer = call(command, *arguments)
        assert answer.exit_code == 0, answer.output
