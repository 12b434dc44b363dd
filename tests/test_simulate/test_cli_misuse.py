"""Nothing a user can type ends in a traceback, in half a dataset, or in an error that says less than it could."""

import pytest

from tests.test_simulate.cli_calls import call, refusal

HAND = "EO GO HU HA H9 EA G10 G7"
RUN = ("simulate", "--out", "OUT", "--hands")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a dataset, another folder, a file and rules that are none."""
    place = tmp_path_factory.mktemp("misuse")
    assert call("simulate", "--hands", 20, "--seed", 1, "--out", place / "DATA").exit_code == 0
    (place / "FULL").mkdir()
    (place / "FULL" / "notes.txt").write_text("mine")
    (place / "FILE").write_text("mine")
    (place / "TYPE.toml").write_text('[value]\nbase_solo = "x"\n')
    (place / "KEY.toml").write_text("[play]\nbase_solo = 3\n")
    (place / "SYNTAX.toml").write_text("x = = 1")
    return place


@pytest.fixture
def in_place(place, monkeypatch):
    """Run there, and see that nothing is left behind."""
    monkeypatch.chdir(place)
    before = sorted(place.rglob("*"))
    yield
    assert sorted(place.rglob("*")) == before


MISUSES = [
    # what is given, what the error names of it, what it says to do
    (("--foo",), "--foo", "--help"),
    (("foo",), "'foo'", "use simulate, "),
    (("simulate",), "--hands", "1_000_000"),
    (("simulate", "--hands", "10"), "--out", "folder"),
    (("simulate", "--hands"), "--hands", "--help"),
    ((*RUN, "ten"), "'ten'", "1_000_000"),
    ((*RUN, ""), "''", "1_000_000"),
    ((*RUN, "1.5"), "'1.5'", "1_000_000"),
    ((*RUN, "0"), "--hands 0", "use 1 to "),
    ((*RUN, "-5"), "--hands -5", "use 1 to "),
    ((*RUN, "1e30"), "--hands 1e30", "use 1 to "),
    ((*RUN, "10", "extra"), "extra", "--help"),
    ((*RUN, "10", "--players", ""), "''", "write a bidder"),
    ((*RUN, "10", "--players", "normol"), "'normol'", "did you mean 'normal'"),
    ((*RUN, "10", "--players", "normal/clob"), "'clob'", "did you mean 'club'"),
    ((*RUN, "10", "--players", "normal,bold"), "'normal,bold'", "4 separated by commas"),
    ((*RUN, "10", "--players", "normal(solo=abc)"), "'abc'", "write one such as"),
    ((*RUN, "10", "--players", "normal(sollo=9)"), "'sollo'", "did you mean 'solo'"),
    ((*RUN, "10", "--players", "normal(solo=9"), "normal(solo=9", "write "),
    ((*RUN, "10", "--rules", "offical"), "'offical'", "did you mean 'official'"),
    ((*RUN, "10", "--rules", "TYPE.toml"), "base_solo = 'x'", "use a whole number"),
    ((*RUN, "10", "--rules", "KEY.toml"), "'base_solo'", "belongs into the table [value]"),
    ((*RUN, "10", "--rules", "SYNTAX.toml"), "'SYNTAX.toml'", "line 1"),
    ((*RUN, "10", "--rules", "."), "'.'", "preset"),
    ((*RUN, "10", "--seed", "-1"), "--seed -1", "use 0 to "),
    ((*RUN, "10", "--seed", "18446744073709551616"), "18446744073709551616", "use 0 to "),
    ((*RUN, "10", "--seed", "lucky"), "'lucky'", "write one such as"),
    ((*RUN, "10", "--start", "-1"), "--start -1", "use 0 to "),
    ((*RUN, "10", "--start", "18446744073709551615"), "18446744073709551615", "use 0 to "),
    ((*RUN, "10", "--workers", "0"), "--workers 0", "use 1 to "),
    ((*RUN, "10", "--workers", "1e6"), "--workers 1e6", "use 1 to "),
    ((*RUN, "10", "--assign", "wens"), "'wens'", "did you mean 'wenz'"),
    ((*RUN, "10", "--tricks=yes"), "--tricks", "--help"),
    ((*RUN, "10", "--tricks-of", "0"), "--tricks-of 0", "use 1 to 10"),
    ((*RUN, "10", "--tricks-of", "11"), "--tricks-of 11", "use 1 to 10"),
    ((*RUN, "10", "--tricks-of", "all"), "'all'", "write one such as"),
    ((*RUN, "10", "--tricks", "--tricks-of", "5"), "--tricks-of 5", "use one of them"),
    ((*RUN, "10", "--jsn"), "--jsn", "--json"),
    (("simulate", "--hands", "20", "--out", "FULL"), "'FULL'", "name a new or empty folder"),
    (("simulate", "--hands", "20", "--out", "FILE"), "'FILE'", "name a folder"),
    (("simulate", "--hands", "20", "--out", "FILE/x"), "FILE", ""),
    (("simulate", "--hands", "30", "--out", "DATA"), "hands = 20, not 30", "same settings"),
    (("simulate", "--hands", "20", "--seed", "2", "--out", "DATA"), "seed = 1, not 2", "same settings"),
    (("simulate", "--hands", "20", "--tricks", "--out", "DATA"), "trick_hands = 0, not 20", "same settings"),
    (("simulate", "--hands", "20", "--players", "bold", "--out", "DATA"), "'bold/club'", "same settings"),
    (("show",), "'DIR'", "--help"),
    (("show", "DATA"), "'HAND_ID'", "--help"),
    (("show", "DATA", "one"), "'one'", "write one such as"),
    (("show", "DATA", "20"), "hand 20", "use 0 to 19"),
    (("show", "DATA", "--", "-1"), "hand -1", "use 0 to 19"),
    (("show", "DATA", "-1"), "hand -1", "use 0 to 19"),
    (("show", "--json", "DATA", "-12"), "hand -12", "use 0 to 19"),
    (("show", "DATA", "-x"), "-x", "see schafkopf show --help"),
    (("show", "DATA", "1", "--jsn"), "--jsn", "Possible options: --json"),
    (("show", "DATA", "1", "-1"), "(-1)", "see schafkopf show --help"),
    (("compare", "normal", "bold", "--hands"), "'--hands' requires an argument", "see schafkopf compare --help"),
    (("show", "NOWHERE", "1"), "'NOWHERE'", "name the output folder"),
    (("show", "FULL", "1"), "'FULL'", "_manifest.json"),
    (("show", "FILE", "1"), "'FILE'", "name the output folder"),
    (("show", "DATA", "1", "--notation", "english"), "'english'", "use german, french, pretty"),
    (("verify",), "'DIR'", "--help"),
    (("verify", "NOWHERE"), "'NOWHERE'", "name the output folder"),
    (("verify", "DATA", "--sample", "-1"), "--sample -1", "use 0 to "),
    (("verify", "DATA", "--sample", "few"), "'few'", "write one such as"),
    (("verify", "DATA", "--all", "--sample", "5"), "--sample 5", "give one of the two"),
    (("verify", "DATA", "--seed", "x"), "'x'", "write one such as"),
    (("players", "normol"), "'normol'", "did you mean 'normal'"),
    (("players", "normal", "bold"), "'bold'", "one player"),
    (("rules", "offical"), "'offical'", "did you mean 'official'"),
    (("rules", "TYPE.toml"), "base_solo = 'x'", "use a whole number"),
    (("odds", "--hand", "EO GO"), "EO GO", "give 8"),
    (("odds", "--hand", HAND.replace("G7", "X7")), "'X7'", "write a suit E G H S"),
    (("odds", "--hand", HAND.replace("GO", "EO")), "EO is named twice", "once"),
    (("odds", "--hand", HAND.replace("GO", "CQ")), "CQ", "use one of the two"),
    (("odds", "--call", "G"), "--call G", "add --hand"),
    (("odds", "--hand", HAND, "--call", "H"), "--call H", "use E (Eichel)"),
    (("odds", "--hand", HAND, "--call", "X"), "'X'", "use E (Eichel)"),
    (("odds", "--hand", HAND, "--call", "S"), "SA", "another suit"),
]


@pytest.mark.parametrize(("arguments", "named", "fix"), MISUSES, ids=[" ".join(misuse[0])[:60] for misuse in MISUSES])
@pytest.mark.usefixtures("in_place")
def test_misuse_is_one_line_that_names_what_was_given_and_what_to_do(arguments, named, fix):
    told = refusal(*arguments)
    assert named in told
    assert fix in told
    assert "Traceback" not in told


@pytest.mark.usefixtures("in_place")
def test_with_json_errors_are_told_all_the_same():
    refusal("simulate", "--hands", "ten", "--out", "OUT", "--json")
    refusal("show", "DATA", "99", "--json")
