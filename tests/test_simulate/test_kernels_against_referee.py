"""The kernels play exactly by the rules: compared with the referee at every decision, under random rules."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from simulate.cards import CARDS, CARDS_PER_HAND, SEATS, Card, CardSet, Suit
from simulate.contracts import SIE_HAND, Contract, Game
from simulate.rules import PRESETS, AllPass, Rules
from tests.test_simulate.random_rules import random_rules
from tests.test_simulate.referee_check import Habits, check, play_randomly

CHUNKS = 20
HANDS_PER_RULES = 125
RULES_PER_CHUNK = 20  # 20 x 20 x 125 = 50,000 hands
EDGES = (30, 31, 60, 61, 90, 91)
"""Eyes around which a hand ends in another way."""


def random_deals(rng: np.random.Generator, n: int, first: dict[int, CardSet] | None = None) -> np.ndarray:
    """Return n deals, uint32 (n, 4); `first` gives seats cards to begin with."""
    deals = np.zeros((n, SEATS), np.uint32)
    given = first or {}
    left = [card for card in range(CARDS) if not any(card in cards for cards in given.values())]
    for deal in deals:
        rest = list(rng.permutation(left))
        for seat in range(SEATS):
            hand = [int(card) for card in given.get(seat, ())]
            while len(hand) < CARDS_PER_HAND:
                hand.append(int(rest.pop()))
            deal[seat] = sum(1 << card for card in hand)
    return deals


def compared(chunk: int) -> Counter[str]:
    """Compare a chunk of hands under random rules; return how often what was met."""
    rng = np.random.default_rng([2026, chunk])
    seen: Counter[str] = Counter()
    for _ in range(RULES_PER_CHUNK):
        rules = random_rules(rng)
        habits = Habits(passes=rng.uniform(0.1, 0.8), lowest=rng.random(), highest=rng.choice([0.0, 0.5]))
        record = play_randomly(rules, random_deals(rng, HANDS_PER_RULES), rng, habits)
        check(rules, record, seen)
    # Every hand was compared, and both the play and its end were reached.
    assert sum(seen[contract.word] for contract in Contract) + seen["passed out"] == RULES_PER_CHUNK * HANDS_PER_RULES
    assert seen["rufspiel"] > 0
    assert seen["solo"] + seen["solo-tout"] > 0
    return seen


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_hands_under_random_rules(chunk):
    seen = compared(chunk)
    assert seen["rufspiel"] > 50
    assert seen["solo"] + seen["solo-tout"] > 50
    assert all(seen[f"eyes {eyes}"] for eyes in EDGES)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS, 10 * CHUNKS))
def test_random_hands_under_random_rules_long(chunk):
    seen = compared(chunk)
    # Each edge is met some five times in a chunk: in a few of so many chunks one of them is not.
    assert sum(seen[f"eyes {eyes}"] > 0 for eyes in EDGES) >= len(EDGES) - 1


def _rufspiel_deals(rng, n):
    """Return deals in which one seat can call Eichel and another holds four or more of the suit with the ace."""
    declarer = CardSet.parse("EO GO E7")
    holder = CardSet.parse("EA E10 EK E9")
    behind = [random_deals(rng, n, {0: declarer, seat: holder}) for seat in (1, 2, 3)]
    on_lead = [random_deals(rng, n, {seat: declarer, 0: holder}) for seat in (1, 2, 3)]
    return np.concatenate([*behind, *on_lead])


@pytest.mark.parametrize("preset", PRESETS)
def test_running_away_and_keeping_the_ace(preset):
    rng = np.random.default_rng(5)
    rules = Rules.preset(preset)
    seen = Counter()
    habits = Habits(passes=0.6, lowest=1.0, leads_called_suit=0.8)
    check(rules, play_randomly(rules, _rufspiel_deals(rng, 200), rng, habits), seen)
    assert seen["ran away"] > 20
    assert seen["discarded"] > 0
    assert seen["led_by_holder_won"] + seen["led_by_holder_trumped"] > 0
    assert seen["led_by_other_won"] > 0
    assert seen["led_by_other_trumped_by_opponents"] > 0
    assert seen["ace kept"] > 0


def test_called_aces_under_random_rules():
    # Random bids jump over the Rufspiel; here it is what is played, under every option of RULES section 5.
    rng = np.random.default_rng(11)
    seen = Counter()
    for _ in range(60):
        drawn = random_rules(rng)
        rules = replace(drawn, contracts=(Contract.RUFSPIEL, Contract.SOLO), all_pass=AllPass.VOID)
        habits = Habits(passes=0.5, lowest=1.0, leads_called_suit=rng.choice([0.0, 0.8]))
        check(rules, play_randomly(rules, _rufspiel_deals(rng, 8), rng, habits), seen)
    for option in ("run_only_on_lead", "ace_free_after_run", "run_needs_four_in_hand", "ace_discard_from_trick"):
        assert seen[option] > 20, (option, seen)


@pytest.mark.parametrize("preset", PRESETS)
def test_sie(preset):
    rng = np.random.default_rng(6)
    rules = Rules.preset(preset)
    seen = Counter()
    deals = np.concatenate([random_deals(rng, 25, {seat: SIE_HAND}) for seat in range(SEATS)])
    check(rules, play_randomly(rules, deals, rng, Habits(passes=0.2, lowest=0.2)), seen)
    assert seen["sie"] > 20


@pytest.mark.parametrize("preset", PRESETS)
def test_tout_schwarz_and_the_trick_of_no_eyes(preset):
    rng = np.random.default_rng(7)
    rules = Rules.preset(preset)
    seen = Counter()
    strong = CardSet.parse("EO GO HO SO EU GU HU")
    deals = np.concatenate([random_deals(rng, 500, {seat: strong}) for seat in range(SEATS)])
    check(rules, play_randomly(rules, deals, rng, Habits(passes=0.0, lowest=0.5, highest=0.9)), seen)
    assert seen["tout won"] > 20
    assert seen["tout lost"] > 20
    assert seen["tout lost with 91 eyes"] > 0
    assert seen["schwarz"] > 20
    assert seen["one trick of 0 eyes"] > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_fourteen_laufende(preset):
    # Declarer and partner hold all fourteen trumps between them; and nobody of them holds one.
    rng = np.random.default_rng(8)
    rules = Rules.preset(preset)
    seen = Counter()
    trumps = Game(Contract.RUFSPIEL, Suit.EICHEL).frame.trumps
    ranked = sorted(trumps, reverse=True)
    declarer, partner = CardSet.of([*ranked[::2], Card.E7]), CardSet.of([*ranked[1::2], Card.EA])
    deals = np.concatenate(
        [
            random_deals(rng, 100, {0: declarer, 2: partner}),
            random_deals(rng, 100, {1: declarer, 3: partner}),
            random_deals(rng, 100, {0: CardSet.of(ranked[:7]), 1: CardSet.of(ranked[7:])}),
        ]
    )
    check(rules, play_randomly(rules, deals, rng, Habits(passes=0.6, lowest=1.0)), seen)
    assert seen["laufende 14"] > 20


def test_muss_without_callable_ace():
    rng = np.random.default_rng(9)
    rules = Rules.from_document({"auction": {"all_pass": "muss", "solo_needs_suit_card": True}}, "muss")
    no_sie = Rules.from_document(
        {"rules": {"contracts": ["rufspiel", "solo"]}, "auction": {"all_pass": "muss", "solo_needs_suit_card": True}},
        "x",
    )
    seen = Counter()
    deals = np.concatenate(
        [
            random_deals(rng, 50, {2: CardSet.parse("EO GO HO EA GA SA HA")}),
            random_deals(rng, 20, {1: SIE_HAND}),
            random_deals(rng, 50),
        ]
    )
    for ruleset in (rules, no_sie):
        check(ruleset, play_randomly(ruleset, deals, rng, Habits(passes=1.0)), seen)
    assert seen["passed out"] == 0
    assert seen["solo"] > 50
    assert seen["sie"] > 0
