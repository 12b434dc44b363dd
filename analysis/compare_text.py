"""A comparison in words and lines of text."""

from __future__ import annotations

from math import expm1, floor, isfinite, log1p
from typing import TYPE_CHECKING

from simulate.contracts import Contract

if TYPE_CHECKING:
    from analysis.compare import Comparison

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
    more = "less" if gain.estimate < 0 else "more"
    if gain.low <= 0 <= gain.high:
        return (
            f"no difference can be told between b ({found.b}) and a ({found.a}): "
            f"{gain.estimate:+.2f} {found.unit} per 100 hands, "
            f"{found.level:.0%} interval {gain.low:+.2f} to {gain.high:+.2f}"
        )
    return (
        f"b ({found.b}) earns {abs(gain.estimate):.2f} {found.unit} {more} per 100 hands than a ({found.a}); "
        f"difference {gain.estimate:+.2f}, {found.level:.0%} interval {gain.low:+.2f} to {gain.high:+.2f}"
    )


def because(found: Comparison) -> str:
    """Return what makes the difference: more or fewer games of a contract, or better or worse ones."""
    causes = sorted(_causes(found), key=lambda cause: -abs(cause[0]))
    told = [f"{effect:+.2f} from {what}" for effect, what in causes if abs(effect) >= _LEAST_PART * abs(causes[0][0])]
    return f"of which {', '.join(told[:_MOST_CAUSES])}" if told else ""


def certainty(found: Comparison) -> str:
    """Return how sure that is, and what it rests on."""
    basis = f"{found.deals:,} deals in {found.design.words} ({found.hands:,} hands)"
    if not found.sums.differing:
        # What happens in a larger share of deals would have been seen in n of them with this confidence.
        most = -expm1(log1p(-found.level) / found.deals)
        return f"{basis}: with {100 * found.level:g}% confidence at most one deal in {floor(1 / most):,} differs"
    differ = f"{found.sums.differing:,} of them differ"
    if not found.trusted:
        return f"{basis}, only {differ}: too few for the interval to be trusted, play more hands"
    return f"p {probability(found.p_value)}; {basis}, {differ}; {found.plan.words}"


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
