"""The rules `club` plays by; the first of a list that fits is followed.

Terms are explained in `simulate.players.club_terms`, what is played in `simulate.players.club_choices`. The rules were
grown from what people played: each had to explain enough of their decisions to be worth its line. Two were added by
hand. A worthless trick is not taken with an Ober; and who plays a Solo lets one go that he could easily lose, without
which he would win more of them than people do.
"""

from __future__ import annotations

PLAIN_LED = (
    # an opponent, or one of three against a soloist
    """
    sure: take with the highest
    threat >= 6: lowest
    takers: take with the Sau
    threat: lowest
    mate_holds, no declarer_later: add eyes
    mate_holds, led_out >= 3: add eyes
    mate_holds, no low: add eyes
    : lowest
    """,
    # the partner
    """
    no foe_holds, threat: take with the Sau
    no foe_holds: add eyes
    sure: add eyes
    hope >= 2, led_out < 2: add eyes
    : take
    """,
    # the declarer or soloist
    """
    mate_holds, threat: take with the Sau
    mate_holds: add eyes
    sure: add eyes
    : lowest
    """,
)
"""To a plain suit that the player holds: one list for each comment."""

TRUMP_LED = (
    # an opponent
    """
    mate_holds, threat, pot >= 9: take with Ober
    mate_holds, threat >= 5: take with high Unter
    mate_holds, threat: cheapest but Ober
    mate_holds: add eyes
    best < 22, no threat, hope < 3: take with eyes
    no threat, hope >= 3: add eyes
    best < 22, led_out >= 11, unter: take
    best < 22, led_out >= 11: take with Unter
    best < 22: cheapest
    best < 24, threat < 3: take
    takers, best < 24, low: take with the highest
    best < 24, no ober: add eyes
    best < 24: take with Ober
    takers >= 2: take
    takers, pot >= 9: take
    takers, no foe_holds: cheapest
    takers, led_out >= 11: take
    takers, hope >= 3: cheapest but Unter and Ober
    takers: take
    hope >= 2: add eyes
    : cheapest but Ober
    """,
    # the partner
    """
    best >= 30, foe_holds: take
    best >= 30, threat: cheapest but Ober
    no foe_holds, no threat: add eyes
    threat >= 2: take with Ober
    foe_holds: take with eyes
    : cheapest
    """,
    # the declarer or soloist
    """
    no mate_holds, no takers: cheapest but Ober
    takers >= 5: take with Ober
    takers >= 2, threat >= 3, pot >= 7: take with Ober
    no mate_holds, threat >= 3: take with high Unter
    no mate_holds: take
    no threat: add eyes
    no low, takers >= 2: take with Ober
    no low: cheapest
    best >= 26: cheapest
    : take with Ober
    """,
    # one of three against a soloist
    """
    no foe_holds: add eyes
    sure, best >= 26: take
    hope >= 2: add eyes
    sure: take with eyes
    no unter: cheapest but Ober
    hope: cheapest but Unter and Ober
    : cheapest
    """,
)
"""To a trump, of a player who has one: one list for each comment."""

FREE = (
    # anybody in a Rufspiel
    """
    mate_holds, threat, led_out >= 4: trump with eyes
    mate_holds, threat, sure, takers >= 3: trump with Unter
    mate_holds, threat, sure: trump
    mate_holds, threat: trump with high Unter
    mate_holds, best >= 5: smear
    mate_holds, declarer_later, best < 4, top: throw
    mate_holds, declarer_later, best < 4: trump with Unter
    mate_holds, sure, declarer_later: trump with the highest
    mate_holds: smear
    ober, no unter, no low, takers >= 2, pot < 4: throw
    takers < 2, ober, pot < 7, no top: trump
    takers < 2, ober, pot < 7: throw
    takers = 1: trump
    takers >= 2, no sure, threat < 3: trump
    takers >= 2, no sure: trump with high Unter
    led_out < 3, threat, takers >= 3, pot >= 7: trump with Ober
    led_out < 3, threat, takers >= 3: throw
    sure: trump with eyes
    hope >= 2, threat < 2: smear
    hope >= 2, no declarer_later, best >= 5: smear
    : throw
    """,
    # one of three against a Solo
    """
    threat, led_out >= 4: trump with eyes
    threat: trump with the highest
    no foe_holds, trumps >= 2: smear
    declarer_later: trump or smear
    no foe_holds: trump with eyes or smear
    hope >= 2: trump with eyes or smear
    sure: trump with eyes
    hope, best < 25: smear
    : throw
    """,
    # anybody in a Wenz
    """
    threat: trump
    no foe_holds: smear
    : trump
    """,
    # who plays a Solo
    """
    threat >= 6: trump with high Unter
    threat >= 3, pot < 4: throw
    : trump with eyes
    """,
)
"""Of a player who does not hold what is led: one list for each comment."""

LEAD = (
    # an opponent
    """
    trumps >= 4, called >= 3: called suit from above
    no called_led, trumps >= 4: called suit
    top, called >= 3: called suit from above
    no called_led, called >= 2, top: called suit
    no called_led, called >= 2: called suit from above
    no called_led, trumps_out < 3: plain
    no called_led: called suit
    leads < 2: plain
    no trumps: another plain suit
    : plain
    """,
    # the partner
    """
    trick >= 4, trumps >= 2: Ober or Unter, or low
    trick >= 4, unter, leads < 2: highest trump
    trick >= 4, unter: plain
    top: Ober or Unter
    trick >= 4, no called: plain
    trumps = 1, no unter, trumps_out >= 5: highest trump
    trick >= 4, trumps_out >= 5: another plain suit
    trick >= 4: plain
    ober: highest trump
    no unter, trumps >= 3: Ober or Unter, or low
    called >= 4: called suit
    no trumps, trick < 2: plain
    no trumps, trumps_out >= 8: another plain suit
    no unter: highest trump
    leads >= 2: low, or Ober or Unter
    : highest trump
    """,
    # the declarer
    """
    trumps < 2, unter, no trumps_out: called suit
    trumps < 2, no top: plain
    no unter, top, no ober: called suit
    ober, trick >= 6: highest trump
    top, trick < 4: highest trump
    trumps < 2: plain
    no low, obers >= 2: highest trump
    no top, no low, trick >= 4, called: Unter from above
    no top, no low, ober, trick >= 4: low or king
    ober, trick < 4, king, trumps_out >= 6: low or king
    no low, ober, trick < 4: Unter from below
    no low: Ober or Unter
    no top, trumps_out < 4: Unter from above, or low
    no top: low trump
    : Ober or Unter
    """,
    # one of three against a soloist
    """
    : plain
    """,
    # who plays a Solo
    """
    leads >= 6: highest trump
    trumps >= 2: Ober or Unter, or low
    no ober, no unter: plain
    unter, trick < 6: plain
    : highest trump
    """,
    # who plays a Wenz
    """
    leads < 2: highest trump
    : plain
    """,
)
"""Of a player who is to lead: one list for each comment."""
