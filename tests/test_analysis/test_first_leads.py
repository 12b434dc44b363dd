import polars as pl
import pytest

from analysis import called_ace, first_leads
from simulate.cards import Card, Suit
from simulate.contracts import Contract, Game
from simulate.deals import deal
from simulate.errors import UserError
from simulate.rules import Rules
from simulate.run import run
from tests.test_analysis.conftest import PLAYERS
from tests.test_analysis.recount import grouped, outcome, rows_of, same, with_called_cards


def led_first(data, in_hand=True):
    """Return the Rufspiele with who led the suit first and what a holder free to run away did, trick by trick."""
    tricks = grouped(data.tricks.collect().to_dicts(), "hand_id")
    called = with_called_cards(rows_of(data))
    for row in called:
        suit = Game(Contract.RUFSPIEL, Suit[row["suit"].upper()]).called_suit
        held = set(deal(row["deal"])[row["partner"]] & suit)
        dealt = len(held)
        row |= {"led_by": "nobody", "first_led": None, "choice": None}
        free = False
        for trick in tricks[row["hand_id"],]:
            cards = [Card[trick[f"card_{place}"]] for place in (1, 2, 3, 4)]
            if trick["leader"] == row["partner"] and (len(held) if in_hand else dealt) >= 4:
                free = True
            if cards[0] in suit:
                role = {row["declarer"]: "declarer", row["partner"]: "partner"}.get(trick["leader"], "opponent")
                row |= {"led_by": role, "first_led": trick["trick"]}
                break
            held.discard(cards[(row["partner"] - trick["leader"]) % 4])
        if free:
            row["choice"] = "ran_away" if row["ran_away"] else "led_ace" if row["led_by"] == "partner" else "kept"
    return called


@pytest.fixture(scope="module")
def rows(bid):
    return led_first(bid)


def expected(rows, within, key):
    wholes = grouped(rows, *within)
    return {
        group: outcome(part) | {"share": len(part) / len(wholes[group[:-1]])}
        for group, part in grouped(rows, *within, key).items()
    }


def test_first_leads_recounted(bid, rows):
    table = first_leads.first_leads(bid)
    assert len(same(table, expected(rows, ["assigned"], "led_by"), ["assigned", "led_by"])) == 4
    assert table["led_by"].to_list() == list(first_leads.LEADERS)
    keys = ["assigned", "first_led", "distance", "led_by"]
    same(first_leads.first_leads(bid, by=keys[1:3]), expected(rows, keys[:3], "led_by"), keys)


def test_choices_recounted(bid, rows):
    free = [row for row in rows if row["choice"]]
    table = first_leads.running_choices(bid)
    assert len(same(table, expected(free, ["assigned"], "choice"), ["assigned", "choice"])) == 3
    # Whoever ran away was free to.
    ran = called_ace.running_away(bid).filter(pl.col("ran_away"))["n"].sum()
    assert table.filter(choice="ran_away")["n"].item() == ran


def test_rules_may_count_the_cards_at_the_deal():
    rules = Rules.from_mapping(Rules.preset("standard").to_mapping() | {"run_needs_four_in_hand": False})
    some = run(6000, PLAYERS, rules=rules, seed=4, tricks=True)
    free = [row for row in led_first(some, in_hand=False) if row["choice"]]
    same(first_leads.running_choices(some), expected(free, ["assigned"], "choice"), ["assigned", "choice"])
    assert len(free) > sum(row["choice"] is not None for row in led_first(some))


def test_by_style(bid, rows):
    specs = ["normal/club", "bold/random", "cautious/club", "normal/random"]
    styled = [row | {"style": specs[row["player"]]} for row in rows]
    keys = ["assigned", "style", "led_by"]
    same(first_leads.first_leads(bid, by="style"), expected(styled, keys[:2], "led_by"), keys)


@pytest.mark.parametrize("name", ["first_leads", "running_choices"])
def test_every_form_says_the_same(bid, folder, name, monkeypatch):
    table = getattr(first_leads, name)
    whole = table(bid)
    assert table(folder).equals(whole)
    hands = bid.hands.collect().sample(fraction=1, shuffle=True, seed=1)
    tricks = bid.tricks.collect().sample(fraction=1, shuffle=True, seed=2)
    assert table(hands, tricks=tricks).equals(whole)
    assert table(hands.to_pandas(), tricks=tricks.to_pandas()).equals(whole)
    monkeypatch.setattr("analysis.load._PIECE", 333)
    assert table(folder).equals(whole)
    assert table(hands, tricks=tricks).equals(whole)


@pytest.mark.parametrize("name", ["first_leads", "running_choices"])
def test_hands_without_tricks_are_left_out(name):
    some, few = (run(hands, PLAYERS, seed=4, tricks=2000) for hands in (5000, 2000))
    assert getattr(first_leads, name)(some).equals(getattr(first_leads, name)(few))


def test_tricks_that_are_missing_are_told(bid):
    with pytest.raises(UserError, match="these hands come without tricks"):
        first_leads.first_leads(bid.hands)
    with pytest.raises(UserError, match="tricks are not those of the hands"):
        first_leads.first_leads(bid.hands, tricks=bid.tricks.head(100))
    other = run(4000, PLAYERS, seed=99, tricks=True)
    with pytest.raises(UserError, match="tricks are not those of the hands"):
        first_leads.first_leads(bid.hands, tricks=other.tricks.filter(pl.col("hand_id") < 3000))
    with pytest.raises(UserError, match="no tricks"):
        first_leads.first_leads(run(10, seed=1))


def test_hands_without_a_rufspiel(bid):
    assert first_leads.first_leads(bid.hands.filter(pl.col("contract") == "wenz"), tricks=bid.tricks).is_empty()
    with pytest.raises(UserError, match="no hands"):
        first_leads.first_leads(bid.hands.head(0), tricks=bid.tricks)
