"""One hand of a dataset with all that happened in it: what its row tells, and what playing the hand again adds.

A row of ``hands`` does not hold the cards played, the order of the bids or who said kontra. So the hand is played again
(`simulate.play_again`), compared with the row, and checked by the referee. Where that can't be done, because other
versions of the players made the dataset or it was not simulated, what is not recorded stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from simulate.cards import SEATS, Card, CardSet, Notation, Suit
from simulate.contracts import Contract, Game
from simulate.dataset.convert import hands_table
from simulate.dataset.frames import to_frame
from simulate.dataset.reader import Dataset, open_dataset
from simulate.deals import deal
from simulate.errors import UserError
from simulate.fates import AceFate
from simulate.play_again import PlayedAgain, Said, experiment_of, play_again
from simulate.referee import Auction, Result, Trick, payout, replay
from simulate.rules import Rules
from simulate.whole import whole

Bid = tuple[int, Contract | None]
"""Who bids what; None passes."""


class Worth(NamedTuple):
    """Something that makes up the value of a game, in score units."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldHand:
    """A hand with all that is known of it.

    Attributes
    ----------
    hand_id, deal
        What names it.
    seed
        Of the run it comes from; None if it was not simulated.
    rules
        The rules it was played by.
    forehand
        Which of the four players sits in seat 0.
    players
        What makes the player in each seat, such as ``normal/club``; empty if the hand was not simulated.
    hands
        Cards dealt to each seat.
    redeals
        Deals thrown in before this one.
    assigned
        Whether the contract was assigned, so that there was no auction.
    highest_bids
        Highest bid of each seat; None if it never bid.
    bids
        The auction bid by bid; None if unknown.
    doubled_by
        Seats that said kontra and rekontra; None if unknown.
    tricks
        None if unknown; none for hands that were not played out.
    result
        As the referee counts it.
    """

    hand_id: int
    deal: int
    seed: int | None
    rules: Rules
    forehand: int
    players: tuple[str, ...]
    hands: tuple[CardSet, ...]
    redeals: int
    assigned: bool
    highest_bids: tuple[Contract | None, ...]
    bids: tuple[Bid, ...] | None
    doubled_by: tuple[int, ...] | None
    tricks: tuple[Trick, ...] | None
    result: Result

    @property
    def worth(self) -> tuple[Worth, ...]:
        """What is added up to the value, before it is multiplied: the base value first; empty if nobody played."""
        if self.result.game is None:
            return ()
        base = self.rules.base(self.result.game.contract)
        run = self._value(self.result.laufende) - self._value(0)
        extra = self._value(0) - base
        names = ("base", "laufende", "schwarz" if self.result.schwarz else "schneider")
        parts = [Worth(name, amount) for name, amount in zip(names, (base, run, extra), strict=True)]
        return (parts[0], *(part for part in parts[1:] if part.amount))

    @property
    def multiplier(self) -> int:
        """What the sum is multiplied by because of the contract."""
        return 1 if self.result.game is None else self.rules.multiplier(self.result.game.contract)

    def to_mapping(self, notation: Notation = Notation.GERMAN) -> dict[str, Any]:
        """Return the hand as JSON values, cards in the given notation."""
        result = self.result
        game = result.game
        return {
            "hand_id": self.hand_id,
            "deal": self.deal,
            "seed": self.seed,
            "rules": self.rules.name,
            "forehand": self.forehand,
            "players": list(self.players),
            "hands": [_names(hand, notation) for hand in self.hands],
            "redeals": self.redeals,
            "assigned": self.assigned,
            "highest_bids": [_word(bid) for bid in self.highest_bids],
            "bids": None if self.bids is None else [{"seat": seat, "bid": _word(bid)} for seat, bid in self.bids],
            "contract": None if game is None else game.contract.word,
            "suit": None if game is None or game.suit is None else game.suit.name.lower(),
            **{name: getattr(result, name) for name in _SAME_NAMES},
            "ace_fate": result.ace_fate.word if result.ace_fate else None,
            "ran_away": result.ran_away if result.ace_fate else None,
            "doubled_by": None if self.doubled_by is None else list(self.doubled_by),
            "played": None if self.tricks is None else [_trick(trick, game, notation) for trick in self.tricks],
            "worth": dict(self.worth),
            "multiplier": self.multiplier,
            "scores": list(result.scores),
        }

    def _value(self, run: int) -> int:
        """Return the value with another run of laufende, before anything is multiplied."""
        if self.result.game is None:
            return 0
        paid = payout(self.rules, self.result.game, self.result.eyes, self.result.tricks, run)
        return paid.value // self.multiplier


def tell(dataset: Dataset | str | Path, hand_id: int) -> ToldHand:
    """Return a hand of a dataset.

    Parameters
    ----------
    dataset
        A dataset or its folder.
    hand_id
        One of its hand ids.

    Raises
    ------
    UserError
        If there is no such dataset or hand, or if the hand is not what playing it again gives.
    """
    hand_id = whole(hand_id, "hand id")
    source = dataset if isinstance(dataset, Dataset) else open_dataset(dataset)
    stored = _row(source, hand_id)
    row = stored.row(0, named=True)
    played = _play_again(source, hand_id, stored)
    told = ToldHand(
        hand_id=hand_id,
        deal=row["deal"],
        seed=source.seed,
        rules=source.rules,
        forehand=row["forehand"],
        players=_by_seat([player.spec for player in source.players], row["forehand"]),
        hands=deal(row["deal"]),
        redeals=row["redeals"],
        assigned=row["assigned"],
        highest_bids=tuple(_contract(row[f"bid_{seat}"]) for seat in range(SEATS)),
        bids=None,
        doubled_by=None,
        tricks=_recorded_tricks(source, hand_id) if played is None else played.tricks,
        result=_result(row),
    )
    if played is not None:
        told = replace(told, bids=_auction(told, played.bids), doubled_by=played.doubled_by)
    _check(source, told)
    return told


def _by_seat(players: Sequence[str], forehand: int) -> tuple[str, ...]:
    return tuple(players[(forehand + seat) % SEATS] for seat in range(SEATS) if players)


def _row(dataset: Dataset, hand_id: int) -> pl.DataFrame:
    ranges = dataset.manifest.provenance.ranges
    if not any(first <= hand_id < first + hands for first, hands in ranges):
        there = ", ".join(f"{first} to {first + hands - 1}" for first, hands in ranges)
        raise UserError(f"hand {hand_id} is not in dataset {str(dataset.path)!r}: use {there}")
    found = dataset.hands.filter(pl.col("hand_id") == hand_id).collect()
    if len(found) != 1:
        raise _damaged(dataset, hand_id, f"has {len(found)} rows")
    return found


def _names(cards: Iterable[Card], notation: Notation) -> list[str]:
    return [getattr(card, notation.value) for card in cards]


def _word(contract: Contract | None) -> str | None:
    return None if contract is None else contract.word


def _trick(trick: Trick, game: Game | None, notation: Notation) -> dict[str, Any]:
    return {
        "leader": trick.leader,
        "cards": _names(trick.cards, notation),
        "winner": None if game is None else trick.winner(game),
        "eyes": trick.eyes,
    }


def _contract(word: str | None) -> Contract | None:
    return None if word is None else Contract.from_word(word)


def _result(row: dict[str, Any]) -> Result:
    """Return what the row says of the result, in the referee's terms."""
    scores = tuple(row[f"score_{seat}"] for seat in range(SEATS))
    contract = _contract(row["contract"])
    if contract is None:
        return Result(passed_out=True, scores=scores)
    called = row["ace_fate"] is not None
    return Result(
        game=Game(contract, None if row["suit"] is None else Suit[row["suit"].upper()]),
        scores=scores,
        ace_fate=AceFate[row["ace_fate"].upper()] if called else AceFate.NONE,
        ran_away=bool(row["ran_away"]),
        **{name: row[name] for name in _SAME_NAMES},
    )


_SAME_NAMES = (
    "declarer",
    "partner",
    "eyes",
    "tricks",
    "won",
    "schneider",
    "schwarz",
    "laufende",
    "kontra",
    "value",
    "ace_trick",
)


def _recorded_tricks(dataset: Dataset, hand_id: int) -> tuple[Trick, ...] | None:
    last = dataset.manifest.provenance.last_with_tricks
    if last is None or hand_id > last:
        return None
    rows = dataset.tricks.filter(pl.col("hand_id") == hand_id).sort("trick").collect()
    cards = [f"card_{place + 1}" for place in range(SEATS)]
    return tuple(Trick(row["leader"], tuple(Card[row[card]] for card in cards)) for row in rows.iter_rows(named=True))


def _play_again(dataset: Dataset, hand_id: int, stored: pl.DataFrame) -> PlayedAgain | None:
    experiment = experiment_of(dataset.manifest.provenance)
    if experiment is None:
        return None
    played = play_again(experiment, hand_id)
    if not to_frame(hands_table(played.row)).equals(stored):
        raise _damaged(dataset, hand_id, "differs from what its players do when they play it again")
    return played


def _auction(told: ToldHand, said: Sequence[Said]) -> tuple[Bid, ...]:
    """Return the auction of the deal that was played; those of deals thrown in before have other hands."""
    if told.assigned:
        return ()
    auction = Auction(told.rules, told.hands)
    answers = iter([one.answer for one in said if one.hand == told.hands[one.seat].mask])
    while auction.seat_to_act is not None:
        # Whoever can only pass is not asked.
        answer = next(answers) if len(auction.legal_bids()) > 1 else 0
        auction.bid(Contract(answer) if answer else None)
    return tuple(auction.bids)


def _check(dataset: Dataset, told: ToldHand) -> None:
    """Check that the referee comes to the same result."""
    result = told.result
    if told.tricks is None or result.game is None or result.declarer is None:
        return
    plays = [card for trick in told.tricks for card in trick.cards]
    counted = replay(told.rules, told.hands, result.game, result.declarer, plays, result.kontra)
    if counted != result:
        raise _damaged(dataset, told.hand_id, "has another result than its cards")


def _damaged(dataset: Dataset, hand_id: int, what: str) -> UserError:
    return UserError(
        f"hand {hand_id} of dataset {str(dataset.path)!r} {what}: the data is damaged, simulate the dataset again"
    )
