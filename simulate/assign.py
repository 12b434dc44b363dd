"""Contracts assigned instead of bid, so that a contract can be studied on all hands and not on those chosen for it.

Hands that bidders choose to play are the good ones. Assigned contracts go round: the declarer's seat changes every
four hands, the contract every sixteen, whatever the cards; only what a hand may not play is left out. The declarer's
bidder still names the suit.
"""

from __future__ import annotations

from simulate.contracts import SPECS, Contract, Goal
from simulate.errors import UserError, did_you_mean
from simulate.rules import Rules

ALL = "all"
"""Every contract of the rules in turn."""


def assigned_contracts(text: str, rules: Rules) -> tuple[Contract, ...]:
    """Return the contracts that `text` assigns: all of the rules, or one.

    Raises
    ------
    UserError
        If it names none, or one that the rules do not play.

    Examples
    --------
    >>> [contract.word for contract in assigned_contracts("wenz", Rules.preset("standard"))]
    ['wenz']
    """
    if text == ALL:
        return rules.contracts
    # Whether a hand is shown is not for anyone to choose: hardly any hand can be.
    words = {contract.word: contract for contract in rules.contracts if SPECS[contract].goal is not Goal.SHOWN}
    if text not in words:
        hint = did_you_mean(text, [ALL, *words])
        raise UserError(f"contract {text!r} can't be assigned: use {ALL} or one of {', '.join(words)}{hint}")
    return (words[text],)
