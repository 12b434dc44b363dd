"""Numbers that stand for something in records, for kernels and for Python alike."""

NOBODY = -1
"""No seat."""
NO_GAME = 255
"""No game has been declared."""
NO_TURN = 255
"""Has not bid."""

MOST_EYES, ALL_TRICKS, SHOWN = 0, 1, 2
"""Goals of a game: more than half of the eyes, every trick, nothing more (see `simulate.contracts.Goal`)."""

LED_BY_OTHER, LED_BY_HOLDER, DISCARDED = 0, 1, 2
"""How the called ace fell: rows of ``Tables.fate``."""
ACE_WON, TAKEN_BY_OPPONENT, TAKEN_BY_OWN_SIDE = 0, 1, 2
"""Who took the trick it fell in: columns of ``Tables.fate``."""
