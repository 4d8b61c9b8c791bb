"""Take-backs without a vote are valid within the window of the table."""

from datetime import timedelta
from itertools import count

import pytest

from stoneage_core.events.clocks import TimeControlSet
from stoneage_core.events.proposals import DecisionTakenBack
from stoneage_core.time_control import (
    DAY,
    HOUR,
    LONGEST_TAKEBACK,
    MINUTE,
    Bank,
    PerMove,
    TimeControl,
)
from tests.core.audit.record_forger import finding_in
from tests.core.audit.test_recorded import by_staff, game_at, times_out, valid_verdict


def taken_back(control, seconds, *, meanwhile=None):
    """Return a game in which a decision that revealed nothing is taken back."""
    for moves in count(1):
        game = game_at(control, moves=moves)
        version, player = game.state.version, game.asked
        game.moves()
        if not any(event.is_revealing for event in game.events[version:]):
            break
    if meanwhile is not None:
        by_staff(game, TimeControlSet(meanwhile))
        game.passes(-120)
    game.passes(seconds)
    game.happens([DecisionTakenBack(player, version, False)], player, "page")
    return game


LONG = {"takeback": LONGEST_TAKEBACK}


@pytest.mark.parametrize(
    ("control", "window"),
    [
        (TimeControl(PerMove(DAY), takeback=90), 90),
        (TimeControl(PerMove(DAY), **LONG), 10 * MINUTE),
        (TimeControl(PerMove(HOUR), **LONG), 3 * MINUTE),
        (TimeControl(PerMove(20 * MINUTE)), MINUTE),
        (TimeControl(PerMove(HOUR), grace=HOUR, **LONG), 6 * MINUTE),
        (TimeControl(Bank(30 * MINUTE, 60, HOUR), grace=600), 2 * MINUTE),
    ],
)
def test_a_take_back_within_the_window_is_valid(control, window):
    valid_verdict(taken_back(control, window - 1))
    finding = finding_in(taken_back(control, window).text)
    assert "too late" in str(finding.reason)


def test_a_take_back_after_days_is_found():
    finding = finding_in(taken_back(TimeControl(PerMove(60 * DAY)), 20 * DAY).text)
    assert "too late" in str(finding.reason)


def test_the_current_time_control_sets_the_take_back_window():
    slow, quick = (TimeControl(PerMove(own), **LONG) for own in (DAY, HOUR))
    valid_verdict(taken_back(quick, 9 * MINUTE, meanwhile=slow))
    assert "too late" in str(
        finding_in(taken_back(slow, 9 * MINUTE, meanwhile=quick).text).reason
    )


def test_a_take_back_after_a_change_of_clock_restarts_the_clock():
    game = game_at(TimeControl(PerMove(HOUR), misses=3, **LONG), players=3, moves=2)
    player, asked, version = game.asked, game.now, len(game.events)
    game.passes(53 * MINUTE)
    game.moves()
    by_staff(game, TimeControlSet(TimeControl(PerMove(2 * HOUR), misses=3, **LONG)))
    game.passes(30)
    game.happens([DecisionTakenBack(player, version, False)], player, "page")
    restarted = game.now
    assert restarted - asked > timedelta(minutes=55)
    game.now = asked + timedelta(hours=2, seconds=1)
    early, lines = len(game.events), list(game.lines)
    times_out(game)
    finding = finding_in(game.text)
    assert finding.sequence == early + 1
    assert "time cannot have run out yet" in str(finding.reason)
    del game.events[early:]
    game.lines[:] = lines
    game.now = restarted + timedelta(hours=2)
    times_out(game)
    valid_verdict(game)
