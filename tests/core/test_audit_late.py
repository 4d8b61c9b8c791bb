"""Decisions that came late are told, and are no failure: a window may be shut."""

import pytest

from stoneage_core import conduct as c
from stoneage_core.audit import in_words, verify
from stoneage_core.clock import DAY, HOUR, Bank, Clock, PerMove

from .test_audit_recorded import by_staff, game_at, in_order


@pytest.mark.parametrize(
    ("clock", "own"),
    [
        (Clock(PerMove(HOUR)), HOUR),
        (Clock(PerMove(HOUR), grace=600), HOUR + 600),
        (Clock(Bank(DAY, 60, DAY)), DAY),
    ],
)
def test_what_came_after_the_bare_time_is_told(clock, own):
    game = game_at(clock, moves=0)
    game.passes(own - 120)
    game.moves()
    assert in_order(game).late == ()
    late = game.state.version + 1
    game.passes(30 * DAY)
    game.moves()
    game.moves()
    verdict = in_order(game)
    assert verdict.late == (late,)
    told = f"Decided later than the bare time for it: events {late}."
    assert told in in_words(verdict)


def test_who_was_given_time_is_not_late():
    game = game_at(Clock(PerMove(HOUR)))
    by_staff(game, c.TimeGranted(game.asked, 2 * DAY))
    game.passes(DAY)
    game.moves()
    assert in_order(game).late == ()


def test_many_are_told_as_a_number():
    game = game_at(Clock(PerMove(HOUR)), moves=0)
    for _ in range(25):
        game.passes(DAY)
        game.moves()
    verdict = verify(game.text)
    assert len(verdict.late) == 25
    assert " and others, 25 in all." in in_words(verdict)
