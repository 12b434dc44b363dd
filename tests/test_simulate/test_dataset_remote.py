import json

import polars as pl
import pytest

from simulate.backends.processes import Processes
from simulate.collect import collect, hands_in, seed_in
from simulate.dataset.places import is_remote
from simulate.dataset.remote import Remote
from simulate.errors import UserError
from simulate.run import run
from tests.test_simulate.cli_calls import call, refusal
from tests.test_simulate.datasets import experiment, fingerprint
from tests.test_simulate.test_collect import BreakingOff

fsspec = pytest.importorskip("fsspec")


@pytest.fixture
def place(request):
    """An empty place in fsspec's object store in memory."""
    url = f"memory://bucket/{abs(hash(request.node.name))}"
    yield url
    place = Remote.at(url)
    for name in place.sizes():
        place.remove(name)


def files(url):
    """Return the bytes of all files of a place, by name."""
    place = Remote.at(url)
    return {name: place._files.cat_file(f"{place._root}/{name}") for name in sorted(place.sizes())}


def on_disk(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("tricks", [True, 1500])
def test_a_dataset_in_an_object_store_has_the_same_bytes(place, tmp_path, tricks):
    assert collect(experiment(tricks=tricks), place) == collect(experiment(tricks=tricks), tmp_path / "run")
    assert files(place) == on_disk(tmp_path / "run")
    assert (seed_in(place), hands_in(place)) == (7, 3000)


def test_a_url_of_a_file_is_a_folder(tmp_path):
    collect(experiment(), f"file://{tmp_path}/run", backend=Processes(2))
    collect(experiment(), tmp_path / "here")
    assert fingerprint(tmp_path / "run") == fingerprint(tmp_path / "here")


@pytest.mark.parametrize("after", [0, 1, 2])
def test_an_interrupted_run_goes_on(place, tmp_path, after):
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), place, backend=BreakingOff(after))
    assert (seed_in(place), hands_in(place)) == (7, 1000 * after)
    seen = []
    collect(experiment(), place, progress=seen.append)
    assert seen[0].found == 1000 * after
    collect(experiment(), tmp_path / "run")
    assert files(place) == on_disk(tmp_path / "run")


@pytest.mark.parametrize("unfinished", [True, False])
def test_another_run_is_not_mixed_in(place, unfinished):
    if unfinished:
        with pytest.raises(KeyboardInterrupt):
            collect(experiment(), place, backend=BreakingOff(1))
    else:
        collect(experiment(), place)
    before = files(place)
    with pytest.raises(UserError, match="seed = 7, not 8"):
        collect(experiment(seed=8), place)
    assert files(place) == before


def test_other_files_are_not_touched(place):
    Remote.at(place).write("thesis.json", {"precious": True})
    with pytest.raises(UserError, match=r"holds other files, such as 'thesis.json'"):
        collect(experiment(), place)
    assert list(files(place)) == ["thesis.json"]


@pytest.mark.parametrize("damage", ["gone", "cut off"])
def test_a_damaged_part_is_named(place, damage):
    collect(experiment(), place)
    remote = Remote.at(place)
    name = next(name for name in remote.sizes() if name.startswith("hands/"))
    if damage == "gone":
        remote.remove(name)
    else:
        remote._files.pipe_file(f"{remote._root}/{name}", b"half")
    with pytest.raises(UserError, match=rf"{name}' (is missing|has 4 bytes instead of \d+)"):
        collect(experiment(), place)


def test_a_receipt_that_is_damaged_costs_a_shard(place):
    with pytest.raises(KeyboardInterrupt):
        collect(experiment(), place, backend=BreakingOff(2))
    Remote.at(place).write("_staging/part-000000000000-000000000999.json", ["half"])
    seen = []
    collect(experiment(), place, progress=seen.append)
    assert seen[0].found == 1000


def test_a_place_that_does_not_exist_is_told():
    with pytest.raises(UserError, match=r"'nosuch://bucket/run' can't be used: .*nosuch"):
        collect(experiment(), "nosuch://bucket/run")
    assert Remote.at("memory://nowhere").read("nothing") is None
    assert (seed_in("memory://nowhere"), hands_in("memory://nowhere")) == (None, 0)


def test_run_and_the_command_line_take_urls(place, tmp_path):
    assert run(1000, seed=7, out=place).receipt.hands == 1000
    told = call("simulate", "--hands", "1000", "--out", place, "--json")
    assert (told.exit_code, json.loads(told.stdout)["found"], json.loads(told.stdout)["path"]) == (0, 1000, place)
    assert "seed = 7, not 9" in refusal("simulate", "--hands", "1000", "--seed", "9", "--out", place)
    local = f"file://{tmp_path}/run"
    assert run(1000, seed=7, out=local).hands.select(pl.len()).collect().item() == 1000


def test_what_is_a_url():
    assert is_remote("gs://bucket/run")
    assert not is_remote("C:\\data")
    assert not is_remote("data/run")
