"""The marks that `club` gives the cards of a plain suit, as fitted to how people throw, smear and lead.

A card's mark is the sum of what applies to it; the card with the highest mark is played. Columns: an opponent in a
Rufspiel, the declarer's partner, the declarer; one of three against a Solo or Wenz, and who plays it. Only
differences within a column matter.

A, 10, K, B
    The card is the Sau, the ten, the king; the Ober or Unter of a plain suit. Others start from 0.
lowest
    It is the lowest held of its suit.
under_top
    Nobody else has a higher card than the highest held, and this is not it.
with_10, guards_10
    Its ten is held, too; and is held with this card alone, while the Sau is out.
single_, double_, long_
    It is held alone, as one of two, as one of four or more (x: any card below the king).
stands_
    It is the highest held, and nobody else has a higher one.
mate_void, decl_void
    Of a lead: a mate, or the declarer, has shown that he has none of the suit; for each.
"""

from __future__ import annotations

from enum import IntEnum


class Act(IntEnum):
    """What is done with a plain card."""

    THROW = 0
    SMEAR = 1
    LEAD = 2


class Role(IntEnum):
    """Who does it; the columns of `MARKS`."""

    OPPONENT = 0
    PARTNER = 1
    DECLARER = 2
    AGAINST_ONE = 3
    ALONE = 4


Marks = dict[str, tuple[int, int, int, int, int]]

# fmt: off
MARKS: dict[Act, Marks] = {
    Act.THROW: {
        "A":          (-230, -230, -230, -230, -230),
        "10":         (-220, -220, -220, -220, -220),
        "K":          ( -90,  -50,  -90,  -50,  -90),
        "B":          (   0,    0,    0,  -80,  -40),
        "lowest":     ( 200,  200,  200,  200,  200),
        "under_top":  ( -30,  -30,  -30,  -30,  -30),
        "with_10":    ( -50,  -50,  -50,  -50,  -50),
        "guards_10":  ( -60,  -60,  -60, -140,  -60),
        "single_A":   (-200, -200, -200, -200, -200),
        "single_10":  (-120, -120, -120, -120, -120),
        "single_K":   ( -60,  -20,  -60,  -60,  -60),
        "single_B":   (   0,    0,    0,   40,    0),
        "single_x":   ( 140,  140,  140,  140,  140),
        "double_K":   ( -50,  -50,  -50,  -50,  -50),
        "double_x":   ( -50,  -50,  -50,   30,  -50),
        "long_x":     (   0,    0,    0,  160,    0),
        "stands_10":  ( -20,    0,    0,    0,    0),
        "stands_K":   (-160,  -40,    0,  -80,    0),
        "stands_x":   (-160,   20,    0,    0,    0),
    },
    Act.SMEAR: {
        "A":          ( 200,  200,  120,  200,  120),
        "10":         ( 290,  290,  290,  210,  290),
        "K":          ( 160,  200,  240,  160,  160),
        "B":          (   0,    0,    0,   40,   20),
        "under_top":  (-100, -100, -100, -100, -100),
        "with_10":    (   0,    0,    0,   40,    0),
        "single_A":   ( -10,  -10,  -10,  -50,  -10),
        "single_10":  (  70,   70,   70,   70,   70),
        "single_K":   (  40,   40,  120,  -40,  120),
        "single_B":   (   0,    0,    0,  160,    0),
        "single_x":   ( 160,  140,  120,   40,  120),
        "double_A":   ( -40,  -40,  -40,  -40,  -40),
        "double_10":  ( -40,  -40,  -40,  -40,  -40),
        "double_K":   ( -40,  -40,  -40,  -40,  -40),
        "double_x":   ( -40,  -40,  -40,  -40,  -40),
        "long_A":     ( -20,    0,    0,    0,    0),
        "stands_10":  (  40,    0,    0,   40,    0),
        "stands_K":   (  80,    0,    0,  -40,    0),
        "stands_B":   (   0,    0,    0,   80,    0),
        "stands_x":   (-160, -160,    0,    0,    0),
    },
    Act.LEAD: {
        "A":          ( 260,  610,  450,  200,  290),
        "10":         (-130,  -30,  -30,  -50,  -70),
        "K":          (   0,   40,  -40,   60, -120),
        "B":          (   0,    0,    0,   40,   20),
        "under_top":  (-120, -120, -120, -120, -120),
        "with_10":    ( -30,    0,    0,  -30,    0),
        "single_A":   (  20,   60,   20,   20,  -20),
        "single_10":  ( 130,  250,  130,   50,   90),
        "single_K":   (  90,  130,   90,  -30,   90),
        "single_x":   (  90,   10,   90,   90,   90),
        "double_A":   (   0,    0,    0,    0, -160),
        "double_10":  ( -80,    0,  -80,  -40,    0),
        "double_K":   ( -80,    0,    0,  -40,    0),
        "double_x":   ( -40,    0,    0,  -40,    0),
        "long_A":     (   0,   20,   20,    0,   20),
        "long_K":     (  20,    0,    0,    0,    0),
        "stands_10":  (  70,  380,  300,  230,  460),
        "stands_K":   (  70,  300,  300,   70,  300),
        "stands_B":   (   0,    0,    0,    0,   80),
        "stands_x":   (-170,  300,  300,   70,  300),
        "mate_void":  ( 180,  100,  -60,  100,  100),
        "decl_void":  (-180,  -20,  -20,  -20,  -20),
    },
}
# fmt: on
"""Marks by act, by what applies to the card, and by role."""
