"""What a rule is told, held against the public record and the card sets that people read."""

import numpy as np
import pytest

from simulate.cards import Card, CardSet, Rank, Suit
from simulate.contracts import FRAMES, GAMES, Contract, Game
from simulate.engine import Engine
from simulate.players import own
from simulate.players.own import View, batch_bidder, batch_card_player, player, view_at
from simulate.rules import Rules

OWN_FIELDS = ("standing", "contract", "game", "declarer", "partner", "alone", "kontra", "called_ace", "called_suit")
TRICK_FIELDS = ("called_led", "trick", "position", "leader", "led", "led_suit", "best", "best_seat")


def watched(assign=None):
    """Return some (views, row, batch's hidden hands) of bidding and of playing."""
    found = []

    def keep(kind, views):
        rows = np.random.default_rng(len(found)).choice(len(views.seat), min(4, len(views.seat)), replace=False)
        found.extend((kind, views, int(row)) for row in rows)

    @batch_bidder
    def bids(views):
        keep("bid", views)
        return player("bold").bidder.bid(views)

    @batch_card_player
    def plays(views):
        keep("play", views)
        return player("normal").card_player.play(views)

    Engine(Rules.preset("standard"), (player(bids, plays),) * 4, 2, assign=assign).simulate(
        np.arange(200, dtype=np.uint64)
    )
    return found


@pytest.fixture(scope="module")
def positions():
    return [*watched(), *watched("all")]


def cards(frame, mask):
    return CardSet.of(card for card, place in frame.positions.items() if mask >> place & 1)


def test_there_are_positions_of_all_kinds(positions):
    contracts = {int(views.public["contract"][row]) for kind, views, row in positions if kind == "play"}
    assert {Contract.RUFSPIEL, Contract.WENZ, Contract.SOLO, Contract.SOLO_TOUT} <= contracts
    assert sum(kind == "bid" for kind, *_ in positions) >= 10


def test_a_view_says_what_the_record_says(positions):
    for _, views, row in positions:
        v, p = view_at(views, row), views.public[row]
        assert isinstance(v, View)
        assert (v.seat, v.hand, v.legal) == (views.seat[row], views.hand[row], views.legal[row])
        assert v.random == views.random[row]
        for name in (*OWN_FIELDS, *TRICK_FIELDS):
            assert getattr(v, name) == p[name], name
        assert v.bids == tuple(p["bid"])
        for name in ("passed", "played", "lacks", "eyes", "tricks"):
            assert getattr(v, name) == tuple(p[name]), name
        assert (v.table, v.table_eyes) == (p["cards"], p["cards_eyes"])
        assert v.out == 2**32 - 1 - v.hand - sum(v.played)
        assert v.tout == (p["contract"] in (Contract.SOLO_TOUT, Contract.WENZ_TOUT))


def test_masks_of_ranks_and_trumps_are_those_of_the_game(positions):
    for _, views, row in positions:
        v = view_at(views, row)
        frame = FRAMES[v.frame]
        assert cards(frame, v.trumps) == frame.trumps
        for name, rank in (("sau", Rank.SAU), ("ten", Rank.TEN), ("king", Rank.KING), ("ober", Rank.OBER)):
            assert {card.rank for card in cards(frame, getattr(v, name))} == {rank}
            assert len(cards(frame, getattr(v, name))) == 4
        assert {card.rank for card in cards(frame, v.unter)} == {Rank.UNTER}


def test_questions_about_cards_are_answered_as_by_the_referee(positions):
    for _, views, row in positions:
        v = view_at(views, row)
        frame = FRAMES[v.frame]
        hand = cards(frame, v.hand)
        assert own.count(v.hand) == len(hand)
        assert own.eyes(v, v.hand) == hand.eyes
        order = sorted(hand, key=frame.positions.get)
        assert cards(frame, own.lowest(v.hand)) == CardSet.of(order[:1])
        assert cards(frame, own.highest(v.hand)) == CardSet.of(order[-1:])
        assert cards(frame, own.fattest(v, v.hand)) == CardSet.of([max(order, key=lambda card: card.eyes)])
        assert cards(frame, own.cheapest(v, v.hand)) == CardSet.of([min(order, key=lambda card: card.eyes)])
        assert cards(frame, own.trumps(v)) == hand & frame.trumps
        for card in Card:
            mask = own.bit(v, card)
            assert cards(frame, mask) == CardSet.of([card])
            assert own.has(v, card) == (card in hand)
            assert own.is_trump(v, mask) == (card in frame.trumps)
            assert cards(frame, own.suit_of(v, mask)) == frame.suit_of(card)
        for suit in Suit:
            expected = CardSet.of(card for card in Card if card.suit is suit) - frame.trumps
            assert cards(frame, own.plain(v, suit)) == expected
    assert own.lowest(0) == own.highest(0) == own.count(0) == 0


def test_trumps_of_a_solo_are_counted_while_bidding(positions):
    for kind, views, row in positions:
        if kind == "bid":
            v = view_at(views, row)
            for suit in Suit:
                trumps = Game(Contract.SOLO, suit).frame.trumps
                assert cards(FRAMES[0], own.trumps_in(v, suit)) == CardSet(v.hand) & trumps


def test_winners_are_the_legal_cards_that_beat_the_best(positions):
    checked = 0
    for kind, views, row in positions:
        v = view_at(views, row)
        if kind == "bid":
            continue
        frame, legal = FRAMES[v.frame], cards(FRAMES[v.frame], v.legal)
        if v.position == 0:
            assert own.winners(v) == v.legal
            continue
        (best,) = cards(frame, v.best)
        led = cards(frame, v.led_suit)
        beating = [card for card in legal if frame.beats(card, best) and (card in frame.trumps or card in led)]
        assert cards(frame, own.winners(v)) == CardSet.of(beating)
        checked += bool(beating)
        assert own.is_last(v) == (v.position == 3)
        assert own.is_ours(v) == own.is_mate(v, v.best_seat)
    assert checked > 30


def test_who_is_with_whom_is_known_from_the_cards_seen_alone(positions):
    kinds = set()
    for kind, views, row in positions:
        if kind == "bid":
            continue
        v = view_at(views, row)
        assert own.is_declarer(v) == (v.seat == v.declarer)
        known = v.partner if v.partner >= 0 else (v.seat if v.hand & v.called_ace else -1)
        assert own.partner(v) == known
        side = {v.declarer, known} - {-1}
        for seat in range(4):
            if v.alone or known >= 0:
                mate = (seat in side) == (v.seat in side)
                foe = not mate
            else:
                mate, foe = seat == v.seat, seat != v.seat and seat == v.declarer
            assert (own.is_mate(v, seat), own.is_foe(v, seat)) == (mate, foe)
            kinds.add((mate, foe))
    assert kinds == {(True, False), (False, True), (False, False)}


def test_voids_are_those_shown_or_counted(positions):
    for kind, views, row in positions:
        if kind == "bid":
            continue
        v = view_at(views, row)
        for seat in range(4):
            for suit in (v.trumps, *(own.plain(v, suit) for suit in range(4))):
                free = v.hand if seat == v.seat else v.out & ~v.lacks[seat]
                assert own.is_void(v, seat, suit) == (free & suit == 0)


def test_games_are_numbered_by_contract_and_suit():
    for number, game in enumerate(GAMES):
        for suit in [game.suit] if game.suit is not None else Suit:
            assert own.game(game.contract, suit) == number
    assert own.game(own.RUFSPIEL, own.HERZ) == -1
    assert own.game(own.PASS, own.EICHEL) == -1


def test_what_may_be_answered_is_read_from_the_bits(positions):
    kind, views, row = positions[0]
    v = view_at(views, row)
    assert kind == "bid"
    for answer in range(13):
        assert own.may(v, answer) == bool(v.legal >> answer & 1)
    assert not own.may(v, -1)


def test_chance_is_spread_from_0_to_1():
    numbers = []

    @batch_card_player
    def plays(views):
        numbers.extend(own.chance(view_at(views, row)) for row in range(0, len(views.seat), 20))
        return views.legal & (~views.legal + np.uint32(1))

    Engine(Rules.preset("standard"), (player("normal", plays),) * 4, 5).simulate(np.arange(400, dtype=np.uint64))
    assert 0 <= min(numbers) < 0.02
    assert 0.98 < max(numbers) < 1
    assert abs(np.mean(numbers) - 0.5) < 0.05


def test_names_of_cards_are_their_numbers():
    for card in Card:
        assert getattr(own, card.german) == card
    assert (own.EICHEL, own.GRAS, own.HERZ, own.SCHELLEN) == (Suit.EICHEL, Suit.GRAS, Suit.HERZ, Suit.SCHELLEN)
    assert (own.RUFSPIEL, own.WENZ, own.SOLO, own.SIE) == (
        Contract.RUFSPIEL,
        Contract.WENZ,
        Contract.SOLO,
        Contract.SIE,
    )
