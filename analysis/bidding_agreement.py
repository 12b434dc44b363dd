"""How often a bidder does what was done in recorded games: who declared, what, and which seats before him did not.

Bids are not recorded, so the questions are those whose answer the record decides (RULES section 3). Turns go round from
the forehand; a later bid must be higher; nobody plays a game lower than his bid. From this it follows for a game of
contract C:

- **before**: a seat before the declarer has bid nothing, or less than C. It is asked as if nobody had bid, and agrees
  with a pass or a lower bid. In a Rufspiel, the lowest contract, it passed for certain.
- **declares**: the declarer has bid. He is asked as if nobody had bid before him, which is certain in a Rufspiel, and
  agrees with any bid.
- **contract**, **game**: what he declares after his own bid; the same contract, and the same suit too. A pass
  disagrees.
- **after**: a seat after the declarer has not bid more than C. It is asked with C standing, and agrees with a pass.

What is left open: a seat that bid less than C and was outbid counts like one that passed, and whether a player who was
outbid would have gone higher is not asked. Where all passed, all four seats are "before".

Beside these, **auction**: four copies of the bidder hold the whole auction of each deal. ``auction_declarer`` is the
share of deals in which the same seat plays, or again nobody; ``auction_contract`` and ``auction_game`` ask for the same
contract and the same suit as well.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from analysis.agreed import Agreement, Layout
from analysis.games import contracts_of
from analysis.load import Data, no_hands
from analysis.replays import Part, recordings, rules_of
from simulate.batch import Batch
from simulate.cards import SEATS
from simulate.contracts import Contract
from simulate.dataset.schema import CONTRACT_WORDS
from simulate.engine import Engine
from simulate.errors import UserError
from simulate.kernels.codes import NO_GAME, NOBODY
from simulate.kernels.rng import Purpose
from simulate.players.player import Bidder, Player
from simulate.players.registry import Role, make_half
from simulate.replaying import Recording, random_numbers
from simulate.rulebook import RuleBook
from simulate.table import Array

QUESTIONS = (
    "before",
    "declares",
    "contract",
    "game",
    "after",
    "auction_declarer",
    "auction_contract",
    "auction_game",
)
"""What is asked, see above."""
WHO = ("before", "declares")
"""The questions that make up the whole: who declared, and who did not before him."""

_QUESTIONS, _CONTRACTS = pl.Enum(QUESTIONS), pl.Enum(CONTRACT_WORDS)

BIDDING_LAYOUT = Layout(
    keys={"question": _QUESTIONS, "contract": _CONTRACTS, "seat": pl.Int8()},
    groups={
        "question": ("question",),
        "question_contract": ("question", "contract"),
        "question_seat": ("question", "seat"),
    },
    whole=pl.col("question").cast(pl.String).is_in(WHO),
)
"""How decisions in the auction are grouped; null stands for deals passed out. The whole are those of `WHO`."""


def bidding_agreement(
    data: Data, bidder: str | Bidder = "normal", part: str | Part = Part.ALL, seed: int = 0
) -> Agreement:
    """Return how often a bidder does what was done in a dataset.

    Parameters
    ----------
    data
        A dataset or run with tricks, imported or simulated.
    bidder
        Name of a bidder, such as ``normal`` or ``bold(solo=11)``, or a bidder.
    part
        "all", "fit" or "held-out" (see `analysis.replays.Part`).
    seed
        Of the random numbers that the bidder sees.

    Raises
    ------
    UserError
        If there is no such bidder, it answers what is not allowed, or the data can't be replayed.

    Examples
    --------
    >>> from simulate.run import run
    >>> hands = run(200, "normal/random", seed=1, tricks=True)
    >>> bidding_agreement(hands, "normal").estimate("question", question="auction_game").estimate
    1.0
    """
    chosen: Bidder = make_half(Role.BIDDER, bidder) if isinstance(bidder, str) else bidder
    book = rules_of(data)
    agreement = Agreement.none(chosen.spec, BIDDING_LAYOUT)
    for games in recordings(data, Part.of(part)):
        agreement += Agreement.of(chosen.spec, BIDDING_LAYOUT, bidding_decisions(book, games, chosen, seed))
    if not agreement.decisions:
        raise no_hands()
    return agreement


def bidding_decisions(book: RuleBook, games: Recording, bidder: Bidder, seed: int = 0) -> pl.DataFrame:
    """Return one row per decision of recorded games: ``hand_id``, ``question``, ``contract``, ``seat``, ``agrees``."""
    asking = _Asking(book, games, bidder, seed)
    own_bid, answers = asking.bids()
    declared = asking.declarations(own_bid)
    played = np.flatnonzero(games.declarer != NOBODY)
    for question, agrees in (
        ("declares", own_bid[played] > 0),
        ("contract", contracts_of(declared[played]) == asking.contract[played]),
        ("game", declared[played] == games.game[played]),
    ):
        answers.append(asking.frame(question, played, games.declarer[played], agrees))
    return pl.concat([*answers, *asking.auctions()])


class _Asking:
    """Asks one bidder about recorded games."""

    def __init__(self, book: RuleBook, games: Recording, bidder: Bidder, seed: int) -> None:
        self.book = book
        self.games = games
        self.bidder = bidder
        self.seed = seed
        self.contract = contracts_of(games.game)

    def bids(self) -> tuple[Array, list[pl.DataFrame]]:
        """Return what each declarer bids himself, and the answers of the seats before and after him.

        The auction goes on as if the seats before had passed and the declarer had bid the contract he played.
        """
        batch = Batch.of_hands(self.book, self.games.dealt, self.games.hand_ids)
        declarer = np.where(self.games.declarer == NOBODY, SEATS, self.games.declarer)
        own_bid = np.zeros(len(batch), np.uint8)
        frames: list[pl.DataFrame] = []
        for turn in range(SEATS):
            legal, answers = self._bid(batch, turn)
            asked = legal > 0
            own = declarer == turn
            own_bid[own] = answers[own]
            before, after = np.flatnonzero(asked & (turn < declarer)), np.flatnonzero(asked & (turn > declarer))
            lower = (answers[before] < self.contract[before]) | (answers[before] == 0)
            frames.append(self.frame("before", before, np.full(len(before), turn), lower))
            frames.append(self.frame("after", after, np.full(len(after), turn), answers[after] == 0))
            # Who was made to play with all_pass = "muss" may hold a game that he could not have bid.
            may = (legal >> self.contract.astype(np.uint64)) & np.uint64(1) == 1
            self._enter(batch, turn, np.where(own & may, self.contract, 0).astype(np.uint8))
        return own_bid, frames

    def declarations(self, own_bid: Array) -> Array:
        """Return the number of the game that each declarer names after his own bid; `NO_GAME` if he has not bid."""
        batch = Batch.of_hands(self.book, self.games.dealt, self.games.hand_ids)
        for turn in range(SEATS):
            self._enter(batch, turn, np.where(self.games.declarer == turn, own_bid, 0).astype(np.uint8))
        asked = batch.ask_game()
        declared = np.full(len(batch), NO_GAME, np.uint8)
        if len(asked.rows):
            words = self._words(Purpose.DECLARE, 0)[asked.rows]
            answers = np.asarray(self.bidder.declare(batch.views(asked, words)))
            self._check("declare", answers, asked.legal, asked.rows)
            bid = (asked.legal > 0) & (own_bid[asked.rows] > 0)
            declared[asked.rows[bid]] = answers[bid]
        return declared

    def auctions(self) -> list[pl.DataFrame]:
        """Return whether four copies of the bidder come to the same game."""
        games = self.games
        batch = Batch.of_hands(self.book, games.dealt, games.hand_ids)
        player = Player(self.bidder, make_half(Role.CARD_PLAYER, "random"))
        Engine(self.book.rules, (player,) * SEATS, self.seed).hold_auction(batch)
        everybody = np.arange(len(batch))
        same_seat = batch.public["declarer"] == games.declarer
        same_contract = same_seat & (batch.public["contract"] == self.contract)
        same_game = same_seat & (batch.public["game"] == games.game)
        outcomes = zip(QUESTIONS[-3:], (same_seat, same_contract, same_game), strict=True)
        return [self.frame(question, everybody, games.declarer, agrees) for question, agrees in outcomes]

    def frame(self, question: str, rows: Array, seats: Array, agrees: Array) -> pl.DataFrame:
        """Return decisions as rows."""
        contracts = pl.Series(self.contract[rows].astype(np.int16) - min(Contract))
        codes = contracts.set(contracts < 0, None).cast(pl.UInt8)
        return pl.DataFrame(
            {
                "hand_id": self.games.hand_ids[rows],
                "question": pl.Series([question], dtype=_QUESTIONS).new_from_index(0, len(rows)),
                "contract": codes.cat.to(_CONTRACTS),
                "seat": pl.Series(np.asarray(seats, np.int8)).replace(NOBODY, None),
                "agrees": np.asarray(agrees, np.bool_),
            }
        )

    def _bid(self, batch: Batch, turn: int) -> tuple[Array, Array]:
        """Return what may be bid in each hand and what the bidder bids; 0 where it is not asked."""
        legal, answers = np.zeros(len(batch), np.uint64), np.zeros(len(batch), np.uint8)
        asked = batch.ask_bid(turn)
        if asked is not None and len(asked.rows):
            given = np.asarray(self.bidder.bid(batch.views(asked, self._words(Purpose.BID, turn)[asked.rows])))
            self._check("bid", given, asked.legal, asked.rows)
            legal[asked.rows] = asked.legal
            answers[asked.rows] = np.where(asked.legal > 0, given, 0)
        return legal, answers

    def _enter(self, batch: Batch, turn: int, bids: Array) -> None:
        asked = batch.ask_bid(turn)
        if asked is not None and len(asked.rows):
            batch.bid(turn, asked, bids[asked.rows])

    def _words(self, purpose: Purpose, index: int) -> Array:
        if not self.bidder.uses_random:
            return np.zeros(len(self.games.hand_ids), np.uint64)
        return random_numbers(self.seed, purpose, index, self.games)

    def _check(self, decision: str, answers: Array, legal: Array, rows: Array) -> None:
        if answers.shape != legal.shape or answers.dtype.kind not in "iub":
            raise UserError(
                f"player {self.bidder.spec!r} answered {decision} with {answers.dtype} of shape {answers.shape}: "
                "return one whole number per view"
            )
        allowed = (answers >= 0) & (answers < 64)
        fits = (legal >> np.where(allowed, answers, 0).astype(np.uint64)) & np.uint64(1) == 1
        wrong = np.flatnonzero((legal > 0) & ~(allowed & fits))
        if len(wrong):
            hand_id = self.games.hand_ids[rows[wrong[0]]]
            raise UserError(
                f"player {self.bidder.spec!r} answered {decision} with {answers[wrong[0]]} in hand {hand_id}: "
                "that is not allowed there"
            )
