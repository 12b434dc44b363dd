from dataclasses import replace

import pytest

from simulate.cards import Notation
from simulate.contracts import Contract
from simulate.fates import AceFate
from simulate.tell_text import WIDTH, text_of
from tests.test_simulate.referee_hands import RUF_E, SIE, SIE_DEAL, SOLO_E, SOLO_TOUT, WENZ
from tests.test_simulate.told_hands import told_hand

RUFSPIEL = [(0, Contract.RUFSPIEL)]

DOUBLED = """\
Hand 17: Rufspiel (Eichel), won with 95 eyes
deal 88410535520249556, seed 7, rules standard

seat 0 forehand  player 1 bold/club      declarer
  EO SO GU HA H7  E10  G7  S8
seat 1           player 2 normal/club    partner
  HO HU H9  EA E7  GK  S10 S7
seat 2           player 3 cautious/club
  GO EU H10 H8  EK  GA G9  SK
seat 3 dealer    player 0 normal/club
  SU HK  E9 E8  G10 G8  SA S9

Auction: seat 0 bids Rufspiel, seat 1 passes, seat 2 passes, seat 3 passes.
Game: seat 0 calls the EA, which seat 1 holds.
Doubling: seat 2 says kontra, seat 0 says rekontra.

trick   seat 0  seat 1  seat 2  seat 3 eyes  taken by
    1  >EO*     HO      GO      SU       11  seat 0, declarer
    2  >SO*     HU      EU      HK       11  seat 0, declarer
    3  >GU*     H9      H10     E9       12  seat 0, declarer
    4  >HA*     E7      H8      E8       11  seat 0, declarer
    5  >H7*     GK      EK      G10      18  seat 0, declarer
    6  >E10     EA*     GA      G8       32  seat 1, partner
    7   S8     >S10     SK      SA*      25  seat 3
    8   G7      S7      G9     >S9*       0  seat 3
       > leads, * takes the trick

Result: the declaring side has 95 eyes in 6 tricks and wins; the others are
  schneider; the declaring side has 1 laufende.
Called ace: trick 6, another led its suit and it took the trick.
Value in units: base 1 + schneider 1 = 2, x 4 for rekontra = 8.
Score: seat 0 +8, seat 1 +8, seat 2 -8, seat 3 -8."""


def test_a_hand_is_told_from_the_deal_to_the_score():
    assert text_of(told_hand(RUF_E, RUFSPIEL, "20"), Notation.GERMAN) == DOUBLED


def lines_of(told, start):
    """Return the lines of the sentence that begins with a word, as one."""
    lines = text_of(told).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(start))
    sentence = [lines[first]]
    for line in lines[first + 1 :]:
        if not line.startswith("  "):
            break
        sentence.append(line.strip())
    return " ".join(sentence)


@pytest.mark.parametrize(
    ("told", "value", "score"),
    [
        (
            told_hand(WENZ, [(0, Contract.RUFSPIEL), (1, Contract.WENZ)]),
            "Value in units: base 5 + laufende 2 + schneider 1 = 8.",
            "Score: seat 0 +8, seat 1 -24, seat 2 +8, seat 3 +8.",
        ),
        (
            told_hand(SIE, [(1, Contract.SIE)], deal=SIE_DEAL, rules="official"),
            "Value in units: base 5 + laufende 8 = 13, x 4 for Sie = 52.",
            "Score: seat 0 -52, seat 1 +156, seat 2 -52, seat 3 -52.",
        ),
        (
            told_hand(SOLO_TOUT, [(2, Contract.SOLO_TOUT)], "0", rules="official"),
            "Value in units: base 5, x 2 for Solo-Tout, x 2 for kontra = 20.",
            "Score: seat 0 +20, seat 1 +20, seat 2 -60, seat 3 +20.",
        ),
        (
            told_hand(RUF_E, RUFSPIEL, rules="sauspiel"),
            "Value in cents: base 20 + schneider 10 = 30.",
            "Score: seat 0 +30, seat 1 +30, seat 2 -30, seat 3 -30.",
        ),
        (
            told_hand(RUF_E, RUFSPIEL, card=min),
            "Value in units: base 1.",
            "Score: seat 0 +1, seat 1 +1, seat 2 -1, seat 3 -1.",
        ),
    ],
)
def test_how_a_score_is_made_up(told, value, score):
    assert lines_of(told, "Value") == value
    assert lines_of(told, "Score") == score


def test_a_hand_that_nobody_plays():
    text = text_of(told_hand())
    assert text.startswith("Hand 17: passed out\n")
    assert "Auction: seat 0 passes, seat 1 passes, seat 2 passes, seat 3 passes.\n" in text
    assert text.endswith("Score: seat 0 ±0, seat 1 ±0, seat 2 ±0, seat 3 ±0.")
    assert "trick" not in text


def test_a_hand_that_can_not_play_what_is_assigned():
    text = text_of(told_hand(assigned=True, bids=()))
    assert text.startswith("Hand 17: not played\n")
    assert "Auction: none, nobody can play the contract assigned.\n" in text


def test_a_sie_is_shown():
    text = text_of(told_hand(SIE, [(1, Contract.SIE)], deal=SIE_DEAL))
    assert "Game: seat 1 plays Sie.\nSeat 1 shows his hand.\n" in text
    assert "taken by" not in text


def test_hands_are_sorted_for_the_game_that_is_played():
    text = text_of(told_hand(SOLO_E, [(0, Contract.SOLO)]), Notation.GERMAN)
    assert "  EO SO GU E10  G7  HA H7  S8\n" in text
    assert "  SU  E10" not in text


@pytest.mark.parametrize(("notation", "card"), [("pretty", ">♣O*"), ("french", ">CQ*"), (Notation.GERMAN, ">EO*")])
def test_cards_are_written_as_asked(notation, card):
    assert card in text_of(told_hand(RUF_E, RUFSPIEL), notation)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bids": None}, "Auction: highest bids seat 0 Rufspiel (their order is not recorded).\n"),
        ({"bids": (), "assigned": True}, "Auction: none, the contract is assigned.\n"),
        ({"doubled_by": None}, "Doubling: rekontra.\n"),
        ({"tricks": None}, "The tricks are not recorded, and can't be played again: that takes the same\n"),
        ({"redeals": 3}, "\ndealt again 3 times because all passed\n"),
        ({"seed": None}, "deal 88410535520249556, rules standard\n"),
        ({"players": ()}, "\nseat 2           player 3\n"),
    ],
)
def test_what_is_not_known_is_said(change, said):
    text = text_of(told_hand(RUF_E, RUFSPIEL, "20", **change))
    assert said in text


@pytest.mark.parametrize("fate", [fate for fate in AceFate if fate])
@pytest.mark.parametrize("ran_away", [False, True])
def test_every_fate_of_the_called_ace_has_words(fate, ran_away):
    told = told_hand(RUF_E, RUFSPIEL)
    text = lines_of(replace(told, result=replace(told.result, ace_fate=fate, ran_away=ran_away)), "Called ace")
    assert text.startswith("Called ace: trick 6, ")
    assert text.endswith("; its holder ran away before.") is ran_away


@pytest.mark.parametrize("doubles", ["", "2", "20"])
@pytest.mark.parametrize("card", [min, max])
def test_it_fits_into_the_terminal(doubles, card):
    for told in (
        told_hand(RUF_E, RUFSPIEL, doubles, card=card),
        told_hand(RUF_E, RUFSPIEL, doubles, card=card, tricks=None, bids=None),
        told_hand(SOLO_TOUT, [(0, Contract.RUFSPIEL), (1, Contract.WENZ), (2, Contract.SOLO_TOUT)], card=card),
    ):
        lines = text_of(told).splitlines()
        assert max(map(len, lines)) <= WIDTH
        assert all(line == line.rstrip() for line in lines)
