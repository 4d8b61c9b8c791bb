"""Calendars, with results computed by hand."""

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from stoneage_core.match.calendar import (
    END_OF_TIME,
    Calendar,
    Offset,
    RecordedZone,
    Span,
)
from stoneage_core.match.deadlines import calendar_of_seat
from stoneage_core.match.state import SeatStatus, TableState
from stoneage_core.time_control import PerMove, TimeControl, Window
from tests.core.match.clock_strategies import ALL_DAY, DAY, HOUR, MINUTE, at, utc

BERLIN = ZoneInfo("Europe/Berlin")
UTC_ZONE = ZoneInfo("UTC")
EIGHT_TO_TEN = Window(8 * 60, 22 * 60)
OVER_MIDNIGHT = Window(20 * 60, 4 * 60)


def berlin(text):
    return at(text, "Europe/Berlin")


def test_the_calendar_of_a_seat_combines_table_and_seat():
    control = TimeControl(time=PerMove(60), window=EIGHT_TO_TEN, weekends=True)
    away = Span(utc("2026-06-08"), utc("2026-06-10"))
    out = Span(utc("2026-06-01"), utc("2026-06-02"))
    offsets = (Offset(utc("2026-06-01"), 120),)
    seats = (SeatStatus(away=(away,), offsets=offsets),)
    match = TableState(control=control, seats=seats, outages=(out,))
    assert calendar_of_seat(match, 0) == Calendar(
        RecordedZone(offsets), EIGHT_TO_TEN, weekends=True, pauses=(away, out)
    )
    match = replace(match, control=TimeControl(PerMove(60)))
    assert calendar_of_seat(match, 0) == Calendar(UTC, pauses=(away, out))


def test_adding_no_time_returns_the_start_even_while_the_clock_stands():
    sunday = berlin("2026-06-07 03:00")
    calendar = Calendar(BERLIN, EIGHT_TO_TEN, weekends=True)
    assert calendar.add(sunday, timedelta()) == sunday
    assert calendar.add(sunday, -HOUR) == sunday


@pytest.mark.parametrize("window", ALL_DAY)
def test_a_window_that_opens_when_it_closes_is_the_whole_day(window):
    calendar = Calendar(BERLIN, window)
    assert calendar.add(utc("2026-06-05"), 60 * DAY) == utc("2026-08-04")
    assert calendar.elapsed(utc("2026-06-05"), utc("2026-08-04")) == 60 * DAY
    assert calendar.runs_at(utc("2026-06-05 03:00"))


def test_a_question_on_friday_evening_waits_over_the_weekend():
    calendar = Calendar(BERLIN, EIGHT_TO_TEN, weekends=True)
    friday = berlin("2026-06-05 18:00")
    # Four hours on Friday, fourteen on Monday, six on Tuesday.
    assert calendar.add(friday, 24 * HOUR) == berlin("2026-06-09 14:00")
    assert calendar.elapsed(friday, berlin("2026-06-08 12:00")) == 8 * HOUR
    assert calendar.resumes_at(friday) == friday
    assert calendar.resumes_at(berlin("2026-06-05 22:00")) == berlin("2026-06-08 08:00")


def test_time_that_ends_with_the_window_ends_at_its_close():
    calendar = Calendar(BERLIN, EIGHT_TO_TEN, weekends=True)
    friday = berlin("2026-06-05 18:00")
    assert calendar.add(friday, 4 * HOUR) == berlin("2026-06-05 22:00")
    assert calendar.add(friday, 4 * HOUR + MINUTE) == berlin("2026-06-08 08:01")


def test_weekends_follow_the_zone():
    calendar = Calendar(ZoneInfo("Asia/Kathmandu"), weekends=True)
    midnight = at("2026-06-06 00:00", "Asia/Kathmandu")
    assert midnight == utc("2026-06-05 18:15")
    assert calendar.add(midnight - HOUR, 2 * HOUR) == midnight + 2 * DAY + HOUR


def test_a_window_can_cross_midnight():
    calendar = Calendar(UTC_ZONE, OVER_MIDNIGHT)
    noon = utc("2026-06-03 12:00")
    assert calendar.add(noon, 5 * HOUR) == utc("2026-06-04 01:00")
    assert calendar.add(noon, 9 * HOUR) == utc("2026-06-04 21:00")
    assert not calendar.runs_at(utc("2026-06-04 04:00"))


def test_the_weekend_begins_at_midnight_though_the_window_is_open():
    calendar = Calendar(UTC_ZONE, OVER_MIDNIGHT, weekends=True)
    friday = utc("2026-06-05 20:00")
    assert calendar.add(friday, 4 * HOUR) == utc("2026-06-06 00:00")
    assert calendar.add(friday, 5 * HOUR) == utc("2026-06-08 01:00")


def test_a_vacation_delays_the_deadline():
    away = Span(utc("2026-07-03 12:00"), utc("2026-07-13 12:00"))
    calendar = Calendar(BERLIN, pauses=(away,))
    assert calendar.add(utc("2026-07-01 12:00"), 5 * DAY) == utc("2026-07-16 12:00")
    assert not calendar.runs_at(away.begins)
    assert calendar.runs_at(away.ends)


def test_overlapping_pauses_count_once():
    away = Span(utc("2026-07-03"), utc("2026-07-06"))
    out = Span(utc("2026-07-05"), utc("2026-07-08"))
    inside = Span(utc("2026-07-04"), utc("2026-07-05"))
    calendar = Calendar(BERLIN, pauses=(out, inside, away))
    assert calendar.add(utc("2026-07-01"), 3 * DAY) == utc("2026-07-09")


def test_pauses_that_end_before_they_begin_are_ignored():
    moment = utc("2026-07-03")
    pauses = (Span(moment, moment), Span(moment + DAY, moment - DAY))
    calendar = Calendar(BERLIN, pauses=pauses)
    assert calendar.add(moment - DAY, 3 * DAY) == moment + 2 * DAY
    assert list(calendar.running(Span(moment - DAY, moment + DAY))) == [
        Span(moment - DAY, moment + DAY)
    ]


@pytest.mark.parametrize("window", [None, EIGHT_TO_TEN])
def test_past_and_later_pauses_change_nothing(window):
    moment = utc("2026-07-03")
    pauses = (Span(moment - 9 * DAY, moment), Span(moment + 9 * DAY, END_OF_TIME))
    paused = Calendar(BERLIN, window, pauses=pauses)
    assert paused.add(moment, DAY) == Calendar(BERLIN, window).add(moment, DAY)


@pytest.mark.parametrize("window", [None, EIGHT_TO_TEN, OVER_MIDNIGHT])
@pytest.mark.parametrize("zone", ["Pacific/Apia", "America/New_York"])
def test_an_endless_pause_overflows(zone, window):
    away = Span(utc("2026-07-03"), END_OF_TIME)
    calendar = Calendar(ZoneInfo(zone), window, pauses=(away,))
    assert not calendar.runs_at(utc("2500-01-01"))
    with pytest.raises(OverflowError):
        calendar.add(utc("2026-07-01"), 60 * DAY)


def test_a_leap_day_counts_as_a_day():
    start = utc("2028-02-28 20:00")
    assert Calendar(UTC_ZONE).add(start, 2 * DAY) == utc("2028-03-01 20:00")
    by_day = Calendar(UTC_ZONE, EIGHT_TO_TEN)
    assert by_day.add(start, 16 * HOUR) == utc("2028-02-29 22:00")
    assert by_day.add(start, 17 * HOUR) == utc("2028-03-01 09:00")


def test_a_window_can_cross_the_end_of_a_year():
    calendar = Calendar(BERLIN, Window(23 * 60, 60))
    assert calendar.add(berlin("2026-12-31 12:00"), 2 * HOUR) == berlin(
        "2027-01-01 01:00"
    )


def test_sixty_days_of_one_hour_windows_take_288_weeks():
    calendar = Calendar(UTC_ZONE, Window(12 * 60, 13 * 60), weekends=True)
    monday = utc("2026-01-05")
    # 1,440 working days are 288 weeks; the last hour is on a Friday.
    assert calendar.add(monday, 60 * DAY) == monday + 288 * 7 * DAY - 59 * HOUR


def test_zones_with_equal_offsets_are_equal():
    one = RecordedZone((Offset(utc("2026-06-05"), 60),))
    assert one == RecordedZone((Offset(utc("2026-06-05"), 60),))
    assert len({one, RecordedZone((Offset(utc("2026-06-05"), 60),))}) == 1
    assert one != RecordedZone(())
    assert RecordedZone(()).utcoffset(None) == timedelta()
    assert (one.tzname(None), one.dst(None)) == ("recorded", timedelta())
