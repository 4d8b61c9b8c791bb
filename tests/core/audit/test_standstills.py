"""Vacations, pauses and more time: as much of it as there is, and no more."""

from datetime import timedelta

import pytest

from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded
from stoneage_core.events.seats import SeatOffered, SeatTaken
from stoneage_core.events.staff import GameFrozen, GamePaused, GameResumed, TimeGranted
from stoneage_core.match.calendar import write_moment
from stoneage_core.time_control import DAY, HOUR, LONGEST, PerMove, TimeControl
from tests.core.audit.record_forger import finding_in
from tests.core.audit.test_recorded import by_staff, game_at, in_order

LEISURE = TimeControl(PerMove(HOUR), vacation=7)
WORK = TimeControl(PerMove(HOUR))


def away(game, begins, ends, player=1):
    """Let a player be away from some days after now to some others."""
    first, last = (
        write_moment(game.now + timedelta(days=days)) for days in (begins, ends)
    )
    game.happens([AbsenceDeclared(player, first, last)], player, "page")


def until(game, days):
    return GamePaused(write_moment(game.now + timedelta(days=days, minutes=2)))


def paused(game, days):
    by_staff(game, until(game, days))


@pytest.mark.parametrize(
    ("control", "absences", "refused"),
    [
        (LEISURE, [(0, 7)], False),
        (LEISURE, [(0, 3), (3, 7)], False),
        (LEISURE, [(0, 0.1), (1, 7)], False),
        (LEISURE, [(300, 307), (0, 7)], True),
        (LEISURE, [(0, 7), (371, 378)], False),
        (LEISURE, [(0, 7), (370, 377)], True),
        (LEISURE, [(0, 0.1), (1, 7.5)], True),
        (LEISURE, [(0, 8)], True),
        (LEISURE, [(0, 900)], True),
        (LEISURE, [(0, 3), (2, 4)], True),
        (LEISURE, [(2, 4), (0, 5)], True),
        (LEISURE, [(3, 2)], True),
        (WORK, [(0, 900)], True),
        (WORK, [(0, 0.1)], True),
    ],
)
def test_vacations_are_those_of_the_clock(control, absences, refused):
    game = game_at(control)
    for begins, ends in absences:
        away(game, begins, ends)
    if refused:
        assert finding_in(game.text).sequence == len(game.lines)
    else:
        in_order(game)


def test_days_that_were_not_spent_are_there_again():
    game = game_at(LEISURE)
    away(game, 0, 7)
    game.passes(3600)
    game.happens([AbsenceEnded(1)], 1, "page")
    away(game, 0, 6)
    in_order(game)
    by_staff(game, SeatOffered(1, 1, for_good=True))
    by_staff(game, SeatTaken(1, 1, for_good=True), 1)
    away(game, 0, 7)
    in_order(game)


def test_the_staff_pause_for_thirty_days_in_all():
    game = game_at()
    paused(game, 20)
    game.passes(5 * DAY - 120)
    by_staff(game, GameResumed())
    paused(game, 25)
    in_order(game)
    game.passes(25 * DAY)
    paused(game, 0.01)
    assert "30 days in all" in str(finding_in(game.text).reason)


@pytest.mark.parametrize("days", [31, 300, 366, 900])
def test_no_pause_is_longer(days):
    game = game_at()
    paused(game, days)
    assert "30 days in all" in str(finding_in(game.text).reason)


def test_a_game_is_paused_once_at_a_time():
    game = game_at()
    paused(game, 2)
    paused(game, 3)
    assert str(finding_in(game.text).reason) == "The game was paused already"


@pytest.mark.parametrize("ended", [False, True])
def test_a_game_goes_on_that_was_paused(ended):
    game = game_at()
    if ended:
        paused(game, 1)
        game.passes(DAY)
    by_staff(game, GameResumed())
    assert str(finding_in(game.text).reason) == "The game was not paused"


@pytest.mark.parametrize("act", [until, GameResumed, TimeGranted])
def test_in_a_frozen_game_nobody_sets_clocks(act):
    game = game_at()
    paused(game, 2)
    by_staff(game, GameFrozen())
    acts = {until: lambda: until(game, 1), TimeGranted: lambda: TimeGranted(1, 60)}
    by_staff(game, acts.get(act, act)())
    assert "The moderators have frozen this game" in str(finding_in(game.text).reason)


@pytest.mark.parametrize(
    ("player", "seconds", "reason"),
    [
        (1, LONGEST, None),
        (0, 60, "Nobody waits for this player now"),
        (1, 10**9, "The extra time is from none to sixty days"),
    ],
)
def test_time_is_given_to_who_is_awaited(player, seconds, reason):
    game = game_at()
    assert game.asked == 1
    by_staff(game, TimeGranted(player, seconds))
    if reason is None:
        in_order(game)
    else:
        assert str(finding_in(game.text).reason) == reason
