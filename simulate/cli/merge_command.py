"""`schafkopf merge`: runs of one experiment into one dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from simulate.cli.output import JsonOption, print_json
from simulate.errors import UserError

PLACE = 35
EXAMPLES = (
    "schafkopf simulate --hands 1e6 --seed 7 --out data/a",
    "schafkopf simulate --hands 1e6 --seed 7 --start 1e6 --out data/b",
    "schafkopf merge data/a data/b --out data/both",
)


def command(
    directories: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="Datasets, two or more.", show_default=False)
    ],
    out: Annotated[str, typer.Option(metavar="DIR", help="Folder of the merged dataset: a new one.")],
    as_json: JsonOption = False,
) -> None:
    """Join runs of one experiment into one dataset.

    They must be over different hand ids.
    """
    if not out.strip():
        raise UserError(f"--out {out!r} names no folder: name one, such as data/both")

    from simulate.merging import merge

    receipt = merge(directories, out)
    if as_json:
        print_json({"path": out, "hands": receipt.hands, "merged": [str(directory) for directory in directories]})
    else:
        typer.echo(f"{receipt.hands:,} hands of {len(directories)} datasets are in {out}")
