"""Who plays which game: playable games, the auction, kontra and rekontra (RULES section 3).

Where the rules leave room, this is how every part of the package reads them:

- Turns go round the seats from the forehand. Whoever can't bid any more is skipped, which counts as passing. The
  auction ends when the turn would come back to the holder of the standing bid, or when all four have passed at the
  start.
- ``rebid = false``: every player has one turn.
- ``reentry = true``: a player who has passed is asked again when his turn comes, as long as the auction lasts.
- ``elder_may_match``: "a player who bid earlier" is one whose first bid in this auction came before the first bid of
  the holder of the standing bid. After a match the other must bid strictly higher to take the game back.
- A level may be bid only if a game of exactly that contract is playable with the hand.
- Kontra is asked of those entitled from seat 0 to seat 3 until one says it; then the declarer is asked for rekontra.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulate.cards import SEATS, Card, CardSet, Rank
from simulate.contracts import GAMES, SIE_HAND, Contract, Game, Goal, SuitRole, callable_aces
from simulate.referee.violation import violation
from simulate.rules import AllPass, Rules


def bid_name(contract: Contract | None) -> str:
    """Return a bid in words: the title of the contract or ``pass``."""
    return "pass" if contract is None else contract.title


def _can_play(rules: Rules, hand: CardSet, game: Game) -> bool:
    if game.contract not in rules.contracts:
        return False
    if game.spec.suit_role is SuitRole.CALLED:
        return game.suit in callable_aces(hand)
    if game.spec.goal is Goal.SHOWN:
        return hand >= SIE_HAND
    if game.spec.suit_role is SuitRole.TRUMP and rules.solo_needs_suit_card:
        return any(card.suit is game.suit and card.rank not in (Rank.OBER, Rank.UNTER) for card in hand)
    return True


def playable_games(rules: Rules, hand: CardSet) -> tuple[Game, ...]:
    """Return the games a hand may play, in bidding order (RULES sections 3-4).

    The contract is played at the table; a Rufspiel needs a callable ace, a Sie all eight Ober and Unter, a Solo under
    ``solo_needs_suit_card`` a card of the trump suit below the Unter.

    >>> rules = Rules.preset("standard")
    >>> [game.title for game in playable_games(rules, CardSet.parse("EO GO HO SO EU GU HA EA"))][:2]
    ['Wenz', 'Eichel-Solo']
    """
    return tuple(game for game in GAMES if _can_play(rules, hand, game))


def forced_games(rules: Rules, hand: CardSet) -> tuple[Game, ...]:
    """Return the games open to the holder of the Eichel-Ober who must play because all passed (``all_pass = "muss"``).

    Any playable game if he can call an ace; else only a Solo, or the Sie he holds. Should a hand of eight Ober and
    Unter be able to play neither (``solo_needs_suit_card`` and no Sie at this table), he plays a Solo all the same.
    """
    games = playable_games(rules, hand)
    if callable_aces(hand):
        return games
    solos = tuple(game for game in games if game.contract in (Contract.SOLO, Contract.SIE))
    return solos or tuple(game for game in GAMES if game.contract is Contract.SOLO)


class Auction:
    """The bidding for one deal.

    Attributes
    ----------
    bids
        (seat, contract) for every bid so far; the contract is None for a pass.
    """

    def __init__(self, rules: Rules, hands: Sequence[CardSet]) -> None:
        self.rules = rules
        self.hands = tuple(hands)
        self.bids: list[tuple[int, Contract | None]] = []

    @property
    def standing(self) -> tuple[int, Contract] | None:
        """The holder of the standing bid and its contract; None before the first bid."""
        for seat, contract in reversed(self.bids):
            if contract is not None:
                return seat, contract
        return None

    @property
    def seat_to_act(self) -> int | None:
        """The seat whose turn it is, or None when the auction is over."""
        standing = self.standing
        if standing is None and len(self.bids) == SEATS:
            return None
        after = self.bids[-1][0] + 1 if self.bids else 0
        for seat in ((after + step) % SEATS for step in range(SEATS)):
            if standing is not None and seat == standing[0]:
                return None
            if not self._is_out(seat):
                return seat
        return None

    @property
    def declarer(self) -> int | None:
        """The seat that plays once the auction is over; None if the deal is passed out."""
        if self.standing is not None:
            return self.standing[0]
        if self.rules.all_pass is AllPass.MUSS:
            return next(seat for seat, hand in enumerate(self.hands) if Card.EO in hand)
        return None

    def legal_bids(self) -> tuple[Contract | None, ...]:
        """Return what the seat whose turn it is may say: None (pass), then contracts from low to high."""
        seat = self.seat_to_act
        if seat is None:
            return ()
        levels = sorted({game.contract for game in playable_games(self.rules, self.hands[seat])})
        return (None, *(level for level in levels if self._is_high_enough(seat, level)))

    def bid(self, contract: Contract | None) -> None:
        """Let the seat whose turn it is bid a contract or pass (None)."""
        seat = self.seat_to_act
        if seat is None:
            raise violation(f"bid of {bid_name(contract)}", "the auction is over", ())
        allowed = self.legal_bids()
        if contract not in allowed:
            rule = self._why_not(seat, contract)
            raise violation(f"seat {seat} bids {bid_name(contract)}", rule, map(bid_name, allowed))
        self.bids.append((seat, contract))

    def legal_games(self) -> tuple[Game, ...]:
        """Return the games the winner of the auction may declare, in bidding order; none before its end."""
        if self.seat_to_act is not None or self.declarer is None:
            return ()
        hand = self.hands[self.declarer]
        if self.standing is None:
            return forced_games(self.rules, hand)
        return tuple(game for game in playable_games(self.rules, hand) if game.contract >= self.standing[1])

    def _is_out(self, seat: int) -> bool:
        said = [contract for bidder, contract in self.bids if bidder == seat]
        if not self.rules.rebid:
            return bool(said)
        return None in said and not self.rules.reentry

    def _is_high_enough(self, seat: int, level: Contract) -> bool:
        if self.standing is None:
            return True
        holder, standing = self.standing
        return level > standing or (level == standing and self._may_match(seat, holder))

    def _may_match(self, seat: int, holder: int) -> bool:
        bidders = [bidder for bidder, contract in self.bids if contract is not None]
        return self.rules.elder_may_match and seat in bidders and bidders.index(seat) < bidders.index(holder)

    def _why_not(self, seat: int, contract: Contract | None) -> str:
        levels = {game.contract for game in playable_games(self.rules, self.hands[seat])}
        if contract is not None and contract not in levels:
            return why_not_playable(self.rules, contract)
        return "a bid must be higher than the standing one (option elder_may_match)"


def why_not_playable(rules: Rules, contract: Contract, game: Game | None = None) -> str:
    """Return the rule that keeps a hand from playing a contract, or one game of it."""
    if contract not in rules.contracts:
        return "this table does not play it (option contracts)"
    if game is not None and game not in GAMES:
        return "a suit is named in a Rufspiel (not Herz) and in a Solo, and only there"
    return {
        Contract.RUFSPIEL: "the called ace is not in the own hand, a plain card of its suit is",
        Contract.SIE: "a Sie needs all eight Ober and Unter",
    }.get(contract, "a soloist needs a card of the trump suit (option solo_needs_suit_card)")


class Doubling:
    """Kontra and rekontra after the declaration.

    Parameters
    ----------
    max_doubles
        How often a hand may be doubled: 0 never, 1 kontra, 2 kontra and rekontra.
    declarer
        Seat of the declarer.
    opponents
        Seats that may say kontra.
    """

    def __init__(self, max_doubles: int, declarer: int, opponents: Sequence[int]) -> None:
        self.max_doubles = max_doubles
        self.declarer = declarer
        self.opponents = tuple(sorted(opponents))
        self.answers: list[bool] = []

    @property
    def level(self) -> int:
        """0 not doubled, 1 kontra, 2 rekontra."""
        return sum(self.answers)

    @property
    def seat_to_act(self) -> int | None:
        """The seat that is asked next, or None when nobody may double (any more)."""
        if self.level == 0:
            asked = self.opponents if self.max_doubles else ()
            return asked[len(self.answers)] if len(self.answers) < len(asked) else None
        rekontra_asked = not self.answers[-1] or self.level == 2
        return None if rekontra_asked or self.max_doubles < 2 else self.declarer

    def answer(self, says: bool) -> None:
        """Let the seat that is asked double or not."""
        if self.seat_to_act is None:
            raise violation("double", "nobody may double now (option max_doubles)", ())
        self.answers.append(says)
