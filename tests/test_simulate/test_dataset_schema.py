import pyarrow as pa
import pytest

from simulate.cards import Card, Suit
from simulate.contracts import Contract
from simulate.dataset.schema import CARD_WORDS, CONTRACT_WORDS, FATE_WORDS, HANDS, SUIT_WORDS, TABLES, TRICKS
from simulate.fates import AceFate
from simulate.table import HAND_ROW, TRICK_ROW

ROWS = {HANDS.name: HAND_ROW, TRICKS.name: TRICK_ROW}
COLUMNS = [(table, column) for table in TABLES for column in table.columns]


def test_categories_are_numbered_like_the_enums():
    assert [CONTRACT_WORDS.index(contract.word) + 1 for contract in Contract] == list(Contract)
    assert [SUIT_WORDS.index(suit.name.lower()) for suit in Suit] == list(Suit)
    assert [FATE_WORDS.index(fate.word) + 1 for fate in AceFate if fate] == list(AceFate)[1:]
    assert [CARD_WORDS.index(card.german) for card in Card] == list(Card)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_columns_have_distinct_names_and_take_up_every_field_of_the_engine(table):
    assert len({column.name for column in table.columns}) == len(table.columns)
    row = ROWS[table.name]
    expected = {
        (name, place) for name in row.names for place in (range(*row[name].shape) if row[name].shape else [None])
    }
    assert {(column.source, column.place) for column in table.columns} == expected


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda x: x.name)
def test_a_column_says_what_it_means_and_holds_every_value_of_the_engine(table, column):
    assert column.meaning
    field = ROWS[table.name][column.source].base
    if pa.types.is_integer(column.storage) and not column.words:
        assert column.storage.to_pandas_dtype()().itemsize >= field.itemsize


def test_a_table_finds_its_columns_by_name():
    assert HANDS["suit"].words == SUIT_WORDS
    assert HANDS.arrow.names == [column.name for column in HANDS.columns]
