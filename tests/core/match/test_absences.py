"""The allowance of vacation days, which dividing vacations does not extend."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.match.absences import (
    YEAR,
    days_left,
    days_used,
    latest_end,
    next_absence,
)
from stoneage_core.match.calendar import Span
from stoneage_core.time_control import PerMove, TimeControl
from tests.core.match.clock_strategies import DAY, HOUR, utc

NOW = utc("2026-07-01 12:00")
TICK = timedelta.resolution
CLOCK = TimeControl(time=PerMove(60), vacation=14)


def vacation(begins, length, around=NOW):
    """Return a vacation that begins ``begins`` after ``around``; it may be negative."""
    return Span(around + begins, around + begins + length)


def test_the_next_absence_is_the_current_or_the_first_one_to_come():
    past, current = vacation(-3 * DAY, DAY), vacation(-HOUR, DAY)
    coming, later = vacation(5 * DAY, DAY), vacation(9 * DAY, DAY)
    assert next_absence([later, past, current, coming], NOW) == current
    assert next_absence([later, past, coming], NOW) == coming
    assert next_absence([past, vacation(-DAY, DAY)], NOW) is None


@pytest.mark.parametrize(
    ("length", "days"),
    [
        (timedelta(), 0),
        (-3 * DAY, 0),
        (TICK, 1),
        (HOUR, 1),
        (DAY, 1),
        (DAY + TICK, 2),
        (10 * DAY, 10),
    ],
)
@pytest.mark.parametrize("begins", [-100 * DAY, timedelta(), 100 * DAY])
def test_each_day_begun_counts(begins, length, days):
    assert days_used([vacation(begins, length)], NOW) == days


def test_an_hour_costs_a_day_each_time():
    hours = [vacation(-day * DAY, HOUR) for day in range(1, 11)]
    assert days_used(hours, NOW) == 10
    assert days_left(CLOCK, hours, NOW) == 4


def test_a_used_day_is_available_again_after_a_year():
    ten_days = [vacation(-YEAR, 10 * DAY)]
    assert days_used(ten_days, NOW - TICK) == 10
    assert days_used(ten_days, NOW) == 9
    assert days_used(ten_days, NOW + DAY - TICK) == 9
    assert days_used(ten_days, NOW + DAY) == 8
    assert days_used(ten_days, NOW + 9 * DAY) == 0


def test_days_left_are_never_negative():
    assert days_left(CLOCK, [vacation(-40 * DAY, 30 * DAY)], NOW) == 0
    assert days_left(CLOCK, [], NOW) == 14


def test_the_latest_end_is_when_the_days_are_used_up():
    used = [vacation(-30 * DAY, 5 * DAY)]
    begins = NOW + 2 * HOUR
    assert latest_end(CLOCK, used, begins, NOW) == begins + 9 * DAY


def test_without_days_left_there_is_no_vacation():
    assert latest_end(CLOCK, [vacation(-30 * DAY, 14 * DAY)], NOW, NOW) is None
    assert latest_end(TimeControl(time=PerMove(60)), [], NOW, NOW) is None


def test_a_vacation_that_begins_in_the_past_counts_from_now():
    assert latest_end(CLOCK, [], NOW - 9 * DAY, NOW) == NOW + 14 * DAY


def test_days_that_will_be_available_again_can_be_planned():
    used = [vacation(-YEAR + 20 * DAY, 14 * DAY)]
    assert latest_end(CLOCK, used, NOW, NOW) is None
    begins = NOW + 50 * DAY
    assert latest_end(CLOCK, used, begins, NOW) == begins + 14 * DAY


wishes = st.tuples(st.integers(0, 900), st.floats(0, 1, exclude_min=True))


@given(st.lists(wishes, min_size=1, max_size=30))
def test_no_year_has_more_days_than_the_clock_allows(wishes):
    taken = []
    for day, part in wishes:
        begins = NOW + day * DAY + day * HOUR
        if end := latest_end(CLOCK, taken, begins, NOW):
            taken.append(Span(begins, begins + part * (end - begins)))
    assert taken
    began = [day for span in taken for day in days_of(span)]
    for last in began:
        assert sum(last - YEAR < day <= last for day in began) <= CLOCK.vacation


def days_of(span):
    """Yield the beginning of each day of a vacation."""
    moment, ends = span
    while moment < ends:
        yield moment
        moment += DAY


@given(st.integers(0, 300), st.floats(0, 1, exclude_min=True))
def test_an_early_end_returns_the_days_not_begun(day, part):
    begins = NOW + day * DAY
    whole = latest_end(CLOCK, [], begins, NOW)
    cut = Span(begins, begins + part * (whole - begins))
    assert days_left(CLOCK, [Span(begins, whole)], begins) == 0
    assert days_left(CLOCK, [cut], begins) == 14 - len(list(days_of(cut)))
