"""The console that text is printed to. Imported when something is printed: rich takes a while to load."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text


class Screen(Console):
    """A console that ends no line of a wrapped text with the space at which it was broken."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print a text, in lines as wide as the terminal, or whatever a console prints."""
        if len(objects) != 1 or not isinstance(objects[0], str) or options:
            super().print(*objects, **options)
            return
        lines = Text(objects[0]).wrap(self, self.width)
        super().print("\n".join(line.plain.rstrip() for line in lines), soft_wrap=True)
