"""Hold a batch against the referee: random answers, then the same hand told to both, decision by decision."""

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from simulate.batch import Batch
from simulate.cards import CARDS, CARDS_PER_HAND, SEATS, CardSet
from simulate.contracts import GAME_NUMBER, GAMES, Contract, Goal
from simulate.fates import AceFate
from simulate.referee import AceState, Phase, Referee, legal_cards
from simulate.rulebook import rule_book
from simulate.rules import Rules
from simulate.table import frame_mask

PUBLIC_CHECKED_IN = 5
"""What players are shown is compared in one of so many hands; it takes as long as all the rest."""


@dataclass
class Record:
    """Every decision of a batch: (seats, legal, answers) for all hands, legal 0 where nobody was asked."""

    dealt: np.ndarray
    bids: list = field(default_factory=list)
    game: tuple | None = None
    doubles: list = field(default_factory=list)
    cards: list = field(default_factory=list)
    public: list = field(default_factory=list)
    hands: np.ndarray | None = None
    tricks: np.ndarray | None = None


@dataclass(frozen=True)
class Habits:
    """How the random players answer: the share of passes, of lowest bids and games, of doubles, of highest cards."""

    passes: float = 0.4
    lowest: float = 0.6
    doubles: float = 0.15
    highest: float = 0.0
    leads_called_suit: float = 0.0


def play_randomly(rules: Rules, deals: np.ndarray, rng: np.random.Generator, habits: Habits) -> Record:
    """Return the record of these deals played with random legal answers."""
    batch = Batch.of_hands(rule_book(rules), deals)
    record = Record(deals)
    turn = 0
    while (asked := batch.ask_bid(turn)) is not None:
        answers = np.array([_bid(rng, int(legal), habits) for legal in asked.legal], np.uint8)
        record.bids.append((turn % SEATS, *_spread(batch, asked, answers)))
        batch.bid(turn, asked, answers)
        turn += 1
    asked = batch.ask_game()
    answers = np.array([_game(rng, int(legal), habits) for legal in asked.legal], np.uint8)
    record.game = (asked.seats.copy(), *_spread(batch, asked, answers))
    batch.declare(asked, answers)
    for seat in (*range(SEATS), None):
        asked = batch.ask_redouble() if seat is None else batch.ask_double(seat)
        answers = (rng.random(len(asked.rows)) < habits.doubles).astype(np.uint8)
        record.doubles.append((seat, *_spread(batch, asked, answers)))
        batch.double(asked, answers)
    asked = batch.ask_card()
    for _ in range(CARDS):
        answers = np.array(
            [_card(rng, int(m), habits, row) for m, row in zip(asked.legal, batch.public, strict=True)], np.uint32
        )
        record.cards.append((asked.seats.copy(), asked.legal.copy(), answers))
        record.public.append(batch.public.copy())
        batch.play(asked, answers)
    assert not asked.legal.any()
    record.hands = batch.rows_of_hands()
    record.tricks = batch.rows_of_tricks()
    return record


def check(rules: Rules, record: Record, seen: Counter) -> None:
    """Tell each hand to the referee; both must agree at every decision and on the result."""
    tricks = {}
    for trick in record.tricks:
        tricks.setdefault(int(trick["hand_id"]), []).append(trick)
    for i in range(len(record.dealt)):
        referee = Referee(rules, [CardSet(int(mask)) for mask in record.dealt[i]])
        _check_auction(referee, record, i)
        if referee.phase is Phase.DECLARE:
            _check_game(referee, record, i)
        _check_play(referee, record, i, seen)
        _check_result(referee, record.hands[i], tricks.get(int(record.hands[i]["hand_id"]), []), seen)


def _check_auction(referee: Referee, record: Record, i: int) -> None:
    for seat, legal, answers in record.bids:
        allowed = 0
        if referee.phase is Phase.AUCTION and referee.seat_to_act == seat:
            allowed = sum(1 << (contract or 0) for contract in referee.legal_bids())
        # A seat that can only pass is not asked.
        assert int(legal[i]) == (0 if allowed == 1 else allowed), (i, seat, referee.bids)
        if allowed:
            answer = int(answers[i]) if legal[i] else 0
            referee.bid(Contract(answer) if answer else None)
    # Without a second round nobody is asked any more, but the referee may still wait for passes.
    while referee.phase is Phase.AUCTION:
        assert referee.legal_bids() == (None,)
        referee.bid(None)


def _check_game(referee: Referee, record: Record, i: int) -> None:
    seats, legal, answers = record.game
    assert referee.seat_to_act == seats[i]
    assert int(legal[i]) == sum(1 << GAME_NUMBER[game] for game in referee.legal_games())
    referee.declare(GAMES[answers[i]])
    for seat, may, says in record.doubles:
        # The declarer is asked for rekontra last, and only then.
        due = referee.kontra == 1 if seat is None else referee.kontra == 0 and seat != referee.declarer
        expected = due and referee.phase is Phase.DOUBLE and (seat is None or referee.seat_to_act == seat)
        assert bool(may[i]) == expected
        if expected:
            referee.double(bool(says[i]))


def _check_play(referee: Referee, record: Record, i: int, seen: Counter) -> None:
    if referee.phase is not Phase.PLAY:
        assert all(legal[i] == 0 for _, legal, _ in record.cards)
        return
    frame = referee.game.frame
    ace = referee.game.called_ace
    for (seats, legal, answers), public in zip(record.cards, record.public, strict=True):
        allowed = referee.legal_cards()
        if i % PUBLIC_CHECKED_IN == 0:
            _check_public(referee, public[i])
        assert referee.seat_to_act == seats[i]
        assert int(legal[i]) == frame_mask(frame.positions, allowed), (i, referee.game, referee.trick)
        card = frame.cards[int(answers[i]).bit_length() - 1]
        if ace is not None and ace in allowed and card != ace and referee.trick.cards:
            seen["ace kept"] += referee.trick.cards[0] in referee.game.called_suit
        _count_options(referee, allowed, seen)
        referee.play(card)


def _check_public(referee: Referee, public: np.void) -> None:
    """What players are shown is what the referee has seen."""
    frame, trick, tricks = referee.game.frame, referee.trick, referee.tricks
    expected = {
        "trick": len(tricks),
        "position": len(trick.cards),
        "leader": trick.leader,
        "cards": frame_mask(frame.positions, trick.cards),
        "cards_eyes": trick.eyes,
        "led": frame_mask(frame.positions, trick.cards[:1]),
        "led_suit": frame_mask(frame.positions, frame.suit_of(trick.cards[0])) if trick.cards else 0,
        "called_led": int(any(past.cards[0] in referee.game.called_suit for past in tricks)),
        "declarer": referee.declarer,
        "kontra": referee.kontra,
        "partner": -1,
        "played": [0] * SEATS,
        "lacks": [0] * SEATS,
        "eyes": [0] * SEATS,
        "tricks": [0] * SEATS,
    }
    if trick.cards:
        expected["best_seat"] = trick.winner(referee.game)
    for past in (*tricks, trick):
        for card in past.cards:
            seat = past.seat_of(card)
            expected["played"][seat] |= 1 << frame.positions[card]
            if card not in frame.suit_of(past.cards[0]):
                expected["lacks"][seat] |= frame_mask(frame.positions, frame.suit_of(past.cards[0]))
    for past in tricks:
        winner = past.winner(referee.game)
        expected["eyes"][winner] += past.eyes
        expected["tricks"][winner] += 1
        if referee.game.called_ace in past.cards:
            expected["partner"] = referee.partner
    told = {name: public[name].tolist() for name in expected}
    assert told == expected


_PLAY_OPTIONS = {
    "run_only_on_lead": lambda rules: not rules.run_only_on_lead,
    "ace_free_after_run": lambda rules: not rules.ace_free_after_run,
    "run_needs_four_in_hand": lambda rules: not rules.run_needs_four_in_hand,
    "ace_discard_from_trick": lambda rules: 1 if rules.ace_discard_from_trick > 1 else CARDS_PER_HAND,
}


def _count_options(referee: Referee, allowed: CardSet, seen: Counter) -> None:
    """Count the decisions in which another value of an option would allow other cards."""
    seat, game = referee.seat_to_act, referee.game
    if game.called_ace is None or game.called_ace not in referee.hands[seat]:
        return
    state = AceState(
        any(past.cards[0] in game.called_suit for past in referee.tricks),
        _has_run_away(referee),
        len(referee.dealt[seat] & game.called_suit),
    )
    for option, other in _PLAY_OPTIONS.items():
        rules = replace(referee.rules, **{option: other(referee.rules)})
        seen[option] += legal_cards(rules, game, referee.hands[seat], referee.trick.cards, state) != allowed


def _has_run_away(referee: Referee) -> bool:
    led = [past for past in referee.tricks if past.cards[0] in referee.game.called_suit]
    return bool(led) and led[0].leader == referee.partner and led[0].cards[0] != referee.game.called_ace


def _check_result(referee: Referee, row: np.void, tricks: list, seen: Counter) -> None:
    result = referee.result()
    assert tuple(row["score"]) == result.scores
    assert sum(result.scores) == 0
    bids = [
        max((contract for by, contract in referee.bids if by == seat and contract), default=0) for seat in range(SEATS)
    ]
    assert row["bid"].tolist() == bids
    if result.passed_out:
        assert row["game"] == 255
        seen["passed out"] += 1
        return
    assert GAMES[row["game"]] == result.game
    assert row["declarer"] == result.declarer
    assert (None if row["partner"] < 0 else row["partner"]) == result.partner
    for name in ("eyes", "tricks", "won", "schneider", "schwarz", "laufende", "kontra", "value", "ran_away"):
        assert row[name] == getattr(result, name), (name, row, result)
    assert (row["ace_trick"] or None) == result.ace_trick
    assert AceFate(row["ace_fate"]) == result.ace_fate
    dealt = referee.dealt[result.declarer]
    assert row["declarer_trumps"] == len(dealt & result.game.frame.trumps)
    _count(result, seen)
    if result.game.spec.goal is Goal.SHOWN:
        assert not tricks
        return
    assert len(tricks) == CARDS_PER_HAND
    assert sum(int(trick["eyes"]) for trick in tricks) == 120
    for number, (told, trick) in enumerate(zip(tricks, referee.tricks, strict=True), 1):
        assert told["trick"] == number
        assert told["leader"] == trick.leader
        assert tuple(told["card"]) == trick.cards
        assert told["winner"] == trick.winner(referee.game)
        assert told["eyes"] == trick.eyes


def _count(result, seen: Counter) -> None:
    seen[result.game.contract.word] += 1
    seen[f"eyes {result.eyes}"] += 1
    seen["ran away"] += result.ran_away
    seen[result.ace_fate.word] += 1
    seen["laufende 14"] += abs(result.laufende) == 14
    if result.game.spec.goal is Goal.ALL_TRICKS:
        seen["tout won" if result.won else "tout lost"] += 1
        seen["tout lost with 91 eyes"] += not result.won and result.eyes > 90
    losers = CARDS_PER_HAND - result.tricks if result.won else result.tricks
    losers_eyes = 120 - result.eyes if result.won else result.eyes
    seen["schwarz"] += result.schwarz
    seen["one trick of 0 eyes"] += losers == 1 and losers_eyes == 0
    seen["rekontra"] += result.kontra == 2


def _spread(batch: Batch, asked, answers):
    legal = np.zeros(len(batch), np.uint64)
    told = np.zeros(len(batch), np.uint8)
    legal[asked.rows] = asked.legal
    told[asked.rows] = answers
    return legal, told


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


def _pick(rng, mask: int) -> int:
    bits = _bits(mask)
    return bits[rng.integers(len(bits))] if bits else 0


def _bid(rng, legal: int, habits: Habits) -> int:
    if not legal or rng.random() < habits.passes:
        return 0
    bids = [bit for bit in _bits(legal) if bit]
    return bids[0] if rng.random() < habits.lowest else bids[rng.integers(len(bids))]


def _game(rng, legal: int, habits: Habits) -> int:
    return _bits(legal)[0] if legal and rng.random() < habits.lowest else _pick(rng, legal)


def _card(rng, legal: int, habits: Habits, public: np.void) -> int:
    if not legal:
        return 0
    if rng.random() < habits.highest:
        return 1 << (legal.bit_length() - 1)
    suit = legal & int(public["called_suit"]) & ~int(public["called_ace"])
    if suit and rng.random() < habits.leads_called_suit:
        return 1 << _pick(rng, suit)
    return 1 << _pick(rng, legal)
