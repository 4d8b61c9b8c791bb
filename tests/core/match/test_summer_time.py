"""Days on which clocks change, with results computed by hand."""

from zoneinfo import ZoneInfo

import pytest

from stoneage_core.match.calendar import Calendar, Span, first_showing, next_showing
from stoneage_core.time_control import Window
from tests.core.match.clock_strategies import DAY, HOUR, MINUTE, at, utc

BERLIN = ZoneInfo("Europe/Berlin")
FORWARD, BACK = utc("2026-03-29 01:00"), utc("2026-10-25 01:00")


def minute(text):
    """Return the minute of the day of a time such as 2:30."""
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def hours_of(zone, day, opens, closes):
    """Return how many hours a window is open on one day."""
    calendar = Calendar(ZoneInfo(zone), Window(minute(opens), minute(closes)))
    noon = at(f"{day} 12:00", zone)
    return calendar.elapsed(noon - 14 * HOUR, noon) / HOUR


@pytest.mark.parametrize(
    ("zone", "day", "opens", "closes", "hours"),
    [
        # Berlin: at 2:00 it is 3:00, at 3:00 it is 2:00.
        ("Europe/Berlin", "2026-03-28", "1:00", "6:00", 5),
        ("Europe/Berlin", "2026-03-29", "1:00", "6:00", 4),
        ("Europe/Berlin", "2026-10-25", "1:00", "6:00", 6),
        ("America/New_York", "2026-03-08", "1:00", "6:00", 4),
        ("America/New_York", "2026-11-01", "1:00", "6:00", 6),
        # Lord Howe: at 2:00 it is 2:30, and at 2:00 it is 1:30.
        ("Australia/Lord_Howe", "2026-10-04", "1:00", "6:00", 4.5),
        ("Australia/Lord_Howe", "2026-04-05", "1:00", "6:00", 5.5),
        # A window that opens or closes at a time that does not exist.
        ("Europe/Berlin", "2026-03-29", "2:30", "4:00", 1),
        ("Europe/Berlin", "2026-03-29", "1:00", "2:30", 1),
        ("Europe/Berlin", "2026-03-29", "2:15", "2:45", 0),
        # A window that opens or closes at a time that occurs twice.
        ("Europe/Berlin", "2026-10-25", "2:30", "4:00", 2.5),
        ("Europe/Berlin", "2026-10-25", "1:00", "2:30", 1.5),
        ("Europe/Berlin", "2026-10-25", "2:15", "2:45", 0.5),
    ],
)
def test_a_window_on_a_day_of_clock_change_has_its_real_length(
    zone, day, opens, closes, hours
):
    assert hours_of(zone, day, opens, closes) == hours


def test_a_deadline_counts_real_hours_over_a_clock_change():
    calendar = Calendar(ZoneInfo("Europe/Berlin"), Window(0, 6 * 60))
    asked_at = at("2026-03-28 18:00", "Europe/Berlin")
    # Five hours on that Sunday, one on Monday.
    assert calendar.add(asked_at, 6 * HOUR) == at("2026-03-30 01:00", "Europe/Berlin")


@pytest.mark.parametrize("change", [FORWARD, BACK])
def test_a_day_without_window_is_always_24_hours(change):
    calendar = Calendar(ZoneInfo("Europe/Berlin"))
    assert calendar.add(change - HOUR, DAY) == change + 23 * HOUR


def test_a_window_closed_only_in_a_missing_hour_is_always_open():
    """The window is closed from 2:15 to 2:45, which does not exist on that day."""
    calendar = Calendar(
        ZoneInfo("Europe/Berlin"), Window(minute("2:45"), minute("2:15"))
    )
    within = Span(FORWARD - HOUR, FORWARD + HOUR)
    assert calendar.elapsed(*within) == 2 * HOUR


@pytest.mark.parametrize("time", ["2:00", "2:01", "2:30", "2:59", "3:00"])
def test_a_missing_time_maps_to_the_moment_of_the_change(time):
    shown = first_showing(ZoneInfo("Europe/Berlin"), FORWARD.date(), minute(time))
    assert shown == FORWARD


def test_a_repeated_time_maps_to_its_first_moment():
    shown = first_showing(ZoneInfo("Europe/Berlin"), BACK.date(), minute("2:30"))
    assert shown == BACK - 30 * MINUTE


def test_a_day_may_begin_at_one():
    """In São Paulo, the 4th of November 2018 had no hour after midnight."""
    calendar = Calendar(ZoneInfo("America/Sao_Paulo"), Window(0, 8 * 60))
    change = utc("2018-11-04 03:00")
    assert calendar.resumes_at(change - HOUR) == change
    assert calendar.add(change - HOUR, 7 * HOUR) == at(
        "2018-11-04 08:00", "America/Sao_Paulo"
    )


def test_a_saturday_may_have_25_hours():
    """In São Paulo, the 17th of February 2018 had its last hour twice."""
    calendar = Calendar(ZoneInfo("America/Sao_Paulo"), weekends=True)
    friday = at("2018-02-16 23:00", "America/Sao_Paulo")
    assert calendar.add(friday, 2 * HOUR) == friday + 2 * HOUR + 49 * HOUR


def test_a_day_may_be_missing():
    """Samoa had no 30th of December 2011, which would have been a Friday."""
    calendar = Calendar(ZoneInfo("Pacific/Apia"), Window(9 * 60, 17 * 60))
    thursday = at("2011-12-29 00:00", "Pacific/Apia")
    assert calendar.add(thursday, 9 * HOUR) == at("2011-12-31 10:00", "Pacific/Apia")
    weekdays = Calendar(ZoneInfo("Pacific/Apia"), weekends=True)
    assert weekdays.add(thursday, 25 * HOUR) == at("2012-01-02 01:00", "Pacific/Apia")


def test_summer_time_may_pause_for_ramadan():
    """In Casablanca, clocks went back on 15 February 2026 and forward on 22 March."""
    zone = "Africa/Casablanca"
    assert hours_of(zone, "2026-02-15", "1:00", "6:00") == 6
    assert hours_of(zone, "2026-03-22", "1:00", "6:00") == 4


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        # Eight o’clock local time, in winter and in summer.
        ("2026-03-27 23:00", "2026-03-28 07:00"),
        ("2026-03-28 23:00", "2026-03-29 06:00"),
        ("2026-10-23 22:00", "2026-10-24 06:00"),
        ("2026-10-24 22:00", "2026-10-25 07:00"),
    ],
)
def test_next_showing_follows_summer_time(after, shown):
    assert next_showing(BERLIN, 8 * 60, utc(after)) == utc(shown)


def test_next_showing_of_a_missing_time_is_the_change():
    assert next_showing(BERLIN, 150, utc("2026-03-28 23:30")) == FORWARD


def test_next_showing_counts_a_repeated_time_once_a_day():
    first = next_showing(BERLIN, 150, utc("2026-10-24 23:30"))
    assert first == utc("2026-10-25 00:30")
    assert next_showing(BERLIN, 150, first) == first + DAY + HOUR
