"""Properties of all calendars, in every zone and on every day."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import assume, given
from hypothesis import strategies as st

from stoneage_core.match.calendar import Calendar, Span, first_showing
from tests.core.match.clock_strategies import (
    DAY,
    HOUR,
    MINUTE,
    durations,
    minutes,
    scenes,
    shifts,
    shown_by_clocks,
    utc,
)

NONE = timedelta()


@given(scenes(), durations)
def test_the_added_duration_elapses(scene, duration):
    calendar, start = scene
    assert calendar.elapsed(start, calendar.add(start, duration)) == duration


@given(scenes(), durations)
def test_add_returns_the_first_such_moment(scene, duration):
    calendar, start = scene
    assume(duration)
    before = calendar.add(start, duration) - timedelta.resolution
    assert calendar.elapsed(start, before) < duration


@given(scenes(), durations, durations)
def test_a_longer_duration_ends_later(scene, one, other):
    calendar, start = scene
    less, more = sorted((one, other))
    gained = calendar.add(start, more) - calendar.add(start, less)
    assert gained >= more - less


@given(scenes(), shifts, durations)
def test_a_later_start_ends_no_earlier(scene, shift, duration):
    calendar, start = scene
    assert calendar.add(start, duration) <= calendar.add(start + shift, duration)


@given(scenes(), durations, durations)
def test_adding_parts_equals_adding_their_sum(scene, one, other):
    calendar, start = scene
    in_parts = calendar.add(calendar.add(start, one), other)
    assert in_parts == calendar.add(start, one + other)


@given(scenes(), shifts, shifts)
def test_elapsed_parts_sum_up(scene, one, other):
    calendar, start = scene
    middle, end = start + one, start + one + other
    parts = calendar.elapsed(start, middle) + calendar.elapsed(middle, end)
    assert parts == calendar.elapsed(start, end) <= end - start


@given(scenes(), shifts)
def test_nothing_elapses_backwards(scene, shift):
    calendar, start = scene
    assert calendar.elapsed(start, start - shift) == NONE


@given(scenes(pauses=1), scenes(pauses=0), durations)
def test_a_pause_costs_the_running_time_inside_it(paused, unpaused, duration):
    pauses, start = paused[0].pauses, paused[1]
    without = unpaused[0]
    end = replace(without, pauses=pauses).add(start, duration)
    lost = without.elapsed(start, end) - duration
    assert NONE <= lost <= sum((pause.length for pause in pauses), NONE)
    inside = [pause.within(Span(start, end)) for pause in pauses]
    assert lost == sum((without.elapsed(*part) for part in inside), NONE)


@given(scenes(), st.randoms())
def test_pauses_come_in_any_order_and_may_overlap(scene, random):
    calendar, start = scene
    pauses = [*calendar.pauses, *calendar.pauses]
    random.shuffle(pauses)
    again = replace(calendar, pauses=tuple(pauses))
    within = Span(start, start + 20 * DAY)
    assert again.elapsed(*within) == calendar.elapsed(*within)


@given(scenes())
def test_running_spans_are_sorted_and_not_empty(scene):
    calendar, start = scene
    spans = list(calendar.running(Span(start, start + 30 * DAY)))
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert spans
    assert all(span.length for span in spans)


@given(scenes(unit=MINUTE), st.integers(0, 26 * 60))
def test_elapsed_time_counts_the_running_minutes(scene, count):
    calendar, start = scene
    run = [calendar.runs_at(start + minute * MINUTE) for minute in range(count)]
    assert calendar.elapsed(start, start + count * MINUTE) == sum(run) * MINUTE


@given(scenes(unit=MINUTE), st.integers(5, 300))
def test_the_clock_runs_when_local_time_says_so(scene, days):
    calendar, start = scene
    moment = start + days * DAY
    nearby = [moment + hours * HOUR for hours in range(-26, 27)]
    # Near a change of clocks a local time is ambiguous; see test_summer_time.
    assume(len({each.astimezone(calendar.zone).utcoffset() for each in nearby}) == 1)
    assert calendar.runs_at(moment) == shown_by_clocks(calendar, moment)


@given(scenes())
def test_resumes_at_is_the_next_running_moment(scene):
    calendar, moment = scene
    resumed = calendar.resumes_at(moment)
    assert calendar.runs_at(resumed)
    assert calendar.elapsed(moment, resumed) == NONE
    assert calendar.runs_at(moment) == (resumed == moment)


@given(scenes(), minutes, minutes, st.integers(-2, 2))
def test_a_later_local_time_is_never_an_earlier_moment(scene, one, other, days):
    calendar, moment = scene
    day = (moment + days * DAY).date()
    early, late = sorted((one, other))
    shown = [first_showing(calendar.zone, day, minute) for minute in (early, late)]
    shown.append(first_showing(calendar.zone, day + DAY, 0))
    assert shown == sorted(shown)


@given(scenes(pauses=0), st.integers(0, 60))
def test_a_calendar_without_limits_runs_all_the_time(scene, days):
    calendar, start = scene
    always = Calendar(calendar.zone)
    assert always.add(start, days * DAY) == start + days * DAY
    assert always.elapsed(utc("2000-01-01"), start) == start - utc("2000-01-01")
