"""The referee: one whole hand in plain, readable Python under any rules (RULES sections 2-7).

It is slow and made to be read. Every faster implementation in the package is checked against it, and it checks and
replays imported games. `Referee` conducts a hand, `replay` a recorded one; the functions they rest on are public too.
"""

from simulate.referee.auction import Auction, Doubling, forced_games, playable_games
from simulate.referee.deal import DECK, SHORT_DECK, check_deal
from simulate.referee.play import AceState, Play, Trick, legal_cards, trick_winner
from simulate.referee.replay import replay
from simulate.referee.result import Payout, Result, ace_fate, laufende, partner_of, payout
from simulate.referee.state import Phase, Referee
from simulate.referee.violation import RuleViolation

__all__ = [
    "DECK",
    "SHORT_DECK",
    "AceState",
    "Auction",
    "Doubling",
    "Payout",
    "Phase",
    "Play",
    "Referee",
    "Result",
    "RuleViolation",
    "Trick",
    "ace_fate",
    "check_deal",
    "forced_games",
    "laufende",
    "legal_cards",
    "partner_of",
    "payout",
    "playable_games",
    "replay",
    "trick_winner",
]
