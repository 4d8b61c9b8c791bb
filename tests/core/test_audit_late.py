"""Decisions that came late are told, and are no failure: a window may be shut."""

import pytest
from msgspec.structs import replace

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


EMPTYING = Clock(Bank(DAY, 0, DAY), misses=1)


def slow_game(clock, *, paid):
    """Six decisions of twenty hours each, out of a bank of a day."""
    game = game_at(clock, players=2, moves=0)
    banks = {0: DAY, 1: DAY}
    for _ in range(6):
        asked, since = game.asked, game.now
        game.passes(20 * HOUR)
        game.moves()
        spent = min(banks[asked], int((game.now - since).total_seconds()) - clock.grace)
        if paid and spent > 0:
            game.happens([c.TimeSpent(asked, spent)], asked, "page")
            banks[asked] -= spent
    return game


def test_a_bank_that_is_never_charged_is_told():
    game = slow_game(EMPTYING, paid=False)
    verdict = in_order(game)
    begins = [line["sequence"] for line in game.lines if line["command"]]
    assert verdict.spared == tuple(begins)
    told = "Took less out of the bank than the bare time: events "
    assert told + ", ".join(map(str, begins)) + "." in in_words(verdict)


def test_a_bank_that_is_charged_in_full_is_not():
    verdict = in_order(slow_game(EMPTYING, paid=True))
    assert verdict.spared == ()
    assert "Took less" not in in_words(verdict)


def test_what_a_table_with_hours_takes_is_in_no_record():
    hours = replace(EMPTYING, weekends=True)
    assert in_order(slow_game(hours, paid=False)).spared == ()


def test_orders_take_nothing():
    game = game_at(EMPTYING, players=2, moves=0)
    game.passes(20 * HOUR)
    game.moves(how="orders")
    assert in_order(game).spared == ()
