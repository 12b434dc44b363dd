"""What only the extra ``lab`` installs: asked for by name, missed in a line."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from simulate.errors import UserError

_OF_LAB = ("matplotlib", "seaborn", "jinja2")


def need(module: str, purpose: str) -> Any:
    """Return a module that needs the extra ``lab``.

    Parameters
    ----------
    module
        Its name, such as ``analysis.plots``.
    purpose
        What it is for, in the plural, such as ``figures``.

    Raises
    ------
    UserError
        If the extra is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _OF_LAB:
            raise
        raise UserError(
            f"{purpose} need {missing}, which is not installed: "
            "pip install -c constraints.txt -e '.[lab]' in the project's folder"
        ) from None
