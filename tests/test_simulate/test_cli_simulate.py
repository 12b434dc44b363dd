import json
import re
import signal
import sys
from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from simulate.cli import simulate_command
from simulate.cli.contract_table import caption, contract_rows, contract_table
from simulate.collect import collect
from simulate.contracts import Contract
from simulate.dataset.manifest import Manifest
from simulate.dataset.reader import open_dataset
from simulate.dataset.receipt import Receipt, Tally
from simulate.experiment import SHARD_HANDS
from simulate.rules import PLAYED_CONTRACTS
from simulate.summary import summarize
from tests.test_simulate.cli_calls import answer, call, document, refusal
from tests.test_simulate.datasets import experiment, fingerprint


@pytest.fixture
def out(tmp_path):
    return tmp_path / "data"


def test_the_dataset_is_the_one_asked_for(out):
    answer(
        "simulate", "--hands", "1_500", "--out", out, "--players", "normal,bold,normal/random,cautious",
        "--rules", "official", "--seed", "7", "--start", "1e3", "--tricks",
    )  # fmt: skip
    provenance = Manifest.load(out).provenance
    assert (provenance.hands, provenance.first_hand, provenance.seed, provenance.trick_hands) == (1500, 1000, 7, 1500)
    assert [player.spec for player in provenance.players] == [
        "normal/club", "bold/club", "normal/random", "cautious/club",
    ]  # fmt: skip
    assert provenance.load_rules().name == "official"
    dataset = open_dataset(out)
    assert dataset.hands.select(pl.len()).collect().item() == 1500
    assert dataset.tricks.select(pl.len()).collect().item() > 0


def test_tricks_of_the_first_hands(out):
    first = ("simulate", "--hands", 300, "--seed", 7, "--start", 100, "--out", out, "--tricks-of")
    assert document(*first, "1e2")["trick_hands"] == 100
    assert open_dataset(out).tricks.select(pl.col("hand_id").max()).collect().item() in range(190, 200)
    assert answer(*first, 100).splitlines()[-2] == "Tricks of the first 100 hands"
    assert "trick_hands = 100, not 99" in refusal(*first, 99)


def test_the_rules_of_a_file(out, tmp_path):
    (tmp_path / "mine.toml").write_text("[value]\nbase_solo = 7\n")
    answer("simulate", "--hands", "10", "--out", out, "--rules", tmp_path / "mine.toml")
    assert open_dataset(out).rules.base_solo == 7


def test_contracts_are_assigned(out):
    found = document("simulate", "--hands", "200", "--out", out, "--assign", "wenz")
    assert found["assign"] == Manifest.load(out).provenance.assign == "wenz"
    assert [(row["contract"], row["hands"]) for row in found["contracts"]] == [("wenz", 200)]
    assert answer("show", out, "3").splitlines()[0].startswith("Hand 3: Wenz, ")
    seed = found["seed"]
    text = answer("simulate", "--hands", "200", "--out", out, "--assign", "wenz")
    assert f"\nrules standard; seed {seed}; contracts assigned: wenz\n" in text


def test_the_table_says_what_the_dataset_holds(out):
    text = answer("simulate", "--hands", "4000", "--out", out, "--seed", "3")
    assert re.match(r"4,000 hands simulated in [\d.]+ s \([\d,]+ hands/s\)\n", text)
    assert "\nplayers normal/club\nrules standard; seed 3\n" in text
    hands = open_dataset(out).hands.collect()
    for contract, rows in hands.group_by("contract"):
        word = "passed out" if contract[0] is None else contract[0]
        line = next(line for line in text.splitlines() if line.startswith(f"{word} "))
        cells = re.split(r" {2,}", line)
        assert cells[1] == f"{len(rows):,}"
        assert float(cells[2].removesuffix(" %")) == pytest.approx(len(rows) / 40, abs=0.0051)
        if contract[0] is None:
            continue
        declarers = rows.select(
            pl.sum_horizontal(pl.col(f"score_{seat}") * (pl.col("declarer") == seat) for seat in range(4))
        ).to_series()
        assert float(cells[3].removesuffix(" %")) == pytest.approx(100 * rows["won"].mean(), abs=0.0051)
        low, high = map(float, cells[4].split("–"))
        assert low <= 100 * rows["won"].mean() <= high
        assert float(cells[5]) == pytest.approx(rows["eyes"].mean(), abs=0.051)
        assert float(cells[6].split()[0]) == pytest.approx(declarers.mean(), abs=0.0051)
    assert f"Data in {out}: hands/*.parquet (" in text
    assert text.endswith(f"Look at a hand: schafkopf show {out} 0\n")
    assert answer("show", out, "0").startswith("Hand 0: ")


def test_the_table_fits_into_the_terminal():
    tally = Tally(
        hands=10**9, won=10**9 - 1, eyes=99 * 10**9, eyes_squared=10**13, score=-(10**11), score_squared=10**14
    )
    receipt = Receipt(tuple(tally if contract in PLAYED_CONTRACTS else Tally() for contract in Contract), 10**9)
    screen = Console(file=StringIO(), width=80)
    screen.print(contract_table(receipt))
    lines = screen.file.getvalue().splitlines()
    assert len(lines) == len(PLAYED_CONTRACTS) + 3
    assert "…" not in screen.file.getvalue()


def test_a_contract_played_once_has_no_intervals_of_means():
    receipt = Receipt((Tally(1, 1, 70, 4900, 3, 9), *Receipt().tallies[1:]))
    text = "\n".join(map(str, contract_table(receipt).columns[-1].cells))
    assert text == "+3.00"
    assert contract_rows(receipt) == summarize(receipt).to_dicts()


def test_means_without_an_interval_are_explained_where_there_are_any():
    few, alike, many = Tally(9, 5, 540, 40_000, 9, 81), Tally(50, 50, 6000, 720_000, 100, 200), _many(10**3)
    for tally in (few, alike):
        told = caption(Receipt((many, tally, *Receipt().tallies[2:])), "units")
        assert told.splitlines()[1:] == ["no ±: fewer than 30 hands, or scores all alike"]
    assert "\n" not in caption(Receipt((many, *Receipt().tallies[1:]), 70), "units")


def test_what_is_rare_is_not_told_as_never_and_what_is_sure_not_as_certain():
    sie = Tally(2, 2, 240, 28_800, 90, 4050)
    receipt = Receipt((_many(10**8), sie, *Receipt().tallies[2:]))
    shares, scores = (list(contract_table(receipt).columns[place].cells) for place in (2, -1))
    assert shares[1] == "0.000002 %"
    assert scores[0] == "+1.0000 ±0.0004"


def _many(hands):
    """Return hands with scores of -1 and 3."""
    return Tally(hands, hands // 2, 60 * hands, 4000 * hands, hands, 5 * hands)


def test_json_is_one_document_with_all_the_numbers(out):
    found = document("simulate", "--hands", "2000", "--out", out, "--seed", "3", "--players", "bold")
    manifest = Manifest.load(out)
    assert found["contracts"] == summarize(manifest.receipt).to_dicts()
    assert found["experiment"] == manifest.provenance.identity
    assert (found["path"], found["hands"], found["seed"], found["rules"]) == (str(out), 2000, 3, "standard")
    assert found["players"] == ["bold/club"] * 4
    assert (found["found"], found["simulated"]) == (0, 2000)


def test_a_seed_is_drawn_shown_and_recorded(out, tmp_path):
    text = answer("simulate", "--hands", "50", "--out", out)
    seed = Manifest.load(out).provenance.seed
    assert f"seed {seed}\n" in text
    again = tmp_path / "again"
    answer("simulate", "--hands", "50", "--out", again, "--seed", seed)
    assert fingerprint(again) == fingerprint(out)
    other = document("simulate", "--hands", "50", "--out", tmp_path / "other")
    assert other["seed"] != seed


def test_a_complete_dataset_is_left_as_it_is(out):
    first = answer("simulate", "--hands", "500", "--out", out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    again = answer("simulate", "--hands", "500", "--out", out)
    assert again.startswith("500 hands: the dataset is complete already, nothing was simulated\n")
    assert again.splitlines()[1:] == first.splitlines()[1:]
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    assert document("simulate", "--hands", "500", "--out", out)["simulated"] == 0


def test_the_number_of_workers_does_not_change_the_bytes(out, tmp_path):
    answer("simulate", "--hands", "300", "--out", out, "--seed", "1", "--workers", "1")
    answer("simulate", "--hands", "300", "--out", tmp_path / "two", "--seed", "1", "--workers", "2")
    assert fingerprint(out) == fingerprint(tmp_path / "two")


@pytest.mark.parametrize(("shards", "cores", "workers"), [(1, 8, 1), (3, 8, 1), (4, 8, 2), (100, 8, 8), (100, 1, 1)])
def test_as_many_workers_as_pay(monkeypatch, shards, cores, workers):
    monkeypatch.setattr("simulate.backends.threads.cores", lambda: cores)
    assert simulate_command._workers(None, experiment(hands=shards * SHARD_HANDS, shard_hands=SHARD_HANDS)) == workers
    assert simulate_command._workers("5", experiment()) == 5


def test_ctrl_c_says_what_is_there_and_how_to_go_on(out, monkeypatch):
    run = experiment(hands=3000, shard_hands=1000)

    def interrupted(asked, folder, workers, progress, backend):
        def stop(told):
            if told.receipt.hands == 2000:
                raise KeyboardInterrupt

        collect(run, folder, progress=stop)

    monkeypatch.setattr("simulate.collect.collect", interrupted)
    result = call("simulate", "--hands", "3000", "--out", out, "--json")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.splitlines()[-1] == (
        f"interrupted: 2,000 of 3,000 hands are complete in {str(out)!r}; run the same command again to go on"
    )


def test_ctrl_c_before_anything_is_there(out, monkeypatch):
    monkeypatch.setattr("simulate.cli.simulate_command._get_ready", lambda run: signal.raise_signal(signal.SIGINT))
    result = call("simulate", "--hands", "3000", "--out", out)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.startswith(f"interrupted: 0 of 3,000 hands are complete in {str(out)!r}; ")


def test_kernels_are_loaded_before_the_clock_starts(out, monkeypatch):
    order = []
    monkeypatch.setattr(simulate_command, "_get_ready", lambda run: order.append("ready"))
    monkeypatch.setattr("simulate.cli.progress.Pace.update", lambda *_: order.append("update"))
    call("simulate", "--hands", "10", "--out", out)
    assert order[:2] == ["ready", "update"]
    assert order.count("ready") == 1


def test_a_refused_folder_is_not_compiled_for(out, monkeypatch):
    out.mkdir()
    (out / "mine").touch()
    monkeypatch.setattr("simulate.cli.simulate_command._get_ready", lambda run: sys.exit("compiled"))
    refusal("simulate", "--hands", "10", "--out", out)


def test_the_document_can_be_read_by_any_json_reader(out):
    text = answer("simulate", "--hands", "5", "--out", out, "--json")
    assert json.loads(text, parse_constant=lambda word: pytest.fail(word))
