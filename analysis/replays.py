"""Recorded games as input of an analysis: datasets with tricks, piece by piece, all of them or a part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

import polars as pl

from analysis.load import Data, collect, have_tricks, no_hands, origin, scan, scan_tricks
from simulate.errors import UserError, did_you_mean
from simulate.players.player import Player
from simulate.players.registry import Role, names, parse_player
from simulate.replaying import Recording, recording
from simulate.rulebook import RuleBook, rule_book

HELD_OUT_OF = 4
"""One hand in so many is held out: those whose hand id is one less than a multiple of it."""

DEFAULT_BIDDER = "normal"
"""Bids for a card player who is named alone."""

PIECE = 32_768
"""Hand ids in a piece."""

_HANDS = ("hand_id", "deal", "contract", "suit", "declarer", "kontra", "redeals")
_TRICKS = ("hand_id", "trick", "card_1", "card_2", "card_3", "card_4")


class Part(StrEnum):
    """Which hands to look at, so that what was fitted on some can be tested on others."""

    ALL = "all"
    FIT = "fit"
    """Three in four."""
    HELD_OUT = "held-out"
    """The others: ``hand_id % 4 == 3``."""

    @property
    def condition(self) -> pl.Expr:
        """Whether a hand belongs to it."""
        held_out = pl.col("hand_id") % HELD_OUT_OF == HELD_OUT_OF - 1
        return {Part.ALL: pl.lit(True), Part.FIT: ~held_out, Part.HELD_OUT: held_out}[self]

    @classmethod
    def of(cls, word: str) -> Part:
        """Return the part of a name; `UserError` if there is none."""
        try:
            return cls(word)
        except ValueError:
            raise UserError(f"part {word!r} is unknown: use {', '.join(cls)}") from None


def player_of(text: str) -> Player:
    """Return the player of a spec; unlike elsewhere, a card player may stand alone, and then bids as `DEFAULT_BIDDER`.

    Raises
    ------
    UserError
        If there is no such player.

    Examples
    --------
    >>> player_of("club").spec, player_of("bold").spec
    ('normal/club', 'bold/club')
    """
    half = re.fullmatch(r"\s*(\w+)\s*(\(.*\))?\s*", text)
    if half is not None:
        known = [name for role in Role for name in names(role)]
        if half[1] not in known:
            raise UserError(
                f"player {half[1]!r} is unknown: use {', '.join(dict.fromkeys(known))}"
                f"{did_you_mean(half[1], tuple(known))}"
            )
        if half[1] not in names(Role.BIDDER):
            return parse_player(f"{DEFAULT_BIDDER}/{text.strip()}")
    return parse_player(text)


def rules_of(data: Data) -> RuleBook:
    """Return the rules that recorded games were played by.

    Raises
    ------
    UserError
        If they are not known: hands came as a frame, or as files without a manifest.
    """
    rules = origin(data).rules
    if rules is None:
        raise UserError("games can't be replayed without their rules: give a dataset's folder or a run, not a frame")
    return rule_book(rules)


def recordings(data: Data, part: Part = Part.ALL) -> Iterator[Recording]:
    """Yield the games of a dataset or run, with their cards, in the order of hand ids; those alone that have tricks.

    Raises
    ------
    UserError
        If the data can't be read, has no tricks or no hands.
    """
    hands = scan(data, _HANDS).filter(part.condition, have_tricks(data))
    tricks = scan_tricks(data, _TRICKS)
    first, last = collect(
        hands.select(pl.col("hand_id").min().alias("first"), pl.col("hand_id").max().alias("last"))
    ).row(0)
    if first is None:
        raise no_hands()
    for start in range(first, last + 1, PIECE):
        here = pl.col("hand_id").is_between(start, min(start + PIECE - 1, last))
        piece = collect(hands.filter(here)).sort("hand_id")
        played = collect(tricks.filter(here, part.condition)).sort("hand_id", "trick")
        if len(piece):
            yield recording(piece, played)
