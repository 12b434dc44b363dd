import polars as pl
import pytest

from analysis import odds
from analysis.hand_class import FEATURES, FINE, features, hand_class
from simulate.cards import CardSet
from simulate.deals import sample
from simulate.errors import UserError
from tests.test_analysis.recount import counts_of

DEALS = sample(60, seed=9).hands.ravel().tolist()


def test_hands_counted_card_by_card():
    for mask in DEALS:
        hand = CardSet(mask)
        assert hand_class(hand, FEATURES) == counts_of(hand)
        assert hand_class(str(hand)) == {name: counts_of(hand)[name] for name in FINE}


def test_hands_at_the_edges():
    assert hand_class("EO GO HO SO EU GU HU SU", FEATURES) == {
        "trumps": 8, "ober": 4, "unter": 4, "aces": 0, "solo_trumps": 8, "callable": 0
    }  # fmt: skip
    assert hand_class("EA E10 EK E9 E8 E7 GA SA", FEATURES) == {
        "trumps": 0, "ober": 0, "unter": 0, "aces": 3, "solo_trumps": 6, "callable": 0
    }  # fmt: skip
    assert hand_class("HA H10 HK H9 H8 E7 G7 S7", FEATURES) == {
        "trumps": 5, "ober": 0, "unter": 0, "aces": 0, "solo_trumps": 5, "callable": 3
    }  # fmt: skip


def test_whole_columns_are_classed_as_single_hands():
    frame = pl.DataFrame({"hand": DEALS}, schema={"hand": pl.UInt32})
    found = frame.select(expr.alias(name) for name, expr in features(pl.col("hand"), FEATURES).items())
    assert found.to_dicts() == [counts_of(CardSet(mask)) for mask in DEALS]


def test_classes_are_as_frequent_as_counted_exactly():
    # Exact chances of a hand's counts (RULES section 10), within five standard errors.
    frame = pl.DataFrame({"hand": sample(50_000, seed=2).hands.ravel()})
    found = frame.select(expr.alias(name) for name, expr in features(pl.col("hand"), FEATURES).items())
    exact = {
        "trumps": odds.trumps_in_hand(),
        "ober": odds.trumps_in_hand(trumps=4),
        "unter": odds.trumps_in_hand(trumps=4),
        "aces": odds.trumps_in_hand(trumps=3),
        "solo_trumps": odds.best_solo_trumps(),
        "callable": odds.callable_suits(),
    }
    for name, chances in exact.items():
        for count, chance in chances.items():
            share = (found[name] == count).mean()
            assert share == pytest.approx(float(chance), abs=5 * (float(chance) / len(found)) ** 0.5)


@pytest.mark.parametrize(
    ("hand", "by", "told"),
    [
        ("EO GO", FINE, "has 2 cards: name 8"),
        ("EO GO HU HA H9 EA G10 X7", FINE, "is no card"),
        ("EO GO HU HA H9 EA G10 G7", ["colour"], "can't be classed by 'colour': use trumps"),
        ("EO GO HU HA H9 EA G10 G7", [], "no counts to class hands by"),
    ],
)
def test_what_has_no_class(hand, by, told):
    with pytest.raises(UserError, match=told):
        hand_class(hand, by)
