import subprocess
import sys
from pathlib import Path

import pytest

from simulate.dataset.lock import LOCK_FILE, only_run_in
from simulate.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys
from pathlib import Path
from simulate.dataset.lock import only_run_in
with only_run_in(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_held_by_one_and_leaves_no_file(tmp_path):
    with only_run_in(tmp_path), pytest.raises(UserError, match="another run is writing to"), only_run_in(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
    with only_run_in(tmp_path):
        assert (tmp_path / LOCK_FILE).exists()


def test_a_process_that_is_killed_lets_go(tmp_path):
    command = [sys.executable, "-c", HOLD, tmp_path]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(UserError, match="another run is writing to"), only_run_in(tmp_path):
            pass
        holder.kill()
    assert (tmp_path / LOCK_FILE).exists()
    with only_run_in(tmp_path):
        pass


def test_an_error_inside_lets_go(tmp_path):
    with pytest.raises(ZeroDivisionError), only_run_in(tmp_path):
        raise ZeroDivisionError
    with only_run_in(tmp_path):
        pass
