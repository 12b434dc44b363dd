import numpy as np
import pytest

from simulate.cards import SEATS
from simulate.duplicate import Duplicate
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.players.own import bidder, card_player, highest, lowest, player
from simulate.players.registry import parse_player
from simulate.rules import PRESETS, Rules
from simulate.table import HAND_ROW
from tests.audit import audit

IDS = np.arange(1000, 1600, dtype=np.uint64)
STANDARD = Rules.preset("standard")


def seatings(a, b):
    return [tuple(b if mask >> seat & 1 else a for seat in range(SEATS)) for mask in range(1, 15)]


def alone(rules, table, seed, hand_ids):
    """Return the hands that an engine plays at one table, whose players keep their seats."""
    hands = np.empty(len(hand_ids), HAND_ROW)
    for shift in range(SEATS):
        rows = hand_ids % np.uint64(SEATS) == shift
        players = tuple(table[(number - shift) % SEATS] for number in range(SEATS))
        hands[rows] = Engine(rules, players, seed).simulate(hand_ids[rows]).hands
    return hands


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("a", "b"),
    [("normal", "bold"), ("normal", "normal/random"), ("random", "cautious"), ("random", "random(double=0.5)/club")],
)
def test_every_table_plays_what_it_would_play_on_its_own(preset, a, b):
    rules = Rules.preset(preset)
    tables = seatings(parse_player(a), parse_player(b))
    ways = Duplicate(rules, tables, 11).play(IDS)
    for number, table in enumerate(tables):
        assert (ways.hands[ways.of[:, number]] == alone(rules, table, 11, IDS)).all()


def test_tables_of_many_players_are_kept_apart():
    specs = ["normal", "bold", "cautious", "normal(solo=10)", "bold/random", "random"]
    players = [parse_player(spec) for spec in specs]
    tables = [tuple(players[number] for number in np.random.default_rng(k).integers(0, 6, 4)) for k in range(25)]
    rules = Rules.preset("official")
    ways = Duplicate(rules, tables, 2**64 - 1).play(IDS)
    for number, table in enumerate(tables):
        assert (ways.hands[ways.of[:, number]] == alone(rules, table, 2**64 - 1, IDS)).all()


def test_must_play_rules_and_players_of_ones_own():
    @bidder
    def never(v):
        return 0

    @card_player
    def top(v):
        return highest(v.legal)

    @card_player
    def bottom(v):
        return lowest(v.legal)

    rules = Rules.from_document({"auction": {"all_pass": "muss"}}, "muss")
    tables = seatings(player(never, top), player("bold", bottom))
    ways = Duplicate(rules, tables, 5).play(IDS)
    for number, table in enumerate(tables):
        assert (ways.hands[ways.of[:, number]] == alone(rules, table, 5, IDS)).all()


def test_a_table_can_leave_deals_out():
    tables = seatings(parse_player("normal"), parse_player("bold/random"))
    at = np.random.default_rng(1).random((len(IDS), len(tables))) < 0.3
    at[:, 3] |= ~at.any(axis=1)
    whole, part = Duplicate(STANDARD, tables, 4).play(IDS), Duplicate(STANDARD, tables, 4).play(IDS, at)
    assert ((part.of >= 0) == at).all()
    assert (part.hands[part.of[at]] == whole.hands[whole.of[at]]).all()
    assert len(part.hands) < len(whole.hands)


def test_a_hand_is_played_once_where_all_decide_alike():
    normal, bold = parse_player("normal"), parse_player("bold")
    same = Duplicate(STANDARD, [(normal,) * 4] * 5, 1).play(IDS)
    assert len(same.hands) == len(IDS)
    some = Duplicate(STANDARD, seatings(normal, bold), 1).play(IDS)
    assert len(IDS) < len(some.hands) < 4 * len(IDS)
    assert len(np.unique(some.of)) == len(some.hands)
    assert (some.hands["hand_id"][some.of] == IDS[:, None]).all()


def test_the_hands_are_sound(monkeypatch):
    from simulate.batch import Batch

    rows_of_hands = Batch.rows_of_hands
    audited = []

    def rows_of_hands_and_audit(self, out=None):
        if not audited:
            audited.append(len(self))
            audit(self)
        return rows_of_hands(self, out)

    monkeypatch.setattr(Batch, "rows_of_hands", rows_of_hands_and_audit)
    Duplicate(STANDARD, seatings(parse_player("random"), parse_player("bold")), 3).play(IDS)
    assert audited[0] > len(IDS)


def test_a_wrong_player_is_told_what_he_did():
    @card_player
    def wrong(v):
        return v.hand if v.trick == 3 and v.seat == 2 else lowest(v.legal)

    with pytest.raises(
        UserError, match=r"'normal/wrong' in seat 2 of hand 1\d\d\d at card \d of trick 4 answered 5 cards"
    ):
        Duplicate(STANDARD, seatings(parse_player("normal"), player(wrong)), 1).play(IDS)


def test_players_that_never_bid_are_told_so_where_deals_are_dealt_again():
    @bidder
    def never(v):
        return 0

    with pytest.raises(UserError, match="never bid"):
        Duplicate(Rules.preset("tournament"), [(player(never),) * 4], 1).play(IDS[:8])


def test_no_tables_and_half_tables_are_refused():
    with pytest.raises(UserError, match="can't be played"):
        Duplicate(STANDARD, [], 1)
    with pytest.raises(UserError, match="can't be played"):
        Duplicate(STANDARD, [(parse_player("normal"),) * 3], 1)


def test_deals_dealt_again_and_again_until_somebody_plays():
    # Some rounds of dealing again find nobody who plays, so that a group of finished hands is empty.
    rules, never_easy = Rules.preset("tournament"), parse_player("normal(rufspiel=9, wenz=9, solo=16, ruf_error=0)")
    ways = Duplicate(rules, [(never_easy,) * SEATS], 5).play(IDS[:3])
    assert ways.hands["redeals"].max() > 3
    assert (ways.hands[ways.of[:, 0]] == alone(rules, (never_easy,) * SEATS, 5, IDS[:3])).all()
