"""Reminders: few, while the clock runs, and not in quiet hours."""

from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Quiet, next_reminder, reminders
from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.time_control import Window
from tests.core.match.clock_strategies import (
    CHANGES,
    HOUR,
    MINUTE,
    minutes,
    scenes,
    utc,
)

ZONE = ZoneInfo("UTC")
ALWAYS = Calendar(ZONE)
NIGHT = Quiet(begins=22 * 60, ends=8 * 60)
MONDAY = utc("2026-06-01 00:00")

quiets = st.builds(Quiet, minutes, minutes).filter(lambda q: q.begins != q.ends)
zones = st.sampled_from(sorted(CHANGES)).map(ZoneInfo)
allowances = st.timedeltas(timedelta(), timedelta(days=5))


def hours_after_midnight(asked, took, quiet=None, calendar=ALWAYS):
    """Return the reminders of a question, all in hours since Monday's midnight."""
    asked_at = MONDAY + asked * HOUR
    found = reminders(
        asked_at, calendar.add(asked_at, took * HOUR), calendar, quiet, ZONE
    )
    return [(moment - MONDAY) / HOUR for moment in found]


@pytest.mark.parametrize(
    ("took", "expected"),
    [
        (0, []),
        (0.99, []),
        (1, [50 / 60]),
        (6, [5]),
        (11.9, [pytest.approx(11.9 * 5 / 6)]),
        (12, [6, 10]),
        (120, [60, 100]),
    ],
)
def test_reminders_come_at_half_of_the_time_and_with_a_sixth_left(took, expected):
    assert hours_after_midnight(0, took) == expected


def test_deadline_before_the_question_has_no_reminder():
    assert reminders(MONDAY, MONDAY - HOUR, ALWAYS, None, ZONE) == ()


@pytest.mark.parametrize(
    ("asked", "took", "expected"),
    [
        (9, 12, [15, 19]),  # in daylight, nothing moves
        (12, 120, [24 * 3 + 8, 24 * 4 + 16]),  # from midnight to eight
        (6, 24, [18, 21.75]),  # eight is too late, so it comes before the night
        (12, 12, [18, 21.75]),  # 22:00 is in the quiet hours
        (20, 4, [21.75]),
        (21, 2, [21.75]),
        (21.9, 1, []),  # before the night is too soon after the question
        (23, 8, []),
        (22, 12, [32]),  # both would come at eight, so there is one
        (20, 18, [32, 35]),
        (20, 15, [32.5]),  # the first at eight would be half an hour before the second
    ],
)
def test_no_reminder_comes_in_quiet_hours(asked, took, expected):
    assert hours_after_midnight(asked, took, NIGHT) == expected


def test_quiet_hours_of_length_zero_are_none():
    noon = Quiet(12 * 60, 12 * 60)
    assert hours_after_midnight(0, 120, noon) == hours_after_midnight(0, 120)


def test_quiet_hours_are_in_the_readers_zone():
    kathmandu = ZoneInfo("Asia/Kathmandu")
    (first, last) = reminders(
        MONDAY, MONDAY + 36 * HOUR, ALWAYS, Quiet(23 * 60, 7 * 60), kathmandu
    )
    # 18:00 in UTC is 23:45 there, and 7:00 there is 1:15 in UTC.
    assert first == utc("2026-06-02 01:15")
    assert last == utc("2026-06-02 06:00")


def test_shares_are_of_running_time():
    office = Calendar(ZONE, Window(8 * 60, 18 * 60), weekends=True)
    friday = 4 * 24
    # Ten hours on Friday, ten on Monday, ten on Tuesday.
    assert hours_after_midnight(friday, 30, calendar=office) == [
        7 * 24 + 8 + 5,
        8 * 24 + 8 + 5,
    ]


def test_vacation_has_no_reminders():
    away = Span(MONDAY + 10 * HOUR, MONDAY + 250 * HOUR)
    calendar = Calendar(ZONE, pauses=(away,))
    assert hours_after_midnight(0, 20, calendar=calendar) == [250, 250 + 20 / 3]


def test_reminder_waits_for_the_morning_after_the_weekend():
    calendar = Calendar(ZONE, weekends=True)
    # Half is over on Friday at 23:00, so nothing is lost by waiting until Saturday at
    # 8:00.
    friday = 4 * 24 + 23
    assert hours_after_midnight(friday - 24, 48, NIGHT, calendar) == [
        7 * 24 + 8,
        7 * 24 + 15,
    ]


@given(scenes(), allowances, quiets, zones)
def test_reminders_come_only_at_welcome_times(scene, allowance, quiet, zone):
    calendar, asked_at = scene
    deadline = calendar.add(asked_at, allowance)
    found = reminders(asked_at, deadline, calendar, quiet, zone)
    edges = [asked_at, *found, deadline]
    assert edges == sorted(edges)
    assert len(found) <= 2
    assert all(late - early >= HOUR for early, late in pairwise(found))
    night = Calendar(zone, Window(quiet.begins, quiet.ends))
    for moment in found:
        assert calendar.runs_at(moment)
        assert not night.runs_at(moment)
        over = calendar.elapsed(asked_at, moment)
        assert allowance * 0.09 <= over <= allowance * 0.91


@given(scenes(), allowances)
def test_every_long_wait_has_a_reminder_without_quiet_hours(scene, allowance):
    calendar, asked_at = scene
    deadline = calendar.add(asked_at, allowance)
    found = reminders(asked_at, deadline, calendar, None, ZONE)
    assert len(found) == (allowance >= HOUR) + (allowance >= 12 * HOUR)
    left = [calendar.elapsed(moment, deadline) / allowance for moment in found]
    assert left == pytest.approx([1 / 2, 1 / 6][-len(left) :] if left else [])


def test_next_reminder_is_the_first_later_one():
    first, last = MONDAY, MONDAY + HOUR
    assert next_reminder((first, last), first - MINUTE) == first
    assert next_reminder((first, last), first) == last
    assert next_reminder((first, last), last) is None
    assert next_reminder((), first) is None
