"""The tables: what they contain, and that every row says the same thing in both its ways."""

from fractions import Fraction

import polars as pl
import pytest

from analysis import odds, odds_hand
from analysis.odds_table import table, table_for_hand
from analysis.seen import see
from simulate.cards import Suit
from simulate.contracts import Contract, Game
from simulate.errors import UserError

HAND = "EO GO HU HA H9 EA G10 G7"
GRAS = Game(Contract.RUFSPIEL, Suit.GRAS)
TABLES = {
    "any deal": table,
    "hand alone": lambda: table_for_hand(HAND),
    "declarer": lambda: table_for_hand(HAND, GRAS),
    "partner": lambda: table_for_hand(HAND, Game(Contract.RUFSPIEL, Suit.EICHEL)),
    "opponent": lambda: table_for_hand(HAND, GRAS, "opponent"),
    "void opponent": lambda: table_for_hand(HAND, Game(Contract.RUFSPIEL, Suit.SCHELLEN), "opponent"),
    "Wenz": lambda: table_for_hand(HAND, Game(Contract.WENZ)),
    "against a Solo": lambda: table_for_hand(HAND, Game(Contract.SOLO, Suit.EICHEL), "opponent"),
}

# RULES section 10, row by row, as it prints them.
SECTION_10 = [
    ("a given hand holds a Sie", "", 9.50724e-8),
    ("some hand holds a Sie", "", 3.80290e-7),
    *[
        (f"trumps in a hand: {n}", "", chance)
        for n, chance in enumerate(
            (0.004160, 0.042358, 0.160608, 0.296507, 0.291212, 0.155313, 0.043682, 0.005873, 0.000286)
        )
    ],
    ("all Ober in a given hand", "", 0.001947),
    *[(f"Unter in a hand: {n}", "", p) for n, p in enumerate((0.295495, 0.450278, 0.214905, 0.037375, 0.001947))],
    ("a given suit is callable", "", 0.601471),
    *[(f"callable suits: {n}", "", p) for n, p in enumerate((0.064336, 0.286482, 0.429614, 0.219567))],
    *[
        ("no suit is callable", f"trumps in the hand: {t}", chance)
        for t, chance in zip(range(4, 9), (1 / 17, 61 / 816, 2 / 17, 1 / 6, 1), strict=True)
    ],
    *[
        ("each other player has at least 1 of the called suit", f"the declarer has {k} of the called suit", chance)
        for k, chance in ((1, 16 / 23), (2, 128 / 253), (3, 64 / 253))
    ],
    *[
        (
            "the partner has at least 4 of the called suit, ace included",
            f"the declarer has {k} of the called suit",
            chance,
        )
        for k, chance in ((1, 17 / 253), (2, 5 / 253), (3, 0))
    ],
    *[
        ("the other opponent is void in the called suit", f"an opponent has {k} of the called suit", chance)
        for k, chance in ((1, 19 / 107), (2, 15 / 47), (3, 21 / 37))
    ],
    *[
        (f"laufende in one hand: {n}", "", chance)
        for n, chance in enumerate((0.75, 0.193548, 0.045161, 0.009344, 0.001669, 0.000247))
    ],
    ("EO GO HO with a given player", "", 7 / 620),
    ("EO GO HO with a given pair", "", 7 / 62),
    ("at least 3 laufende on either side", "a fixed pair against a pair", 7 / 31),
    ("at least 3 laufende on either side", "one against three", 13 / 31),
    ("at least 2 laufende on either side", "one against three, in a Wenz", 19 / 31),
    ("void in a given plain suit", "", 0.148529),
    ("void in at least 1 plain suit", "", 0.409944),
    ("some player is void in a given plain suit", "", 0.541219),
    ("some player has at most 1 trump", "", 0.184475),
    ("some player has exactly 1 trump", "", 0.167950),
    *[
        (f"longest trump holding at the table: {n}", "", chance)
        for n, chance in enumerate((0.277057, 0.524871, 0.173438, 0.023492, 0.001142), start=4)
    ],
    *[
        (f"trumps in a hand's best Solo suit: {n}", "", chance)
        for n, chance in enumerate((0.004813, 0.107470, 0.344186, 0.370363, 0.149164, 0.022863, 0.001142), start=2)
    ],
    ("0 eyes in a hand", "", 4.70608e-5),
    *[
        (f"trumps in the first 4 cards: {n}", "", chance)
        for n, chance in enumerate((0.085095, 0.317686, 0.387180, 0.182202, 0.027836))
    ],
    ("a Solo-Tout is lost", "own lead, 8 trumps with EO GO HO SO GU, without EU", 0.017266),
]
MOMENTS = [
    ("trumps in a hand", "mean", "7/2"),
    ("trumps in a hand", "variance", "189/124"),
    ("eyes in a hand", "mean", "30"),
    ("eyes in a hand", "variance", "3300/31"),
]


@pytest.mark.parametrize(("fact", "given", "chance"), SECTION_10)
def test_the_table_has_every_fact_of_section_10(fact: str, given: str, chance: float):
    value = table().filter(fact=fact, given=given, quantity="probability")["value"].item()
    assert value == pytest.approx(chance, abs=5e-7 if chance > 1e-4 else 5e-13 if chance < 1e-6 else 5e-11)


@pytest.mark.parametrize(("fact", "quantity", "exact"), MOMENTS)
def test_the_table_has_means_and_variances(fact: str, quantity: str, exact: str):
    assert table().filter(fact=fact, quantity=quantity)["exact"].item() == exact


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_every_row_says_the_same_exactly_and_as_a_number(make):
    frame = make()
    assert frame.columns == ["section", "fact", "given", "quantity", "exact", "value"]
    assert not frame.select("fact", "given", "quantity").is_duplicated().any()
    assert [float(Fraction(exact)) for exact in frame["exact"]] == frame["value"].to_list()
    assert frame.filter(quantity="probability")["value"].is_between(0, 1).all()


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_the_counts_of_a_distribution_sum_to_one(make):
    counts = make().filter(pl.col("fact").str.contains(r": \d+$") & ~pl.col("fact").str.starts_with("laufende on"))
    stem = pl.col("fact").str.replace(r"\d+$", "")
    sums = counts.group_by(stem, "given").agg(pl.col("exact")).rows()
    assert sums
    for fact, given, exact in sums:
        assert sum(map(Fraction, exact)) == 1, (fact, given)


def test_a_declarers_table_has_his_odds():
    frame = table_for_hand(HAND, GRAS)
    seen = see(HAND, GRAS)
    assert frame.filter(fact="all players have Gras")["exact"].item() == str(odds.goes_round(2))
    assert frame.filter(fact="HO is with the opponents")["exact"].item() == "16/23"
    assert frame.filter(fact="the partner sits left")["exact"].item() == "1/3"
    laufende = frame.filter(fact="at least 3 laufende on either side")["exact"].item()
    assert laufende == str(odds_hand.laufende(seen).at_least(3))
    assert set(frame["given"]) == {"declarer in Rufspiel (Gras)"}


def test_without_a_game_each_callable_ace_is_looked_at():
    frame = table_for_hand(HAND)
    assert set(frame["given"]) == {"the hand alone", "declarer in Rufspiel (Gras)"}
    assert set(table_for_hand("EO GO HU HA H9 EA H10 H7")["given"]) == {"the hand alone"}


def test_an_opponents_table_asks_for_each_place_of_the_declarer():
    frame = table_for_hand(HAND, GRAS, "opponent").filter(pl.col("fact").str.starts_with("the partner sits"))
    assert len(frame) == 6
    assert set(frame["exact"]) == {"1/2"}


def test_a_tout_on_eight_trumps_is_in_the_table_and_other_touts_are_not():
    game = Game(Contract.SOLO_TOUT, Suit.HERZ)
    assert table_for_hand("EO GO HO SO GU HU SU HA", game).filter(fact="the Tout is lost")["exact"].item() == "83/4807"
    assert table_for_hand(HAND, game).filter(section="Tout").is_empty()


def test_a_hand_of_seven_cards_is_refused():
    with pytest.raises(UserError, match="has 7 cards: give 8"):
        table_for_hand("EO GO HU HA H9 EA G10")
