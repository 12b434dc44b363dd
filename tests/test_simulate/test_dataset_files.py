import errno
import json
from pathlib import Path

import pytest

from simulate.dataset.files import canonical_json, telling, to_json, write_atomically
from simulate.errors import UserError


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "no space is left"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EACCES, "permission is denied"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_what_the_system_says_is_told_in_a_line(number, reason):
    with pytest.raises(UserError) as caught, telling(Path("data/run")):
        raise OSError(number, "Input/output error")
    assert str(caught.value).startswith(f"'data/run' can't be written: {reason}; complete parts are kept, run the same")


def test_the_file_that_the_system_names_is_told():
    with pytest.raises(UserError, match=r"^'data/run/hands' can't be written"), telling(Path("data/run")):
        raise OSError(errno.EACCES, "denied", "data/run/hands")


def test_a_file_is_replaced_at_once_and_nothing_is_left_in_the_staging_folder(tmp_path):
    staging = tmp_path / "staging"
    staging.mkdir()
    for content in ("first", "second"):
        write_atomically(tmp_path / "file", staging, content)
        assert (tmp_path / "file").read_text() == content
    assert list(staging.iterdir()) == []


def test_json_for_hashing_does_not_depend_on_the_order_of_keys():
    assert canonical_json({"b": 1, "a": [1, 2]}) == canonical_json({"a": [1, 2], "b": 1}) == '{"a":[1,2],"b":1}'
    assert json.loads(to_json({"ä": 1})) == {"ä": 1}
