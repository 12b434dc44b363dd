from dataclasses import dataclass

import numpy as np
import pytest

from simulate.cards import SEATS
from simulate.contracts import GAMES, Contract
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.players.player import Player
from simulate.players.registry import Role, names, parse_players, plays_out
from simulate.rules import PRESETS, Rules
from simulate.table import Views

STANDARD = Rules.preset("standard")
HANDS = np.arange(1500, dtype=np.uint64)


@dataclass(frozen=True)
class Scripted:
    """A bidder that passes, and a card player of its lowest legal card; a test overrides what it needs."""

    spec: str = "scripted"
    version: int = 1
    uses_random: bool = False

    def bid(self, views: Views):
        return np.zeros(len(views.seat), np.uint8)

    def declare(self, views: Views):
        return np.zeros(len(views.seat), np.uint8)

    def double(self, views: Views):
        return np.zeros(len(views.seat), np.uint8)

    def play(self, views: Views):
        return views.legal & (~views.legal + np.uint32(1))


def engine(players="normal", seed=7, rules=STANDARD, **options):
    return Engine(rules, parse_players(players), seed, **options)


def of(player):
    return (Player(player, player),) * SEATS


@pytest.mark.parametrize("players", ["random", "normal", "normal,bold/random,random,cautious"])
@pytest.mark.parametrize("batch_size", [1, 700, 10_000])
def test_the_size_of_a_batch_changes_nothing(players, batch_size):
    ids = HANDS[:60] if batch_size == 1 else HANDS
    whole = engine(players).simulate(ids, tricks=True)
    other = engine(players, batch_size=batch_size).simulate(ids, tricks=True)
    assert (whole.hands == other.hands).all()
    assert (whole.tricks == other.tricks).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hand_is_a_function_of_its_id(preset):
    rules = Rules.preset(preset)
    ids = np.array([2**63, 5, 17, 2**64 - 1, 5], np.uint64)
    once = engine("random", rules=rules).simulate(ids, tricks=True)
    assert once.hands[1] == once.hands[4]
    for i, hand_id in enumerate(ids):
        assert engine("random", rules=rules).simulate(np.array([hand_id])).hands[0] == once.hands[i]
    assert (engine("random", seed=8, rules=rules).simulate(ids).hands["deal"] != once.hands["deal"]).all()


def test_the_seats_move_on_by_one_each_hand():
    # Only player 2 bids; he sits in seat (2 - hand id) % 4.
    class OnlyRufspiel(Scripted):
        def bid(self, views):
            return (views.legal >> np.uint64(Contract.RUFSPIEL) & np.uint64(1)).astype(np.uint8)

        def declare(self, views):
            return np.array([_lowest(legal) for legal in views.legal], np.uint8)

    shy, bold = Player(Scripted(), Scripted()), Player(OnlyRufspiel(spec="bold"), Scripted())
    hands = Engine(STANDARD, (shy, shy, bold, shy), 1).simulate(HANDS).hands
    played = hands[hands["game"] != 255]
    assert len(played) > 1000
    assert (played["declarer"] == (2 - played["hand_id"].astype(int)) % 4).all()
    assert (played["forehand"] == played["hand_id"] % 4).all()


def _lowest(bits):
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 0


def test_passed_out_hands_are_dealt_again_where_the_rules_say_so():
    rules = Rules.preset("tournament")
    hands = engine("cautious", rules=rules).simulate(HANDS).hands
    assert (hands["game"] != 255).all()
    assert (hands["redeals"] > 0).mean() > 0.02
    void = engine(
        "cautious", rules=Rules.from_document({"based_on": "tournament", "auction": {"all_pass": "void"}}, "x")
    )
    first = void.simulate(HANDS).hands
    same = hands["redeals"] == 0
    assert ((first["game"] != 255) == same).all()
    assert (first["deal"][same] == hands["deal"][same]).all()
    assert (first["deal"][~same] != hands["deal"][~same]).all()


def test_players_that_never_bid_are_told_so_where_deals_are_dealt_again():
    with pytest.raises(UserError, match="never bid"):
        Engine(Rules.preset("tournament"), of(Scripted()), 1).simulate(HANDS[:3])


@pytest.mark.parametrize("contract", ["all", "rufspiel", "wenz", "solo", "solo-tout"])
def test_assigned_contracts_go_round_whatever_the_cards(contract):
    hands = engine("cautious", assign=contract).simulate(np.arange(6400, dtype=np.uint64)).hands
    played = hands[hands["game"] != 255]
    assert (hands["assigned"] == 1).all()
    assert (hands["bid"] == 0).all()
    assert (played["declarer"] == played["hand_id"] // 4 % 4).all()
    words = [GAMES[game].contract.word for game in played["game"]]
    if contract == "all":
        shares = np.array(
            [words.count(word) / len(words) for word in ("rufspiel", "wenz", "solo", "wenz-tout", "solo-tout")]
        )
        assert (abs(shares - 0.2) < 0.02).all()
        assert len(played) == len(hands)
    else:
        assert set(words) == {contract}
        # RULES section 10: no ace is callable in a share of 0.064336 of all hands.
        expected = 1 - 0.064336 if contract == "rufspiel" else 1
        assert abs(len(played) / len(hands) - expected) < 0.016


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"assign": "geier"}, "'geier' can't be assigned"),
        ({"assign": "sie"}, "'sie' can't be assigned: use all or one of rufspiel, wenz, solo, wenz-tout, solo-tout"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"seed": 2**64}, "is out of range"),
        ({"batch_size": 0}, "batch size 0 is out of range"),
    ],
)
def test_what_an_engine_refuses(options, message):
    with pytest.raises(UserError, match=message):
        engine(**options)


class BidsFive(Scripted):
    def bid(self, views):
        return np.full(len(views.seat), 60, np.uint8)


class PlaysTwo(Scripted):
    def bid(self, views):
        return np.where(views.legal >> np.uint64(Contract.WENZ) & np.uint64(1), Contract.WENZ, 0)

    def declare(self, views):
        return np.array([_lowest(legal) for legal in views.legal])

    def play(self, views):
        return np.full(len(views.seat), 3, np.uint32)


class Negative(PlaysTwo):
    def play(self, views):
        return np.full(len(views.seat), -1)


class WrongShape(PlaysTwo):
    def play(self, views):
        return np.zeros(3, np.uint32)


class Words(PlaysTwo):
    def play(self, views):
        return np.full(len(views.seat), "EO")


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (BidsFive, r"'scripted/scripted' in seat 0 of hand 0 answered bid 60, .* the choice was pass, "),
        (PlaysTwo, r"answered 2 cards \(mask 3\), which is not allowed: the choice was "),
        (Negative, r"answered 32 cards"),
        (WrongShape, r"shape \(3,\): return one answer for each"),
        (Words, r"return whole numbers"),
    ],
)
def test_a_wrong_player_is_told_what_he_did(player, message):
    with pytest.raises(UserError, match=message) as error:
        Engine(STANDARD, of(player()), 1).simulate(HANDS)
    assert "\n" not in str(error.value)


class Cheats(PlaysTwo):
    """Allows itself any card, and gives the declarer all eyes."""

    def play(self, views):
        for array in (views.legal, getattr(views.legal, "base", None)):
            if array is not None:
                array[:] = 0xFFFFFFFF
        views.public["eyes"][:, 0] = 120
        return super(PlaysTwo, self).play(Views(*views)) if views.legal.any() else views.legal


class Honest(PlaysTwo):
    def play(self, views):
        return views.legal & (~views.legal + np.uint32(1))


class Meddles(Honest):
    """Plays honestly, and then writes into all it was shown."""

    def play(self, views):
        answers = super().play(views)
        for column in views:
            column[:] = np.zeros(1, column.dtype)
            if column.base is not None:
                column.base[:] = np.zeros(1, column.base.dtype)
        return answers


def test_a_player_can_not_allow_itself_a_card():
    with pytest.raises(UserError, match="which is not allowed"):
        Engine(STANDARD, of(Cheats()), 1).simulate(HANDS)


def test_a_player_can_not_change_a_hand_by_writing_into_its_views():
    meddled = Engine(STANDARD, of(Meddles()), 1).simulate(HANDS, tricks=True)
    honest = Engine(STANDARD, of(Honest()), 1).simulate(HANDS, tricks=True)
    assert (meddled.hands == honest.hands).all()
    assert (meddled.tricks == honest.tricks).all()


PLAYING_OUT = ("normal/club", "bold/swift")


def test_all_that_play_hands_out_are_compared():
    able = {name for name in names(Role.CARD_PLAYER) if plays_out(parse_players(f"normal/{name}")[0].card_player)}
    assert able == {players.partition("/")[2] for players in PLAYING_OUT}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", PLAYING_OUT)
def test_hands_played_out_in_one_call_are_those_played_card_by_card(monkeypatch, players, preset):
    rules, ids = Rules.preset(preset), np.arange(5000, dtype=np.uint64)
    at_once = engine(players, rules=rules).simulate(ids, tricks=True)
    monkeypatch.setattr("simulate.engine.plays_out", lambda player: False)
    card_by_card = engine(players, rules=rules).simulate(ids, tricks=True)
    assert (at_once.hands == card_by_card.hands).all()
    assert (at_once.tricks == card_by_card.tricks).all()


class PlaysOut(Honest):
    """Plays hands out, which is not for everybody: it would see all cards."""

    def play_out(self, state, cards):
        raise AssertionError(f"was shown the cards of {len(cards)} hands")


def test_only_built_in_players_are_let_play_whole_hands():
    shown_views = Engine(STANDARD, of(PlaysOut()), 1).simulate(HANDS)
    assert (shown_views.hands == Engine(STANDARD, of(Honest()), 1).simulate(HANDS).hands).all()


class PlaysOutWrongly(Honest):
    def play_out(self, state, cards):
        cards[5] = 3
        return 5


def test_a_wrong_card_of_a_hand_played_out_in_one_call_is_told(monkeypatch):
    monkeypatch.setattr("simulate.engine.plays_out", lambda player: True)
    with pytest.raises(UserError, match=r"at card 1 of trick 1 answered 2 cards \(mask 3\), which is not allowed"):
        Engine(STANDARD, of(PlaysOutWrongly()), 1).simulate(HANDS)
