"""A decision is taken back alone within the window of the table, and not later."""

from itertools import count

import pytest

from stoneage_core import conduct as c
from stoneage_core.clock import DAY, HOUR, MINUTE, Bank, Clock, PerMove
from stoneage_core.undo import REVEALING

from .forger import finding_in
from .test_audit_recorded import by_staff, game_at, in_order


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
    in_order(taken_back(clock, window))
    finding = finding_in(taken_back(clock, window + 1).text)
    assert str(finding.reason) == "It was too late to take that back alone"


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
