"""Players decide by what they may know: cards they can't see, dealt anew, change no decision."""

import numpy as np
import pytest

from simulate.batch import Batch
from simulate.cards import CARDS, SEATS
from simulate.engine import Engine
from simulate.kernels.codes import NO_GAME
from simulate.players.player import Player
from simulate.players.registry import Role, names, parse_player
from simulate.rulebook import rule_book
from simulate.rules import Rules

BOOK = rule_book(Rules.preset("official"))
N = 400
BIDDERS, CARD_PLAYERS = names(Role.BIDDER), names(Role.CARD_PLAYER)
SPECS = [
    f"{BIDDERS[i % len(BIDDERS)]}/{CARD_PLAYERS[i % len(CARD_PLAYERS)]}"
    for i in range(max(len(BIDDERS), len(CARD_PLAYERS)))
]


def words(count, step):
    return np.random.default_rng(step).integers(0, 2**64, count, dtype=np.uint64)


def dealt_anew(batch, asked, rng):
    """Return a copy of `batch` in which the cards that the seats asked can't see are dealt in another way.

    What the table knows stays true: nobody gets a card he has shown not to hold, and the called ace stays where it is.
    """
    other = batch.select(np.arange(len(batch)))
    for row, seat in zip(asked.rows, asked.seats, strict=True):
        public, private = other.public[row], other.private[row]
        seats = [s for s in range(SEATS) if s != seat]
        ace = int(public["called_ace"])
        counts = [int(private["hand"][s]).bit_count() for s in seats]
        pool = sum(int(private["hand"][s]) for s in seats)
        for _ in range(30):
            cards = list(rng.permutation([c for c in range(CARDS) if pool >> c & 1]))
            new = []
            for count in counts:
                new.append(sum(1 << int(card) for card in cards[:count]))
                cards = cards[count:]
            fits = all(not hand & int(public["lacks"][s]) for s, hand in zip(seats, new, strict=True))
            stays = all(hand & ace == int(private["hand"][s]) & ace for s, hand in zip(seats, new, strict=True))
            if fits and stays:
                for s, hand in zip(seats, new, strict=True):
                    private["dealt"][s] = private["dealt"][s] - private["hand"][s] + hand
                    private["hand"][s] = hand
                break
    return other


def test_every_player_is_tried():
    assert {half for spec in SPECS for half in spec.split("/")} == {*BIDDERS, *CARD_PLAYERS}


@pytest.mark.parametrize("spec", SPECS)
def test_unseen_cards_dealt_anew_change_no_decision(spec):
    player, rng = parse_player(spec), np.random.default_rng(1)
    batch = Batch.deal(BOOK, 5, np.arange(N, dtype=np.uint64))
    moved = 0

    def decide(current, ask, decision, step):
        nonlocal moved
        asked = ask(current)
        answers = decision(current.views(asked, words(len(asked.rows), step)))
        other = dealt_anew(current, asked, rng)
        moved += int(np.sum(other.private["hand"] != current.private["hand"]))
        again = ask(other)
        np.testing.assert_array_equal(asked.hands, again.hands)
        np.testing.assert_array_equal(asked.legal, again.legal)
        np.testing.assert_array_equal(decision(other.views(again, words(len(again.rows), step))), answers)
        return asked, answers

    turn = 0
    while batch.ask_bid(turn) is not None:
        asked = batch.ask_bid(turn)
        if len(asked.rows):
            batch.bid(turn, *decide(batch, lambda b, t=turn: b.ask_bid(t), player.bidder.bid, turn))
        turn += 1
    batch.declare(*decide(batch, Batch.ask_game, player.bidder.declare, 100))
    for seat in range(SEATS):
        asked = batch.ask_double(seat)
        if len(asked.rows):
            batch.double(*decide(batch, lambda b, s=seat: b.ask_double(s), player.bidder.double, 200 + seat))
    batch = batch.select(batch.playing())
    for card in range(CARDS):
        batch.play(*decide(batch, Batch.ask_card, player.card_player.play, 300 + card))
    assert moved > 20 * N


class Watching:
    """A card player in Python that keeps who declares in what it is shown, hand after hand."""

    spec, version, uses_random = "watching", 1, False

    def __init__(self):
        self.seen = []

    def play(self, views):
        self.seen.append([tuple(bid) for bid in views.public["bid"].tolist()])
        return views.legal & (~views.legal + np.uint32(1))


def test_the_order_of_the_hands_tells_a_player_in_python_nothing():
    # The engine plays hands of one kind side by side, and kinds are told apart by the secret partner, too.
    watching = Watching()
    player = Player(parse_player("normal").bidder, watching)
    ids = np.arange(500, dtype=np.uint64)
    rows = Engine(Rules.preset("standard"), (player,) * SEATS, seed=1).simulate(ids).hands
    as_dealt = [tuple(row["bid"].tolist()) for row in rows if row["game"] != NO_GAME]
    assert len(watching.seen) == CARDS - SEATS
    assert watching.seen[0] == watching.seen[-1] == as_dealt
