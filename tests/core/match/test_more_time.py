"""More time for a decision: who can ask for it and give it, how much, how often."""

from datetime import timedelta

import pytest

from stoneage_core.errors import Code, Irregular
from stoneage_core.events.clocks import TimeAsked, TimeGiven
from stoneage_core.match.absences import DeclareAbsence
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.match.more_time import AskForTime, GiveTime, may_ask, may_give
from stoneage_core.match.moves import TakeBack
from stoneage_core.match.seats import EntrustSeat
from stoneage_core.match.state import Source
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl
from tests.core.match.match_play import SAVER, MatchPlay, refused


def due(play, player=0):
    return deadline_of(play.match.table, player)


def test_given_time_moves_the_deadline_by_the_time_for_one_decision():
    play = MatchPlay()
    before = due(play)
    assert play.does(1, GiveTime(0)) == [TimeGiven]
    assert due(play) - before == timedelta(hours=1)


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (TimeControl(PerMove(3 * DAY), grace=HOUR), 3 * DAY),
        (TimeControl(Bank(DAY, HOUR, 2 * DAY), grace=HOUR), HOUR),
        (TimeControl(Bank(DAY, 0, 2 * DAY)), DAY),
    ],
)
def test_portion_is_that_of_one_decision(control, seconds):
    assert control.portion == seconds
    play = MatchPlay(control)
    play.does(1, GiveTime(0))
    assert play.status(0).granted == seconds


def test_each_other_player_can_give_time_once_for_a_decision():
    play = MatchPlay()
    before = due(play)
    play.does(1, GiveTime(0))
    refused(Code.INVALID, play, 1, GiveTime(0))
    play.does(2, GiveTime(0))
    assert due(play) - before == timedelta(hours=2)


def test_given_time_ends_with_the_decision():
    play = MatchPlay()
    play.does(0, AskForTime())
    play.does(1, GiveTime(0))
    play.moves()
    status = play.status(0)
    assert (status.granted, status.givers, status.wants_time) == (0, (), False)


def test_wish_for_time_is_answered_by_the_first_who_gives_some():
    play = MatchPlay()
    play.does(0, AskForTime())
    assert play.status(0).wants_time
    play.does(1, GiveTime(0))
    assert not play.status(0).wants_time
    refused(Code.INVALID, play, 0, AskForTime())
    play.does(2, GiveTime(0))  # others can still give more


def test_given_time_is_not_charged_to_the_bank():
    play = MatchPlay(SAVER)
    play.does(1, GiveTime(0))
    play.passes(hours=24, minutes=30)
    play.moves()
    assert play.status(0).bank == HOUR  # the whole bank is gone, then the increment


def test_decision_that_is_taken_back_keeps_its_given_time():
    play = MatchPlay()
    play.does(1, GiveTime(0))
    before, version = due(play), play.match.board.version
    play.moves()
    play.does(0, TakeBack(version + 1))
    assert due(play) == before
    refused(Code.INVALID, play, 1, GiveTime(0))


def test_player_asks_once_for_a_decision():
    play = MatchPlay()
    assert play.does(0, AskForTime()) == [TimeAsked]
    refused(Code.INVALID, play, 0, AskForTime())
    play.moves()
    refused(Code.INVALID, play, 0, AskForTime())


def test_only_the_awaited_ask_and_get_time():
    play = MatchPlay()
    refused(Code.INVALID, play, 1, AskForTime())
    refused(Code.INVALID, play, 0, GiveTime(1))


def test_nobody_gives_time_to_themselves_or_to_no_seat():
    play = MatchPlay()
    for seat in (0, 3, -1):
        with pytest.raises(Irregular):
            play.does(0, GiveTime(seat))


def test_time_comes_too_late_after_the_deadline():
    play = MatchPlay()
    play.passes(hours=1)
    refused(Code.TOO_LATE, play, 1, GiveTime(0))
    refused(Code.TOO_LATE, play, 0, AskForTime())


def test_autopilot_neither_gives_nor_gets_time():
    play = MatchPlay()
    play.by_staff(EntrustSeat(), 1)
    refused(Code.ON_AUTOPILOT, play, 1, GiveTime(0))
    assert not may_give(play.match.table, 1, 0)
    play.by_staff(EntrustSeat(), 0)
    refused(Code.INVALID, play, 2, GiveTime(0))


def test_practice_has_no_clock_to_add_time_to():
    play = MatchPlay(players=2, bots=(1,))
    assert not may_ask(play.match.table, 0)


def test_only_a_player_can_ask_and_give():
    play = MatchPlay()
    for source in (Source.STAFF, Source.AUTOPILOT, Source.ORDERS):
        with pytest.raises((Irregular, StopIteration)):
            play.does(1, GiveTime(0), source)


def test_absence_and_given_time_add_up():
    play = MatchPlay()
    play.does(0, DeclareAbsence(play.now, play.now + timedelta(days=1)))
    before = due(play)
    play.does(1, GiveTime(0))
    assert due(play) - before == timedelta(hours=1)
