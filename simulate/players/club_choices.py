"""What the rules of `club` can say is played: which kinds of cards are tried first, and what else is played.

Kinds of cards: ``low`` (below the king), ``king``, ``ten``, ``sau``, ``unter``, ``ober``; of the suit led or, without
it and on lead, of trumps.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

ALL = "low king ten sau unter ober"
FAT = "king ten sau"
HIGH = "unter ober"

Order = tuple[str, ...]
"""Kinds of cards in groups: of the first group of which there is a card, the lowest is played."""

USUAL: Order = ("low king", "unter ober", "ten sau")
KEEP_OBER: Order = ("low king", "unter", "ten sau", "ober")
KEEP_HIGH: Order = ("low king", "ten sau", "unter ober")
FATTEST: Order = ("ten sau", "king", "low", "unter ober")
LOWEST: Order = (ALL,)
GROUPS = 4
"""Groups of an order at most."""


class Plain(IntEnum):
    """What is done with the cards of other plain suits if there is none of the kinds tried first."""

    NONE = 0
    THROW = 1
    SMEAR = 2
    LEAD = 3
    LEAD_CALLED_LOW = 4
    LEAD_CALLED_HIGH = 5
    LEAD_OTHER = 6


@dataclass(frozen=True)
class Choice:
    """How a card is chosen: of the first kinds, of the second, of other plain suits, by an order."""

    first: str = ""
    takes: bool = False
    """Only those of the first kinds that take the trick."""
    highest: bool = False
    """The highest card of the first kinds instead of the lowest."""
    second: str = ""
    """Tried next; those that take the trick only, unless on lead."""
    second_highest: bool = False
    plain: Plain = Plain.NONE
    order: Order = USUAL


TRUMP_LED_CHOICES = {
    "cheapest": Choice(),
    "cheapest but Ober": Choice(order=KEEP_OBER),
    "cheapest but Unter and Ober": Choice(order=KEEP_HIGH),
    "add eyes": Choice(FAT, highest=True),
    "take": Choice(ALL, takes=True),
    "take with eyes": Choice(FAT, takes=True, highest=True, second=ALL),
    "take with Unter": Choice(HIGH, takes=True),
    "take with high Unter": Choice("unter", takes=True, highest=True, second=HIGH),
    "take with Ober": Choice(HIGH, takes=True, highest=True),
    "take with the highest": Choice(ALL, takes=True, highest=True),
}
PLAIN_LED_CHOICES = {
    "lowest": Choice(order=LOWEST),
    "add eyes": Choice(FAT, highest=True, order=LOWEST),
    "take": Choice(ALL, takes=True, order=LOWEST),
    "take with the highest": Choice(ALL, takes=True, highest=True, order=LOWEST),
    "take with the Sau": Choice("sau", takes=True, order=LOWEST),
}
FREE_CHOICES = {
    "throw": Choice(plain=Plain.THROW),
    "smear": Choice(plain=Plain.SMEAR, order=FATTEST),
    "trump": Choice(ALL, takes=True, plain=Plain.THROW),
    "trump or smear": Choice(ALL, takes=True, plain=Plain.SMEAR, order=FATTEST),
    "trump with eyes": Choice(FAT, takes=True, highest=True, second=ALL, plain=Plain.THROW),
    "trump with eyes or smear": Choice(FAT, takes=True, highest=True, plain=Plain.SMEAR, order=FATTEST),
    "trump with Unter": Choice(HIGH, takes=True, plain=Plain.THROW),
    "trump with high Unter": Choice("unter", takes=True, highest=True, second=HIGH, plain=Plain.THROW),
    "trump with Ober": Choice(HIGH, takes=True, highest=True, plain=Plain.THROW),
    "trump with the highest": Choice(ALL, takes=True, highest=True, plain=Plain.THROW),
}
LEAD_CHOICES = {
    "plain": Choice(plain=Plain.LEAD),
    "called suit": Choice(plain=Plain.LEAD_CALLED_LOW),
    "called suit from above": Choice(plain=Plain.LEAD_CALLED_HIGH),
    "another plain suit": Choice(plain=Plain.LEAD_OTHER),
    "highest trump": Choice(ALL, highest=True),
    "Ober or Unter": Choice(HIGH, highest=True, plain=Plain.LEAD),
    "Ober or Unter, or low": Choice(HIGH, highest=True, second="low king"),
    "Unter from above": Choice("unter", highest=True, plain=Plain.LEAD),
    "Unter from above, or low": Choice("unter", highest=True, second="low king"),
    "Unter from below": Choice("unter", plain=Plain.LEAD),
    "low trump": Choice("low", plain=Plain.LEAD),
    "low or king": Choice("low king", plain=Plain.LEAD),
    "low, or Ober or Unter": Choice("low king", second=HIGH, second_highest=True),
}
