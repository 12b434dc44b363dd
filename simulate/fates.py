"""What becomes of the called ace in a Rufspiel (RULES section 5)."""

from __future__ import annotations

from enum import IntEnum


class AceFate(IntEnum):
    """How the called ace left its holder's hand; in `simulate.table.HAND_ROW` as its value.

    "Opponents" and "own side" are seen from the declaring side, to which the holder of the ace belongs.
    """

    NONE = 0
    """No ace is called."""
    LED_BY_OTHER_WON = 1
    """Somebody else led the suit, the ace was played and took the trick."""
    LED_BY_OTHER_TRUMPED_BY_OPPONENTS = 2
    """Somebody else led the suit, the ace was played and an opponent took the trick with a trump."""
    LED_BY_OTHER_TRUMPED_BY_OWN_SIDE = 3
    """Somebody else led the suit, the ace was played and the declarer took the trick with a trump."""
    LED_BY_HOLDER_WON = 4
    """The holder led the ace and it took the trick."""
    LED_BY_HOLDER_TRUMPED = 5
    """The holder led the ace and somebody took the trick with a trump."""
    DISCARDED = 6
    """The holder played the ace to a trick led in another suit."""

    @property
    def word(self) -> str:
        """The name in data, such as ``led_by_other_won``.

        >>> AceFate.DISCARDED.word
        'discarded'
        """
        return self.name.lower()
