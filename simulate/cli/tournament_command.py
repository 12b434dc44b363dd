"""`schafkopf tournament`: who is best of several players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from simulate.cli import completing
from simulate.cli.compiling import told_if_compiling
from simulate.cli.duplicate_options import (
    HandsOption,
    RulesOption,
    SeedOption,
    WorkersOption,
    hands_of,
    seed_of,
    workers_of,
)
from simulate.cli.late_bar import LateBar
from simulate.cli.output import JsonOption, console, half_width, plain_table, print_table
from simulate.cli.stopped import so_far, tell

if TYPE_CHECKING:
    from analysis.tournament import Tournament

PLACE = 52
EXAMPLES = (
    "schafkopf tournament cautious normal bold",
    "schafkopf tournament normal 'normal(solo=11)' my_player.py:brave --hands 1e7",
)


def command(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="Two or more.", show_default=False, autocompletion=completing.player),
    ],
    hands: HandsOption = None,
    rules: RulesOption = "standard",
    seed: SeedOption = None,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let every player play every other, and rank them.

    All pairs play the same deals. Intervals and p-values count for all players together: the more take part, the more
    it takes to be told apart. Ctrl-C prints the result so far.
    """
    most, chosen, threads = hands_of(hands), seed_of(seed), workers_of(workers)

    from analysis.tournament import HANDS, tournament

    with told_if_compiling(), LateBar() as bar:
        found, planned = so_far(
            lambda: tournament(players, most or HANDS, rules, chosen, workers=threads, progress=bar)
        )
    tell(found, planned, as_json, _print)


def _print(found: Tournament) -> None:
    from analysis.compare_text import alike, probability

    screen, pairs_of_all = console(), len(found.pairs())
    if len(found.alike) == pairs_of_all:
        screen.print(f"{found}\nrules {found.rules}; seed {found.seed}")
        return
    screen.print(f"{found.deals:,} deals in {found.design.words} for each pair ({found.hands:,} hands)")
    screen.print(f"rules {found.rules}; seed {found.seed}; score in {found.unit} per 100 hands\n")
    heads = ("rank", "strength", "±", "may be")
    table = plain_table("rank", "player", "strength", "±", "may be", right=heads)
    for row in found.ranking().iter_rows(named=True):
        may_be = "–".join(dict.fromkeys((str(row["rank_best"]), str(row["rank_worst"]))))
        half = half_width(row, "strength")
        table.add_row(str(row["rank"]), row["player"], f"{row['strength']:+.2f}", half, may_be)
    print_table(table)
    screen.print("strength: what he earns more than the others, the mean over them; may be: ranks")
    screen.print(f"that the intervals of all differences allow, at {found.level:.0%} for all players\n")
    pairs = plain_table("a", "b", "b earns more", "±", "p", right=("b earns more", "±", "p"))
    for row in found.pairs().iter_rows(named=True):
        half = half_width(row, "per_100")
        pairs.add_row(row["a"], row["b"], f"{row['per_100']:+.2f}", half, probability(row["p_adjusted"]))
    print_table(pairs)
    screen.print("p: Holm's, ±: Bonferroni's, for all pairs together")
    if found.alike:
        screen.print(f"no ±: no deal differs; {alike(found.deals, found.level, pairs_of_all)}")
