"""Whole hands: deals, the order of events, positions with known answers, random hands under random rules."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.cards import Card, CardSet, Suit, parse_cards
from simulate.contracts import GAMES, Contract, Game, Goal
from simulate.errors import UserError
from simulate.fates import AceFate
from simulate.referee import (
    SHORT_DECK,
    AceState,
    Phase,
    Referee,
    Result,
    RuleViolation,
    Trick,
    check_deal,
    legal_cards,
    payout,
    playable_games,
    trick_winner,
)
from simulate.rules import AllPass
from tests.test_simulate.random_rules import act_at_random, random_deal, random_rules
from tests.test_simulate.referee_hands import (
    DEAL,
    OFFICIAL,
    RUF_E,
    SIE,
    SIE_DEAL,
    STANDARD,
    after,
    refusal,
)


class TestDeal:
    def test_both_decks_are_deals(self):
        assert check_deal(DEAL) == tuple(DEAL)
        cards = list(SHORT_DECK)
        short = [CardSet.of(cards[seat::4]) for seat in range(4)]
        assert check_deal(short) == tuple(short)
        assert len(SHORT_DECK) == 24
        assert len(SHORT_DECK & Game(Contract.RUFSPIEL, Suit.EICHEL).frame.trumps) == 12

    @pytest.mark.parametrize(
        ("hands", "words"),
        [
            (DEAL[:3], "3 hands were dealt: there are 4 players"),
            ([*DEAL[:3], CardSet.parse("SU HK")], "hands of 8 8 8 2 cards were dealt"),
            ([CardSet.parse("SU HK")] * 4, "hands of 2 2 2 2 cards were dealt"),
            ([*DEAL[:3], DEAL[0]], "EO SO GU HA H7 E10 G7 S8 dealt twice, SU HK E9 E8 G10 G8 SA S9 missing"),
        ],
        ids=["three hands", "uneven", "two cards", "twice"],
    )
    def test_other_hands_are_refused(self, hands, words):
        assert refusal(Referee, STANDARD, hands).startswith(words)

    def test_a_short_deck_has_no_seven(self):
        cards = [Card.H7, *list(SHORT_DECK)[:-1]]
        text = refusal(check_deal, [CardSet.of(cards[seat::4]) for seat in range(4)])
        assert text.startswith("H7 not in the deck, S9 missing: each of the 24 cards is dealt once")


class TestOrder:
    def test_nothing_is_done_out_of_turn(self):
        referee = after(STANDARD, "")
        for act, argument in ((referee.declare, RUF_E), (referee.double, True), (referee.play, Card.EO)):
            text = refusal(act, argument)
            assert "the hand is at the auction, it is the turn of seat 0" in text
        refusal(referee.result)
        assert (referee.legal_games(), referee.legal_cards()) == ((), CardSet())
        assert (referee.phase, referee.bids) == (Phase.AUCTION, ())

    def test_a_whole_hand(self):
        referee = after(STANDARD, "0R 1- 2- 3-")
        referee.declare(RUF_E)
        refusal(referee.play, Card.EO)
        for says in (False, True, False):
            referee.double(says)
        refusal(referee.double, True)
        assert referee.legal_cards() == DEAL[0]
        referee.play(Card.E10)
        text = refusal(referee.play, Card.E7)
        assert text.startswith(
            "trick 1, seat 1, E7: the called ace must be played when its suit is led (options run_only_on_lead"
        )
        assert text.endswith("; allowed: EA")
        assert "not in the player's hand" in refusal(referee.play, Card.EO)
        for card in parse_cards("EA EK E9"):
            referee.play(card)
        assert (referee.seat_to_act, len(referee.tricks), referee.trick) == (1, 1, Trick(leader=1))
        assert referee.hands[0] == CardSet.parse("EO SO GU HA H7 G7 S8")
        while referee.phase is Phase.PLAY:
            referee.play(min(referee.legal_cards()))
        result = referee.result()
        assert (result.declarer, result.partner, result.kontra) == (0, 1, 1)
        assert (result.ace_trick, result.ace_fate, result.ran_away) == (1, AceFate.LED_BY_OTHER_WON, False)
        assert referee.seat_to_act is None
        refusal(referee.play, Card.EO)

    def test_lay_doubles_count(self):
        plain, laid = Referee(STANDARD, SIE_DEAL), Referee(STANDARD, SIE_DEAL, lay_doubles=2)
        for referee in (plain, laid):
            for bid in (None, Contract.SIE, None, None):
                referee.bid(bid)
            referee.declare(SIE)
        assert laid.result().value == 4 * plain.result().value

    def test_a_violation_is_a_user_error(self):
        assert issubclass(RuleViolation, UserError)


def test_rule_cases(shared):
    """Positions with known answers, official play."""
    cases = json.loads((shared / "data" / "rule_cases.json").read_text(encoding="utf-8"))
    assert len(cases) == 26
    checked = 0
    for case in cases:
        if case["kind"] == "payout":
            continue  # see test_replay
        checked += 1
        if case["kind"] == "result":
            paid = payout(OFFICIAL, RUF_E, case["declarer_points"], case["declarer_tricks"], 1)
            answer = ("won" if paid.won else "lost") + " schneider" * paid.schneider
            assert answer == case["expected"], case["name"]
            continue
        suit = Suit.from_letter(case["suit"]) if case["suit"] else None
        game, trick = Game(Contract.from_word(case["contract"]), suit), parse_cards(" ".join(case["trick"]))
        if case["kind"] == "winner":
            assert trick_winner(game, trick) == case["expected"], case["name"]
            continue
        state = AceState(suit_led=case["ran_away"], ran_away=case["ran_away"])
        legal = legal_cards(OFFICIAL, game, CardSet.parse(" ".join(case["hand"])), trick, state)
        assert legal == CardSet.parse(" ".join(case["expected"])), case["name"]
    assert checked == 25


class TestRandomHands:
    """Whole hands at random under random rules."""

    def finish(self, seed, before_each_act=lambda referee, rng: None):
        rng = np.random.default_rng(seed)
        referee = Referee(random_rules(rng), random_deal(rng))
        acts = 0
        while referee.phase is not Phase.DONE:
            before_each_act(referee, rng)
            act_at_random(rng, referee)
            acts += 1
            assert acts < 150
        return referee

    @settings(max_examples=150, deadline=None)
    @given(st.integers(0, 2**63))
    def test_a_hand_ends_and_adds_up(self, seed):
        referee = self.finish(seed)
        result, rules = referee.result(), referee.rules
        assert sum(result.scores) == 0
        if result.passed_out:
            assert result == Result(passed_out=True)
            assert [contract for _, contract in referee.bids] == [None] * 4
            assert rules.all_pass is not AllPass.MUSS
            return
        assert result.game.contract in rules.contracts
        assert result.game.contract >= (referee.standing_bid or 0)
        assert result.declarer not in (None, result.partner)
        assert (result.partner is None) == result.game.spec.alone == (result.ace_fate is AceFate.NONE)
        assert 0 <= result.kontra <= rules.max_doubles
        if result.game.spec.goal is Goal.SHOWN:
            assert (result.eyes, result.tricks, referee.tricks) == (120, 8, ())
            return
        self.check_tricks(referee, result)
        losers = [seat for seat, score in enumerate(result.scores) if score < 0]
        assert all(abs(score) in (result.value, 3 * result.value) for score in result.scores)
        if result.value:
            assert (result.declarer in losers) == (not result.won)

    def check_tricks(self, referee, result):
        tricks = referee.tricks
        assert sorted(card for trick in tricks for card in trick.cards) == list(Card)
        assert sum(trick.eyes for trick in tricks) == 120
        assert [trick.leader for trick in tricks] == [0, *(trick.winner(result.game) for trick in tricks[:-1])]
        side = {result.declarer, result.partner}
        taken = [trick for trick in tricks if trick.winner(result.game) in side]
        assert (result.tricks, result.eyes) == (len(taken), sum(trick.eyes for trick in taken))
        assert all(card in referee.dealt[trick.seat_of(card)] for trick in tricks for card in trick.cards)
        if result.partner is not None:
            trick = tricks[result.ace_trick - 1]
            assert trick.seat_of(result.game.called_ace) == result.partner
            led = [n for n, trick in enumerate(tricks, 1) if trick.cards[0] in result.game.called_suit]
            assert result.ran_away == (
                bool(led) and tricks[led[0] - 1].leader == result.partner and led[0] < result.ace_trick
            )

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 2**63))
    def test_what_is_legal_is_held_and_follows_suit(self, seed):
        def check(referee, rng):
            if referee.phase is not Phase.PLAY:
                return
            hand, legal = referee.hands[referee.seat_to_act], referee.legal_cards()
            assert legal
            assert legal <= hand
            if referee.trick.cards:
                answers = hand & referee.game.frame.suit_of(referee.trick.cards[0])
                assert legal <= (answers or hand)
                if referee.game.called_ace not in hand:
                    assert legal == (answers or hand)
            elif referee.game.called_ace not in hand:
                assert legal == hand

        self.finish(seed, check)

    @settings(max_examples=20, deadline=None)
    @given(st.integers(0, 2**63))
    def test_what_is_not_legal_is_refused_and_changes_nothing(self, seed):
        def state(referee):
            return (referee.phase, referee.seat_to_act, referee.bids, referee.game, referee.kontra, referee.hands,
                    referee.trick, referee.tricks)  # fmt: skip

        def check(referee, rng):
            before = state(referee)
            illegal = {
                Phase.AUCTION: [(referee.bid, c) for c in Contract if c not in referee.legal_bids()],
                Phase.DECLARE: [(referee.declare, game) for game in GAMES if game not in referee.legal_games()],
                Phase.DOUBLE: [(referee.play, Card.EO), (referee.bid, None)],
                Phase.PLAY: [(referee.play, card) for card in Card if card not in referee.legal_cards()],
            }[referee.phase]
            for act, argument in illegal:
                refusal(act, argument)
            assert state(referee) == before

        self.finish(seed, check)

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 2**63))
    def test_the_auction_only_rises_and_hands_can_play_what_they_bid(self, seed):
        referee = self.finish(seed)
        rules, said, standing = referee.rules, {}, None
        for seat, contract in referee.bids:
            assert rules.reentry or None not in said.get(seat, [])
            assert rules.rebid or seat not in said
            said.setdefault(seat, []).append(contract)
            if contract is None:
                continue
            assert contract in {game.contract for game in playable_games(rules, referee.dealt[seat])}
            assert standing is None or contract > standing or (contract == standing and rules.elder_may_match)
            standing = contract
        assert len(said) == 4
