"""Rules of a table: every option of RULES sections 3-8, presets, and a user's own TOML file.

The values stand in ``rulesets/standard.toml`` and nowhere else; each other preset, and each file of a
user, lists what it plays differently.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from simulate.cards import CARDS_PER_HAND, DECK_EYES, SEATS
from simulate.contracts import GAMES, SPECS, Contract, Goal, SuitRole
from simulate.errors import UserError, did_you_mean

EYES_TO_WIN = DECK_EYES // 2 + 1
"""Eyes the declaring side needs to win (RULES section 6)."""
EYES_NO_SCHNEIDER = DECK_EYES // 4 + 1
"""Eyes with which a losing declaring side is no longer schneider."""
EYES_SCHNEIDER_WON = DECK_EYES - DECK_EYES // 4 + 1
"""Eyes with which the declaring side wins schneider."""

CARDS_TO_RUN = 4
"""Cards of the called suit, the ace included, with which its holder may run away (RULES section 5)."""

HIGHEST_SCORE = 1_000_000
"""No tariff may let a player win more units in a hand; scores and sums of their squares then fit their columns."""

PRESETS = ("standard", "official", "sauspiel", "tournament")


class AllPass(StrEnum):
    """What happens when all four pass."""

    VOID = "void"
    REDEAL = "redeal"
    MUSS = "muss"
    RAMSCH = "ramsch"
    STOCK = "stock"


class LaufendeMode(StrEnum):
    """Which cards of a run are paid once it is long enough."""

    ALL = "all"
    EXCESS = "excess"


PLAYED_ALL_PASS = (AllPass.VOID, AllPass.REDEAL, AllPass.MUSS)
PLAYED_CONTRACTS = (
    Contract.RUFSPIEL,
    Contract.WENZ,
    Contract.SOLO,
    Contract.WENZ_TOUT,
    Contract.SOLO_TOUT,
    Contract.SIE,
)


def _option(section: str, meaning: str, low: int = 0, high: int = 1_000_000) -> Any:
    return field(metadata={"section": section, "meaning": meaning, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a table.

    Made by `Rules.preset`, `Rules.load` or `Rules.from_mapping`; every option is explained by `option_meaning`
    and by ``schafkopf rules``. Values are in score units unless said otherwise.

    Examples
    --------
    >>> Rules.preset("official").tout_multiplier
    2
    >>> Rules.preset("official").differences(Rules.preset("standard"))["elder_may_match"]
    (True, False)
    """

    name: str = _option("rules", "name shown in tables")
    unit: str = _option("rules", "what one unit of the tariff is")
    contracts: tuple[Contract, ...] = _option("rules", "contracts that may be bid, low to high")

    rebid: bool = _option("auction", "a player who was outbid may raise when his turn comes")
    reentry: bool = _option("auction", "a player who has passed may bid again when his turn comes")
    elder_may_match: bool = _option("auction", "a player who bid earlier may match the later bid and keep the game")
    solo_needs_suit_card: bool = _option("auction", "a soloist must hold a card of the trump suit below the Unter")
    all_pass: AllPass = _option("auction", "what happens when all four pass: void, redeal or muss")
    max_doubles: int = _option(
        "auction", "how often a hand may be doubled: 0 never, 1 kontra, 2 kontra and rekontra", 0, 2
    )

    run_only_on_lead: bool = _option("play", "the holder may keep the called ace only by leading the suit himself")
    ace_free_after_run: bool = _option("play", "once he has run away, the holder may discard the called ace")
    ace_discard_from_trick: int = _option(
        "play", "first trick in which the called ace may be discarded", 1, CARDS_PER_HAND
    )
    run_needs_four_in_hand: bool = _option("play", "four cards of the called suit are counted now; false: at the deal")

    base_rufspiel: int = _option("value", "base value of a Rufspiel")
    base_wenz: int = _option("value", "base value of a Wenz, per opponent")
    base_solo: int = _option("value", "base value of a Solo, per opponent")
    base_tout: int = _option("value", "base value of a Tout, per opponent")
    base_sie: int = _option("value", "base value of a Sie, per opponent")
    schneider: int = _option("value", "added for schneider")
    schwarz: int = _option("value", "added for schwarz, instead of schneider")
    laufende: int = _option("value", "added for each of the laufende")
    laufende_mode: LaufendeMode = _option(
        "value", "what is paid of a run: all of its cards, or excess, those from the shortest run on"
    )
    laufende_from: int = _option("value", "shortest run paid in Rufspiel and Solo, in cards", 1, 14)
    laufende_from_wenz: int = _option("value", "shortest run paid in a Wenz, in cards", 1, 4)
    tout_multiplier: int = _option("value", "a Tout is worth this many times", 1)
    sie_multiplier: int = _option("value", "a Sie is worth this many times", 1)
    tout_extras: bool = _option("value", "schneider and schwarz are paid in a Tout, schwarz in a Sie")

    def __post_init__(self) -> None:
        for name, expected in _TYPES.items():
            _check_type(name, getattr(self, name), expected)
        _check_consistent(self)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Return a preset: ``standard``, ``official``, ``sauspiel`` or ``tournament``.

        Raises
        ------
        UserError
            If there is no such preset.
        """
        if name not in PRESETS:
            raise UserError(f"rules {name!r} are unknown: use {', '.join(PRESETS)}{did_you_mean(name, PRESETS)}")
        return _preset(name)

    @classmethod
    def load(cls, source: str | Path | Rules) -> Rules:
        """Return the rules of a preset's name or of a TOML file.

        Raises
        ------
        UserError
            If there is neither such a preset nor such a file, or the file is not valid rules.
        """
        if isinstance(source, Rules):
            return source
        if isinstance(source, str) and source in PRESETS:
            return _preset(source)
        path = Path(source)
        # pathlib raises an error for a name that is too long.
        if not os.path.isfile(path):
            hint = did_you_mean(str(source), PRESETS)
            raise UserError(f"rules {str(source)!r} are neither a preset ({', '.join(PRESETS)}) nor a TOML file{hint}")
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UserError(f"rules file {str(path)!r} is not valid TOML: {' '.join(str(error).split())}") from None
        except OSError as error:
            raise UserError(f"rules file {str(path)!r} can't be read: {error.strerror}") from None
        try:
            return cls.from_document(document, name=path.stem)
        except UserError as error:
            raise UserError(f"rules file {str(path)!r}: {error}") from None

    @classmethod
    def from_document(cls, document: Mapping[str, Any], name: str) -> Rules:
        """Return the rules of a parsed TOML document: ``based_on`` and the tables of options that differ.

        Raises
        ------
        UserError
            On an unknown key, a wrong type or contradictory values.
        """
        base = document.get("based_on", "standard")
        if not isinstance(base, str):
            raise UserError(f"based_on = {base!r} is no preset: use {', '.join(PRESETS)}")
        values = cls.preset(base).to_mapping() | {"name": name} | _flatten(document)
        return cls.from_mapping(values)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Rules:
        """Return the rules that `to_mapping` has written.

        Raises
        ------
        UserError
            On a missing or unknown key, a wrong type or contradictory values.
        """
        for key in values:
            _check_known(key, tuple(_TYPES))
        missing = [name for name in _TYPES if name not in values]
        if missing:
            raise UserError(f"rules lack {', '.join(missing)}: take a preset and change what differs")
        return cls(**{name: _convert(name, value) for name, value in values.items()})

    def to_mapping(self) -> dict[str, Any]:
        """Return all options as plain JSON values, by name."""
        values = asdict(self)
        values["contracts"] = [contract.word for contract in self.contracts]
        values["all_pass"] = self.all_pass.value
        values["laufende_mode"] = self.laufende_mode.value
        return values

    def differences(self, other: Rules) -> dict[str, tuple[Any, Any]]:
        """Return the options that differ, as (own value, the other's value), names left out."""
        mine, theirs = self.to_mapping(), other.to_mapping()
        return {key: (mine[key], theirs[key]) for key in mine if key != "name" and mine[key] != theirs[key]}

    def base(self, contract: Contract) -> int:
        """Return the base value of a contract, in score units per opponent (Rufspiel: per pair)."""
        goal = SPECS[contract].goal
        if goal is Goal.SHOWN:
            return self.base_sie
        if goal is Goal.ALL_TRICKS:
            return self.base_tout
        return {Contract.RUFSPIEL: self.base_rufspiel, Contract.SOLO: self.base_solo}.get(contract, self.base_wenz)

    def multiplier(self, contract: Contract) -> int:
        """Return what the value of a contract is multiplied by before doubling."""
        goal = SPECS[contract].goal
        if goal is Goal.SHOWN:
            return self.sie_multiplier
        return self.tout_multiplier if goal is Goal.ALL_TRICKS else 1

    def pays_schneider_schwarz(self, contract: Contract) -> bool:
        """Return whether schneider and schwarz are paid in a contract."""
        return SPECS[contract].goal is Goal.EYES or self.tout_extras

    def laufende_threshold(self, contract: Contract) -> int:
        """Return the shortest run of laufende that a contract pays, in cards."""
        one_trump_rank = len(SPECS[contract].trump_ranks) == 1
        return self.laufende_from_wenz if one_trump_rank else self.laufende_from


_TYPES: dict[str, type] = {
    "name": str,
    "unit": str,
    "contracts": tuple,
    "all_pass": AllPass,
    "laufende_mode": LaufendeMode,
} | {f.name: {"bool": bool, "int": int}[str(f.type)] for f in fields(Rules) if f.type in ("bool", "int")}
_TYPES = {f.name: _TYPES[f.name] for f in fields(Rules)}
_META = {f.name: f.metadata for f in fields(Rules)}


def option_names() -> tuple[str, ...]:
    """Return the names of all options, in the order of RULES."""
    return tuple(_TYPES)


def option_section(name: str) -> str:
    """Return the TOML table an option belongs to: rules, auction, play or value."""
    return str(_META[name]["section"])


def option_meaning(name: str) -> str:
    """Return what an option means, in a line."""
    return str(_META[name]["meaning"])


@cache
def _preset(name: str) -> Rules:
    document = tomllib.loads((files("simulate") / "rulesets" / f"{name}.toml").read_text(encoding="utf-8"))
    if name == PRESETS[0]:
        return Rules.from_mapping({"name": name} | _flatten(document))
    return Rules.from_document(document, name=name)


def _flatten(document: Mapping[str, Any]) -> dict[str, Any]:
    """Check the tables of a document and return its options by name."""
    sections = tuple(dict.fromkeys(option_section(name) for name in _TYPES))
    values: dict[str, Any] = {}
    for key, content in document.items():
        if key == "based_on":
            continue
        if key in _TYPES and not isinstance(content, dict):
            raise UserError(f"rule {key!r} belongs into the table [{option_section(key)}]: move it below that heading")
        if key in sections and not isinstance(content, dict):
            raise UserError(f"{key} = {content!r} is no table: write [{key}] and its options on the lines below")
        if key not in sections:
            hint = did_you_mean(key, sections)
            raise UserError(f"rules table {key!r} is unknown: use {', '.join(sections)}{hint}")
        for name, value in content.items():
            _check_known(name, tuple(option for option in _TYPES if option_section(option) == key), table=key)
            values[name] = value
    return values


def _check_known(name: str, allowed: tuple[str, ...], table: str | None = None) -> None:
    if name in allowed:
        return
    if name in _TYPES:
        raise UserError(f"rule {name!r} belongs into the table [{option_section(name)}], not [{table}]")
    where = f" in [{table}]" if table else ""
    raise UserError(f"rule {name!r}{where} is unknown: use {', '.join(allowed)}{did_you_mean(name, tuple(_TYPES))}")


def _convert(name: str, value: Any) -> Any:
    """Turn a TOML value into the option's type; what does not fit is left for the type check to name."""
    if name == "contracts":
        return _contracts(value)
    expected = _TYPES[name]
    if issubclass(expected, StrEnum) and isinstance(value, str):
        allowed = tuple(member.value for member in expected)
        if value not in allowed:
            raise UserError(f"{name} = {value!r} is unknown: use {', '.join(allowed)}{did_you_mean(value, allowed)}")
        return expected(value)
    return value


def _contracts(value: Any) -> tuple[Contract, ...]:
    words = tuple(contract.word for contract in PLAYED_CONTRACTS)
    if not isinstance(value, (list, tuple)) or not value:
        raise UserError(f"contracts = {value!r} is no list of contracts: use some of {', '.join(words)}")
    for word in value:
        if not isinstance(word, str) or word not in words:
            raise UserError(
                f"contracts: {word!r} can't be played: use {', '.join(words)}{did_you_mean(str(word), words)}"
            )
    return tuple(sorted({Contract.from_word(word) for word in value}))


def _check_type(name: str, value: Any, expected: type) -> None:
    if type(value) is not expected:
        words = {bool: "true or false", int: "a whole number", str: "text", tuple: "contracts"}
        # What is none of these is an enum, which the type of an option does not tell mypy.
        wanted = words.get(expected) or ", ".join(member.value for member in expected)  # type: ignore[attr-defined]
        raise UserError(f"{name} = {value!r} has the wrong type: use {wanted}")
    low, high = _META[name]["low"], _META[name]["high"]
    if expected is int and not low <= value <= high:
        raise UserError(f"{name} = {value} is out of range: use {low} to {high}")


def _highest_score(rules: Rules) -> int:
    """Return a bound of what a declarer can win in a hand, in score units."""
    longest_run = max(len(game.frame.trumps) for game in GAMES)
    extras = rules.laufende * longest_run + rules.schwarz
    values = [(rules.base(contract) + extras) * rules.multiplier(contract) for contract in rules.contracts]
    return (SEATS - 1) * max(values) << rules.max_doubles


def _check_consistent(rules: Rules) -> None:
    played_here = [contract for contract in PLAYED_CONTRACTS if contract in rules.contracts]
    if not played_here or list(rules.contracts) != played_here:
        words = ", ".join(contract.word for contract in PLAYED_CONTRACTS)
        raise UserError(f"contracts = {rules.contracts!r} are not contracts, low to high: use some of {words}")
    if rules.all_pass not in PLAYED_ALL_PASS:
        played = ", ".join(mode.value for mode in PLAYED_ALL_PASS)
        raise UserError(f"all_pass = {rules.all_pass.value!r} can't be played yet: use {played}")
    if rules.reentry and not rules.rebid:
        raise UserError(
            "reentry = true contradicts rebid = false: who may come back must be able to bid again; set rebid = true"
        )
    if rules.elder_may_match and not rules.rebid:
        raise UserError("elder_may_match = true contradicts rebid = false: matching is a second bid; set rebid = true")
    if rules.schwarz < rules.schneider:
        raise UserError(
            f"schwarz = {rules.schwarz} contradicts schneider = {rules.schneider}: schwarz is paid instead of "
            "schneider; set schwarz at least as high"
        )
    if (most := _highest_score(rules)) > HIGHEST_SCORE:
        raise UserError(
            f"this tariff lets a player win {most} units in a hand, more than the {HIGHEST_SCORE} that fit: lower base "
            "values, laufende or multipliers"
        )
    called = [contract for contract in rules.contracts if SPECS[contract].suit_role is SuitRole.CALLED]
    if rules.all_pass is AllPass.MUSS and not (called and Contract.SOLO in rules.contracts):
        raise UserError('all_pass = "muss" needs the contracts rufspiel and solo: the holder of EO plays one of them')
