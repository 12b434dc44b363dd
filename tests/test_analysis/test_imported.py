"""Every standard table can be made of recorded games."""

import pytest

from analysis import standard
from simulate.dataset.reader import open_dataset


@pytest.fixture(scope="module")
def tables(real_games):
    return standard.tables(open_dataset(real_games))


def test_all_tables_have_rows(tables):
    assert {"contracts", "ace_fates", "expected_by_trumps", "styles", "eyes_distribution"} <= set(tables)
    assert all(len(table) for table in tables.values())


def test_they_tell_of_the_games(tables):
    contracts = {row["contract"]: row["n"] for row in tables["contracts"].iter_rows(named=True)}
    assert contracts == {"rufspiel": 1517, "wenz": 151, "solo": 332}
    assert tables["ace_fates"]["n"].sum() == 1517


def test_players_that_are_not_known_stand_for_their_seats(tables):
    by_style, by_seat = (tables[name].sort("contract", name_key) for name, name_key in KEYS)
    assert by_style["n"].to_list() == by_seat["n"].to_list()


KEYS = (("contracts_by_style", "style"), ("contracts_by_seat", "declarer"))
