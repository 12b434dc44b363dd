import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.contracts import GAMES, Contract
from simulate.dataset.receipt import Receipt, Tally
from simulate.kernels.codes import NO_GAME
from tests.test_simulate.dataset_rows import hand_rows


def counted(rows):
    """Return the sums in exact whole numbers, hand by hand."""
    total = Receipt()
    for row in rows:
        if row["game"] == NO_GAME:
            total += Receipt(passed_out=1)
            continue
        eyes, score = int(row["eyes"]), int(row["score"][row["declarer"]])
        tally = Tally(1, int(row["won"]), eyes, eyes**2, score, score**2)
        contract = GAMES[row["game"]].contract
        total += Receipt(tuple(tally if other is contract else Tally() for other in Contract))
    return total


@settings(deadline=None)
@given(st.integers(0, 80), st.integers(0, 2**32), st.booleans())
def test_sums_are_exact_for_small_and_for_huge_scores(n, seed, huge):
    rows = hand_rows(n, seed)
    if not huge:
        rows["score"] //= 2**22
    assert Receipt.of_rows(rows) == counted(rows)
    assert Receipt.of_rows(rows).hands == n


@settings(deadline=None)
@given(st.lists(st.integers(0, 100), max_size=4), st.randoms())
def test_receipts_merge_in_any_grouping_and_order(cuts, random):
    rows = hand_rows(100)
    parts = np.split(rows, sorted(cuts))
    random.shuffle(parts)
    assert sum((Receipt.of_rows(part) for part in parts), Receipt()) == Receipt.of_rows(rows)


def test_a_receipt_survives_being_written():
    receipt = Receipt.of_rows(hand_rows(100))
    assert Receipt.from_mapping(receipt.to_mapping()) == receipt
    assert Receipt.from_mapping(Receipt().to_mapping()) == Receipt()


def test_a_receipt_counts_all_of_many_rows():
    rows = hand_rows(20_000)
    assert Receipt.of_rows(rows) == Receipt.of_rows(rows[:5]) + Receipt.of_rows(rows[5:])
    assert Receipt.of_rows(rows).hands == 20_000
