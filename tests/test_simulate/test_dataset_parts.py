import os
import re
import shutil

import pytest

from simulate.collect import collect
from simulate.dataset.manifest import Manifest
from simulate.dataset.parts import RESTORE, check_bytes, check_bytes_once, check_parts
from simulate.errors import UserError
from tests.test_simulate.datasets import experiment


@pytest.fixture
def folder(tmp_path):
    collect(experiment(300, shard_hands=100, tricks=True), tmp_path / "run")
    return tmp_path / "run"


def part_of(folder, number):
    part = Manifest.load(folder).parts[number]
    return part, folder / part.path


def flip_a_bit(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def refused(check, *arguments):
    with pytest.raises(UserError) as caught:
        check(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_parts_that_are_as_they_were_written(folder):
    manifest = Manifest.load(folder)
    check_parts(folder, manifest)
    for part in manifest.parts:
        check_bytes(folder, part)


def test_a_missing_part(folder):
    _, path = part_of(folder, 1)
    path.unlink()
    assert refused(check_parts, folder, Manifest.load(folder)) == f"{str(path)!r} is missing: {RESTORE}"


def test_a_part_that_is_cut_off(folder):
    part, path = part_of(folder, 4)
    path.write_bytes(path.read_bytes()[:-1])
    told = refused(check_parts, folder, Manifest.load(folder))
    assert told == f"{str(path)!r} has {part.bytes - 1} bytes instead of {part.bytes}: {RESTORE}"


@pytest.mark.parametrize("table", ["hands", "tricks"])
def test_a_part_of_somebody_else(folder, table):
    _, path = part_of(folder, 0)
    foreign = folder / table / "part-of-mine.parquet"
    shutil.copy(path, foreign)
    assert f"{str(foreign)!r} is no part of the dataset" in refused(check_parts, folder, Manifest.load(folder))


def test_a_flipped_bit(folder):
    part, path = part_of(folder, 2)
    flip_a_bit(path)
    check_parts(folder, Manifest.load(folder))
    told = refused(check_bytes, folder, part)
    assert told == f"{str(path)!r} is damaged: its checksum differs from the manifest's; {RESTORE}"


def test_a_part_that_can_not_be_read(folder):
    part, path = part_of(folder, 0)
    path.unlink()
    assert re.search("can't be read: No such file", refused(check_bytes, folder, part))


def test_a_part_is_hashed_once_until_it_is_touched(folder):
    part, path = part_of(folder, 0)
    check_bytes_once(folder, part)
    before = path.stat()
    flip_a_bit(path)
    # Bytes changed behind the back of the file system's times would go unseen; a change of the times does not.
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert "is damaged" in refused(check_bytes_once, folder, part)
