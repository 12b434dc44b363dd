from math import comb

import numpy as np
import pytest
from scipy.stats import binom, chi2

from simulate import conditions
from simulate.conditions import sample_given
from simulate.deals import hands_of, number_of, sample
from simulate.errors import UserError
from simulate.given import Given

OBER, TRUMPS = np.uint32(0xF0000000), np.uint32(0xFFFC0000)


def two_ober(hands):
    return np.bitwise_count(hands[:, 1] & OBER) == 2


def rare(hands):
    return np.bitwise_count(hands[:, 1] & TRUMPS) == 8


def test_deals_meet_the_given_cards_and_the_condition():
    result = sample_given(5000, seed=1, given="seat 0: EO -HA; seat 3: S7", where=two_ober)
    assert len(result) == 5000
    assert two_ober(result.hands).all()
    assert result.given.agrees(result.hands).all()
    assert (number_of(result.hands) == result.numbers).all()
    assert len(np.unique(result.numbers)) == 5000


def test_given_cards_alone_need_no_second_attempt():
    result = sample_given(1000, seed=1, given=Given(held={0: "EO GO HO"}))
    assert (result.attempts, result.acceptance_rate, result.acceptance_interval()) == (1000, 1.0, (1.0, 1.0))
    assert result.probability_interval() == (7 / 620, 7 / 620)
    assert result.given.agrees(result.hands).all()


def test_the_result_does_not_depend_on_how_many_are_dealt_at_a_time(monkeypatch):
    whole = sample_given(300, seed=8, where=two_ober)
    monkeypatch.setattr(conditions, "_CHUNK", 7)
    parts = sample_given(300, seed=8, where=two_ober)
    assert (whole.numbers == parts.numbers).all()
    assert whole.attempts == parts.attempts
    assert (sample_given(100, seed=8, where=two_ober).numbers == whole.numbers[:100]).all()


def test_the_accepted_deals_are_those_of_the_attempts_that_meet_the_condition():
    result = sample_given(200, seed=4, given="0: EO", where=two_ober)
    attempts = sample_given(result.attempts, seed=4, given="0: EO").hands
    assert (attempts[two_ober(attempts)] == result.hands).all()
    assert two_ober(attempts[-1:]).all()


def test_dealing_given_cards_agrees_with_waiting_for_them():
    """The same conditional deals by both ways: trumps of seat 1 if seat 0 holds EO and seat 2 not HA."""
    given, n = Given.parse("0: EO; 2: -HA"), 100_000
    direct = sample_given(n, seed=5, given=given).hands
    waited = sample_given(n, seed=6, where=given.agrees).hands
    for seat in range(4):
        one, other = (np.bincount(np.bitwise_count(h[:, seat] & TRUMPS), minlength=9)[:8] for h in (direct, waited))
        assert chi2.sf(((one - other) ** 2 / np.maximum(one + other, 1)).sum(), 7) > 1e-6


def test_attempts_estimate_the_probability():
    p = comb(3, 2) * comb(28, 6) / comb(31, 8)  # two of the three other Ober among 31 other cards
    result = sample_given(20_000, seed=2, given="0: EO", where=two_ober)
    low, high = result.acceptance_interval(1 - 1e-7)
    assert low < p < high
    assert low < result.acceptance_rate < high
    assert result.probability_interval(1 - 1e-7) == (low / 4, high / 4)


def test_the_interval_misses_as_often_as_it_says():
    """1000 samples of 5 deals, stopped at the fifth: an exact interval misses at most 10 % of them."""
    p = comb(4, 2) * comb(28, 6) / comb(32, 8)
    meets = two_ober(sample(400_000, seed=77).hands)
    places = np.flatnonzero(meets)[:5000].reshape(1000, 5)[:, -1] + 1
    attempts = np.diff(places, prepend=0)
    missed = 0
    for count in attempts.tolist():
        result = conditions.ConditionalDeals(np.empty(5), np.empty((5, 4)), 0, Given(), True, count)
        low, high = result.acceptance_interval(0.9)
        missed += not low <= p <= high
    assert binom(1000, 0.1).sf(missed - 1) > 1e-4
    assert missed > 20


def test_a_sure_condition_and_no_deals():
    sure = sample_given(50, seed=1, where=lambda hands: np.ones(len(hands), bool))
    assert (sure.attempts, sure.acceptance_rate) == (50, 1.0)
    assert sure.acceptance_interval()[0] == pytest.approx(0.025 ** (1 / 50))
    assert sure.acceptance_interval()[1] == 1.0
    none = sample_given(0, seed=1, where=two_ober)
    assert (len(none), none.attempts, none.acceptance_interval()) == (0, 0, (0.0, 1.0))
    assert np.isnan(none.acceptance_rate)


def test_an_unnamed_seed_is_told():
    result = sample_given(3, where=two_ober)
    assert (sample_given(3, seed=result.seed, where=two_ober).numbers == result.numbers).all()


def test_a_condition_can_not_change_the_deals():
    def vandal(hands):
        hands[:] = 0

    with pytest.raises(ValueError, match="read-only"):
        sample_given(1, seed=1, where=vandal)


@pytest.mark.parametrize(
    ("where", "max_attempts", "message"),
    [
        (
            lambda hands: hands[:, 0] == 0,
            10_000,
            "none of 10000 deals meets the condition, it may be impossible: loosen",
        ),
        (rare, 100_000, r"only \d+ of 1000 deals found in 100000 attempts: ask for fewer, loosen"),
        (rare, -1, "max_attempts -1 is out of range"),
        (lambda hands: hands[:, 0], 10, r"the condition returned uint32 of shape \(10,\) for 10 rows: return one bool"),
        (lambda hands: hands > 0, 10, r"the condition returned bool of shape \(10, 4\) for 10 rows"),
        (lambda hands: True, 10, r"the condition returned bool of shape \(\) for 10 rows"),
    ],
)
def test_hopeless_conditions_are_refused(where, max_attempts, message):
    with pytest.raises(UserError, match=message):
        sample_given(1000, seed=1, where=where, max_attempts=max_attempts)


def test_impossible_given_cards_are_refused():
    with pytest.raises(UserError, match="card EO is held by seats 0 and 1"):
        sample_given(1, given="0: EO; 1: EO")


@pytest.mark.parametrize(
    ("progress", "after", "shown"), [(True, -1.0, True), (False, -1.0, False), (True, 60.0, False)]
)
def test_a_progress_bar_shows_up_late_if_wanted(monkeypatch, progress, after, shown):
    counts = []

    class Bar:
        def __init__(self, **options):
            self.task_ids = [0]

        def __enter__(self):
            return self

        def __exit__(self, *error):
            counts.append("closed")

        def add_task(self, text, total):
            counts.append(total)

        def update(self, task, completed):
            counts.append(completed)

    monkeypatch.setattr("rich.progress.Progress", Bar)
    monkeypatch.setattr(conditions, "_BAR_AFTER", after)
    monkeypatch.setattr(conditions, "_CHUNK", 100)
    sample_given(50, seed=1, where=two_ober, progress=progress)
    assert bool(counts) == shown
    if shown:
        assert (counts[0], counts[-2:]) == (50, [50, "closed"])
        assert counts[1:-1] == sorted(counts[1:-1])


def test_a_condition_sees_all_four_seats_in_order():
    first = hands_of([0])[0]
    seen = []
    sample_given(
        1,
        seed=1,
        given="".join(f"{s}: {'' if s else 'S7'};" for s in range(4)),
        where=lambda h: seen.append(h) or h[:, 0] & 1 == 1,
    )
    assert seen[0].shape[1] == len(first)
    assert (seen[0][:, 0] & 1 == 1).all()
