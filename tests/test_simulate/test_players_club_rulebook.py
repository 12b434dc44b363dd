"""Rules of `club`: read as they are written, and found in the tables as they are written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.contracts import FRAMES, Contract, Game
from simulate.kernels.jit import kernel
from simulate.players.club_choices import FREE_CHOICES, LEAD_CHOICES, PLAIN_LED_CHOICES, TRUMP_LED_CHOICES, Plain
from simulate.players.club_marks import Role
from simulate.players.club_rulebook import (
    COLUMNS,
    FIRST,
    FIRST_LEAD,
    GROUP,
    HOW,
    SECOND,
    Rule,
    allowed_by,
    choice_of,
    list_of,
    parse,
    rulebook,
)
from simulate.players.club_rules import FREE, LEAD, PLAIN_LED, TRUMP_LED
from simulate.players.club_terms import (
    FOLLOW_AT,
    FOLLOW_SIZE,
    FOLLOW_WORDS,
    LEAD_AT,
    LEAD_SIZE,
    LEAD_WORDS,
    allowed_rules,
    place_of,
)

NAMED = (
    *((text, PLAIN_LED_CHOICES) for text in PLAIN_LED),
    *((text, TRUMP_LED_CHOICES) for text in TRUMP_LED),
    *((text, FREE_CHOICES) for text in FREE),
    *((text, LEAD_CHOICES) for text in LEAD),
)
BOOK = rulebook()


def size_of(word):
    return 1 << sum(bits for _, bits in word)


def terms_of(words, values):
    """Return the value of each term of the words with these values."""
    terms = {}
    for word, value in zip(words, values, strict=True):
        for term, bits in word:
            terms[term] = value % (1 << bits)
            value >>= bits
    if "best" in terms:
        terms["best"] = place_of(terms["best"])
    return terms


def first_that_fits(rules, terms):
    return next(rule for rule in rules if all(low <= terms[term] <= high for term, (low, high) in rule.ranges.items()))


@kernel
def follow_choice(book, number, values):
    words = (values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7])
    return choice_of(book, number, allowed_rules(words, FOLLOW_AT, book.allowed, number * FOLLOW_SIZE), 0)


@kernel
def number_of_list(book, role, void, wenz, trump_led):
    return list_of(book, role, void, wenz, trump_led)


@kernel
def lead_choice(book, number, values):
    words = (values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7])
    fits = allowed_rules(words, LEAD_AT, book.allowed, FIRST_LEAD * FOLLOW_SIZE + number * LEAD_SIZE)
    return choice_of(book, FIRST_LEAD + number, fits, 0)


def test_a_line_says_what_must_hold():
    rule = Rule.parse("mate_holds, no low, pot < 4, hope >= 2, hope < 5, takers = 1: smear")
    top = rule.ranges["mate_holds"][1]
    assert rule == Rule(
        {"mate_holds": (1, top), "low": (0, 0), "pot": (0, 3), "hope": (2, 4), "takers": (1, 1)}, "smear"
    )
    assert Rule.parse(": throw") == Rule({}, "throw")


@pytest.mark.parametrize(
    "text", ["pot > 3: throw\n: throw", "mate_holds low: throw\n: throw", "pot < 3: throw", ": throw\n" * 33]
)
def test_what_can_not_be_read_is_no_list_of_rules(text):
    with pytest.raises(ValueError, match="condition"):
        parse(text)


def test_an_unknown_term_is_told():
    with pytest.raises(ValueError, match="polt"):
        allowed_by(parse("polt < 3: throw\n: throw"), FOLLOW_WORDS)


@pytest.mark.parametrize("number", range(FIRST_LEAD))
@given(st.tuples(*(st.integers(0, size_of(word) - 1) for word in FOLLOW_WORDS)))
def test_the_tables_find_the_first_rule_that_fits(number, values):
    _check(number, values, FOLLOW_WORDS, follow_choice(BOOK, number, np.array(values, np.int64)))


@pytest.mark.parametrize("number", range(FIRST_LEAD, len(NAMED)))
@given(st.tuples(*(st.integers(0, size_of(word) - 1) for word in LEAD_WORDS)))
def test_the_tables_find_the_first_rule_that_fits_on_lead(number, values):
    _check(number, values, LEAD_WORDS, lead_choice(BOOK, number - FIRST_LEAD, np.array(values, np.int64)))


def _check(number, values, words, found):
    text, named = NAMED[number]
    expected = named[first_that_fits(parse(text), terms_of(words, values)).choice]
    how = int(BOOK.rows[found + HOW])
    takes, highest, plain = (how >> shift & mask for shift, mask in ((0, 1), (1, 1), (3, 7)))
    assert (takes, highest, plain) == (expected.takes, expected.highest, expected.plain)


def test_choices_are_of_the_cards_they_name():
    trump_led = parse(TRUMP_LED[0])
    assert trump_led[0].choice == "take with Ober"
    row = int(BOOK.choice[len(PLAIN_LED) * 32])
    # In a Rufspiel; of a Wenz the highest four positions are trumps.
    assert BOOK.rows[row + FIRST] == 0xFF << 24
    assert BOOK.rows[row + SECOND] == 0
    assert BOOK.rows[row + GROUP] == 0x3CF3CF & ~0x820820
    wenz = FRAMES.index(Game(Contract.WENZ).frame)
    assert BOOK.rows[row + wenz * COLUMNS + FIRST] & 0xF << 28 == 0xF << 28


@pytest.mark.parametrize(
    ("role", "void", "wenz", "trump_led", "title"),
    [
        (Role.OPPONENT, 0, 0, 0, PLAIN_LED[0]),
        (Role.PARTNER, 0, 0, 0, PLAIN_LED[1]),
        (Role.DECLARER, 0, 0, 0, PLAIN_LED[2]),
        (Role.AGAINST_ONE, 0, 1, 0, PLAIN_LED[0]),
        (Role.ALONE, 0, 1, 0, PLAIN_LED[2]),
        (Role.OPPONENT, 0, 0, 1, TRUMP_LED[0]),
        (Role.PARTNER, 0, 0, 1, TRUMP_LED[1]),
        (Role.DECLARER, 0, 0, 1, TRUMP_LED[2]),
        (Role.AGAINST_ONE, 0, 0, 1, TRUMP_LED[3]),
        (Role.ALONE, 0, 1, 1, TRUMP_LED[2]),
        *((role, 1, 0, trump, FREE[0]) for role in (Role.OPPONENT, Role.PARTNER, Role.DECLARER) for trump in (0, 1)),
        *((Role.AGAINST_ONE, 1, 0, trump, FREE[1]) for trump in (0, 1)),
        *((role, 1, 1, trump, FREE[2]) for role in (Role.AGAINST_ONE, Role.ALONE) for trump in (0, 1)),
        *((Role.ALONE, 1, 0, trump, FREE[3]) for trump in (0, 1)),
    ],
)
def test_each_player_follows_his_list(role, void, wenz, trump_led, title):
    assert NAMED[number_of_list(BOOK, int(role), void, wenz, trump_led)][0] == title


@pytest.mark.parametrize(("text", "named"), NAMED)
def test_no_rule_is_written_twice(text, named):
    ranges = [tuple(sorted(rule.ranges.items())) for rule in parse(text)]
    assert len(set(ranges)) == len(ranges)


@pytest.mark.parametrize(
    ("code", "place"),
    [(0, 0), (5, 5), (6, 0), (17, 5), (18, 18), (31, 31), (32, 0), (39, 0), (52, 6), (53, 0), (60, 28)],
)
def test_a_plain_card_has_its_place_in_its_suit(code, place):
    assert place_of(code) == place


def test_tables_can_not_be_changed():
    from simulate.players.club_suits import habits

    with pytest.raises(ValueError, match="read-only"):
        habits().book.allowed[0] = np.uint32(1)


def test_without_the_suit_led_every_choice_says_what_is_done_with_plain_cards():
    # It is worked out whether needed or not.
    assert {choice.plain for choice in FREE_CHOICES.values()} == {Plain.THROW, Plain.SMEAR}
