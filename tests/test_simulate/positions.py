"""Positions for tests of card players, written like a game record."""

import numpy as np

from simulate.batch import Batch, IllegalAnswerError
from simulate.cards import SEATS, CardSet, parse_cards
from simulate.contracts import GAME_NUMBER, GAMES, Contract, Game, Suit
from simulate.rulebook import rule_book
from simulate.rules import Rules

WORDS = {game.title.lower(): game for game in GAMES}
ATTEMPTS = 2000


def game_named(text):
    """Return the game of a text such as ``Rufspiel Gras``, ``Herz-Solo`` or ``Wenz``."""
    words = text.split()
    if words[0] == "Rufspiel":
        return Game(Contract.RUFSPIEL, Suit[words[1].upper()])
    return WORDS[text.lower()]


def start(game, declarer, hands, rules="official"):
    """Return a batch of one hand in which `declarer` has declared `game`."""
    batch = Batch.of_hands(rule_book(Rules.preset(rules)), np.array([hands], dtype=np.uint32))
    turn = 0
    while (asked := batch.ask_bid(turn)) is not None:
        if len(asked.rows):
            bids = asked.seats == declarer
            batch.bid(turn, asked, np.where(bids, int(game.contract), 0).astype(np.uint8))
        turn += 1
    asked = batch.ask_game()
    batch.declare(asked, np.array([GAME_NUMBER[game]], dtype=np.uint8))
    return batch


def position(game, *, declarer, seat, hand, played=""):
    """Return the views (of one hand) of `seat`, who is to play, and the game.

    Parameters
    ----------
    game
        Such as ``Rufspiel Gras``.
    hand
        The eight cards dealt to `seat`.
    played
        All cards played so far, in order; forehand (seat 0) leads the first trick. What nobody has shown is dealt so
        that all these cards were legal.
    """
    game = game_named(game)
    cards = parse_cards(played)
    own = CardSet.parse(hand)
    assert len(own) == 8, hand
    owners = _owners(game, cards)
    shown = [CardSet.of(card for card, owner in zip(cards, owners, strict=True) if owner == s) for s in range(SEATS)]
    assert shown[seat] <= own, f"{shown[seat]} are not all in {hand}"
    rest = sorted(set(range(32)) - set(own) - set(cards))
    rng = np.random.default_rng(0)
    for _ in range(ATTEMPTS):
        pile = list(rng.permutation(rest))
        hands = []
        for s in range(SEATS):
            if s == seat:
                hands.append(own.mask)
                continue
            more = [pile.pop() for _ in range(8 - len(shown[s]))]
            hands.append(shown[s].mask | sum(1 << int(card) for card in more))
        batch = _replayed(game, declarer, hands, cards)
        if batch is not None:
            asked = batch.ask_card()
            assert asked.seats[0] == seat, f"seat {asked.seats[0]} is to play"
            return batch.views(asked, np.zeros(1, dtype=np.uint64)), game
    raise AssertionError("no deal makes these cards legal")


def card_played(player, game, **where):
    """Return the card, such as ``H10``, that `player` plays in a position; see `position`."""
    views, game = position(game, **where)
    answer = int(player.play(views)[0])
    assert answer & int(views.legal[0])
    assert answer.bit_count() == 1
    return game.frame.cards[answer.bit_length() - 1].german


def _owners(game, cards):
    leader, owners = 0, []
    for start_at in range(0, len(cards), SEATS):
        trick = cards[start_at : start_at + SEATS]
        owners += [(leader + i) % SEATS for i in range(len(trick))]
        best = 0
        for i, card in enumerate(trick):
            if game.frame.beats(card, trick[best]):
                best = i
        leader = (leader + best) % SEATS
    return owners


def _replayed(game, declarer, hands, cards):
    try:
        batch = start(game, declarer, hands)
        for card in cards:
            asked = batch.ask_card()
            batch.play(asked, np.array([1 << game.frame.positions[card]], dtype=np.uint32))
    except IllegalAnswerError:
        return None
    return batch
