"""Values that a shell completes: names of presets, players and contracts.

A shell starts the command line for every press of the Tab key, so nothing heavy is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

BIDDERS = ("cautious", "normal", "bold", "random")
CARD_PLAYERS = ("club", "swift", "random")
"""The built-in players. Their list, in `simulate.players.registry`, can't be had without what they are compiled by."""

Completion = Callable[[str], list[str]]
"""Takes the word begun, returns what it may become; where that is nothing, a shell offers files."""


def words(allowed: Iterable[str]) -> Completion:
    """Return the completion of one of some words."""
    known = tuple(allowed)

    def complete(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return complete


def rules(incomplete: str) -> list[str]:
    """Return the presets that begin so."""
    from simulate.rules import PRESETS

    return words(PRESETS)(incomplete)


def assigned(incomplete: str) -> list[str]:
    """Return what ``--assign`` may be under the standard rules."""
    from simulate.assign import ALL
    from simulate.contracts import SPECS, Goal
    from simulate.rules import PRESETS, Rules

    played = [one for one in Rules.preset(PRESETS[0]).contracts if SPECS[one].goal is not Goal.SHOWN]
    return words([ALL, *(contract.word for contract in played)])(incomplete)


def player(incomplete: str) -> list[str]:
    """Return the players of which a spec such as ``bold/sw`` may be the beginning.

    >>> player("bold/s"), player("c")
    (['bold/swift'], ['cautious'])
    """
    bidder, slash, half = incomplete.rpartition("/")
    return [f"{bidder}{slash}{name}" for name in words(CARD_PLAYERS if slash else BIDDERS)(half)]


def players(incomplete: str) -> list[str]:
    """Return what one player, or four separated by commas, may become.

    >>> players("normal,bold,c")
    ['normal,bold,cautious']
    """
    others, comma, last = incomplete.rpartition(",")
    return [f"{others}{comma}{one}" for one in player(last)]


def half_or_player(incomplete: str) -> list[str]:
    """Return what a player or a half of one may become."""
    alone = [] if "/" in incomplete else words(CARD_PLAYERS)(incomplete)
    return list(dict.fromkeys([*player(incomplete), *alone]))
