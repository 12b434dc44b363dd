import numba
import pytest
from numba.core import event

from simulate.cli.compiling import SECONDS, told_if_compiling
from simulate.kernels import rng
from tests.test_simulate.cli_calls import answer, process

FIRST_TIME = f"compiling; the first time this takes up to about {SECONDS} s\n"


def compiles(function):
    """Let numba tell that it compiles a function."""
    with event.trigger_event("numba:compile", data={"dispatcher": function}):
        pass


def test_kernels_are_told_of_once_on_the_error_output(capsys):
    with told_if_compiling():
        compiles(rng.philox)
        assert capsys.readouterr().err == ""
        compiles(rng.fill_words_of)
        compiles(rng.fill_words_of)
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", FIRST_TIME)


def test_a_function_of_a_user_is_named_by_its_file(capsys):
    with told_if_compiling():
        assert numba.njit(lambda x: abs(x) + 1)(1) == 2
        assert numba.njit(lambda x: abs(x) + 2)(1) == 3
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "compiling test_cli_compiling.py\n")


def test_nothing_is_told_where_nothing_is_compiled(capsys):
    compiled = numba.njit(lambda x: x + 1)
    compiled(1)
    with told_if_compiling():
        compiled(2)
    numba.njit(lambda x: x + 3)(1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("player", ["my_player.py:brave", "normal/my_player.py:greedy"])
def test_a_start_with_a_player_of_ones_own_names_its_file(player, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer("players", "new", "my_player.py")
    command = ("compare", "normal", player, "--hands", "1400", "--seed", "1")
    process(*command)  # kernels are on disk from now on
    done = process(*command)
    assert done.returncode == 0
    assert done.stderr == "compiling my_player.py\n"
