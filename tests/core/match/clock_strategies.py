"""Strategies for calendars and for moments near clock changes."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.time_control import MINUTES_OF_A_DAY, Window

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ALL_DAY = (None, Window(0, 0), Window(600, 600))


def utc(text):
    """Return the UTC moment of an ISO time without offset."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def at(text, zone):
    """Return the UTC moment when clocks in a zone show an ISO time."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


#: Moments near which clocks change in some zones, by an hour, half an hour or a day.
CHANGES = {
    "UTC": ["2027-12-31 23:59:59", "2028-02-29 12:00"],
    "America/New_York": ["2026-03-08 07:00", "2026-11-01 06:00"],
    "Europe/Berlin": ["2026-03-29 01:00", "2026-10-25 01:00"],
    "Australia/Lord_Howe": ["2026-10-03 15:30", "2026-04-04 15:00"],
    "Asia/Kathmandu": ["2028-02-28 18:15", "2026-12-31 18:15"],
    "Pacific/Apia": ["2011-12-30 10:00", "2020-09-26 14:00"],
    "America/Sao_Paulo": ["2018-11-04 03:00", "2018-02-18 02:00"],
    "Africa/Casablanca": ["2026-02-15 02:00", "2026-03-22 02:00"],
}

minutes = st.one_of(
    st.integers(0, MINUTES_OF_A_DAY - 1), st.sampled_from([0, 60, 90, 120, 150, 180])
)
windows = st.one_of(
    st.sampled_from([None, Window(480, 1320), Window(0, 0), Window(150, 180)]),
    st.builds(Window, minutes, minutes),
)
durations = st.one_of(
    st.timedeltas(timedelta(), 5 * DAY),
    st.integers(0, 100).map(lambda hours: hours * HOUR),
)
shifts = st.timedeltas(timedelta(), 9 * DAY)


@st.composite
def scenes(draw, unit=timedelta(microseconds=1), pauses=3):
    """Draw a calendar and a moment near a change of clocks or the edge of a pause.

    The moment and all pauses are whole multiples of ``unit`` apart.
    """
    zone = draw(st.sampled_from(sorted(CHANGES)))
    change = utc(draw(st.sampled_from(CHANGES[zone])))
    around = _multiples(unit, -4 * DAY, 4 * DAY)
    moment = change.replace(second=0) + draw(around)
    pause = st.builds(
        lambda begins, length: Span(moment + begins, moment + begins + length),
        _multiples(unit, -3 * DAY, 9 * DAY),
        _multiples(unit, -1 * DAY, 6 * DAY),
    )
    return Calendar(
        ZoneInfo(zone),
        draw(windows),
        weekends=draw(st.booleans()),
        pauses=tuple(draw(st.lists(pause, max_size=pauses))),
    ), moment


def _multiples(unit, least, most):
    return st.integers(least // unit, most // unit).map(lambda count: count * unit)


def shown_by_clocks(calendar, moment):
    """Return whether the clock runs, computed from local time and the pauses."""
    local = moment.astimezone(calendar.zone)
    if calendar.weekends and local.strftime("%a") in ("Sat", "Sun"):
        return False
    if any(pause.begins <= moment < pause.ends for pause in calendar.pauses):
        return False
    return calendar.window in ALL_DAY or is_open(calendar.window, local)


def is_open(window, local):
    """Return whether a window is open at a local time, found minute by minute."""
    minute = window.opens
    while minute != window.closes:
        if minute == 60 * local.hour + local.minute:
            return True
        minute = (minute + 1) % MINUTES_OF_A_DAY
    return window.opens == window.closes
