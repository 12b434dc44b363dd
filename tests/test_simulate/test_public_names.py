import pickle
import subprocess
import sys

import pytest

import simulate
import simulate.run as run_module


def test_every_public_name_can_be_had():
    assert len(set(simulate.__all__)) == len(simulate.__all__)
    for name in simulate.__all__:
        assert getattr(simulate, name) is not None
        assert name in dir(simulate)
    assert simulate.Card.EO in simulate.CardSet.parse("EO")


def test_run_is_the_function_whatever_was_imported_before():
    assert run_module is simulate.run
    from simulate.run import run

    assert simulate.run is run
    assert sys.modules["simulate.run"].run is run
    assert pickle.loads(pickle.dumps(run)) is run


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="module 'simulate' has no attribute 'runn'"):
        _ = simulate.runn


def test_importing_the_package_imports_nothing_else():
    code = (
        "import sys, simulate; "
        "print([name for name in sys.modules if name.startswith('simulate.')], 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False\n"
