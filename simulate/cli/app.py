"""The application: its commands are the files ``*_command.py`` beside this one."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.metadata import version
from inspect import getdoc
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from simulate.cli.guard import ExitCode, guarded

_SUFFIX = "_command"
_NEGATIVE = re.compile(r"-\d")


class _Guarded(TyperGroup):
    """A group of commands that tells errors in a line, Typer's own included."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command, then exit."""
        kwargs["standalone_mode"] = False
        run = super().main
        sys.exit(guarded(lambda: run(*args, **kwargs)))


class _Command(TyperCommand):
    """A command that takes ``-1`` for a number, and whose errors name its own help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments into the context."""
        try:
            return super().parse_args(ctx, list(args))
        except Exception as error:
            if _NEGATIVE.fullmatch(str(getattr(error, "option_name", ""))) and not ctx.ignore_unknown_options:
                ctx.ignore_unknown_options = True
                return self.parse_args(ctx, args)
            if getattr(error, "ctx", ctx) is None:
                # Errors of the parser have this attribute; which class they are is no part of Typer's interface.
                error.ctx = ctx  # type: ignore[attr-defined]
            raise


app = typer.Typer(
    cls=_Guarded,
    # Help without frames: it is read in narrow terminals, and shown without waiting for rich.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"schafkopf-lab {version('schafkopf-lab')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def schafkopf(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Simulate millions of Schafkopf hands and study the odds."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A suit symbol that the terminal can't show is no reason to fail.
            stream.reconfigure(errors="replace")
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(ExitCode.DONE)


def _add_commands() -> None:
    names = sorted(path.stem for path in Path(__file__).parent.glob(f"*{_SUFFIX}.py"))
    modules = [(name, import_module(f"{__package__}.{name}")) for name in names]
    for name, module in sorted(modules, key=lambda named: (named[1].PLACE, named[0])):
        app.command(name.removesuffix(_SUFFIX), cls=_Command, help=_help(module))(module.command)


def _help(module: ModuleType) -> str:
    # A line with a backspace keeps Typer from filling the lines below it.
    return "\n".join([getdoc(module.command) or "", "", "\b", *module.EXAMPLES])


_add_commands()
