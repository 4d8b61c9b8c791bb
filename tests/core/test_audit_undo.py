"""A decision is taken back alone within the window of the table, and not later."""

from datetime import timedelta
from itertools import count

import pytest

from stoneage_core import conduct as c
from stoneage_core.clock import DAY, HOUR, MINUTE, Bank, Clock, PerMove
from stoneage_core.events import REVEALING

from .record_forger import finding_in
from .test_audit_recorded import by_staff, game_at, in_order, times_out


def taken_back(clock, seconds, *, meanwhile=None):
    """A game in which a decision that revealed nothing is taken back after a while."""
    for moves in count(1):
        game = game_at(clock, moves=moves)
        version, player = game.state.version, game.asked
        game.moves()
        if not any(isinstance(event, REVEALING) for event in game.events[version:]):
            break
    if meanwhile is not None:
        by_staff(game, c.ClockSet(meanwhile))
        game.passes(-120)
    game.passes(seconds)
    game.happens([c.DecisionTakenBack(player, version, False)], player, "page")
    return game


@pytest.mark.parametrize(
    ("clock", "window"),
    [
        (Clock(PerMove(DAY)), 10 * MINUTE),
        (Clock(PerMove(HOUR)), 3 * MINUTE),
        (Clock(PerMove(MINUTE)), 3),
        (Clock(PerMove(HOUR), grace=HOUR), 6 * MINUTE),
        (Clock(Bank(30 * MINUTE, 60, HOUR), grace=600), 2 * MINUTE),
    ],
)
def test_it_is_taken_back_in_time(clock, window):
    in_order(taken_back(clock, window - 1))
    finding = finding_in(taken_back(clock, window).text)
    assert "too late" in str(finding.reason)


def test_days_later_it_is_not():
    finding = finding_in(taken_back(Clock(PerMove(60 * DAY)), 20 * DAY).text)
    assert "too late" in str(finding.reason)


def test_the_clock_of_the_moment_counts():
    """As at the table, where the staff may have set another one since."""
    slow, quick = Clock(PerMove(DAY)), Clock(PerMove(HOUR))
    in_order(taken_back(quick, 9 * MINUTE, meanwhile=slow))
    assert "too late" in str(
        finding_in(taken_back(slow, 9 * MINUTE, meanwhile=quick).text).reason
    )


def test_with_another_clock_who_takes_back_is_asked_anew():
    """So a time-out comes when the new clock has run, and not when both have."""
    game = game_at(Clock(PerMove(HOUR), misses=3), players=3, moves=2)
    player, asked, version = game.asked, game.now, len(game.events)
    game.passes(53 * MINUTE)
    game.moves()
    by_staff(game, c.ClockSet(Clock(PerMove(2 * HOUR), misses=3)))
    game.passes(30)
    game.happens([c.DecisionTakenBack(player, version, False)], player, "page")
    anew = game.now
    assert anew - asked > timedelta(minutes=55)
    game.now = asked + timedelta(hours=2, seconds=1)
    early, lines = len(game.events), list(game.lines)
    times_out(game)
    finding = finding_in(game.text)
    assert finding.sequence == early + 1
    assert "time cannot have run out yet" in str(finding.reason)
    del game.events[early:]
    game.lines[:] = lines
    game.now = anew + timedelta(hours=2)
    times_out(game)
    in_order(game)
