"""A report: the main tables of a dataset, its figures, and a page that holds them all.

>>> from simulate.run import run
>>> report = Report(run(hands=3000, seed=1))
>>> report.tables()["contracts"].columns
['contract', 'n', 'of', 'share', 'share_low', 'share_high']
>>> [section.table for section in report.sections][:3]
['contracts', 'expected', 'results']
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from analysis import bidding, standard
from analysis.load import as_dataset
from analysis.report_cells import Reading, read
from analysis.report_sections import SECTIONS, Of, Section
from analysis.totals import RESULTS, STYLE, Counted, Survey, origin_of
from simulate.rules import AllPass
from simulate.run import Run
from simulate.summary import FEW, LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

UNIT = "score units"
"""What scores are counted in where the rules are not known."""

_CHOICES = ("ober", "unter", "aces")
_WITHOUT = f"Means without an interval: of fewer than {FEW} hands, or of hands all alike."
_OF = {Of.BID: "Of contracts that were bid.", Of.ASSIGNED: "Of assigned contracts.", Of.BOTH: ""}


@dataclass(frozen=True, eq=False)
class Report:
    """The main tables of some hands, worked out in one pass when they are first asked for.

    Attributes
    ----------
    data
        Hands in any form (see `analysis.load`), or their survey.
    level
        Confidence of the intervals.
    """

    data: Counted
    level: float = LEVEL

    @cached_property
    def survey(self) -> Survey:
        """What was counted."""
        return self.data if isinstance(self.data, Survey) else standard.survey(self.data)

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return the tables by name: `analysis.standard.tables`, and what to bid where contracts were assigned.

        Raises
        ------
        UserError
            If the data can't be used or holds no hands.
        """
        return dict(self._tables)

    @cached_property
    def _tables(self) -> dict[str, pl.DataFrame]:
        found = standard.tables(self.survey, self.level)
        if not found.get("chart", pl.DataFrame()).is_empty():
            found |= {f"choices_{count}": self._choices(count) for count in _CHOICES}
        return found

    def _choices(self, count: str) -> pl.DataFrame:
        # A survey does not tell what players earn who pass.
        return bidding.choices(bidding.chart(self.survey, ("trumps", count), self.level), 0.0, self.level)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections for which there is data, in order."""
        return tuple(section for section in SECTIONS if self._tells(section))

    @property
    def left_out(self) -> tuple[Section, ...]:
        """The sections for which there is none."""
        return tuple(section for section in SECTIONS if not self._tells(section))

    def _tells(self, section: Section) -> bool:
        frame = self._table(section)
        if STYLE in section.columns and not origin_of(self.survey).players:
            return False  # by number, players of recorded games or of a mere frame are nobody
        return not frame.is_empty() and (not section.compares or frame[section.compares].n_unique() > 1)

    def _table(self, section: Section) -> pl.DataFrame:
        frame = self._tables.get(section.table, pl.DataFrame())
        # Sections about assigned contracts come from tables of them alone.
        return frame.filter(~pl.col("assigned")) if section.of is Of.BID and "assigned" in frame.columns else frame

    def reading(self, section: Section) -> Reading:
        """Return the table of a section as people read it; ``assigned`` is shown only where hands differ in it."""
        frame = self._table(section)
        columns = [name for name in section.columns if name != "assigned" or _mixed(frame)]
        return read(frame, columns)

    def note(self, section: Section) -> str:
        """Return how to read the table of a section; where contracts were assigned, also whether it is about these."""
        note = section.note.format(
            unit=self.unit,
            deals="all deals" if self._all_deals else "hands played",
            passed_out=", passed-out deals included" if self._passed_out else "",
        )
        of_what = _OF[self._of(section)] if self._some_assigned else ""
        return " ".join(filter(None, (note, _WITHOUT if self._without_interval(section) else "", of_what)))

    def _without_interval(self, section: Section) -> bool:
        frame = self._table(section)
        means = [name for name in ("eyes", "score") if name in section.columns and f"{name}_low" in frame.columns]
        return any((frame[name].is_not_null() & frame[f"{name}_low"].is_null()).any() for name in means)

    def caption(self, section: Section) -> str:
        """Return how to read the figures of a section."""
        of_what = "Of contracts that were bid." if section.pictures and _mixed(self._table(section)) else ""
        return " ".join(filter(None, (section.caption, of_what)))

    def _of(self, section: Section) -> Of:
        frame = self._table(section)
        if section.of is not Of.BOTH or "assigned" not in frame.columns:
            return section.of
        return Of.BOTH if _mixed(frame) else (Of.ASSIGNED if frame["assigned"].all() else Of.BID)

    @property
    def _bid(self) -> pl.DataFrame:
        return self.survey.totals[RESULTS.name].filter(~pl.col("assigned"))

    @property
    def _passed_out(self) -> bool:
        """Whether there are hands that were passed out."""
        return bool(self._bid["contract"].is_null().any())

    @property
    def _all_deals(self) -> bool:
        """Whether the hands are all deals: recorded games tell only of those played, some rules deal again."""
        known = origin_of(self.survey)
        dealt_again = known.rules is None or known.rules.all_pass is AllPass.REDEAL
        return self._passed_out or not (self._recorded or dealt_again)

    @property
    def _recorded(self) -> bool:
        """Whether these are games of people."""
        return origin_of(self.survey).players == ()

    @property
    def _some_assigned(self) -> bool:
        return bool(self.survey.totals[RESULTS.name]["assigned"].any())

    @property
    def unit(self) -> str:
        """What scores are counted in."""
        rules = origin_of(self.survey).rules
        return UNIT if rules is None else rules.unit

    @cached_property
    def facts(self) -> dict[str, str]:
        """What the report is about, as far as it is known: hands, players, rules, seed, source."""
        known = origin_of(self.survey)
        counted = self.survey.totals[RESULTS.name]
        hands, assigned = (int(frame["n"].sum()) for frame in (counted, counted.filter("assigned")))
        facts = {"hands": f"{hands:,}", "contracts": "as in the games recorded" if self._recorded else "bid"}
        if assigned == hands:
            facts["contracts"] = "assigned, whatever the cards: nobody has bid them"
        elif assigned:
            facts["contracts"] = f"assigned in {assigned:,} hands, bid in {hands - assigned:,}"
        if redeals := int(self._bid["redeals"].sum()):
            facts["deals thrown in"] = f"{redeals:,}, as all passed: {redeals / (hands - assigned):.3g} for each hand"
        if known.players:
            alike = len(set(known.players)) == 1
            facts["players"] = known.players[0] if alike else ", ".join(known.players)
        if known.rules is not None:
            facts["rules"] = f"{known.rules.name}, scores in {known.rules.unit}"
        return facts | self._source | {"intervals": f"{100 * self.level:g} %"}

    @property
    def _source(self) -> dict[str, str]:
        if isinstance(self.data, Run) and self.data.path is None:
            return {"seed": str(self.data.seed)}
        dataset = None if isinstance(self.data, Survey) else as_dataset(self.data)
        if dataset is None:
            return {}
        file = dataset.manifest.provenance.file
        source = {"seed": str(dataset.seed)} if file is None else {"imported from": file.name}
        return {"dataset": str(dataset.path)} | source

    def figures(self, section: Section) -> list[Figure]:
        """Return the figures of a section; where some contracts were assigned and others bid, of those bid.

        Raises
        ------
        UserError
            If Matplotlib or seaborn is not installed.
        """
        from analysis.report_pictures import draw

        frame = self._table(section)
        if _mixed(frame):
            frame = frame.filter(~pl.col("assigned"))
        return [draw(picture, frame) for picture in section.pictures]

    def to_html(self) -> str:
        """Return one page with all sections, pictures inside, that needs no network.

        Raises
        ------
        UserError
            If the extra ``lab`` is not installed.
        """
        from analysis.report_html import page

        return page(self)

    def write_html(self, file: str | Path) -> int:
        """Write the page to a file, which is there in full or not at all, and return its size in bytes.

        Raises
        ------
        UserError
            If the file can't be written, or the extra ``lab`` is not installed.
        """
        from analysis.report_html import write

        return write(self, Path(file))


def _mixed(frame: pl.DataFrame) -> bool:
    return "assigned" in frame.columns and frame["assigned"].n_unique() > 1
