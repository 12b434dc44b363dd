"""What `club` knows of who plays with whom, and of who can still beat the trick."""

import numpy as np
import pytest

from simulate.cards import CardSet
from simulate.kernels.jit import kernel
from simulate.players.club_sight import facts, look
from tests.test_simulate.positions import position


@kernel
def look_at(public, hand, legal, seat, known, out):
    s = look(public[0], np.int64(hand[0]), np.int64(legal[0]), np.int64(seat[0]), known)
    out[0], out[1], out[2], out[3], out[4], out[5] = s.mates, s.foes, s.declarer_later, s.danger, s.hope, s.out


def seen(game, kontra_by=-1, **where):
    """Return mates and foes, whether the declarer plays later, then danger, hope and unseen cards as sets of cards."""
    views, game = position(game, **where)
    public = views.public.copy()
    public["kontra_by"] = kontra_by
    out = np.zeros(6, dtype=np.int64)
    look_at(public, views.hand, views.legal, views.seat, facts(), out)
    seats = [{seat for seat in range(4) if int(mask) >> seat & 1} for mask in out[:2]]
    cards = [
        {str(c) for c in (game.frame.cards[i] for i in range(32)) if int(m) >> game.frame.positions[c] & 1}
        for m in out[3:]
    ]
    return (*seats, bool(out[2]), *cards)


OPPONENT = {"declarer": 1, "seat": 0, "hand": "EO HU H9 E10 E9 E8 S9 S8"}


def test_at_first_an_opponent_knows_only_the_declarer():
    mates, foes, declarer_later, *_ = seen("Rufspiel Gras", **OPPONENT)
    assert (mates, foes, declarer_later) == (set(), {1}, True)


@pytest.mark.parametrize(
    ("declarer", "played", "later"),
    [(3, "S7", True), (2, "S7", True), (1, "S7", False), (0, "S7", False), (0, "S7 S8 S9", False), (3, "", True)],
)
def test_whether_the_declarer_plays_later(declarer, played, later):
    seat = len(played.split())
    _, _, declarer_later, *_ = seen(
        "Herz-Solo", declarer=declarer, seat=seat, hand="EO HU H9 E10 E9 E8 E7 EK", played=played
    )
    assert declarer_later == later


def test_the_holder_of_the_called_ace_knows_both_sides():
    mates, foes, *_ = seen("Rufspiel Gras", declarer=1, seat=0, hand="EO HU H9 E10 E9 GA S9 S8")
    assert (mates, foes) == ({1}, {2, 3})


def test_everybody_knows_once_the_ace_has_fallen():
    where = {"declarer": 1, "seat": 0, "hand": "EO HU H9 E10 E9 E8 G9 S8"}
    mates, foes, *_ = seen("Rufspiel Gras", **where, played="G9 G8 GA G10 EA E7")
    assert (mates, foes) == ({3}, {1, 2})


def test_the_declarer_knows_his_partner_once_the_ace_has_fallen():
    where = {"declarer": 1, "seat": 1, "hand": "EO GO HU H9 E10 E9 G8 S8"}
    mates, foes, *_ = seen("Rufspiel Gras", **where, played="G9 G8 GA G10 EA E7 EK")
    assert (mates, foes) == ({2}, {0, 3})


def test_who_leads_a_trump_is_taken_for_the_partner():
    where = {"declarer": 1, "seat": 0, "hand": "E8 HU H9 E10 E9 S10 S9 S8"}
    mates, foes, *_ = seen("Rufspiel Gras", **where, played="E8 EK EA E7 H8 HK")
    assert (mates, foes) == ({3}, {1, 2})


def test_who_leads_a_plain_suit_is_taken_for_an_opponent():
    where = {"declarer": 1, "seat": 3, "hand": "E8 HU H9 E10 E9 S10 S9 S8"}
    mates, foes, *_ = seen("Rufspiel Gras", **where, played="EA EK E7")
    assert (mates, foes) == ({0}, {1, 2})


def test_who_says_kontra_is_an_opponent():
    mates, foes, *_ = seen("Rufspiel Gras", **OPPONENT, kontra_by=3)
    assert (mates, foes) == ({3}, {1, 2})


def test_against_a_solo_three_play_together():
    mates, foes, *_ = seen("Herz-Solo", declarer=2, seat=0, hand="EO HU H9 E10 E9 E8 S9 S8")
    assert (mates, foes) == ({1, 3}, {2})
    mates, foes, *_ = seen("Herz-Solo", declarer=0, seat=0, hand="EO HU H9 E10 E9 E8 S9 S8")
    assert (mates, foes) == (set(), {1, 2, 3})


def test_danger_is_what_later_foes_can_answer_and_hope_what_mates_can():
    where = {"declarer": 3, "seat": 1, "hand": "EO HU H9 E10 E9 E8 S9 S8", "played": "S7"}
    *_, danger, hope, out = seen("Herz-Solo", **where)
    answer = {str(card) for card in CardSet.parse("SK S10 SA")}
    assert danger == hope == answer
    assert len(out) == 32 - 8 - 1


def test_a_foe_who_lacks_the_suit_threatens_with_trumps():
    # The soloist (seat 3) has trumped Eichel; now a fellow leads it again.
    played = "EA E7 E8 H7  SO GO HK H8  E9 E10"
    where = {"declarer": 3, "seat": 2, "hand": "EK H8 E8 G10 G9 S9 S8 S7", "played": played}
    *_, danger, hope, _out = seen("Herz-Solo", **where)
    assert "HA" in danger
    assert not {card for card in danger if card in ("GK", "SA")}
    assert hope == set()
