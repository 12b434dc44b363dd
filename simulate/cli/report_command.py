"""`schafkopf report`: the main tables of a dataset, in the terminal or with figures as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli.compiling import told_if_compiling
from simulate.cli.output import JsonOption, console, plain_table, print_json, print_table

if TYPE_CHECKING:
    from analysis.report import Report
    from analysis.report_cells import Reading

PLACE = 25
EXAMPLES = ("schafkopf report data/first", "schafkopf report data/first --html report.html")


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset.", show_default=False)],
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all tables and figures as one page that needs no network."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Report what was played, won and earned, with intervals.

    The main tables in the terminal, or all of them with figures as a page.
    """
    from analysis.report import Report
    from simulate.dataset.reader import open_dataset

    report = Report(open_dataset(directory))
    with told_if_compiling():
        size = None if html is None else _write(report, html)
        report.tables()
    if as_json:
        print_json(_document(report))
    elif size is not None:
        console().print(_printable(f"{html} written ({size / 1e6:.1f} MB): open it in a browser"), soft_wrap=True)
    else:
        _print(report)


def _write(report: Report, file: Path) -> int:
    from analysis.lab import need

    # A window system, or its absence, is no concern of a page.
    need("matplotlib", "figures").use("agg")
    return report.write_html(file)


def _document(report: Report) -> dict[str, Any]:
    tables = {name: table.to_dicts() for name, table in report.tables().items()}
    return {"about": report.facts, "level": report.level, "tables": tables}


def _print(report: Report) -> None:
    screen = console()
    for name, value in report.facts.items():
        screen.print(f"{name}: {_printable(value)}", soft_wrap=True)
    for section in report.sections:
        if section.main:
            screen.print(f"\n{section.title}", style="bold")
            if note := report.note(section):
                screen.print(_printable(note))
            _print_table(report.reading(section), f"{100 * report.level:g} %")
    screen.print("\nMore tables: --json; with figures: --html FILE")


def _print_table(reading: Reading, interval: str) -> None:
    heads = [name for head in reading.heads for name in ((head.text, interval) if head.estimate else (head.text,))]
    numbers = tuple(head.text for head in reading.heads if head.number)
    table = plain_table(*heads, right=(*numbers, interval))
    for row in reading.rows:
        pairs = zip(reading.heads, row, strict=True)
        texts = [
            text for head, cell in pairs for text in ((cell.text, cell.interval) if head.estimate else (cell.text,))
        ]
        table.add_row(*map(_printable, texts))
    print_table(table)


def _printable(text: str) -> str:
    # Names may come from a file of somebody else's: they must not steer the terminal.
    return "".join(sign if sign.isprintable() else "?" for sign in text)
