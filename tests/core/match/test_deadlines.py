"""Deadlines, and the time that counts towards them."""

from datetime import timedelta

from stoneage_core.errors import Code
from stoneage_core.events.service import OutageRecorded
from stoneage_core.events.staff import GameAdjudicated, GameFrozen
from stoneage_core.match.calendar import Span, write_moment
from stoneage_core.match.deadlines import due_by, takeback_open_until, with_outages
from stoneage_core.match.state import Source
from stoneage_core.state import EndReason
from stoneage_core.time_control import HOUR, PerMove, TimeControl, Window
from tests.core.match.match_play import FRIDAY, QUICK, MatchPlay, WaitingMatch, refused


def test_offsets_from_before_the_current_question_are_dropped():
    play = MatchPlay(TimeControl(PerMove(2 * HOUR), window=Window(0, 12 * 60)))
    for hours in (1, 2, 3):
        play.is_ahead(0, hours)
        play.passes(hours=1)
    assert [each.minutes for each in play.status(0).offsets] == [60, 120, 180]
    asked = play.match.table.pending[0].since
    assert play.status(0).away_at(asked) is None
    while play.asked == 0:
        play.moves()
    while play.asked != 0:
        play.moves()
    play.is_ahead(0, hours=4)
    assert [each.minutes for each in play.status(0).offsets] == [180, 240]


def test_a_game_is_due_at_the_earliest_deadline_or_the_end_of_its_freeze():
    play = MatchPlay()
    assert due_by(play.match, play.now) == FRIDAY + timedelta(hours=1)
    play.by_staff(GameFrozen())
    assert due_by(play.match, play.now) > FRIDAY + timedelta(days=1)
    assert due_by(WaitingMatch().match, FRIDAY) is None


def test_outages_since_the_question_count_once():
    table = MatchPlay().match.table
    before = Span(FRIDAY - timedelta(hours=2), FRIDAY - timedelta(hours=1))
    during = Span(FRIDAY, FRIDAY + timedelta(hours=1))
    assert with_outages(table, [before]) is table
    known = with_outages(table, [before, during])
    assert known.outages == (during,)
    assert with_outages(known, [during]) is known
    ended = MatchPlay()
    ended.by_staff(GameAdjudicated(EndReason.DRAWN, write_moment(FRIDAY)))
    assert with_outages(ended.match.table, [during]) is ended.match.table


def test_outages_are_recorded_once_in_order_and_after_their_end():
    play = MatchPlay()
    play.passes(hours=3)

    def outage(begins: float, ends: float) -> OutageRecorded:
        moments = (FRIDAY + timedelta(hours=hours) for hours in (begins, ends))
        return OutageRecorded(*map(write_moment, moments))

    play.by_itself(outage(0, 1))
    play.by_itself(outage(1, 2))
    for begins, ends in ((1, 2), (1.5, 2.5), (2, 2), (2, 3.5)):
        refused(Code.IRREGULAR, play, None, outage(begins, ends), Source.SERVICE)
    assert len(play.match.table.outages) == 2


def test_the_last_move_can_be_taken_back_until_its_window_closes():
    play = MatchPlay()
    assert takeback_open_until(play.match.table, 0) is None
    play.moves()
    last = play.match.table.last_move
    window = timedelta(seconds=QUICK.takeback_window)
    assert takeback_open_until(play.match.table, last.sequence) == last.at + window
    assert takeback_open_until(play.match.table, last.sequence + 1) is None


def test_autopilot_takes_the_seat_after_the_allowed_misses():
    control = TimeControl(PerMove(HOUR), misses=3)
    assert [control.misses_left(missed) for missed in range(5)] == [3, 2, 1, 1, 1]
    assert [control.loses_seat(missed) for missed in (2, 3)] == [False, True]
