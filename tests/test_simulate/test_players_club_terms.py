"""The terms that rules of `club` ask about, as they are in positions."""

import numpy as np

from simulate.kernels.jit import kernel
from simulate.players.club_cards import winners
from simulate.players.club_sight import facts, look
from simulate.players.club_terms import FOLLOW_WORDS, LEAD_WORDS, follow_words, lead_words
from tests.test_simulate.positions import position
from tests.test_simulate.test_players_club_rulebook import terms_of


@kernel
def words_at(public, hand, legal, seat, known, out):
    s = look(public[0], np.int64(hand[0]), np.int64(legal[0]), np.int64(seat[0]), known)
    if s.position == 0:
        words = lead_words(s, public[0])
    else:
        pool = s.legal if s.legal & s.led_suit else s.legal & s.trumps
        words = follow_words(s, winners(s), pool)
    for i, word in enumerate(words):
        out[i] = word


def terms(game, **where):
    views, _ = position(game, **where)
    words = LEAD_WORDS if views.public["position"][0] == 0 else FOLLOW_WORDS
    out = np.zeros(len(words), np.int64)
    words_at(views.public, views.hand, views.legal, views.seat, facts(), out)
    return terms_of(words, [int(value) for value in out])


def test_a_trick_in_trumps():
    # The fellow at seat 2 holds it; nobody is left but the soloist, who has not played.
    where = {"declarer": 0, "seat": 3, "hand": "GO H10 E9 E8 E7 S9 S8 S7", "played": "HU H7 SO"}
    found = terms("Herz-Solo", **where)
    assert found == {
        "mate_holds": 1,
        "foe_holds": 0,
        "declarer_later": 0,
        "sure": 1,
        "low": 0,
        "unter": 0,
        "ober": 1,
        "top": 0,
        "takers": 1,
        "threat": 0,
        "hope": 0,
        "best": 28,
        "led_out": 14 - 3 - 2,
        "pot": 2 + 0 + 3,
        "trumps": 2,
    }


def test_a_trick_in_a_plain_suit():
    # Who leads a plain suit is taken for an opponent. Of Eichel the Sau, 10, 9 and 7 are out.
    where = {"declarer": 2, "seat": 1, "hand": "EO HU H9 EK G10 G9 S9 S8", "played": "E8"}
    found = terms("Rufspiel Gras", **where)
    assert (found["mate_holds"], found["foe_holds"], found["declarer_later"]) == (1, 0, 1)
    assert (found["takers"], found["sure"], found["low"], found["top"]) == (1, 0, 0, 1)
    assert (found["best"], found["led_out"], found["pot"], found["trumps"]) == (1, 4, 0, 3)
    assert found["threat"] == found["led_out"] - 1
    assert found["hope"] == 0


def test_without_the_suit_led_the_trumps_count():
    where = {"declarer": 0, "seat": 3, "hand": "EO GO HA E9 E8 E7 S9 S8", "played": "GA G10 G8"}
    found = terms("Rufspiel Schellen", **where)
    assert (found["takers"], found["sure"], found["low"], found["ober"], found["pot"]) == (3, 1, 0, 1, 21)
    assert found["threat"] == 0


def test_on_lead():
    played = "EO H7 H8 H9  GO HK HU SU"
    found = terms("Rufspiel Gras", declarer=0, seat=0, hand="EO GO HO GU G9 EA E9 S9", played=played)
    assert found == {
        "low": 0,
        "king": 0,
        "unter": 1,
        "ober": 1,
        "top": 1,
        "called_led": 0,
        "trumps": 2,
        "trumps_out": 14 - 8 - 2,
        "called": 1,
        "trick": 2,
        "leads": 3,
        "obers": 1,
        "unters": 1,
    }


def test_in_a_wenz_only_unter_are_trumps():
    found = terms("Wenz", declarer=0, seat=1, hand="EU GU EA E10 EK E9 E8 SA", played="EO")
    assert (found["trumps"], found["best"], found["takers"], found["low"]) == (2, 3, 3, 1)
