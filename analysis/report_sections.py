"""The sections of a report: which tables, in which order, which of their columns, which figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from analysis.words import FEW_HANDS
from simulate.summary import FEW

OUTCOMES = ("win_rate", "eyes", "score", "score_sd")
"""What came of hands."""


class Of(Enum):
    """Which hands a section is about: a contract that was assigned, whatever the cards, is no choice of anybody's."""

    BID = "bid"
    ASSIGNED = "assigned"
    BOTH = "both"


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure of a table.

    Attributes
    ----------
    draw
        Name of a function of `analysis.plots`.
    options
        Its further arguments.
    """

    draw: str
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, eq=False)
class Section:
    """A part of a report.

    Attributes
    ----------
    table
        Name of its table, and of the section.
    title
        What it tells.
    note
        How to read its table; filled in are ``{unit}``, ``{deals}``: all deals, or those alone that were played, and
        ``{passed_out}`` where the former hold some that were passed out.
    caption
        How to read its figures.
    columns
        Columns shown: keys, counts, and estimates, which go with their intervals.
    pictures
        Figures of the table.
    main
        Whether it is among the tables that the terminal shows.
    long
        Whether a page folds the table.
    compares
        A column that must have two values or more, or there is nothing to tell; empty if none must.
    of
        Which hands it is about: those whose contract was bid, or was assigned. By default both, which stand apart.
    """

    table: str
    title: str
    note: str = ""
    caption: str = ""
    columns: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    main: bool = False
    long: bool = False
    compares: str = ""
    of: Of = Of.BOTH


SECTIONS: tuple[Section, ...] = (
    Section(
        "contracts",
        "What is played",
        note="Share of {deals}.",
        columns=("contract", "n", "share"),
        pictures=(Picture("contracts"),),
        main=True,
        of=Of.BID,
    ),
    Section(
        "expected",
        "What contracts win and earn",
        note="Won and eyes: declaring side. Score: the declarer, {unit} per hand; spread: its standard deviation.",
        columns=("assigned", "contract", "n", *OUTCOMES),
        pictures=(Picture("expected", {"measure": "win_rate"}), Picture("expected", {"measure": "score"})),
        main=True,
    ),
    Section(
        "results",
        "How contracts end",
        note="Of each contract's hands: won by the declaring side or lost; "
        "schneider and schwarz are the losing side's.",
        columns=("assigned", "contract", "won", "margin", "n", "share"),
        pictures=(Picture("results"),),
        main=True,
        long=True,
    ),
    Section(
        "eyes_distribution",
        "Eyes of the declaring side",
        note="Of each contract's hands.",
        caption="Right of the line the declaring side has won.",
        columns=("assigned", "contract", "eyes", "n", "share"),
        pictures=(Picture("eyes_distribution"),),
        long=True,
    ),
    Section(
        "score_distribution",
        "Scores of the declarer",
        note="In {unit}, of each contract's hands.",
        columns=("assigned", "contract", "score", "n", "share"),
        pictures=(Picture("score_distribution"),),
        long=True,
    ),
    Section(
        "expected_by_trumps",
        "What the declarer's trumps are worth",
        note="Trumps dealt to the declarer, counted in the contract played.",
        columns=("assigned", "contract", "declarer_trumps", "n", "win_rate", "eyes", "score"),
        pictures=(
            Picture("expected_by", {"key": "declarer_trumps", "measure": "win_rate"}),
            Picture("expected_by", {"key": "declarer_trumps"}),
        ),
        main=True,
        long=True,
    ),
    Section(
        "ace_fates",
        "What becomes of the called ace",
        note="Other, holder: who led the trick in which the ace fell; trumped: by opponents, if another led; "
        "own trump: by the declarer. Won and score: of such hands.",
        caption="Blue: the declaring side takes the ace's trick; orange: the opponents do.",
        columns=("assigned", "ace_fate", "n", "share", "win_rate", "score"),
        pictures=(Picture("fates"),),
        main=True,
    ),
    Section(
        "ace_tricks",
        "When the called ace falls",
        columns=("assigned", "ace_trick", "n", "share", "win_rate", "score"),
        pictures=(Picture("ace_tricks"), Picture("expected_by", {"key": "ace_trick", "measure": "win_rate"})),
        main=True,
    ),
    Section(
        "ace_declarer_cards",
        "How many cards of the called suit the declarer holds",
        columns=("assigned", "declarer_cards", "n", "share", "win_rate", "score"),
        pictures=(Picture("expected_by", {"key": "declarer_cards", "measure": "win_rate"}),),
    ),
    Section(
        "ace_distances",
        "Where the partner sits",
        note="Seen from the declarer; play goes to the left.",
        columns=("assigned", "distance", "n", "share", "win_rate", "score"),
        pictures=(Picture("expected_by", {"key": "distance"}),),
    ),
    Section(
        "ace_running_away",
        "Running away",
        note="Holders of the called ace with enough cards of its suit to lead a lower one first.",
        columns=("assigned", "holder_cards", "ran_away", "n", "share", "win_rate", "score"),
        pictures=(Picture("running_away"),),
    ),
    Section(
        "contracts_by_seat",
        "Who plays what, by seat",
        note="Share of {deals}.",
        columns=("declarer", "contract", "n", "share"),
        pictures=(Picture("contracts_by_seat"),),
        long=True,
        of=Of.BID,
    ),
    Section(
        "contracts_by_style",
        "Who plays what, by style of player",
        note="Share of a player's hands.",
        columns=("style", "contract", "n", "share"),
        pictures=(Picture("contracts_by_style"),),
        long=True,
        compares="style",
        of=Of.BID,
    ),
    Section(
        "seats",
        "What seats earn",
        note="In {unit} per hand{passed_out}.",
        columns=("assigned", "seat", "n", "score", "score_sd"),
        pictures=(Picture("seats"),),
        main=True,
    ),
    Section(
        "styles",
        "What players earn",
        note="In {unit} per hand and player{passed_out}.",
        columns=("assigned", "style", "players", "n", "score", "score_sd"),
        pictures=(Picture("styles"),),
        main=True,
        compares="style",
    ),
    Section(
        "risk",
        "How likely a losing evening is",
        note="Probability that a player has lost so many {unit} or more after so many hands.",
        columns=("assigned", "style", "hands", "lose", "probability"),
        pictures=(Picture("risk"),),
        main=True,
        of=Of.BID,
    ),
    Section(
        "choices_ober",
        "What to play on which hand, by trumps and Ober",
        note="The contract that earns most, or to pass; ahead: of the next best. To pass is taken to earn 0: as who "
        f"passes mostly loses a little, it is named too often. {FEW_HANDS.capitalize()}: what seems to earn most was "
        f"seen on fewer than {FEW}, too few to say.",
        columns=("trumps", "ober", "best", "n", "score", "ahead"),
        pictures=(Picture("opening_chart", {"x": "ober"}),),
        main=True,
        long=True,
        of=Of.ASSIGNED,
    ),
    Section(
        "choices_unter",
        "What to play on which hand, by trumps and Unter",
        note="As above.",
        columns=("trumps", "unter", "best", "n", "score", "ahead"),
        pictures=(Picture("opening_chart", {"x": "unter"}),),
        long=True,
        of=Of.ASSIGNED,
    ),
    Section(
        "choices_aces",
        "What to play on which hand, by trumps and aces outside",
        note="As above.",
        columns=("trumps", "aces", "best", "n", "score", "ahead"),
        pictures=(Picture("opening_chart", {"x": "aces"}),),
        long=True,
        of=Of.ASSIGNED,
    ),
    Section(
        "kontra",
        "Kontra",
        note="Of each contract's hands.",
        columns=("assigned", "contract", "kontra", "n", "share"),
    ),
    Section(
        "laufende",
        "Laufende",
        note="The unbroken run of highest trumps: with (+) it, or without (−).",
        columns=("assigned", "contract", "laufende", "n", "share"),
        pictures=(Picture("laufende"),),
        long=True,
    ),
    Section(
        "suits",
        "Suits",
        note="The suit of the called ace, or the trump suit.",
        columns=("assigned", "contract", "suit", "n", "share"),
        pictures=(Picture("suits"),),
        long=True,
    ),
)
"""All sections, in order."""
