"""A report as one page: self-contained, escaped, readable on a phone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.lab import need
from analysis.report_cells import Reading
from analysis.report_pictures import data_url, title_of
from analysis.report_sections import Section
from simulate.errors import UserError

if TYPE_CHECKING:
    from analysis.report import Report

_TEMPLATE = "report.html"


@dataclass(frozen=True)
class Part:
    """A section as the template fills it in; pictures are pairs of URL and text for those who can't see them."""

    section: Section
    note: str
    caption: str
    table: Reading
    pictures: tuple[tuple[str, str], ...]


def page(report: Report) -> str:
    """Return the page of a report.

    Raises
    ------
    UserError
        If Jinja, Matplotlib or seaborn is not installed.
    """
    jinja2 = need("jinja2", "pages")
    # Whatever is filled in is escaped: names of players, rules and files are a user's.
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("analysis"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    html: str = environment.get_template(_TEMPLATE).render(
        facts=report.facts,
        parts=[_part(report, section) for section in report.sections],
        left_out=[section.title for section in report.left_out],
        version=version("schafkopf-lab"),
    )
    return html


def _part(report: Report, section: Section) -> Part:
    figures = report.figures(section)
    pictures = tuple((data_url(figure), title_of(figure)) for figure in figures)
    return Part(section, report.note(section), report.caption(section), report.reading(section), pictures)


def write(report: Report, file: Path) -> int:
    """Write the page of a report to a file and return its size in bytes; see `analysis.report.Report.write_html`."""
    _check_place(file)
    content = page(report).encode()
    staged = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        staged.write_bytes(content)
        os.replace(staged, file)
    except OSError as error:
        raise UserError(f"{str(file)!r} can't be written: {error.strerror}; name another file") from None
    finally:
        staged.unlink(missing_ok=True)
    return len(content)


def _check_place(file: Path) -> None:
    # Before the work, not after it.
    if file.is_dir():
        raise UserError(f"{str(file)!r} is a folder: name a file in it, such as {str(file / _TEMPLATE)!r}")
    if not file.parent.is_dir():
        raise UserError(f"{str(file)!r} can't be written: there is no folder {str(file.parent)!r}, make it first")
