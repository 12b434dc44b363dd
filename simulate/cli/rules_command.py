"""`schafkopf rules`: the presets, and every option of one of them or of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulate.cli import completing
from simulate.cli.output import JsonOption, console, plain_table, print_json, print_table

if TYPE_CHECKING:
    from simulate.rules import Rules

PLACE = 50
EXAMPLES = ("schafkopf rules", "schafkopf rules official", "schafkopf rules my_table.toml")

SUMMARIES = {
    "standard": "the default: the article this project follows, official rules where it is silent",
    "official": "Schafkopfschule e.V., Schafkopfregeln (2007)",
    "sauspiel": "official play with the tariff in cents that is usual online",
    "tournament": "official play with the short tariff of tournaments, no laufende, no doubling",
}
"""The presets, in a line each."""


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE]", help="A preset or a TOML file.", show_default=False, autocompletion=completing.rules
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the presets, or the options of one or of a file.

    With a name or a file, every option is told, and what differs from standard.
    """
    from simulate.rules import PRESETS, Rules

    if name is None:
        presets = [Rules.preset(preset) for preset in PRESETS]
        print_json([_document(rules) for rules in presets]) if as_json else _print_list(presets)
    else:
        rules = Rules.load(name)
        print_json(_document(rules)) if as_json else _print_one(rules)


def _standard() -> Rules:
    from simulate.rules import PRESETS, Rules

    return Rules.preset(PRESETS[0])


def _document(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "summary": SUMMARIES.get(rules.name),
        "options": rules.to_mapping(),
        "differs_from_standard": sorted(rules.differences(_standard())),
    }


def _print_list(presets: list[Rules]) -> None:
    table = plain_table("preset", "what", "differs in", right=("differs in",))
    for rules in presets:
        table.add_row(rules.name, SUMMARIES[rules.name], str(len(rules.differences(_standard()))))
    print_table(table)
    console().print("\nEvery option of one, and what differs: schafkopf rules NAME")


def _print_one(rules: Rules) -> None:
    from simulate.rules import option_meaning, option_names, option_section

    screen = console()
    values, standard = rules.to_mapping(), _standard().to_mapping()
    different = rules.differences(_standard())
    told = f"{len(different)} options differ from standard, marked *" if different else "as standard"
    screen.print(f"rules {rules.name}: {told}")
    for section in dict.fromkeys(option_section(option) for option in option_names()):
        table = plain_table(f"[{section}]", "value", "meaning")
        for option in option_names():
            if option_section(option) == section:
                mark = "* " if option in different else "  "
                usual = f" (standard: {_told(standard[option])})" if option in different else ""
                table.add_row(mark + option, _told(values[option]), option_meaning(option) + usual)
        screen.print()
        print_table(table)


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, list) else str(value)
