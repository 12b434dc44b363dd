"""Tables of exact odds: every fact of RULES section 10, and what holds for one's own hand.

Both tables have the columns

========  =======  ==========================================================================
section   String   what the fact is about
fact      String   what happens
given     String   what is known; empty if nothing is
quantity  String   "probability", or "mean" or "variance" of a count
exact     String   the value as a fraction, such as ``7/31``
value     Float64  the same as a number
========  =======  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

from analysis import odds, odds_hand
from analysis.exact import Distribution
from analysis.seen import Direction, Role, Seen, see
from simulate.cards import CARDS_PER_HAND, SEATS, CardSet, Suit
from simulate.contracts import SIE_HAND, Contract, Game, callable_aces
from simulate.rules import CARDS_TO_RUN, Rules

_RULES = Rules.preset("standard")
_WENZ_TRUMPS = len(Game(Contract.WENZ).frame.trumps)
_PACKET = CARDS_PER_HAND // 2


@dataclass(frozen=True, slots=True)
class Fact:
    """One row of a table; see the module for what the fields mean."""

    section: str
    fact: str
    exact: Fraction
    given: str = ""
    quantity: str = "probability"


def _frame(facts: list[Fact]) -> pl.DataFrame:
    rows = [(f.section, f.fact, f.given, f.quantity, str(f.exact), float(f.exact)) for f in facts]
    columns = {"section": pl.String, "fact": pl.String, "given": pl.String, "quantity": pl.String, "exact": pl.String}
    return pl.DataFrame(rows, schema={**columns, "value": pl.Float64}, orient="row")


def _each(section: str, text: str, counts: Distribution[int], given: str = "", fewest: int = 0) -> Iterator[Fact]:
    # One fact for each possible count n; "{n}" in the text stands for it.
    for n, chance in counts.items():
        if n >= fewest:
            yield Fact(section, text.format(n=n), chance, given)


def table() -> pl.DataFrame:
    """Return all facts about a uniform deal (RULES section 10), one a row.

    >>> table().filter(fact="a given hand holds a Sie")["exact"].item()
    '1/10518300'
    """
    parts = (_trumps, _high_cards, _called_ace, _laufende, _voids, _eyes, _tout)
    return _frame([fact for part in parts for fact in part()])


def _trumps() -> Iterator[Fact]:
    section = "trumps"
    counts = odds.trumps_in_hand()
    yield from _each(section, "trumps in a hand: {n}", counts)
    yield Fact(section, "trumps in a hand", counts.mean, quantity="mean")
    yield Fact(section, "trumps in a hand", counts.variance, quantity="variance")
    yield from _each(section, f"trumps in the first {_PACKET} cards: {{n}}", odds.trumps_in_hand(cards=_PACKET))
    yield Fact(section, "some player has at most 1 trump", odds.shortest_holding().at_most(1))
    yield Fact(section, "some player has exactly 1 trump", odds.someone_holds(1))
    yield from _each(section, "longest trump holding at the table: {n}", odds.longest_holding())
    yield from _each(section, "trumps in a hand's best Solo suit: {n}", odds.best_solo_trumps())


def _high_cards() -> Iterator[Fact]:
    section = "Ober and Unter"
    sie = len(SIE_HAND)
    yield Fact(section, "a given hand holds a Sie", odds.holds_all(sie))
    yield Fact(section, "some hand holds a Sie", odds.someone_holds_all(sie))
    yield Fact(section, "all Ober in a given hand", odds.holds_all(SEATS))
    yield from _each(section, "Unter in a hand: {n}", odds.trumps_in_hand(trumps=SEATS))
    yield Fact(section, "EO GO HO with a given player", odds.holds_all(3))
    yield Fact(section, "EO GO HO with one player", odds.someone_holds_all(3))
    yield Fact(section, "EO GO HO with a given pair", odds.holds_all(3, held=2 * CARDS_PER_HAND))


def _called_ace() -> Iterator[Fact]:
    section = "called ace"
    yield Fact(section, "a given suit is callable", odds.callable_suits(suits=1)[1])
    yield from _each(section, "callable suits: {n}", odds.callable_suits())
    for trumps in range(CARDS_PER_HAND + 1):
        yield Fact(section, "no suit is callable", odds.none_callable(trumps), f"trumps in the hand: {trumps}")
    for n in range(1, odds.SUIT_CARDS):
        given = f"the declarer has {n} of the called suit"
        yield Fact(section, "each other player has at least 1 of the called suit", odds.goes_round(n), given)
        run = f"the partner has at least {CARDS_TO_RUN} of the called suit, ace included"
        yield Fact(section, run, odds.partner_may_run(n), given)
    for n in range(odds.SUIT_CARDS - 1):
        given = f"an opponent has {n} of the called suit"
        yield Fact(section, "the other opponent is void in the called suit", odds.fellow_void(n), given)


def _laufende() -> Iterator[Fact]:
    section = "laufende"
    three, two = map(_RULES.laufende_threshold, (Contract.RUFSPIEL, Contract.WENZ))
    pair = 2 * CARDS_PER_HAND
    yield from _each(section, "laufende in one hand: {n}", odds.laufende())
    yield from _each(section, "laufende of a pair: {n}", odds.laufende(pair))
    for held, sides in ((pair, "a fixed pair against a pair"), (CARDS_PER_HAND, "one against three")):
        either = odds.laufende(held, either=True)
        yield Fact(section, f"at least {three} laufende on either side", either.at_least(three), sides)
    wenz = odds.laufende(either=True, trumps=_WENZ_TRUMPS)
    yield Fact(section, f"at least {two} laufende on either side", wenz.at_least(two), "one against three, in a Wenz")


def _voids() -> Iterator[Fact]:
    section = "voids"
    yield Fact(section, "void in a given plain suit", odds.void_suits(suits=1)[1])
    yield from _each(section, "plain suits a hand is void in: {n}", odds.void_suits())
    yield Fact(section, "void in at least 1 plain suit", odds.void_suits().at_least(1))
    yield Fact(section, "some player is void in a given plain suit", odds.shortest_holding(odds.SUIT_CARDS)[0])


def _eyes() -> Iterator[Fact]:
    section, eyes = "eyes", odds.eyes_in_hand()
    yield Fact(section, "eyes in a hand", eyes.mean, quantity="mean")
    yield Fact(section, "eyes in a hand", eyes.variance, quantity="variance")
    yield Fact(section, "0 eyes in a hand", eyes[0])


def _tout() -> Iterator[Fact]:
    game = Game(Contract.SOLO_TOUT, Suit.HERZ)
    chance = odds_hand.tout_lost("EO GO HO SO GU HU SU HA", game)
    yield Fact("Tout", "a Solo-Tout is lost", chance, "own lead, 8 trumps with EO GO HO SO GU, without EU")


# ---- one's own hand ----


def table_for_hand(hand: CardSet | str, game: Game | None = None, role: Role | str | None = None) -> pl.DataFrame:
    """Return the odds that the holder of a hand has before the first card is played, one fact a row.

    Parameters
    ----------
    hand
        Eight cards, or their names.
    game
        The game declared. Without one the table tells how trumps and suits lie, and, for each ace the
        hand may call, what it would face as the declarer.
    role
        What the holder of the hand is in the game: ``declarer``, ``partner`` or ``opponent``; by default the
        partner with the called ace, else the declarer.

    Raises
    ------
    UserError
        If the hand has not eight cards, or its holder can't have that role.

    Examples
    --------
    >>> own = table_for_hand("EO GO HU HA H9 EA G10 G7", Game(Contract.RUFSPIEL, Suit.GRAS))
    >>> own.filter(fact="all players have Gras")["exact"].item()
    '128/253'
    """
    seen = see(hand, game, role)
    facts = [*_own_trumps(seen), *_own_suits(seen)]
    asked = [seen]
    if seen.game is None:
        asked = [see(seen.hand, Game(Contract.RUFSPIEL, suit)) for suit in callable_aces(seen.hand)]
    for one in asked:
        facts += [*_own_called_ace(one), *_own_high_trumps(one), *_own_laufende(one)]
    return _frame(facts + list(_own_tout(seen)))


def _situation(seen: Seen) -> str:
    return f"{seen.role} in {seen.game}" if seen.game else "the hand alone"


def _own_trumps(seen: Seen) -> Iterator[Fact]:
    section, given = "trumps", _situation(seen)
    trumps = seen.frame.trumps
    for role in dict.fromkeys(seen.others):
        counts = odds_hand.held_by(seen, trumps, role)
        yield from _each(section, f"trumps with {_one(role, seen)}: {{n}}", counts, given)
        yield Fact(section, f"trumps with {_one(role, seen)}", counts.mean, given, "mean")
    yield Fact(section, "some other player has no trump", odds_hand.shortest_other(seen, trumps)[0], given)
    longest = odds_hand.longest_other(seen, trumps)
    yield from _each(section, "longest trump holding of another player: {n}", longest, given)


def _one(role: Role, seen: Seen) -> str:
    if role is Role.PLAYER:
        return "a given other player"
    if role is not Role.OPPONENT:
        return f"the {role}"
    return "the other opponent" if seen.others.count(role) == 1 else "a given opponent"


def _own_suits(seen: Seen) -> Iterator[Fact]:
    given = _situation(seen)
    for suit in sorted(Suit, reverse=True):
        if suit is seen.frame.trump_suit:
            continue
        cards = odds_hand.plain_suit(seen, suit)
        for counts, chance in odds_hand.pattern(seen, cards).items():
            yield Fact("suits", f"{suit.title} lies {'-'.join(map(str, counts))} with the others", chance, given)
        if cards & seen.hand:
            yield Fact("suits", f"all players have {suit.title}", odds_hand.goes_round(seen, suit), given)


def _own_called_ace(seen: Seen) -> Iterator[Fact]:
    if Role.PARTNER not in seen.others or seen.game is None:
        return
    section, given = "called ace", _situation(seen)
    if seen.called_suit & seen.hand:
        yield Fact(
            section, "all four hold the called suit: its first lead goes round", odds_hand.goes_round(seen), given
        )
    run = f"the partner has at least {CARDS_TO_RUN} of the called suit, ace included"
    yield Fact(section, run, odds_hand.partner_may_run(seen), given)
    for declarer in Direction if seen.role is Role.OPPONENT else (None,):
        known = given if declarer is None else f"{given}, declarer sits {declarer.name.lower()}"
        for seat, chance in odds_hand.partner_seat(seen, declarer).items():
            yield Fact(section, f"the partner sits {seat.name.lower()}", chance, known)


def _own_high_trumps(seen: Seen) -> Iterator[Fact]:
    for card in seen.frame.groups[0]:
        if seen.game is None or card in seen.hand or card.rank not in seen.game.spec.trump_ranks:
            continue
        for role, chance in odds_hand.where_is(seen, card).items():
            if chance < 1:  # alone, the declarer has every other card against him
                yield Fact("high trumps", f"{card} is with {_whom(role, seen)}", chance, _situation(seen))


def _whom(role: Role, seen: Seen) -> str:
    if seen.others.count(role) == 1:
        return _one(role, seen)
    return "the other opponents" if seen.role is role else "the opponents"


def _own_laufende(seen: Seen) -> Iterator[Fact]:
    if seen.game is None:
        return
    fewest = _RULES.laufende_threshold(seen.game.contract)
    counts = odds_hand.laufende(seen)
    yield Fact("laufende", f"at least {fewest} laufende on either side", counts.at_least(fewest), _situation(seen))
    yield from _each("laufende", "laufende on either side: {n}", counts, _situation(seen), fewest)


def _own_tout(seen: Seen) -> Iterator[Fact]:
    tout = seen.game is not None and seen.game.contract is Contract.SOLO_TOUT and seen.role is Role.DECLARER
    if tout and seen.game and seen.hand <= seen.frame.trumps:
        chance = odds_hand.tout_lost(seen.hand, seen.game)
        yield Fact("Tout", "the Tout is lost", chance, f"{_situation(seen)}, own lead")
