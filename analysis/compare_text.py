"""A comparison in words and lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from math import expm1, floor, isfinite, log
from typing import TYPE_CHECKING

from simulate.contracts import Contract

if TYPE_CHECKING:
    from analysis.compare import Comparison
    from analysis.estimate import Interval

_PLURAL = {"Rufspiel": "Rufspiele", "Wenz": "Wenze", "Solo": "Soli", "Sie": "Sie"}
_MOST_CAUSES = 4
_LEAST_PART = 0.05
"""Causes smaller than this part of the greatest are not told."""


def told(found: Comparison) -> str:
    """Return a comparison as a few lines."""
    lines = (headline(found), because(found), certainty(found), saved(found))
    return "\n".join(line for line in lines if line)


def headline(found: Comparison) -> str:
    """Return who earns more, and how much.

    >>> from analysis.compare import compare
    >>> print(headline(compare("normal", "normal", hands=1400, seed=1)))
    b (normal/club) and a (normal/club) earn the same in each of 100 deals
    """
    gain = found.per_100
    if not found.sums.differing:
        return f"b ({found.b}) and a ({found.a}) earn the same in each of {found.deals:,} deals"
    ends = f", {found.level:.0%} interval {_ends(gain)}" if gain.ends else ""
    if gain.low > 0 or gain.high < 0:
        more = "less" if gain.estimate < 0 else "more"
        return (
            f"b ({found.b}) earns {abs(gain.estimate):.2f} {found.unit} {more} per 100 hands than a ({found.a}); "
            f"difference {gain.estimate:+.2f}{ends}"
        )
    return (
        f"no difference can be told between b ({found.b}) and a ({found.a}): "
        f"{gain.estimate:+.2f} {found.unit} per 100 hands{ends}"
    )


def because(found: Comparison) -> str:
    """Return what makes the difference: more or fewer games of a contract, or better or worse ones.

    Nothing where no deal differs: another contract may be played, and score the same.
    """
    if not found.sums.differing:
        return ""
    causes = sorted(_causes(found), key=lambda cause: -abs(cause[0]))
    told = [f"{effect:+.2f} from {what}" for effect, what in causes if abs(effect) >= _LEAST_PART * abs(causes[0][0])]
    return f"of which {', '.join(told[:_MOST_CAUSES])}" if told else ""


def certainty(found: Comparison) -> str:
    """Return how sure that is, and what it rests on."""
    basis = f"{found.deals:,} deals in {found.design.words} ({found.hands:,} hands)"
    if not found.sums.differing:
        return f"{basis}: {alike(found.deals, found.level)}"
    differ = f"{found.sums.differing:,} of them {'differs' if found.sums.differing == 1 else 'differ'}"
    if not found.trusted:
        return f"{basis}, only {differ}: too few for the interval to be trusted, play more hands"
    return f"p {probability(found.p_value)}; {basis}, {differ}; {found.plan.words}"


def alike(deals: int, level: float, questions: int = 1) -> str:
    """Return how many deals differ at most where none of some does.

    Parameters
    ----------
    deals
        How many were alike.
    level
        Confidence, for all questions together.
    questions
        As many pairs of players.

    Examples
    --------
    >>> alike(1000, 0.95)
    'with 95% confidence at most one deal in 334 differs'
    >>> alike(2, 0.95)
    'too few deals to say how many differ, play more hands'
    """
    # What happens in a larger share of deals would have been seen in n of them with this confidence.
    one_in = floor(-1 / expm1(log((1 - level) / questions) / deals))
    if one_in < 2:
        return "too few deals to say how many differ, play more hands"
    return f"with {100 * level:g}% confidence at most one deal in {one_in:,} differs"


def with_ends(found: Interval, against: str = "") -> str:
    """Return an estimate per 100 hands, maybe against somebody, with its interval if it has one.

    >>> from analysis.estimate import Interval
    >>> with_ends(Interval.around(1.5, 0.25)), with_ends(Interval.around(0, 0))
    ('+1.50 per 100 hands (+1.25 to +1.75)', '+0.00 per 100 hands')
    """
    ends = f" ({_ends(found)})" if found.ends else ""
    return f"{found.estimate:+.2f} per 100 hands{f' against {against}' if against else ''}{ends}"


def beyond(best: Mapping[str, float], at_edge: Mapping[str, str]) -> str:
    r"""Return a line about values at the edge of those tried; nothing if there are none.

    >>> beyond({"solo": 12, "wenz": 5.5}, {"solo": "lowest"})
    '\nsolo = 12 is the lowest value tried: better ones may lie beyond'
    """
    edges = [f"{name} = {best[name]:g} is the {end} value tried" for name, end in at_edge.items()]
    return f"\n{', '.join(edges)}: better ones may lie beyond" if edges else ""


def saved(found: Comparison) -> str:
    """Return how many times as many hands independent deals would have taken."""
    if not isfinite(found.variance_ratio):
        return ""
    return f"independent deals would have taken {found.variance_ratio:.1f} times as many hands as had to be played"


def probability(p: float) -> str:
    """Return a p-value as text.

    >>> probability(0.0312), probability(1e-9)
    ('= 0.031', '< 0.0001')
    """
    return f"= {p:.2g}" if p >= 0.0001 else "< 0.0001"


def _ends(found: Interval) -> str:
    return f"{found.low:+.2f} to {found.high:+.2f}"


def _causes(found: Comparison) -> list[tuple[float, str]]:
    causes = []
    for row in found.by_contract().iter_rows(named=True):
        title = Contract.from_word(row["contract"]).title
        games = _PLURAL.get(title, f"{title}s")
        if row["more"]:
            causes.append((row["more"], f"{'more' if row['b_share'] > row['a_share'] else 'fewer'} {games}"))
        if row["better"]:
            causes.append((row["better"], f"{'better' if row['better'] > 0 else 'worse'} {games}"))
    return causes
