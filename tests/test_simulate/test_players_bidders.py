"""What the bidders bid, call and double; hands are written from the strongest card down."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.batch import Batch
from simulate.cards import CardSet, Suit
from simulate.contracts import GAMES, SIE_HAND, Contract, Game, callable_aces
from simulate.kernels.jit import kernel
from simulate.players.bidders import COURAGE, PARAMETERS, PointBidder
from simulate.players.hand_strength import ruf_points, solo_points, wenz_points, wenz_points_framed
from simulate.rulebook import rule_book
from simulate.rules import Rules
from simulate.table import PUBLIC, Views
from tests.test_simulate.positions import start

EXACT = dict.fromkeys(("ruf_error", "wenz_error", "solo_error"), 0.0)
NORMAL = PointBidder.make("normal", EXACT)
RULES = Rules.preset("official")


def hands_with(hand):
    """Return four hands of which the forehand's is given; the others get the rest in order."""
    own = CardSet.parse(hand)
    rest = [card for card in range(32) if card not in own]
    return [own.mask] + [sum(1 << card for card in rest[8 * i : 8 * i + 8]) for i in range(3)]


def first_bid(hand, bidder=NORMAL):
    batch = Batch.of_hands(rule_book(RULES), np.array([hands_with(hand)]))
    asked = batch.ask_bid(0)
    return Contract(bid) if (bid := int(bidder.bid(batch.views(asked, np.zeros(1, np.uint64)))[0])) else None


def declared(hand, bid, bidder=NORMAL, rules=RULES):
    batch = Batch.of_hands(rule_book(rules), np.array([hands_with(hand)]))
    turn = 0
    while (asked := batch.ask_bid(turn)) is not None:
        batch.bid(turn, asked, np.full(len(asked.rows), int(bid) if turn == 0 and bid else 0, np.uint8))
        turn += 1
    asked = batch.ask_game()
    return GAMES[int(bidder.declare(batch.views(asked, np.zeros(1, np.uint64)))[0])]


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("EU H9 H8 EK E9 G10 G8 S7", None),
        ("EO SU H7 EA E8 G9 G8 S7", None),
        ("EO GO SU HK H8 EA G9 G7", Contract.RUFSPIEL),
        ("HO SO EU GU HK H8 E9 G7", Contract.RUFSPIEL),
        ("EO GO HO EU HU HA H10 EA", Contract.SOLO),
        ("EO GO EU SU GA G10 GK SA", Contract.SOLO),
        ("EU GU EA E10 EK GA GK S9", Contract.WENZ),
        ("EU GU HU SU EA E10 GA G10", Contract.WENZ_TOUT),
        ("EO GO HO SO EU HA H10 HK", Contract.SOLO_TOUT),
        ("EO GO HO SO EU GU HU SU", Contract.SIE),
    ],
)
def test_bids_what_the_hand_carries(hand, bid):
    assert first_bid(hand) is bid


def test_bids_no_rufspiel_without_a_callable_ace():
    assert first_bid("EO SO EU GU H9 H8 H7 HK") is not Contract.RUFSPIEL


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("EO GO EU HK H8 E9 G9 G7", Suit.EICHEL),  # the shorter suit
        ("EO GO EU HK H8 E9 G10 SA", Suit.GRAS),  # the ten, to be fed to the ace
        ("EO GO EU HK H8 E9 G9 S9", Suit.EICHEL),  # nothing between them
        ("EO GO EU HK H8 EA G9 G8", Suit.GRAS),  # the only one
        ("EO GO EU HK E10 E9 G9 G8", Suit.EICHEL),  # both held twice
    ],
)
def test_calls_a_suit_held_short_with_the_ten_to_feed(hand, suit):
    assert declared(hand, Contract.RUFSPIEL) == Game(Contract.RUFSPIEL, suit)


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("EO GO HO EU SA S10 SK G7", Suit.SCHELLEN),
        ("EO GO HO EU EA E9 E8 GA", Suit.EICHEL),
        ("EO GO SO HU GA G10 G9 EA", Suit.GRAS),
    ],
)
def test_makes_the_long_suit_trump(hand, suit):
    assert declared(hand, Contract.SOLO) == Game(Contract.SOLO, suit)


def test_never_declares_a_sie_other_than_as_sie():
    assert declared("EO GO HO SO EU GU HU SU", Contract.SOLO, rules=Rules.preset("standard")) == Game(Contract.SIE)


def test_a_hand_better_than_its_bid_is_played_as_what_it_is():
    assert declared("EO GO HO EU HU HA H10 E9", Contract.RUFSPIEL) == Game(Contract.SOLO, Suit.HERZ)


def test_who_must_play_with_nothing_in_hand_calls_an_ace():
    muss = Rules.from_document({"auction": {"all_pass": "muss"}}, name="muss")
    assert declared("EO H7 E9 E8 EK G9 G8 S7", None, rules=muss).contract is Contract.RUFSPIEL
    assert declared("EO H7 EA E8 GA G8 SA S7", None, rules=muss).contract in (Contract.SOLO, Contract.WENZ)


def test_courage_grows_from_cautious_to_bold():
    rng = np.random.default_rng(3)
    hands = np.array([np.sum(1 << rng.permutation(32).reshape(4, 8), axis=1) for _ in range(20000)], dtype=np.uint32)
    batch = Batch.of_hands(rule_book(RULES), hands)
    asked = batch.ask_bid(0)
    views = batch.views(asked, np.zeros(len(asked.rows), np.uint64))
    shares = [np.mean(PointBidder.make(name).bid(views) > 0) for name in COURAGE]
    assert shares == sorted(shares)
    assert shares[0] + 0.05 < shares[1] < shares[2] - 0.05


@kernel
def points(hand, t, out):
    out[0] = ruf_points(hand, t)
    out[1] = solo_points(hand, 15, t)[0]
    out[2] = wenz_points(hand, t)


@kernel
def framed_points(hand, t):
    return wenz_points_framed(hand, t)


def points_of(hand):
    out = np.empty(3)
    points(np.int64(CardSet.parse(hand).mask), NORMAL.strength, out)
    return out


def test_points_are_the_sum_of_what_the_cards_are_worth():
    weight = {parameter.name: parameter.default for parameter in PARAMETERS}
    ruf, solo, wenz = points_of("EO GO GU H10 H7 EA E10 S9")
    assert ruf == pytest.approx(
        5 + weight["ruf_EO"] + weight["ruf_GO"] + weight["ruf_U"] + weight["ruf_trump_fat"]
        + weight["ruf_sau"] + weight["ruf_sau_ten"] + weight["ruf_void"]
    )  # fmt: skip
    assert wenz == pytest.approx(weight["wenz_GU"] + weight["wenz_sau"] + weight["wenz_sau_ten"])
    tops = 3 + weight["solo_EO"] + weight["solo_GO"] + weight["solo_U"]
    herz = 2 + weight["solo_trump_fat"] + weight["solo_sau"] + weight["solo_sau_ten"] + weight["solo_void"]
    eichel = 2 + 2 * weight["solo_trump_fat"] + weight["solo_void"]
    assert solo == pytest.approx(tops + max(herz, eichel))


@given(st.permutations(range(32)))
def test_a_wenz_is_worth_the_same_in_its_own_frame(order):
    hand = CardSet(sum(1 << card for card in order[:8]))
    frame = Game(Contract.WENZ).frame
    framed = sum(1 << frame.positions[card] for card in hand)
    assert framed_points(np.int64(framed), NORMAL.strength) == pytest.approx(points_of(str(hand))[2])


def test_kontra_needs_a_hand_that_beats_the_declarer():
    strong, weak = "GO HO SO EU GU HU HA EA", "SU H7 E9 E8 GK G8 G7 S7"
    for hand, double in ((strong, 1), (weak, 0)):
        own = CardSet.parse(hand)
        rest = [card for card in range(32) if card not in own]
        others = [sum(1 << card for card in rest[i::3]) for i in range(3)]
        declarer = next(i for i, cards in enumerate(others) if Suit.GRAS in callable_aces(CardSet(cards)))
        hands = others[:declarer] + others[declarer:]
        batch = start(Game(Contract.RUFSPIEL, Suit.GRAS), declarer, [*hands, own.mask])
        asked = batch.ask_double(3)
        if not len(asked.rows):
            pytest.fail("the called ace is in this hand")
        assert NORMAL.double(batch.views(asked, np.zeros(1, np.uint64)))[0] == double


def test_rekontra_is_the_declarers_answer_with_more():
    hands = hands_with("EO GO HO SO EU HA G9 E7")
    batch = start(Game(Contract.RUFSPIEL, Suit.GRAS), 0, hands)
    public = batch.public.copy()
    public["kontra"], public["kontra_by"] = 1, 1
    views = Views(
        public, batch.private["hand"][:, 0], np.ones(1, np.uint64), np.zeros(1, np.uint8), np.zeros(1, np.uint64)
    )
    assert public.dtype == PUBLIC
    assert NORMAL.double(views)[0] == 1


def test_a_sie_is_recognised_in_every_seat():
    assert first_bid(str(SIE_HAND), PointBidder.make("cautious")) is Contract.SIE


def test_limits_may_be_infinite():
    # Who never raises over another's bid still bids when nobody has bid.
    never = PointBidder.make("normal", {"contested": math.inf})
    hand = "EO GO HO SO EU GU HU EA"
    assert first_bid(hand, never) == first_bid(hand) is not None
    assert first_bid(hand, PointBidder.make("normal", {"forehand": -math.inf})) is None
