import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.cards import Card
from simulate.contracts import GAMES, Contract
from simulate.dataset.convert import hands_table, tricks_table
from simulate.dataset.frames import polars_schema, to_frame
from simulate.dataset.schema import HANDS, TRICKS
from simulate.fates import AceFate
from simulate.kernels.codes import NO_GAME
from tests.test_simulate.dataset_rows import hand_rows, trick_rows

PLAYED = ("declarer", "kontra", "declarer_trumps", "laufende", "eyes", "tricks", "won", "schneider", "schwarz", "value")


def hand_as_told(row):
    """Return a hand's row, field by field in plain Python."""
    game = None if row["game"] == NO_GAME else GAMES[row["game"]]
    told = {name: int(row[name]) for name in ("hand_id", "deal", "forehand", "redeals")}
    told |= {f"bid_{s}": Contract(bid).word if bid else None for s, bid in enumerate(row["bid"])}
    told |= {f"score_{s}": int(score) for s, score in enumerate(row["score"])}
    told["contract"] = game and game.contract.word
    told["suit"] = game.suit.name.lower() if game and game.suit is not None else None
    told |= {name: int(row[name]) if game else None for name in PLAYED}
    called = game is not None and game.called_ace is not None
    told |= {name: int(row[name]) if called else None for name in ("partner", "ace_trick", "ran_away")}
    told["ace_fate"] = AceFate(row["ace_fate"]).word if called else None
    return told | {"assigned": bool(row["assigned"])}


@settings(deadline=None)
@given(st.integers(0, 100), st.integers(0, 2**32))
def test_hands_become_the_rows_that_plain_python_makes_of_them(n, seed):
    rows = hand_rows(n, seed)
    table = hands_table(rows)
    table.validate(full=True)
    frame = to_frame(table)
    assert frame.schema == polars_schema(HANDS)
    assert frame.to_dicts() == [hand_as_told(row) for row in rows]


def test_tricks_become_rows():
    rows = trick_rows(50)
    table = tricks_table(rows)
    table.validate(full=True)
    frame = to_frame(table)
    assert frame.schema == polars_schema(TRICKS)
    for name in ("hand_id", "trick", "leader", "winner", "eyes"):
        assert (frame[name].to_numpy() == rows[name]).all()
    assert [list(cards) for cards in frame.select(pl.col("^card_.$").cast(pl.String)).rows()] == [
        [Card(card).german for card in cards] for cards in rows["card"]
    ]


@pytest.mark.parametrize("n", [4095, 4096, 4097, 10_000])
def test_rows_are_not_torn_at_the_edge_of_a_chunk(n):
    rows = hand_rows(n)
    frame = to_frame(hands_table(rows))
    assert (frame["hand_id"].to_numpy() == np.arange(n)).all()
    assert frame.row(n - 1, named=True) == hand_as_told(rows[-1])
