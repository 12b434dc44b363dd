import pytest

from simulate.cli.progress import Pace, ProgressBar, speed
from simulate.collect import Progress
from simulate.dataset.receipt import Receipt


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_the_pace_is_that_of_hands_simulated_now(clock):
    pace = Pace(clock)
    clock.now += 50
    pace.update(found=1000, done=1000, total=5000)
    assert (pace.seconds, pace.hands_per_second, pace.seconds_left) == (0, None, None)
    clock.now += 10
    pace.update(found=1000, done=3000, total=5000)
    assert (pace.found, pace.simulated, pace.total) == (1000, 2000, 5000)
    assert (pace.seconds, pace.hands_per_second, pace.seconds_left) == (10, 200, 10)
    assert speed(pace) == "200 hands/s, 10 s left"


def test_the_time_left_runs_down_between_updates_and_never_below_zero(clock):
    pace = Pace(clock)
    pace.update(0, 0, 400)
    clock.now += 1
    pace.update(0, 100, 400)
    clock.now += 2
    assert pace.seconds_left == 1
    clock.now += 2
    assert pace.seconds_left == 0
    assert pace.seconds == 1


def test_nothing_is_told_before_the_first_hand(clock):
    pace = Pace(clock)
    assert speed(pace) == ""
    assert pace.seconds == 0


def test_without_a_terminal_there_is_no_bar(capsys):
    with ProgressBar() as bar:
        bar(Progress(0, 10, 0, Receipt()))
        bar(Progress(10, 10, 0, Receipt()))
    assert bar.pace.simulated == 10
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "")


def test_the_bar_is_drawn_on_the_error_output_of_a_terminal(capsys, monkeypatch, clock):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    with ProgressBar(Pace(clock)) as bar:
        bar(Progress(0, 1000, 0, Receipt()))
        clock.now += 2
        bar(Progress(500, 1000, 0, Receipt()))
        bar._bar.refresh()
    output = capsys.readouterr()
    assert output.out == ""
    assert "50%" in output.err
    assert "250 hands/s, 2.0 s left" in output.err
