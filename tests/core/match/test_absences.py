"""A budget of days that no cutting into pieces makes longer."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.match.absences import YEAR, days_left, days_used, latest_end
from stoneage_core.match.calendar import Span
from stoneage_core.time_control import PerMove, TimeControl
from tests.core.match.clock_strategies import DAY, HOUR, utc

NOW = utc("2026-07-01 12:00")
TICK = timedelta.resolution
CLOCK = TimeControl(time=PerMove(60), vacation=14)


def vacation(begins, length, around=NOW):
    """Return a vacation that begins some time after (or before) a moment."""
    return Span(around + begins, around + begins + length)


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
def test_each_day_begun_is_used_or_planned(begins, length, days):
    assert days_used([vacation(begins, length)], NOW) == days


def test_an_hour_costs_a_day_each_time():
    hours = [vacation(-day * DAY, HOUR) for day in range(1, 11)]
    assert days_used(hours, NOW) == 10
    assert days_left(CLOCK, hours, NOW) == 4


def test_a_day_is_given_back_a_year_after_it_began():
    ten_days = [vacation(-YEAR, 10 * DAY)]
    assert days_used(ten_days, NOW - TICK) == 10
    assert days_used(ten_days, NOW) == 9
    assert days_used(ten_days, NOW + DAY - TICK) == 9
    assert days_used(ten_days, NOW + DAY) == 8
    assert days_used(ten_days, NOW + 9 * DAY) == 0


def test_never_less_than_nothing_is_left():
    assert days_left(CLOCK, [vacation(-40 * DAY, 30 * DAY)], NOW) == 0
    assert days_left(CLOCK, [], NOW) == 14


def test_a_vacation_ends_when_its_days_are_used_up():
    used = [vacation(-30 * DAY, 5 * DAY)]
    begins = NOW + 2 * HOUR
    assert latest_end(CLOCK, used, begins, NOW) == begins + 9 * DAY


def test_without_days_there_is_no_vacation():
    assert latest_end(CLOCK, [vacation(-30 * DAY, 14 * DAY)], NOW, NOW) is None
    assert latest_end(TimeControl(time=PerMove(60)), [], NOW, NOW) is None


def test_nobody_goes_on_vacation_in_the_past():
    assert latest_end(CLOCK, [], NOW - 9 * DAY, NOW) == NOW + 14 * DAY


def test_days_that_will_be_given_back_can_be_planned():
    used = [vacation(-YEAR + 20 * DAY, 14 * DAY)]
    assert latest_end(CLOCK, used, NOW, NOW) is None
    begins = NOW + 50 * DAY
    assert latest_end(CLOCK, used, begins, NOW) == begins + 14 * DAY


wishes = st.tuples(st.integers(0, 900), st.floats(0, 1, exclude_min=True))


@given(st.lists(wishes, min_size=1, max_size=30))
def test_no_year_has_more_days_than_the_clock_allows(wishes):
    """Planned in any order, each as long as wished or as its seat may at most."""
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
    """Return when each day of a vacation begins."""
    moment, ends = span
    while moment < ends:
        yield moment
        moment += DAY


@given(st.integers(0, 300), st.floats(0, 1, exclude_min=True))
def test_an_early_end_gives_back_the_days_not_begun(day, part):
    begins = NOW + day * DAY
    whole = latest_end(CLOCK, [], begins, NOW)
    cut = Span(begins, begins + part * (whole - begins))
    assert days_left(CLOCK, [Span(begins, whole)], begins) == 0
    assert days_left(CLOCK, [cut], begins) == 14 - len(list(days_of(cut)))
