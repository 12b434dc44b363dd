"""The command line `schafkopf`: thin commands over the package and over `analysis`.

A command is a file ``NAME_command.py``, which `simulate.cli.app` finds. It has a function ``command``, whose docstring
is its help, the ``EXAMPLES`` shown below that, and its ``PLACE`` among the commands. Commands import what they need
when they run, so that ``schafkopf --help`` does not wait for it.
"""

import sys
from typing import Any

from simulate.cli.guard import guarded


def main() -> None:
    """Run the command that the arguments name, and exit."""
    sys.exit(guarded(_run))


def _run() -> Any:
    from simulate.cli.app import app

    return app(prog_name="schafkopf")
