"""`schafkopf verify`: whether a dataset holds what its manifest says."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli.compiling import told_if_compiling
from simulate.cli.guard import ExitCode
from simulate.cli.numbers import whole_number
from simulate.cli.output import JsonOption, print_json
from simulate.errors import UserError

if TYPE_CHECKING:
    from simulate.verify import Report

PLACE = 30
EXAMPLES = ("schafkopf verify data/first", "schafkopf verify data/first --all")


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset.", show_default=False)],
    everything: Annotated[bool, typer.Option("--all", help="Play all hands once more.")] = False,
    sample: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="Hands to play once more. [default: 10_000]", show_default=False),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="NUMBER", help="Chooses the sample.")] = "0",
    as_json: JsonOption = False,
) -> None:
    """Check a dataset, and play some of its hands once more.

    Its hashes are compared, and every row is checked for what must hold. The exit code is 1 if anything is wrong.
    """
    if everything and sample is not None:
        raise UserError(f"--sample {sample} contradicts --all: give one of the two")
    chosen = whole_number(seed, "--seed", 0, 2**64 - 1)

    from simulate.verify import SAMPLE, verify

    hands = SAMPLE if sample is None else whole_number(sample, "--sample", 0, 2**64)
    with told_if_compiling():
        report = verify(directory, None if everything else hands, chosen)
    if as_json:
        print_json(_document(directory, report))
    else:
        typer.echo(f"{directory}: {report}")
    raise typer.Exit(ExitCode.DONE if report.ok else ExitCode.FAILED)


def _document(directory: Path, report: Report) -> dict[str, Any]:
    return {
        "path": str(directory),
        "ok": report.ok,
        "hands": report.hands,
        "replayed": report.replayed,
        "found": report.found,
        "findings": [asdict(finding) for finding in report.findings],
    }
