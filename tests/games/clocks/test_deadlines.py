"""Deadlines of decisions."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from stoneage_core.match.calendar import Calendar
from stoneage_core.match.deadlines import deadline_of
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl, Window
from tests.core.match.clock_strategies import at, scenes, utc

from .seats import asked, charge, deadline

ALWAYS = Calendar(ZoneInfo("UTC"))
ASKED_AT = utc("2026-06-05 12:00")
PER_MOVE = TimeControl(time=PerMove(2 * DAY), grace=HOUR)
BANK = TimeControl(
    time=Bank(start=3 * DAY, increment=HOUR, cap=5 * DAY), grace=2 * HOUR
)
NO_GRACE = TimeControl(time=Bank(start=DAY, increment=0, cap=DAY))

clocks = st.one_of(
    st.builds(
        lambda seconds, grace: TimeControl(time=PerMove(seconds), grace=grace),
        st.integers(60, 5 * DAY),
        st.integers(0, DAY),
    ),
    st.sampled_from([BANK, NO_GRACE]),
)
banks = st.none() | st.integers(0, 5 * DAY)


@pytest.mark.parametrize(
    ("control", "bank", "hours"),
    [
        (PER_MOVE, None, 49),
        (PER_MOVE, 5, 49),
        (BANK, 0, 2),
        (BANK, 4 * DAY, 98),
        (BANK, None, 74),
        (NO_GRACE, 0, 1 / 60),
        (NO_GRACE, 59, 1 / 60),
        (NO_GRACE, 90, 1.5 / 60),
    ],
)
def test_allowance_is_grace_and_bank_but_at_least_a_minute(control, bank, hours):
    assert control.allowance(bank) == hours * HOUR


def test_deadline_is_the_allowance_later():
    assert deadline(PER_MOVE, None, ALWAYS, ASKED_AT) == utc("2026-06-07 13:00")


def test_empty_bank_still_leaves_a_minute():
    calendar = Calendar(ZoneInfo("Europe/Berlin"), Window(480, 1320), weekends=True)
    saturday = at("2026-06-06 12:00", "Europe/Berlin")
    assert deadline(NO_GRACE, 0, calendar, saturday) == at(
        "2026-06-08 08:01", "Europe/Berlin"
    )


@given(clocks, banks, scenes())
def test_answer_in_time_costs_only_the_bank(control, bank, scene):
    calendar, asked_at = scene
    until = deadline(control, bank, calendar, asked_at)
    assert until >= asked_at + timedelta(minutes=1)
    held = control.opening if bank is None else control.opening and bank
    assert charge(control, calendar, asked_at, until, held) == (held or 0)


def test_seat_that_is_not_awaited_has_no_deadline():
    match = asked(BANK, 5, ALWAYS, ASKED_AT)
    assert deadline_of(replace(match, pending={}), 0) is None
