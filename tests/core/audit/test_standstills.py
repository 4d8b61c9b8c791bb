"""Limits of vacations, pauses and extra time."""

from datetime import timedelta

import pytest

from stoneage_core.events.clocks import AbsenceDeclared, AbsenceEnded
from stoneage_core.events.seats import SeatOffered, SeatTaken
from stoneage_core.events.staff import GameFrozen, GamePaused, GameResumed, TimeGranted
from stoneage_core.match.calendar import write_moment
from stoneage_core.time_control import DAY, HOUR, LONGEST, PerMove, TimeControl
from tests.core.audit.record_forger import finding_in
from tests.core.audit.test_recorded import by_staff, game_at, valid_verdict

LEISURE = TimeControl(PerMove(HOUR), vacation=7)
WORK = TimeControl(PerMove(HOUR))


def away(game, begins, ends, player=1):
    """Declare an absence; ``begins`` and ``ends`` are days from now."""
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
def test_vacations_are_limited_by_the_time_control(control, absences, refused):
    game = game_at(control)
    for begins, ends in absences:
        away(game, begins, ends)
    if refused:
        assert finding_in(game.text).sequence == len(game.lines)
    else:
        valid_verdict(game)


def test_unused_vacation_days_are_available_again():
    game = game_at(LEISURE)
    away(game, 0, 7)
    game.passes(3600)
    game.happens([AbsenceEnded(1)], 1, "page")
    away(game, 0, 6)
    valid_verdict(game)
    by_staff(game, SeatOffered(1, 1, for_good=True))
    by_staff(game, SeatTaken(1, 1, for_good=True), 1)
    away(game, 0, 7)
    valid_verdict(game)


def test_pauses_last_at_most_thirty_days_together():
    game = game_at()
    paused(game, 20)
    game.passes(5 * DAY - 120)
    by_staff(game, GameResumed())
    paused(game, 25)
    valid_verdict(game)
    game.passes(25 * DAY)
    paused(game, 0.01)
    assert "30 days together" in str(finding_in(game.text).reason)


@pytest.mark.parametrize("days", [31, 300, 366, 900])
def test_a_pause_of_more_than_thirty_days_is_found(days):
    game = game_at()
    paused(game, days)
    assert "30 days together" in str(finding_in(game.text).reason)


def test_a_second_pause_at_the_same_time_is_found():
    game = game_at()
    paused(game, 2)
    paused(game, 3)
    assert str(finding_in(game.text).reason) == "The game is paused already"


@pytest.mark.parametrize("ended", [False, True])
def test_resuming_a_game_that_is_not_paused_is_found(ended):
    game = game_at()
    if ended:
        paused(game, 1)
        game.passes(DAY)
    by_staff(game, GameResumed())
    assert str(finding_in(game.text).reason) == "The game is not paused"


@pytest.mark.parametrize("act", [until, GameResumed, TimeGranted])
def test_changes_of_clocks_in_a_frozen_game_are_found(act):
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
        (0, 60, "This player has no deadline now"),
        (1, 10**9, "The extra time has to be between zero and sixty days"),
    ],
)
def test_extra_time_needs_an_awaited_player_and_a_valid_length(player, seconds, reason):
    game = game_at()
    assert game.asked == 1
    by_staff(game, TimeGranted(player, seconds))
    if reason is None:
        valid_verdict(game)
    else:
        assert str(finding_in(game.text).reason) == reason
