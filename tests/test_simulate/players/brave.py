"""A bidder and a card player, as the README shows them."""

from simulate.players.own import PASS, RUFSPIEL, bidder, card_player, cheapest, count, fattest, may, trumps, winners


@bidder
def brave(v, least=5):
    """Bids a Rufspiel on five trumps or more."""
    return RUFSPIEL if may(v, RUFSPIEL) and count(trumps(v)) >= least else PASS


@card_player
def greedy(v):
    """Takes every trick it can, with the fattest card that does."""
    better = winners(v)
    return fattest(v, better) if better else cheapest(v, v.legal)
