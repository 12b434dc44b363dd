"""What `club` knows of the sides, against the same worked out with sets from the public record."""

import numpy as np
import pytest

from simulate.batch import Batch
from simulate.cards import CARDS, SEATS
from simulate.engine import Engine
from simulate.kernels.jit import kernel
from simulate.players.club_marks import Role
from simulate.players.club_sides import sides_tables, team_of
from simulate.players.registry import parse_players
from simulate.rules import Rules

EVERYBODY = set(range(SEATS))


@kernel
def teams_of(public, hand, seat, sides, out):
    for i in range(len(out)):
        out[i] = team_of(public[i], np.int64(hand[i]), np.int64(seat[i]), sides)


def seats_in(mask):
    return {seat for seat in EVERYBODY if int(mask) >> seat & 1}


def suspect_of(p, hand, seat):
    if hand & p["called_ace"]:
        return seat
    lack = {other for other in EVERYBODY if p["lacks"][other] & p["called_ace"]}
    could = EVERYBODY - {seat, p["declarer"], p["kontra_by"]} - lack
    could = could & seats_in(p["trump_first"]) or could - seats_in(p["plain_first"])
    return could.pop() if len(could) == 1 else None


def expected(p, hand, seat):
    partner = p["partner"] if p["partner"] >= 0 else None
    if not p["alone"] and partner is None:
        partner = suspect_of(p, hand, seat)
    declarers = {int(p["declarer"])} | ({int(partner)} if partner is not None else set())
    if not p["alone"] and partner is None:
        mates, foes = set(), declarers - {seat}
    elif seat in declarers:
        mates, foes = declarers - {seat}, EVERYBODY - declarers
    else:
        mates, foes = EVERYBODY - declarers - {seat}, declarers
    if seat == p["declarer"]:
        role = Role.ALONE if p["alone"] else Role.DECLARER
    elif p["alone"]:
        role = Role.AGAINST_ONE
    else:
        role = Role.PARTNER if p["declarer"] in mates else Role.OPPONENT
    return mates, foes, role


@pytest.mark.parametrize("players", ["bold/random", "bold"])
def test_the_sides_are_those_that_follow_from_what_is_public(players):
    engine = Engine(Rules.preset("official"), parse_players(players), seed=11)
    batch: Batch = engine._with_game(np.arange(400, dtype=np.uint64))
    batch.arrange()
    engine.hold_doubling(batch)
    asked = batch.ask_card()
    seen = set()
    for number in range(CARDS - SEATS):
        n = len(asked.rows)
        found = np.empty(n, np.int64)
        teams_of(batch.public, asked.hands, asked.seats, sides_tables(), found)
        for i in range(n):
            p, seat = batch.public[i], int(asked.seats[i])
            mates, foes, role = expected(p, asked.hands[i], seat)
            assert (seats_in(found[i]), seats_in(found[i] >> 4), Role(found[i] >> 8)) == (mates, foes, role)
            seen.add((role, len(mates), number >= SEATS))
        words = np.full(n, number * 7, np.uint64)
        batch.play(asked, engine._card_players.ask("play", batch, asked, words, np.uint32))
    # Not only the plain cases were met.
    assert {
        (Role.OPPONENT, 0, False),
        (Role.OPPONENT, 1, True),
        (Role.DECLARER, 0, True),
        (Role.DECLARER, 1, True),
    } < seen
    assert {(Role.PARTNER, 1, False), (Role.AGAINST_ONE, 2, True), (Role.ALONE, 0, True)} < seen


def test_who_has_shown_not_to_hold_the_ace_is_kept_in_the_record():
    engine = Engine(Rules.preset("standard"), parse_players("bold/random"), seed=12)
    batch = engine._with_game(np.arange(500, dtype=np.uint64))
    batch.arrange()
    asked = batch.ask_card()
    for number in range(CARDS - SEATS):
        words = np.full(len(asked.rows), number * 7919, np.uint64)
        batch.play(asked, engine._card_players.ask("play", batch, asked, words, np.uint32))
    public = batch.public[: len(asked.rows)]
    lack_ace = (public["lacks"] & public["called_ace"][:, None]) != 0
    assert lack_ace.any()
    assert np.array_equal((public["no_ace"][:, None] >> np.arange(SEATS) & 1).astype(bool), lack_ace)
