"""Odds for one's own hand against dealt deals, against each other and against known values."""

from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from analysis import odds, odds_hand
from analysis.seen import Direction, Role, Seen, see
from simulate.cards import DECK_MASK, Card, CardSet, Suit
from simulate.contracts import Contract, Game
from simulate.errors import UserError

HAND = "EO GO HU HA H9 EA G10 G7"
GRAS = Game(Contract.RUFSPIEL, Suit.GRAS)
EICHEL = Game(Contract.RUFSPIEL, Suit.EICHEL)
SCHELLEN = Game(Contract.RUFSPIEL, Suit.SCHELLEN)
DECLARER, PARTNER, OPPONENT, PLAYER = Role.DECLARER, Role.PARTNER, Role.OPPONENT, Role.PLAYER

SITUATIONS = [
    see(HAND),
    see(HAND, GRAS),
    see(HAND, EICHEL),
    see(HAND, GRAS, OPPONENT),
    see(HAND, SCHELLEN, OPPONENT),  # void in the called suit
    see("HA HK H7 SA GK G9 G8 G7", GRAS, OPPONENT),  # long in the called suit, no high trump
    see("GU HU H10 H8 EA EK E9 E7", EICHEL),  # may run away himself
    see("HO SU S10 S9 S8 E8 G10 G7", SCHELLEN),
    see(HAND, Game(Contract.SOLO, Suit.EICHEL)),
    see("HA HK H7 SA GK G9 G8 G7", Game(Contract.WENZ), OPPONENT),
]

DEALS = 60_000
CHECKS = 1_200
"""At least as many comparisons as are made with dealt deals; all of them together fail one time in a million."""


# ---- against dealt deals ----


def deal_others(seen: Seen) -> np.ndarray:
    """The hands of the others, as masks in the order of their roles, in random deals that fit what is seen."""
    unseen = np.array([card for card in Card if card not in seen.hand], dtype=np.uint32)
    order = np.random.default_rng(7).permuted(np.tile(unseen, (DEALS, 1)), axis=1)
    hands = (np.uint32(1) << order).reshape(DEALS, 3, 8).sum(axis=2, dtype=np.uint32)
    fits = np.ones(DEALS, bool)
    if seen.game and seen.game.called_ace is not None:
        ace = np.uint32(seen.game.called_ace.bit)
        suit = np.uint32(seen.game.called_suit.mask)
        for player, role in enumerate(seen.others):
            if role is Role.PARTNER:
                fits &= hands[:, player] & ace > 0
            elif role is Role.DECLARER:
                fits &= (hands[:, player] & ace == 0) & (hands[:, player] & suit > 0)
    return hands[fits]


def held(hands: np.ndarray, cards) -> np.ndarray:
    return np.bitwise_count(hands & np.uint32(CardSet.of(cards).mask))


def assert_frequencies(outcomes: list, expected) -> int:
    """Compare how often each outcome happened with its chance; how many comparisons that were."""
    assert sum(expected.values()) == 1
    assert set(outcomes) <= set(expected)
    for outcome, chance in expected.items():
        times, tried = outcomes.count(outcome), len(outcomes)
        tail = min(binom.cdf(times, tried, float(chance)), binom.sf(times - 1, tried, float(chance)))
        assert 2 * tail > 1e-6 / CHECKS, f"{outcome}: {times} of {tried}, expected {float(chance):.6f}"
    return len(expected)


def yes_or_no(chance: Fraction) -> dict[bool, Fraction]:
    return {outcome: p for outcome, p in ((True, chance), (False, 1 - chance)) if p}


@pytest.mark.parametrize("seen", SITUATIONS, ids=lambda seen: f"{seen.role}-{seen.game}")
def test_odds_are_what_happens_in_dealt_deals(seen: Seen):
    hands = deal_others(seen)
    assert len(hands) > 5_000
    frame = seen.frame
    trumps = held(hands, frame.trumps)
    checks = 0
    for player, role in enumerate(seen.others):
        checks += assert_frequencies(trumps[:, player].tolist(), odds_hand.held_by(seen, frame.trumps, role))
    checks += assert_frequencies(trumps.max(axis=1).tolist(), odds_hand.longest_other(seen, frame.trumps))
    checks += assert_frequencies(trumps.min(axis=1).tolist(), odds_hand.shortest_other(seen, frame.trumps))
    for group in frame.groups[1:]:
        counts = held(hands, group)
        spread = list(map(tuple, np.sort(counts, axis=1)[:, ::-1].tolist()))
        checks += assert_frequencies(spread, odds_hand.pattern(seen, CardSet.of(group)))
        round_ = (counts > 0).all(axis=1) & bool(CardSet.of(group) & seen.hand)
        chance = odds_hand.goes_round(seen, group[0].suit)
        checks += assert_frequencies(round_.tolist(), yes_or_no(chance))
    assert checks <= CHECKS // (2 * len(SITUATIONS))


@pytest.mark.parametrize("seen", SITUATIONS[1:], ids=lambda seen: f"{seen.role}-{seen.game}")
def test_sides_are_what_happens_in_dealt_deals(seen: Seen):
    hands = deal_others(seen)
    own_side = np.full(len(hands), seen.hand.mask, np.uint32)
    for player, role in enumerate(seen.others):
        if (role is OPPONENT) == (seen.role is OPPONENT):
            own_side |= hands[:, player]
    run = np.zeros(len(hands), int)
    tops = seen.frame.groups[0]
    for n in range(1, len(tops) + 1):
        run += np.isin(held(own_side, tops[:n]), (0, n))
    assert_frequencies(run.tolist(), odds_hand.laufende(seen))
    for card in (Card.HO, Card.EU, Card.S10, Card.G9):
        if card not in seen.hand:
            lies = held(hands, [card])
            roles = [seen.others[player] for player in lies.argmax(axis=1)]
            assert_frequencies(roles, odds_hand.where_is(seen, card))
            other = (held(own_side, [card]) == 0).tolist()
            assert_frequencies(other, yes_or_no(odds_hand.with_other_side(seen, card)))
    if PARTNER in seen.others:
        count = held(hands[:, seen.others.index(PARTNER)], seen.called_suit)
        assert_frequencies(count.tolist(), odds_hand.held_by(seen, seen.called_suit, PARTNER))
        assert odds_hand.partner_may_run(seen) == odds_hand.held_by(seen, seen.called_suit, PARTNER).at_least(4)


def test_frequencies_are_judged_by_a_test_that_can_fail():
    fair = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert_frequencies([0, 1] * 1_000, fair)
    with pytest.raises(AssertionError, match=r"expected 0\.5"):
        assert_frequencies([0] * 5_500 + [1] * 4_500, fair)
    with pytest.raises(AssertionError):
        assert_frequencies([0, 1, 2], fair)


# ---- against the odds of any deal (RULES section 10) ----


def test_a_declarers_odds_are_those_of_his_count_of_the_called_suit():
    for hand, n in ((HAND, 2), ("EO GO HU HA H9 EA S10 G7", 1), ("EO GO HU HA H9 G9 G10 G7", 3)):
        seen = see(hand, GRAS)
        assert odds_hand.goes_round(seen) == odds.goes_round(n)
        assert odds_hand.partner_may_run(seen) == odds.partner_may_run(n)


def test_an_opponents_fellow_is_void_as_often_as_his_count_of_the_called_suit_tells():
    for hand, n in (("EO GO HU HA H9 EA S10 S7", 0), (HAND, 2), ("EO GO HU HA H9 G9 G10 G7", 3)):
        seen = see(hand, GRAS, OPPONENT)
        assert odds_hand.held_by(seen, seen.called_suit, OPPONENT)[0] == odds.fellow_void(n)
        if n:
            assert odds_hand.goes_round(seen) == 1 - odds.fellow_void(n)


def test_every_hands_odds_average_to_those_of_any_deal():
    # The chance of trumps in another hand, weighted by the trumps of one's own, is that in any hand.
    own = odds.trumps_in_hand()
    trumps, plain = list(EICHEL.frame.trumps), [card for card in Card if card not in EICHEL.frame.trumps]
    total = Fraction(0)
    for n in own:
        seen = see(CardSet.of(trumps[:n] + plain[: 8 - n]))
        total += own[n] * odds_hand.held_by(seen, seen.frame.trumps)[3]
    assert total == own[3]


# ---- single cards and the partner ----


def test_a_declarers_missing_card_is_with_the_opponents_16_times_in_23():
    seen = see(HAND, GRAS)
    assert odds_hand.with_other_side(seen, Card.HO) == Fraction(16, 23)
    assert odds_hand.with_other_side(seen, Card.GA) == 0
    assert odds_hand.with_other_side(seen, Card.EO) == 0
    assert odds_hand.where_is(seen, Card.GA)[PARTNER] == 1


def test_a_player_holds_given_cards():
    seen = see(HAND)
    assert odds_hand.held_by(seen, CardSet.parse("HO SO"))[2] == Fraction(8 * 7, 24 * 23)
    assert odds_hand.held_by(seen, CardSet.parse("HO EO"))[2] == 0


def test_alone_every_missing_card_is_against_the_declarer():
    assert odds_hand.with_other_side(see(HAND, Game(Contract.WENZ)), Card.EU) == 1
    assert odds_hand.with_other_side(see(HAND, Game(Contract.WENZ), OPPONENT), Card.EU) == Fraction(1, 3)


def test_a_lead_is_never_safe_from_a_player_who_is_void_himself():
    assert odds_hand.goes_round(see(HAND, SCHELLEN, OPPONENT)) == 0


def test_where_the_partner_sits():
    seat = odds_hand.partner_seat(see(HAND, GRAS))
    assert dict(seat) == dict.fromkeys(Direction, Fraction(1, 3))
    seat = odds_hand.partner_seat(see(HAND, GRAS, OPPONENT), declarer=Direction.LEFT)
    assert dict(seat) == {Direction.OPPOSITE: Fraction(1, 2), Direction.RIGHT: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: odds_hand.held_by(see(HAND, GRAS), CardSet.parse("HO"), DECLARER), "no other player is declarer"),
        (lambda: odds_hand.where_is(see(HAND), Card.EO), "EO is in your own hand"),
        (lambda: odds_hand.with_other_side(see(HAND), Card.HO), "name a game"),
        (lambda: odds_hand.laufende(see(HAND)), "name a game"),
        (lambda: odds_hand.goes_round(see(HAND)), "name a plain suit"),
        (lambda: odds_hand.goes_round(see(HAND), Suit.HERZ), "suit Herz is trump here"),
        (lambda: odds_hand.partner_may_run(see(HAND, EICHEL)), "no other player is partner"),
        (lambda: odds_hand.partner_seat(see(HAND, EICHEL)), "no other player holds a called ace"),
        (lambda: odds_hand.partner_seat(see(HAND, GRAS, OPPONENT)), "where the declarer sits"),
        (lambda: odds_hand.partner_seat(see(HAND, GRAS), Direction.LEFT), "where the declarer sits"),
        (lambda: odds_hand.tout_lost(HAND, Game(Contract.SOLO_TOUT, Suit.HERZ)), "is not all trumps"),
    ],
)
def test_questions_without_an_answer_are_refused(ask, message):
    with pytest.raises(UserError, match=message):
        ask()


# ---- Solo-Tout on eight trumps ----

TOUT = Game(Contract.SOLO_TOUT, Suit.HERZ)


def test_a_tout_with_the_four_ober_and_without_eu_is_lost_as_section_10_says():
    chance = odds_hand.tout_lost("EO GO HO SO GU HU SU HA", TOUT)
    assert chance == Fraction(83, 4807)
    assert f"{float(chance):.6f}" == "0.017266"
    # The holder of EU needs five trumps, four of them among his other seven cards.
    assert chance == odds.trumps_in_hand(trumps=5, cards=7, deck=23).at_least(4)


def takes_a_trick(trumps: list[int], leads: list[int]) -> bool:
    """Whether an opponent can, by some order of play, beat a lead that he must follow."""
    return any(card > lead for order in permutations(trumps) for card, lead in zip(order, leads, strict=False))


@pytest.mark.parametrize(
    "hand",
    [
        "EO GO HO SO GU HU SU HA",
        "EO GO HO SO HU SU HA H7",
        "EO GO HO SO EU GU HU H10",
        "EO GO HO EU GU HU SU HA",
        "EO GO HO SO H10 HK H8 H7",
        "EO GO SO EU GU HU SU HA",
    ],
)
def test_a_tout_is_lost_where_an_opponent_finds_an_order_that_takes_a_trick(hand: str):
    own = CardSet.parse(hand)
    leads = [int(card) for card in own]
    out = [int(card) for card in TOUT.frame.trumps - own]
    lost = total = 0
    for holders in product(range(3), repeat=len(out)):
        groups = [[card for card, holder in zip(out, holders, strict=True) if holder == p] for p in range(3)]
        first, second, _ = (8 - len(group) for group in groups)
        ways = comb(18, first) * comb(18 - first, second)
        total += ways
        lost += ways * any(takes_a_trick(group, leads) for group in groups)
    assert odds_hand.tout_lost(own, TOUT) == Fraction(lost, total)


def test_a_tout_without_the_highest_trump_is_always_lost_and_a_sure_one_never():
    assert odds_hand.tout_lost("GO HO SO EU GU HU SU HA", TOUT) == 1
    assert odds_hand.tout_lost("EO GO HO SO EU GU HU SU", TOUT) == 0


def test_the_deck_is_shared_out_in_full():
    seen = see(HAND, GRAS, OPPONENT)
    everything = odds_hand.split_unseen(seen, CardSet(DECK_MASK))
    assert dict(everything) == {(8, 8, 8): Fraction(1)}
