import numba

from simulate.cli.compiling import SECONDS, told_if_compiling


def test_compiling_is_told_once_on_the_error_output(capsys):
    with told_if_compiling():
        assert capsys.readouterr().err == ""
        assert numba.njit(lambda x: x + 1)(1) == 2
        assert numba.njit(lambda x: x + 2)(1) == 3
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"compiling; the first time this takes up to about {SECONDS} s\n")


def test_nothing_is_told_where_nothing_is_compiled(capsys):
    compiled = numba.njit(lambda x: x + 1)
    compiled(1)
    with told_if_compiling():
        compiled(2)
    numba.njit(lambda x: x + 3)(1)
    assert capsys.readouterr().err == ""
