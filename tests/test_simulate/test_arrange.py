import numpy as np

from simulate.cards import CARDS, CARDS_PER_HAND, SEATS
from simulate.engine import Engine
from simulate.fates import AceFate
from simulate.kernels.codes import NO_GAME
from simulate.players.registry import parse_players
from simulate.rules import Rules
from simulate.table import HAND_ROW


def batch_of(n):
    engine = Engine(Rules.preset("standard"), parse_players("normal"), seed=3)
    return engine, engine._with_game(np.arange(n, dtype=np.uint64))


def test_hands_of_one_kind_lie_side_by_side_and_those_not_played_last():
    _, batch = batch_of(3000)
    before = batch.public.copy()
    batch.arrange()
    assert (batch.public == before[batch.places]).all()
    assert np.array_equal(np.sort(batch.places), np.arange(3000))
    played = batch.playing()
    assert 0 < played.sum() < 3000
    assert not np.diff(played.astype(int)).clip(0).any()
    kinds = [tuple(kind) for kind in zip(*(batch.public[name][played] for name in ("alone", "declarer")), strict=True)]
    assert kinds == sorted(kinds)
    for kind in set(kinds):
        partners = batch.private["ace_holder"][: len(kinds)][[other == kind for other in kinds]]
        assert (np.diff(partners.astype(int) & 3) >= 0).all()

    assert len(batch.ask_card().rows) == played.sum()
    assert (batch.public["game"][~played] == NO_GAME).all()


def test_what_comes_out_is_in_the_order_of_the_hands():
    engine, arranged = batch_of(2000)
    arranged.arrange()
    _, as_dealt = batch_of(2000)
    for batch in (arranged, as_dealt):
        engine.hold_doubling(batch)
        engine.hold_play(batch)
    hands = arranged.rows_of_hands(np.empty(2000, HAND_ROW))
    assert np.array_equal(hands["hand_id"], np.arange(2000))
    assert (hands == as_dealt.rows_of_hands()).all()
    assert (arranged.rows_of_tricks() == as_dealt.rows_of_tricks()).all()


def test_the_last_trick_plays_itself_as_it_would_be_played():
    _, batch = batch_of(3000)
    batch.arrange()
    asked = batch.ask_card()
    for _ in range(CARDS - SEATS):
        # The weakest card, so that aces are kept until the end.
        batch.play(asked, asked.legal & (~asked.legal + np.uint32(1)))
    by_itself = batch.select(np.arange(len(batch)))
    by_itself.play_last_trick(by_itself.ask_card())
    for _ in range(SEATS):
        batch.play(asked, asked.legal)
    assert (by_itself.public == batch.public).all()
    assert (by_itself.private == batch.private).all()
    assert (batch.private["ace_fate"] == AceFate.DISCARDED).sum() > 5
    assert (batch.public["tricks"].sum(axis=1) == CARDS_PER_HAND)[batch.playing()].all()
