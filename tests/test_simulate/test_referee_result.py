"""Results and values against RULES sections 6 to 8."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cards import Card, CardSet, parse_cards
from simulate.contracts import GAMES
from simulate.fates import AceFate
from simulate.referee import (
    SHORT_DECK,
    Trick,
    ace_fate,
    laufende,
    payout,
)
from simulate.rules import LaufendeMode, Rules
from tests.test_simulate.random_rules import random_deal
from tests.test_simulate.referee_hands import (
    OFFICIAL,
    RUF_E,
    SIE,
    SOLO_E,
    SOLO_TOUT,
    STANDARD,
    TOURNAMENT,
    WENZ,
    WENZ_TOUT,
)


class TestAceFate:
    """Declarer at seat 0, the Eichel-Sau with the partner at seat 2."""

    @pytest.mark.parametrize(
        ("leader", "cards", "fate"),
        [
            (1, "E7 EA E8 E9", AceFate.LED_BY_OTHER_WON),
            (0, "E7 E8 EA H7", AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS),
            (1, "E7 EA E8 H7", AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE),
            (2, "EA E8 E9 E7", AceFate.LED_BY_HOLDER_WON),
            (2, "EA E8 H7 E7", AceFate.LED_BY_HOLDER_TRUMPED),
            (2, "EA H8 E9 E7", AceFate.LED_BY_HOLDER_TRUMPED),
            (1, "G7 EA E8 G9", AceFate.DISCARDED),
            (1, "H7 EA E8 G9", AceFate.DISCARDED),
        ],
    )
    def test_each(self, leader, cards, fate):
        assert ace_fate(RUF_E, Trick(leader, tuple(parse_cards(cards))), declarer=0, partner=2) is fate


class TestLaufende:
    @pytest.mark.parametrize(
        ("game", "side", "run"),
        [
            (RUF_E, "EO GO HO EU", 3),
            (RUF_E, "EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7", 14),
            (RUF_E, "", -14),
            (RUF_E, "HO SO", -2),
            (RUF_E, "SU", -7),
            (SOLO_E, "EO GO HO SO EU GU HU SU EA E10 HK", 10),
            (WENZ, "EU GU HU SU EO", 4),
            (WENZ, "EO GO", -4),
            (WENZ, "GU HU SU", -1),
        ],
    )
    def test_run(self, game, side, run):
        assert laufende(game, CardSet.parse(side)) == run

    def test_the_short_deck_has_twelve_trumps(self):
        assert laufende(RUF_E, CardSet(), SHORT_DECK) == -12

    @given(st.integers(0, 2**32 - 1).map(CardSet), st.sampled_from(GAMES))
    def test_sides_see_it_with_opposite_signs(self, side, game):
        others = CardSet.of(card for card in Card if card not in side)
        run = laufende(game, side)
        assert run == -laufende(game, others) != 0
        assert set(game.frame.groups[0][: abs(run)]) <= set(side if run > 0 else others)

    def test_frequencies_are_those_of_rules_section_10(self):
        rng = np.random.default_rng(99)
        deals = [random_deal(rng) for _ in range(4000)]
        two = np.mean([abs(laufende(RUF_E, CardSet.of(d[0] | d[1]))) >= 3 for d in deals])
        one = np.mean([abs(laufende(SOLO_E, d[0])) >= 3 for d in deals])
        wenz = np.mean([abs(laufende(WENZ, d[0])) >= 2 for d in deals])
        for found, exact in ((two, 7 / 31), (one, 13 / 31), (wenz, 19 / 31)):
            assert abs(found - exact) < 4 * (exact * (1 - exact) / len(deals)) ** 0.5


class TestPayout:
    @pytest.mark.parametrize(
        ("rules", "game", "eyes", "tricks", "run", "doubles", "value"),
        [
            # RULES section 8
            (STANDARD, RUF_E, 75, 5, 2, 0, 1),
            (STANDARD, RUF_E, 95, 6, 4, 0, 6),
            (STANDARD, SOLO_E, 61, 4, -3, 0, 8),
            (STANDARD, WENZ, 120, 8, 2, 0, 9),
            (Rules.preset("sauspiel"), RUF_E, 75, 5, 3, 3, 400),
            (OFFICIAL, SOLO_TOUT, 120, 8, 3, 0, 16),
            (OFFICIAL, SIE, 120, 8, 8, 0, 52),
            (STANDARD, SIE, 120, 8, 8, 0, 15),
            # Rufspiel 1/2/3, Solo and Wenz 2/3/4, Tout 6, Sie 8
            *((TOURNAMENT, RUF_E, *taken, 5, 0, value) for value, taken in enumerate([(75, 5), (95, 7), (120, 8)], 1)),
            *((TOURNAMENT, SOLO_E, *taken, 5, 0, value) for value, taken in enumerate([(60, 5), (30, 2), (0, 0)], 2)),
            *((TOURNAMENT, WENZ, *taken, 4, 0, value) for value, taken in enumerate([(60, 5), (30, 2), (0, 0)], 2)),
            (TOURNAMENT, WENZ_TOUT, 120, 8, 4, 0, 6),
            (TOURNAMENT, SIE, 120, 8, 8, 0, 8),
            # Tout, RULES section 7
            (STANDARD, SOLO_TOUT, 120, 8, 4, 0, 5 + 4 + 2),
            (STANDARD, SOLO_TOUT, 110, 7, 4, 0, 5 + 4),
            (STANDARD, SOLO_TOUT, 30, 1, -4, 0, 5 + 4 + 1),
            (STANDARD, SOLO_TOUT, 0, 0, -4, 0, 5 + 4 + 2),
            (OFFICIAL, SOLO_TOUT, 30, 1, -4, 0, (5 + 4) * 2),
            (OFFICIAL, WENZ_TOUT, 110, 7, 1, 2, 5 * 2 * 4),
            # laufende from 3, in a Wenz from 2
            (STANDARD, SOLO_E, 70, 5, 2, 0, 5),
            (STANDARD, WENZ, 70, 5, 1, 0, 5),
            (STANDARD, WENZ, 70, 5, -2, 0, 7),
        ],
    )
    def test_value(self, rules, game, eyes, tricks, run, doubles, value):
        kontra = min(doubles, 2)
        assert payout(rules, game, eyes, tricks, run, kontra, doubles - kontra).value == value

    @pytest.mark.parametrize(
        ("eyes", "tricks", "words"),
        [
            (0, 0, "lost schneider schwarz"),
            (0, 1, "lost schneider"),
            (30, 2, "lost schneider"),
            (31, 2, "lost"),
            (60, 5, "lost"),
            (61, 4, "won"),
            (90, 6, "won"),
            (91, 6, "won schneider"),
            (120, 7, "won schneider"),
            (120, 8, "won schneider schwarz"),
        ],
    )
    def test_limits(self, eyes, tricks, words):
        for game in (RUF_E, SOLO_E, WENZ):
            paid = payout(STANDARD, game, eyes, tricks, 1)
            flags = ("won" if paid.won else "lost", "schneider" * paid.schneider, "schwarz" * paid.schwarz)
            assert " ".join(filter(None, flags)) == words
            extra = 2 if "schwarz" in words else 1 if "schneider" in words else 0
            assert paid.value == STANDARD.base(game.contract) + extra

    def test_a_tout_is_lost_with_one_trick_whatever_the_eyes(self):
        lost = payout(STANDARD, SOLO_TOUT, eyes=120, tricks=7, laufende=1)
        assert (lost.won, lost.schneider, lost.schwarz) == (False, False, False)

    @pytest.mark.parametrize(("run", "value"), [(2, 1), (3, 2), (-4, 3), (14, 13)])
    def test_excess_pays_from_the_threshold_card_on(self, run, value):
        rules = replace(STANDARD, laufende_mode=LaufendeMode.EXCESS)
        assert payout(rules, RUF_E, 75, 5, run).value == value

    def test_multiplier_takes_the_extras_and_doubling_takes_all(self):
        rules = replace(STANDARD, tout_multiplier=3)
        assert payout(rules, SOLO_TOUT, 120, 8, 3, kontra=1).value == (5 + 3 + 2) * 3 * 2

    def test_who_pays_whom(self):
        won, lost = payout(STANDARD, RUF_E, 75, 5, 1), payout(STANDARD, SOLO_E, 60, 5, 1)
        assert won.scores(declarer=0, partner=3) == (1, -1, -1, 1)
        assert won.scores(declarer=2, partner=1) == (-1, 1, 1, -1)
        assert lost.scores(declarer=1, partner=None) == (5, -15, 5, 5)

    def test_six_tricks_of_the_short_deck_are_all(self):
        paid = payout(STANDARD, WENZ, 120, 6, 1, tricks_in_all=6)
        assert (paid.won, paid.schwarz) == (True, True)
