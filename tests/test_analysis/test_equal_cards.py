"""Equal cards by example, and by what equal means: to exchange them changes nothing in the rest of a hand."""

from collections import Counter

import numpy as np
import pytest

from analysis.equal_cards import equal_cards
from simulate.cards import CARDS, Card, CardSet, Suit
from simulate.contracts import FRAMES, GAMES, Contract, Game
from simulate.recorded import RecordedGame, judge
from simulate.referee import RuleViolation
from simulate.replaying import batch_of, recording, steps
from simulate.rulebook import rule_book
from simulate.rules import Rules
from simulate.run import run
from simulate.table import PUBLIC, Views, frame_mask

RUF, WENZ, SOLO = Game(Contract.RUFSPIEL, Suit.EICHEL), Game(Contract.WENZ), Game(Contract.SOLO, Suit.GRAS)


def equals(game, hand, card, gone="", best=None, legal=None):
    """Return the cards equal to one of a hand, when some are gone and one takes the trick so far."""
    positions = game.frame.positions

    def mask(text):
        return frame_mask(positions, CardSet.parse(text or ""))

    public = np.zeros(1, PUBLIC)
    public["frame"] = FRAMES.index(game.frame)
    public["played"][0, 2] = mask(gone) | mask(best)
    public["best"] = mask(best)
    views = Views(
        public,
        np.array([mask(hand)], np.uint32),
        np.array([mask(legal or hand)], np.uint32),
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint64),
    )
    found = int(equal_cards(views, np.array([mask(card)], np.uint32))[0])
    return {game.frame.cards[position].german for position in range(CARDS) if found >> position & 1}


@pytest.mark.parametrize(
    ("game", "hand", "card", "gone", "best", "expected"),
    [
        # Neighbours in rank with the same eyes.
        (RUF, "EO GO SO H9 G8", "EO", "", None, {"EO", "GO"}),
        (RUF, "EO SO H9", "SO", "", None, {"SO"}),
        (RUF, "EO SO H9", "SO", "GO HO", None, {"EO", "SO"}),
        (RUF, "EO SO H9", "EO", "HO", None, {"EO"}),
        # One in the own hand between two others is no difference.
        (RUF, "H9 H8 H7", "H9", "", None, {"H9", "H8", "H7"}),
        (RUF, "G9 G7", "G9", "", None, {"G9"}),
        (RUF, "G9 G7", "G9", "G8", None, {"G9", "G7"}),
        # Other eyes, another suit.
        (RUF, "SO EU HA H10", "SO", "", None, {"SO"}),
        (RUF, "H9 G9 E9 S9", "E9", "", None, {"E9"}),
        (RUF, "G10 GK G9", "GK", "", None, {"GK"}),
        # The card that takes the trick lies between, or another one of the trick.
        (RUF, "EO SO H9", "EO", "GO", "HO", {"EO"}),
        (RUF, "EO SO H9", "EO", "GO HO", "SU", {"EO", "SO"}),
        (RUF, "EU SU", "SU", "GU HU", "EO", {"EU", "SU"}),
        # What is trump depends on the contract.
        (WENZ, "EU GU EO GO", "EU", "", None, {"EU", "GU"}),
        (WENZ, "EO GO", "EO", "", None, {"EO"}),
        (WENZ, "G9 G8 G7", "G7", "", None, {"G9", "G8", "G7"}),
        (SOLO, "G9 G8 H9 H8", "G9", "", None, {"G9", "G8"}),
        (SOLO, "EU GU HU SU", "SU", "", None, {"EU", "GU", "HU", "SU"}),
    ],
)
def test_examples(game, hand, card, gone, best, expected):
    assert equals(game, hand, card, gone, best) == expected


def test_only_legal_cards_are_equal():
    assert equals(RUF, "E9 E8 E7 EA", "E9", legal="E9 E8") == {"E9", "E8"}


def others(frame, legal, card, equal):
    """Yield the other legal cards of the same suit and eyes as one, and whether they are equal to it."""
    for position, other in enumerate(frame.cards):
        if legal >> position & 1 and other != card and other in frame.suit_of(card) and other.eyes == card.eyes:
            yield other, bool(equal >> position & 1)


def outcome(rules, games, row, plays):
    """Return all that comes of a hand if it is played so; None if that breaks the rules, as others take the lead."""
    game, hands = GAMES[games.game[row]], tuple(CardSet(int(mask)) for mask in games.dealt[row])
    try:
        judged = judge(rules, RecordedGame(hands, game, int(games.declarer[row]), tuple(map(Card, plays))))
    except RuleViolation:
        return None
    return judged.result, [(trick.winner(game), trick.eyes) for trick in judged.tricks]


def exchanged(plays, number, other):
    """Return the cards in the order played with one of them and another in each other's place."""
    changed = list(plays)
    changed[plays.index(other)], changed[number] = plays[number], other
    return changed


def test_to_exchange_equal_cards_changes_nothing_and_to_exchange_others_does():
    rules = Rules.preset("official")
    simulated = run(300, "random/random,normal/club,normal/random,bold/club", rules=rules, seed=3, tricks=True)
    games = recording(simulated.hands.collect(), simulated.tricks.collect())
    batch = batch_of(rule_book(rules), games)
    changes = Counter()
    for step in steps(batch, games):
        views = batch.views(step.asked, np.zeros(len(batch), np.uint64))
        equal = equal_cards(views, step.cards)
        for row in np.flatnonzero(views.legal):
            plays = games.cards[row].tolist()
            frame = FRAMES[batch.public["frame"][row]]
            for other, is_equal in others(frame, int(views.legal[row]), Card(plays[step.number]), int(equal[row])):
                before, after = (
                    outcome(rules, games, row, cards) for cards in (plays, exchanged(plays, step.number, other))
                )
                changes[is_equal, before != after] += 1
    assert changes[True, True] == 0
    assert changes[True, False] > 1000
    # Not every difference in rank shows in what was played afterwards.
    assert changes[False, True] > 100
