"""Recorded games: real ones, paid ones, and records that can't be right."""

import csv
import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.cards import Card, CardSet, Suit, parse_cards
from simulate.contracts import Contract, Game, Goal
from simulate.fates import AceFate
from simulate.referee import SHORT_DECK, Phase, Play, Referee, replay
from simulate.referee.result import result_of_play
from simulate.rules import AllPass, Rules
from tests.test_simulate.random_rules import act_at_random, random_deal, random_rules
from tests.test_simulate.referee_hands import (
    DEAL,
    OFFICIAL,
    RUF_E,
    RUF_G,
    SIE,
    SIE_DEAL,
    SOLO_E,
    STANDARD,
    refusal,
)


def game_of(contract, suit):
    return Game(Contract.from_word(contract), Suit.from_letter(suit) if suit else None)


def record_of(row):
    """Return hands, game, declarer and plays of a row of recorded games."""
    hands = [CardSet.parse(row[f"hand_{seat}"]) for seat in range(4)]
    return hands, game_of(row["contract"], row["suit"]), int(row["declarer"]), parse_cards(row["plays"])


def rows_of(shared, name):
    with (shared / "data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def real_games(shared):
    return [record_of(row) for row in rows_of(shared, "real_games.csv")]


@pytest.fixture(scope="module")
def real_results(real_games):
    return [replay(OFFICIAL, *record) for record in real_games]


# What the README of the data says of all the games; the 2,000 are a random part of them.
POPULATION = {
    Contract.RUFSPIEL: (2098, 0.803, 81.65, 23.2, 0.378, 0.066),
    Contract.SOLO: (448, 0.694, 73.08, 22.4, 0.225, 0.031),
    Contract.WENZ: (205, 0.732, 72.76, 20.8, 0.195, 0.024),
}


class TestRealGames:
    def close(self, share, published, n, population, sd=None):
        """Whether a share (or mean) is within four standard errors of that of the population it was drawn from."""
        sd = sd or (published * (1 - published)) ** 0.5
        return abs(share - published) < 4 * sd * ((1 - n / population) / n) ** 0.5 + 0.0005

    def test_all_are_legal_and_add_up(self, real_results):
        assert len(real_results) == 2000
        for result in real_results:
            assert sum(result.scores) == 0
            assert result.scores[result.declarer] * (1 if result.won else -1) > 0
            assert result.won == (result.eyes > 60)
            assert result.schneider == (result.eyes <= 30 or result.eyes > 90)
            assert result.schwarz == (result.tricks in (0, 8))
            assert result.value >= OFFICIAL.base(result.game.contract)

    @pytest.mark.parametrize("contract", POPULATION)
    def test_outcomes_are_those_published(self, real_results, contract):
        population, won, eyes, sd, schneider, schwarz = POPULATION[contract]
        results = [result for result in real_results if result.game.contract is contract]
        n = len(results)
        assert self.close(np.mean([r.won for r in results]), won, n, population)
        assert self.close(np.mean([r.eyes for r in results]), eyes, n, population, sd)
        assert np.std([r.eyes for r in results]) == pytest.approx(sd, rel=0.05)
        assert self.close(np.mean([r.won and r.schneider for r in results]), schneider, n, population)
        assert self.close(np.mean([r.won and r.schwarz for r in results]), schwarz, n, population)

    def test_fates_of_the_called_ace_are_those_published(self, real_results):
        published = {
            AceFate.LED_BY_OTHER_WON: 0.696,
            AceFate.LED_BY_OTHER_TRUMPED_BY_OPPONENTS: 0.225,
            AceFate.LED_BY_OTHER_TRUMPED_BY_OWN_SIDE: 0.007,
            AceFate.LED_BY_HOLDER_WON: 0.033,
            AceFate.LED_BY_HOLDER_TRUMPED: 0.012,
            AceFate.DISCARDED: 0.023,
        }
        tricks = [0.434, 0.190, 0.125, 0.075, 0.058, 0.053, 0.035, 0.030]
        called = [result for result in real_results if result.partner is not None]
        fates, falls = (Counter(getattr(r, name) for r in called) for name in ("ace_fate", "ace_trick"))
        assert set(fates) == set(published)
        for fate, share in published.items():
            assert self.close(fates[fate] / len(called), share, len(called), 2098), fate
        for trick, share in enumerate(tricks, 1):
            assert self.close(falls[trick] / len(called), share, len(called), 2098), trick
        assert self.close(np.mean([r.ran_away for r in called]), 32 / 2098, len(called), 2098)

    def test_official_play_frees_the_ace_after_running_away_and_standard_does_not(self, real_games, real_results):
        """Real players discarded the called ace before the last trick only after they had run away."""
        refused = 0
        for record, result in zip(real_games, real_results, strict=True):
            if result.ace_fate is AceFate.DISCARDED and result.ace_trick < 8:
                assert result.ran_away
                assert "option" in refusal(replay, STANDARD, *record)
                refused += 1
        assert refused > 10

    def test_a_card_that_does_not_follow_is_found_at_its_place(self, real_games):
        """Swap a card with a later one of the same player that does not follow suit: the error names that very card."""
        found = 0
        for hands, game, declarer, plays in real_games[:100]:
            seats = seats_of(hands, plays)
            for index, card in enumerate(plays):
                suit = game.frame.suit_of(plays[index - index % 4])
                later = [j for j in range(index + 1, 32) if seats[j] == seats[index] and plays[j] not in suit]
                if index % 4 == 0 or card not in suit or not later:
                    continue
                wrong = list(plays)
                wrong[index], wrong[later[0]] = wrong[later[0]], wrong[index]
                text = refusal(replay, OFFICIAL, hands, game, declarer, wrong)
                where = f"card {index + 1} of 32, trick {index // 4 + 1}, seat {seats[index]}, {wrong[index]}: "
                assert text.startswith(where)
                found += 1
                break
        assert found > 90


def seats_of(hands, plays):
    return [next(seat for seat in range(4) if card in hands[seat]) for card in plays]


@pytest.fixture(scope="module")
def paid_games(shared):
    rows = [row for row in rows_of(shared, "paid_games.csv") if row["contract"] != "ramsch"]
    for row in rows:
        if row["suit"] and row["contract"] in ("wenz", "geier"):
            row["contract"] = "farb" + row["contract"]
    return rows


class TestPaidGames:
    """Price and payout of another program, for every game but Ramsch."""

    def rules_of(self, row):
        """The table's rules: a run counts from 3 in every contract; the cheapest tariff pays no laufende."""
        base, extra = int(row["base"]), int(row["extra"])
        return replace(
            OFFICIAL,
            base_rufspiel=base,
            base_wenz=base,
            base_solo=base,
            schneider=extra,
            schwarz=2 * extra,
            laufende=extra if base > 1 else 0,
            laufende_from_wenz=3,
        )

    def check(self, row, result):
        assert result.value == int(row["price"])
        assert list(result.scores) == [int(score) for score in row["payout"].split()]
        paid = abs(result.laufende) if abs(result.laufende) >= 3 and int(row["base"]) > 1 else 0
        assert paid == int(row["laufende_paid"])

    @pytest.mark.parametrize(("contract", "n"), [("rufspiel", 284), ("solo", 12), ("wenz", 9)])
    def test_price_and_payout(self, paid_games, contract, n):
        played = [row for row in paid_games if row["contract"] == contract]
        assert len(played) == n
        for row in played:
            doubles = int(row["kontra_re"]), int(row["lay_doubles"])
            self.check(row, replay(self.rules_of(row), *record_of(row), *doubles))

    @pytest.mark.parametrize(("contract", "n"), [("farbwenz", 37), ("geier", 3), ("farbgeier", 27)])
    def test_variants_of_rules_section_9(self, paid_games, contract, n):
        """No ruleset has these contracts yet; their cards are known all the same."""
        played = [row for row in paid_games if row["contract"] == contract]
        assert len(played) == n
        for row in played:
            hands, game, declarer, plays = record_of(row)
            play = Play(self.rules_of(row), game, hands)
            for card in plays:
                play.play(card)
            self.check(row, result_of_play(play, declarer, int(row["kontra_re"]), int(row["lay_doubles"])))


class TestShortDeck:
    def test_payout_case(self, shared):
        cases = json.loads((shared / "data" / "rule_cases.json").read_text(encoding="utf-8"))
        (case,) = (case for case in cases if case["kind"] == "payout")
        hands = [CardSet.parse(hand.replace("X", "10")) for hand in case["hands"]]
        plays = [card for _, cards in case["tricks"] for card in parse_cards(cards.replace("X", "10"))]
        rules = Rules.preset("sauspiel")
        game = game_of("rufspiel", case["suit"])
        result = replay(rules, hands, game, case["declarer"], plays, kontra=1, lay_doubles=2)
        expected = case["expected"]
        assert (result.eyes, abs(result.laufende), result.value) == (53, 3, 400)
        assert [expected[key] for key in ("points", "laufende", "value")] == [53, 3, 400]
        assert list(result.scores) == expected["payout"] == [400, -400, 400, -400]
        assert seats_of(hands, plays)[::4] == [leader for leader, _ in case["tricks"]]

    def test_six_tricks_are_all(self):
        cards = list(SHORT_DECK)
        hands = [CardSet.of(cards[seat * 6 : seat * 6 + 6]) for seat in range(4)]
        rules, game = replace(OFFICIAL, solo_needs_suit_card=False), Game(Contract.SOLO_TOUT, Suit.HERZ)
        play = Play(rules, game, hands)
        plays = []
        while not play.over:
            plays.append(max(play.legal_cards()))
            play.play(plays[-1])
        result = replay(rules, hands, game, 0, plays)
        assert (result.tricks, result.won, result.schwarz, result.laufende) == (6, True, True, 6)
        assert result.value == (5 + 6) * 2
        # Seat 3 holds none of the twelve trumps.
        result = replay(rules, hands, game, 3, plays)
        assert (result.tricks, result.won, result.schwarz, result.laufende) == (0, False, True, -12)
        with_an_ace_short = refusal(
            replay, rules, [*hands[:3], CardSet.of([Card.S7, *list(hands[3])[1:]])], game, 0, plays
        )
        assert "S7 not in the deck" in with_an_ace_short


class TestWrongRecords:
    PLAYS = "E10 EA EK E9  HO GO SU EO  SO H9 H8 HK  GU HU EU E8  H10 S9 H7 S7  SK SA S8 S10  G8 G7 GK GA  G9 G10 HA E7"

    def plays(self):
        return parse_cards(self.PLAYS)

    def test_the_record_that_the_others_spoil_is_right(self):
        result = replay(STANDARD, DEAL, RUF_E, 0, self.plays())
        assert (result.partner, result.ace_trick, result.laufende) == (1, 1, 1)

    @pytest.mark.parametrize("n", [0, 1, 31])
    def test_cards_are_missing(self, n):
        text = refusal(replay, STANDARD, DEAL, RUF_E, 0, self.plays()[:n])
        assert text.startswith(f"{n} cards were played: a hand is over after 32")

    def test_too_many_cards(self):
        assert "33 cards" in refusal(replay, STANDARD, DEAL, RUF_E, 0, [*self.plays(), Card.E7])

    def test_a_card_played_twice_or_held_by_another(self):
        plays = self.plays()
        plays[4] = Card.EA
        text = refusal(replay, STANDARD, DEAL, RUF_E, 0, plays)
        assert text.startswith("card 5 of 32, trick 2, seat 1, EA: the card is not in the player's hand")
        plays[4] = Card.GO
        assert "trick 2, seat 1, GO: the card is not" in refusal(replay, STANDARD, DEAL, RUF_E, 0, plays)

    def test_the_called_ace_held_back(self):
        plays = self.plays()
        plays[1], plays[31] = plays[31], plays[1]
        text = refusal(replay, STANDARD, DEAL, RUF_E, 0, plays)
        assert text.startswith("card 2 of 32, trick 1, seat 1, E7: the called ace must be played when its suit is led")
        assert text.endswith("allowed: EA")

    @pytest.mark.parametrize(
        ("game", "declarer", "words"),
        [
            (
                RUF_G,
                2,
                "seat 2 declares Rufspiel (Gras) with GO EU H10 H8 EK GA G9 SK: the called ace is not in the own",
            ),
            (SIE, 0, "seat 0 declares Sie with EO SO GU HA H7 E10 G7 S8: a Sie needs all eight Ober and Unter"),
            (
                Game(Contract.GEIER),
                0,
                "seat 0 declares Geier with EO SO GU HA H7 E10 G7 S8: this table does not play it",
            ),
            (Game(Contract.RUFSPIEL, Suit.HERZ), 0, "seat 0 declares Rufspiel (Herz) with"),
        ],
    )
    def test_a_game_the_declarer_can_not_play(self, game, declarer, words):
        assert refusal(replay, STANDARD, DEAL, game, declarer, self.plays()).startswith(words)

    def test_a_solo_without_a_card_of_the_suit(self):
        text = refusal(replay, OFFICIAL, SIE_DEAL, SOLO_E, 1, self.plays())
        assert "option solo_needs_suit_card" in text
        assert text.endswith("allowed: Wenz, Wenz-Tout, Sie")

    @pytest.mark.parametrize("declarer", [-1, 4])
    def test_no_such_declarer(self, declarer):
        with pytest.raises(ValueError, match=f"declarer {declarer} is no seat: use 0"):
            replay(STANDARD, DEAL, RUF_E, declarer, self.plays())

    def test_doubled_too_often(self):
        rules = replace(STANDARD, max_doubles=1)
        assert replay(rules, DEAL, RUF_E, 0, self.plays(), kontra=1).kontra == 1
        assert refusal(replay, rules, DEAL, RUF_E, 0, self.plays(), 2).endswith(
            ": a hand is doubled 1 times at most (option max_doubles); allowed: 0, 1"
        )
        assert "kontra -1" in refusal(replay, rules, DEAL, RUF_E, 0, self.plays(), -1)
        assert "lay_doubles -1" in refusal(replay, rules, DEAL, RUF_E, 0, self.plays(), 0, -1)

    def test_a_sie_is_not_played_and_not_doubled(self):
        assert replay(STANDARD, SIE_DEAL, SIE, 1, []).value == 15
        assert "32 cards played in a Sie" in refusal(replay, STANDARD, SIE_DEAL, SIE, 1, self.plays())
        assert "kontra 1 in Sie" in refusal(replay, STANDARD, SIE_DEAL, SIE, 1, [], 1)

    def test_wrong_hands(self):
        assert "dealt twice" in refusal(replay, STANDARD, [DEAL[0], *DEAL[:3]], RUF_E, 0, self.plays())
        assert "3 hands" in refusal(replay, STANDARD, DEAL[:3], RUF_E, 0, self.plays())


class TestAgainstTheReferee:
    @settings(max_examples=150, deadline=None)
    @given(st.integers(0, 2**63))
    def test_a_hand_replayed_gives_the_same_result(self, seed):
        rng = np.random.default_rng(seed)
        lay_doubles = int(rng.integers(3))
        referee = Referee(random_rules(rng), random_deal(rng), lay_doubles)
        while referee.phase is not Phase.DONE:
            act_at_random(rng, referee)
        result = referee.result()
        if result.passed_out:
            return
        plays = [card for trick in referee.tricks for card in trick.cards]
        assert result.game.spec.goal is Goal.SHOWN or len(plays) == 32
        again = replay(referee.rules, referee.dealt, result.game, result.declarer, plays, result.kontra, lay_doubles)
        assert again == result

    def test_who_must_play_may_play_what_nobody_else_may(self):
        rules = replace(OFFICIAL, all_pass=AllPass.MUSS, contracts=(Contract.RUFSPIEL, Contract.SOLO))
        referee = Referee(rules, SIE_DEAL)
        for _ in range(4):
            referee.bid(None)
        referee.declare(SOLO_E)
        while referee.phase is Phase.DOUBLE:
            referee.double(False)
        plays = []
        while referee.phase is Phase.PLAY:
            plays.append(max(referee.legal_cards()))
            referee.play(plays[-1])
        assert replay(rules, SIE_DEAL, SOLO_E, 1, plays) == referee.result()
        refusal(replay, replace(rules, all_pass=AllPass.VOID), SIE_DEAL, SOLO_E, 1, plays)
