"""Late decisions are reported, and banks are charged to the second."""

from datetime import timedelta

import pytest

from stoneage_core.audit import in_words, verify
from stoneage_core.events.service import OutageRecorded
from stoneage_core.events.staff import TimeGranted
from stoneage_core.match.calendar import write_moment
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl
from tests.core.audit.record_forger import finding_in
from tests.core.audit.test_recorded import by_staff, game_at, valid_verdict


@pytest.mark.parametrize(
    ("control", "own"),
    [
        (TimeControl(PerMove(HOUR)), HOUR),
        (TimeControl(PerMove(HOUR), grace=600), HOUR + 600),
        (TimeControl(Bank(DAY, 60, DAY)), DAY),
    ],
)
def test_decisions_after_the_deadline_are_listed(control, own):
    game = game_at(control, moves=0)
    game.passes(own - 120)
    game.moves()
    assert valid_verdict(game).late == ()
    late = game.state.version + 1
    game.passes(30 * DAY)
    game.moves()
    game.moves()
    verdict = valid_verdict(game)
    assert verdict.late == (late,)
    told = f"Decided after their time was over: events {late}."
    assert told in in_words(verdict)


def test_a_decision_within_extra_time_is_not_late():
    game = game_at(TimeControl(PerMove(HOUR)))
    by_staff(game, TimeGranted(game.asked, 2 * DAY))
    game.passes(DAY)
    game.moves()
    assert valid_verdict(game).late == ()


def test_many_late_decisions_are_counted():
    game = game_at(TimeControl(PerMove(HOUR)), moves=0)
    for _ in range(25):
        game.passes(DAY)
        game.moves()
    verdict = verify(game.text)
    assert len(verdict.late) == 25
    assert " and others, 25 in all." in in_words(verdict)


EMPTYING = TimeControl(Bank(DAY, 0, DAY), misses=1)


def slow_game(*, how="page", spent=20 * HOUR):
    """Return a game with a decision of 20 hours that took ``spent`` out of the bank."""
    game = game_at(EMPTYING, players=2, moves=0)
    game.passes(20 * HOUR - 120)
    game.moves(how=how)
    if game.lines[-1]["event"]["type"] == "TimeSpent":
        game.lines[-1]["event"]["seconds"] = spent
    return game


def test_a_bank_is_charged_to_the_second():
    valid_verdict(slow_game())
    for spent in (0, 20 * HOUR - 1, 20 * HOUR + 1):
        reason = str(finding_in(slow_game(spent=spent).text).reason)
        assert "should say: player 1 took 20 hours out of the bank" in reason.casefold()
    unpaid = slow_game()
    del unpaid.lines[-1]
    assert "breaks off" in str(finding_in(unpaid.text).reason)


def test_standing_orders_take_no_time():
    valid_verdict(slow_game(how="orders"))


def test_an_outage_takes_no_time_and_is_listed():
    game = game_at(EMPTYING, players=2, moves=0)
    asked = game.now
    game.passes(20 * HOUR)
    outage = OutageRecorded(
        write_moment(asked + timedelta(hours=2)), write_moment(game.now)
    )
    game.happens([outage])
    game.passes(-120)
    game.moves()
    assert game.lines[-1]["event"]["seconds"] == 2 * HOUR
    verdict = valid_verdict(game)
    (noted,) = verdict.outages
    assert f"Outages, in which no clock ran: events {noted}." in in_words(verdict)


@pytest.mark.parametrize(
    ("begins", "ends", "reason"),
    [
        (-2 * HOUR, HOUR, "before it was over"),
        (-HOUR, -HOUR, "before it was over"),
        (-4 * HOUR, -2 * HOUR, "out of order"),
    ],
)
def test_outages_out_of_order_or_not_over_are_found(begins, ends, reason):
    game = game_at(EMPTYING, players=2)
    for first, last in ((-3 * HOUR, -HOUR), (begins, ends)):
        span = (game.now + timedelta(seconds=each) for each in (first, last))
        game.happens([OutageRecorded(*map(write_moment, span))])
    assert reason in str(finding_in(game.text).reason)
