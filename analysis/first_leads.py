"""Who leads the suit of the called ace first, and what its holder does on lead; from the tricks.

Both need the table ``tricks``: a dataset or run simulated with tricks, or hands and their tricks as frames. Of a
dataset or run that has the tricks of its first hands alone, only these are looked at.

>>> from simulate.run import run
>>> again = run(hands=2000, seed=1, tricks=True)
>>> first_leads(again)["led_by"].to_list()
['opponent', 'declarer', 'partner', 'nobody']
>>> first_leads(again).equals(first_leads(again.hands, tricks=again.tricks))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import polars as pl

from analysis.called_ace import CALLED_ACE
from analysis.dealt import called_masks
from analysis.load import Data, collect, no_hands, origin, paired
from analysis.tidy import outcomes, shares_within
from analysis.totals import STYLE, Topic, named, regroup, with_style
from simulate.cards import CARDS, CARDS_PER_HAND, SEATS
from simulate.errors import UserError
from simulate.rules import CARDS_TO_RUN
from simulate.summary import LEVEL
from simulate.table import Array

LEADERS = ("opponent", "declarer", "partner", "nobody")
"""Who led the called suit first; the partner is the holder of the ace."""
CHOICES = ("ran_away", "led_ace", "kept")
"""What a holder who could run away did: led a lower card of the suit, led the ace, or did not lead the suit first."""

LEADS = Topic(
    "leads",
    {
        "led_by": pl.col("led_by"),
        "first_led": pl.col("first_led"),
        "choice": pl.col("choice"),
        **{name: key for name, key in CALLED_ACE.keys.items() if name not in ("declarer_cards", "holder_cards")},
    },
    where=CALLED_ACE.where,
)
"""Rufspiele with their tricks, by who led the suit first."""

_FOUND = ("led_by", "first_led", "choice")
_NEEDED = ("hand_id", "suit", "declarer", "partner", "ran_away")


def first_leads(
    data: Data, by: Iterable[str] = (), level: float = LEVEL, *, tricks: Data | None = None
) -> pl.DataFrame:
    """Return who leads the called suit first, and how such hands end.

    Columns as in `analysis.called_ace`. ``led_by`` is the side of the first to lead the suit: ``opponent``,
    ``declarer``, ``partner`` (the holder himself), or ``nobody``.

    Parameters
    ----------
    data
        A dataset or run with tricks, or hands in another form.
    by
        Keys, within whose groups the shares are: those of `analysis.called_ace` but for the counts of cards, and
        ``first_led``, the trick in which the suit was first led.
    level
        Confidence of the intervals.
    tricks
        The tricks, where `data` is a frame.

    Raises
    ------
    UserError
        If the tricks were not recorded, or some are missing.
    """
    groups = [name for name in named(("assigned", *named(by))) if name != "led_by"]
    return outcomes(shares_within(_totals(data, tricks, (*groups, "led_by")), groups, level), level)


def running_choices(
    data: Data, by: Iterable[str] = (), level: float = LEVEL, *, tricks: Data | None = None
) -> pl.DataFrame:
    """Return what holders did who were on lead and free to run away, and how such hands end.

    Free to run away is who leads a trick before the suit was led and holds `simulate.rules.CARDS_TO_RUN` or more of it,
    now or at the deal as the rules say. ``choice`` is ``ran_away``, ``led_ace`` or ``kept``. Holders choose by their
    cards, so a difference between the rows is not the effect of the choice alone.

    See `first_leads` for parameters and errors.
    """
    groups = [name for name in named(("assigned", *named(by))) if name != "choice"]
    frame = _totals(data, tricks, (*groups, "choice")).filter(pl.col("choice").is_not_null())
    return outcomes(shares_within(frame, groups, level), level)


def _totals(data: Data, tricks: Data | None, by: Iterable[str]) -> pl.DataFrame:
    names = LEADS.checked(by)
    keys = named("player" if name == STYLE else name for name in names)
    known = origin(data)
    at_deal = known.rules is not None and not known.rules.run_needs_four_in_hand
    columns = named((*_NEEDED, *(name for name in LEADS.columns(keys) if name not in _FOUND)))
    pieces = [
        collect(LEADS.summed(_with_leads(hands, played, at_deal).lazy(), keys))
        for hands, played in paired(data, columns, tricks)
    ]
    if not pieces:
        raise no_hands()
    frame = pl.concat(pieces)
    return regroup(with_style(frame, known) if STYLE in names else frame, names)


def _with_leads(hands: pl.DataFrame, tricks: pl.LazyFrame, at_deal: bool) -> pl.DataFrame:
    """Return the Rufspiele among some hands with the columns of `_FOUND`."""
    called = hands.filter(LEADS.where)
    played = _tricks_of(called, tricks)
    leader = _by_hand(played, "leader")
    suit, declarer, partner = (
        called[name].to_physical().to_numpy()[:, None] for name in ("suit", "declarer", "partner")
    )
    led = _called_suits()[suit, _by_hand(played, "card_1")]
    first = np.where(led.any(axis=1), led.argmax(axis=1), CARDS_PER_HAND)
    first_leader = np.take_along_axis(leader, np.minimum(first, CARDS_PER_HAND - 1)[:, None], axis=1)
    # Places in LEADERS.
    role = np.where(first_leader == declarer, 1, np.where(first_leader == partner, 2, 0))[:, 0]
    role[first == CARDS_PER_HAND] = 3
    free = _free_to_run(played, leader, suit, partner, first, at_deal)
    choice = np.where(called["ran_away"].to_numpy(), 0, np.where(role == 2, 1, 2))
    return called.with_columns(
        _words("led_by", LEADERS, role),
        pl.Series("first_led", first + 1, pl.Int8).replace(CARDS_PER_HAND + 1, None),
        pl.select(pl.when(pl.Series(free)).then(_words("choice", CHOICES, choice))).to_series().alias("choice"),
    )


def _free_to_run(
    played: pl.DataFrame, leader: Array, suit: Array, partner: Array, first: Array, at_deal: bool
) -> Array:
    """Return whether the holder once led a trick before the suit was led, with enough cards of it."""
    place = (partner - leader) % SEATS
    cards = np.stack([_by_hand(played, f"card_{number}") for number in range(1, SEATS + 1)], axis=2)
    own = _called_suits()[suit, np.take_along_axis(cards, place[:, :, None], axis=2)[:, :, 0]]
    held = own.sum(axis=1)[:, None]
    if not at_deal:
        held = held - (own.cumsum(axis=1) - own)
    before = np.arange(CARDS_PER_HAND) <= first[:, None]
    free: Array = ((leader == partner) & before & (held >= CARDS_TO_RUN)).any(axis=1)
    return free


def _tricks_of(called: pl.DataFrame, tricks: pl.LazyFrame) -> pl.DataFrame:
    """Return the tricks of some hands, `CARDS_PER_HAND` rows each, in their order."""
    cards = [f"card_{number}" for number in range(1, SEATS + 1)]
    own = called.lazy().select("hand_id")
    query = tricks.select("hand_id", "trick", "leader", *cards)
    played = collect(query.join(own, on="hand_id", how="semi", maintain_order="left"))
    ids = called["hand_id"].to_numpy()
    if _are_tricks_of(ids, played):
        return played
    # A dataset's tricks are in order; sorting would take longer than all the rest.
    played = played.sort("hand_id", "trick")
    if not _are_tricks_of(ids, played):
        raise UserError(
            f"the tricks are not those of the hands: {len(called)} hands played out have {CARDS_PER_HAND} each, "
            f"{len(played)} were found; give those of the same dataset, and the hands that have tricks"
        )
    return played


def _are_tricks_of(hand_ids: Array, tricks: pl.DataFrame) -> bool:
    if len(tricks) != len(hand_ids) * CARDS_PER_HAND:
        return False
    same = (_by_hand(tricks, "hand_id") == hand_ids[:, None]).all()
    return bool(same and (_by_hand(tricks, "trick") == np.arange(1, CARDS_PER_HAND + 1)).all())


def _by_hand(tricks: pl.DataFrame, name: str) -> Array:
    return tricks[name].to_physical().to_numpy().reshape(-1, CARDS_PER_HAND)


def _words(name: str, words: tuple[str, ...], places: Array) -> pl.Series:
    return pl.Series(name, np.array(words, object)[places], pl.Enum(words))


@cache
def _called_suits() -> Array:
    """Return which cards belong to the called suit, for each suit; bool, shape (4, 32)."""
    table: Array = called_masks()[:, None] >> np.arange(CARDS, dtype=np.uint32) & 1 == 1
    return table
