"""Until when a decision has to be made."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.timekeeping import Calendar, Span, accounts
from games.timekeeping.deadlines import LEAST, allowance, deadline, deadlines
from stoneage_core.clock import DAY, HOUR, Bank, Clock, PerMove, Window

from .strategies import at, scenes, utc

ALWAYS = Calendar(ZoneInfo("UTC"))
ASKED_AT = utc("2026-06-05 12:00")
PER_MOVE = Clock(time=PerMove(2 * DAY), grace=HOUR)
BANK = Clock(time=Bank(start=3 * DAY, increment=HOUR, cap=5 * DAY), grace=2 * HOUR)
NO_GRACE = Clock(time=Bank(start=DAY, increment=0, cap=DAY))

clocks = st.one_of(
    st.builds(
        lambda seconds, grace: Clock(time=PerMove(seconds), grace=grace),
        st.integers(60, 5 * DAY),
        st.integers(0, DAY),
    ),
    st.sampled_from([BANK, NO_GRACE]),
)
banks = st.none() | st.integers(0, 5 * DAY)


@pytest.mark.parametrize(
    ("clock", "bank", "hours"),
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
def test_an_allowance_is_grace_and_bank_and_at_least_a_minute(clock, bank, hours):
    assert allowance(clock, bank) == timedelta(hours=hours)


def test_a_deadline_is_the_allowance_later():
    assert deadline(PER_MOVE, None, ALWAYS, ASKED_AT) == utc("2026-06-07 13:00")


def test_an_empty_bank_still_leaves_a_minute_while_the_clock_runs():
    calendar = Calendar(ZoneInfo("Europe/Berlin"), Window(480, 1320), weekends=True)
    saturday = at("2026-06-06 12:00", "Europe/Berlin")
    assert deadline(NO_GRACE, 0, calendar, saturday) == at(
        "2026-06-08 08:01", "Europe/Berlin"
    )


@given(clocks, banks, scenes())
def test_who_answers_in_time_pays_from_the_bank_and_no_more(clock, bank, scene):
    calendar, asked_at = scene
    until = deadline(clock, bank, calendar, asked_at)
    assert until >= asked_at + LEAST
    held = accounts.opening(clock) if bank is None else bank
    spent = accounts.charge(clock, calendar, asked_at, until)
    if accounts.opening(clock) is None:
        assert spent == 0
    else:
        assert spent == max(held, 60 - clock.grace)


def test_each_seat_that_is_awaited_has_its_own_deadline():
    later = ASKED_AT + timedelta(hours=6)
    away = Span(ASKED_AT, ASKED_AT + timedelta(days=10))
    found = deadlines(
        BANK,
        waits={0: ASKED_AT, 2: later, 3: ASKED_AT},
        banks={0: HOUR, 1: 0, 2: 0},
        calendars={
            0: ALWAYS,
            1: ALWAYS,
            2: Calendar(ZoneInfo("UTC"), pauses=(away,)),
            3: ALWAYS,
        },
    )
    assert found == {
        0: utc("2026-06-05 15:00"),
        2: utc("2026-06-15 14:00"),
        3: utc("2026-06-08 14:00"),  # no bank yet: a full one
    }


def test_nobody_awaited_no_deadline():
    assert deadlines(BANK, {}, {0: 5}, {0: ALWAYS}) == {}


def test_a_seat_without_calendar_is_a_mistake():
    with pytest.raises(KeyError):
        deadlines(BANK, {1: ASKED_AT}, {}, {0: ALWAYS})
