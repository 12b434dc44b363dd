"""Everything that a file with your own player needs.

A player has two halves that combine freely: a bidder and a card player. Each is a function, and can be written in three
ways:

- a rule: a function of one `View`, compiled (`bidder`, `card_player`)
- a batch function: NumPy or numba over arrays of views (`batch_bidder`, `batch_card_player`)
- a model that scores the answers of many views at once (`model_bidder`, `model_card_player`)

``schafkopf players new my_player.py`` writes a file to start from. Names such as ``my_player.py:brave`` work
wherever a player is named; a player that is named so runs the code of that file.

A rule is asked only if there is something to decide. What it may know is in its `View`; the functions of
`simulate.players.own_helpers` answer small questions about it.

>>> @bidder
... def brave(v, least=5):
...     if may(v, SOLO) and count(trumps_in(v, EICHEL)) >= 7 and has(v, EO):
...         return SOLO
...     return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS
>>> from simulate.run import run
>>> run(hands=1000, players=player(brave), seed=1).summary["contract"].to_list()
['rufspiel', 'solo', None]
"""

from simulate.players import own_helpers
from simulate.players.from_file import player

# Its ``__all__`` is the list of words for rules, which is not written a second time here.
from simulate.players.own_helpers import *  # noqa: F403
from simulate.players.own_model import card_features, hand_features, model_bidder, model_card_player
from simulate.players.own_players import batch_bidder, batch_card_player, bidder, card_player
from simulate.players.own_view import View, view_at
from simulate.table import Views

__all__ = [
    "View",
    "Views",
    "batch_bidder",
    "batch_card_player",
    "bidder",
    "card_features",
    "card_player",
    "hand_features",
    "model_bidder",
    "model_card_player",
    "player",
    "view_at",
]
__all__ += own_helpers.__all__
