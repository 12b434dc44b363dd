"""One whole hand as a state machine: auction, declaration, doubling, play, result (RULES sections 3-7)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from simulate.cards import SEATS, Card, CardSet
from simulate.contracts import Contract, Game, Goal
from simulate.referee.auction import Auction, Doubling, playable_games, why_not_playable
from simulate.referee.deal import check_deal
from simulate.referee.play import Play, Trick
from simulate.referee.result import Result, partner_of, result_of_play, result_of_showing
from simulate.referee.violation import RuleViolation, violation
from simulate.rules import Rules


class Phase(Enum):
    """What happens next in a hand."""

    AUCTION = "auction"
    DECLARE = "declaration"
    DOUBLE = "doubling"
    PLAY = "play"
    DONE = "end of the hand"


class Referee:
    """One hand: tells whose turn it is and what is legal, carries out what players do, and gives the result.

    Every act is that of `seat_to_act`; an act that the rules forbid raises `RuleViolation` and changes nothing.

    Parameters
    ----------
    rules
        The rules of the table.
    hands
        The cards dealt to seat 0 (forehand) .. 3 (dealer).
    lay_doubles
        Doubles laid before the auction (RULES section 9).

    Examples
    --------
    >>> from simulate.cards import Suit
    >>> hands = [CardSet.parse(text) for text in ("EO SO GU HA H7 E10 G7 S8", "HO HU H9 EA E7 GK S10 S7",
    ...                                           "GO EU H10 H8 EK GA G9 SK", "SU HK E9 E8 G10 G8 SA S9")]
    >>> referee = Referee(Rules.preset("standard"), hands)
    >>> for bid in (Contract.RUFSPIEL, None, None, None):
    ...     referee.bid(bid)
    >>> referee.declare(Game(Contract.RUFSPIEL, Suit.EICHEL))
    >>> referee.partner
    1
    >>> while referee.phase is Phase.DOUBLE:
    ...     referee.double(False)
    >>> while referee.phase is Phase.PLAY:
    ...     referee.play(max(referee.legal_cards()))
    >>> result = referee.result()
    >>> result.eyes, result.laufende, result.scores
    (95, 1, (2, 2, -2, -2))
    """

    def __init__(self, rules: Rules, hands: Iterable[CardSet], lay_doubles: int = 0) -> None:
        self._rules = rules
        self._dealt = check_deal(hands)
        self._lay_doubles = lay_doubles
        self._auction = Auction(rules, self._dealt)
        self._play: Play | None = None
        self._doubling: Doubling | None = None

    @property
    def phase(self) -> Phase:
        """What happens next."""
        if self._auction.seat_to_act is not None:
            return Phase.AUCTION
        if self.declarer is None:
            return Phase.DONE
        if self._play is None or self._doubling is None:
            return Phase.DECLARE
        if self._is_shown(self._play) or self._play.over:
            return Phase.DONE
        return Phase.PLAY if self._doubling.seat_to_act is None else Phase.DOUBLE

    @property
    def seat_to_act(self) -> int | None:
        """The seat whose turn it is; None at the end of the hand."""
        match self.phase:
            case Phase.AUCTION:
                return self._auction.seat_to_act
            case Phase.DECLARE:
                return self.declarer
            case Phase.DOUBLE:
                return self._doubling.seat_to_act if self._doubling else None
            case Phase.PLAY:
                return self._play.seat_to_act if self._play else None
            case Phase.DONE:
                return None

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The cards dealt to the four seats."""
        return self._dealt

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards the four seats still hold."""
        return tuple(self._play.hands) if self._play else self._dealt

    @property
    def bids(self) -> tuple[tuple[int, Contract | None], ...]:
        """(seat, contract) for every bid so far; the contract is None for a pass."""
        return tuple(self._auction.bids)

    @property
    def standing_bid(self) -> Contract | None:
        """The highest bid so far; None before the first."""
        return self._auction.standing[1] if self._auction.standing else None

    @property
    def declarer(self) -> int | None:
        """The seat that plays the game; None during the auction and when all passed."""
        return None if self._auction.seat_to_act is not None else self._auction.declarer

    @property
    def game(self) -> Game | None:
        """The game declared; None before."""
        return self._play.game if self._play else None

    @property
    def partner(self) -> int | None:
        """The seat that was dealt the called ace; None without."""
        return partner_of(self._play.game, self._dealt) if self._play else None

    @property
    def kontra(self) -> int:
        """0 not doubled, 1 kontra, 2 rekontra."""
        return self._doubling.level if self._doubling else 0

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks."""
        return tuple(self._play.tricks) if self._play else ()

    @property
    def trick(self) -> Trick:
        """The trick being played."""
        return self._play.trick if self._play else Trick(leader=0)

    def legal_bids(self) -> tuple[Contract | None, ...]:
        """Return what `seat_to_act` may bid, None (pass) first; empty outside the auction."""
        return self._auction.legal_bids()

    def bid(self, contract: Contract | None) -> None:
        """Bid a contract, or pass with None."""
        self._auction.bid(contract)

    def legal_games(self) -> tuple[Game, ...]:
        """Return the games the declarer may declare, in bidding order; empty outside the declaration."""
        return self._auction.legal_games() if self.phase is Phase.DECLARE else ()

    def declare(self, game: Game) -> None:
        """Declare the game that is played."""
        self._expect(Phase.DECLARE, f"declaration of {game}")
        seat = self._seat()
        if game not in self.legal_games():
            rule = self._why_not(game)
            raise violation(f"seat {seat} declares {game}", rule, self.legal_games())
        self._play = Play(self._rules, game, self._dealt)
        sides = (seat, partner_of(game, self._dealt))
        self._doubling = Doubling(self._rules.max_doubles, seat, [s for s in range(SEATS) if s not in sides])

    def double(self, says: bool) -> None:
        """Say kontra (the declarer: rekontra), or with False let it be."""
        self._expect(Phase.DOUBLE, "kontra" if says else "no kontra")
        if self._doubling is not None:
            self._doubling.answer(says)

    def legal_cards(self) -> CardSet:
        """Return the cards `seat_to_act` may play; empty outside the play."""
        return self._play.legal_cards() if self._play and self.phase is Phase.PLAY else CardSet()

    def play(self, card: Card) -> None:
        """Play a card."""
        self._expect(Phase.PLAY, f"card {card}")
        if self._play is not None:
            self._play.play(card)

    def result(self) -> Result:
        """Return the result of the hand, which must be over."""
        self._expect(Phase.DONE, "result")
        if self._play is None:
            return Result(passed_out=True)
        if self._is_shown(self._play):
            return result_of_showing(self._play, self._seat(), self._lay_doubles)
        return result_of_play(self._play, self._seat(), self.kontra, self._lay_doubles)

    @staticmethod
    def _is_shown(play: Play) -> bool:
        return play.game.spec.goal is Goal.SHOWN

    def _seat(self) -> int:
        if self.declarer is None:
            raise RuleViolation("there is no declarer yet: the auction is not over")
        return self.declarer

    def _expect(self, phase: Phase, what: str) -> None:
        if self.phase is not phase:
            turn = "" if self.seat_to_act is None else f", it is the turn of seat {self.seat_to_act}"
            raise RuleViolation(
                f"{what}: this belongs to the {phase.value}, but the hand is at the {self.phase.value}{turn}"
            )

    def _why_not(self, game: Game) -> str:
        if game not in playable_games(self._rules, self._dealt[self._seat()]):
            return why_not_playable(self._rules, game.contract, game)
        if self.standing_bid is None:
            return "who must play with no callable ace plays a Solo (option all_pass)"
        return f"the game may not be lower than the bid of {self.standing_bid.title}"
