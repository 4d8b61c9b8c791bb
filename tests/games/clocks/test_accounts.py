"""What decisions take from a bank and put back into it."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_core.match.calendar import Calendar, Span
from stoneage_core.time_control import Bank, PerMove, TimeControl
from tests.core.match.clock_strategies import HOUR, MINUTE, scenes, shifts, utc

from .seats import charge

ALWAYS = Calendar(ZoneInfo("UTC"))
ASKED_AT = utc("2026-06-05 12:00")
PER_MOVE = TimeControl(time=PerMove(3600), grace=600)
BANK = TimeControl(time=Bank(start=1000, increment=100, cap=1200), grace=600)

banks = st.integers(0, 5000)
spendings = st.integers(0, 6000)


#: Enough for every charge.
PLENTY = 60 * 86_400


def test_bank_starts_with_its_start_value():
    assert BANK.opening == 1000
    assert PER_MOVE.opening is None


@pytest.mark.parametrize(
    ("took", "charged"),
    [
        (-HOUR, 0),
        (5 * MINUTE, 0),
        (10 * MINUTE, 0),
        (10 * MINUTE + timedelta(seconds=1.9), 1),
        (HOUR, 3000),
        (24 * HOUR, 85_800),
    ],
)
def test_whole_seconds_beyond_the_grace_are_charged(took, charged):
    assert charge(BANK, ALWAYS, ASKED_AT, ASKED_AT + took, PLENTY) == charged
    assert charge(PER_MOVE, ALWAYS, ASKED_AT, ASKED_AT + took, None) == 0


def test_pause_is_not_charged():
    outage = Span(ASKED_AT + 5 * MINUTE, ASKED_AT + 50 * MINUTE)
    calendar = Calendar(ZoneInfo("UTC"), pauses=(outage,))
    assert charge(BANK, calendar, ASKED_AT, ASKED_AT + HOUR, PLENTY) == 300


@given(scenes(), shifts)
def test_charge_equals_the_running_time(scene, shift):
    calendar, asked_at = scene
    charged = charge(BANK, calendar, asked_at, asked_at + shift, PLENTY)
    ran = calendar.elapsed(asked_at, asked_at + shift).total_seconds()
    assert charged == max(0, int(ran) - BANK.grace)


@pytest.mark.parametrize(
    ("bank", "spent", "after"),
    [
        (1000, 0, 1100),
        (1000, 300, 800),
        (1000, 5000, 100),
        (1150, 0, 1200),
        (1200, 0, 1200),
        (1500, 0, 1500),  # above the cap nothing is added, and nothing taken away
        (1500, 200, 1300),
        (1500, 350, 1200),
        (None, 300, 800),  # a seat without a bank yet has a full one
    ],
)
def test_decision_charges_the_bank(bank, spent, after):
    assert BANK.bank_after(bank, spent) == after


@given(banks, spendings, spendings)
def test_quicker_decision_never_costs_more(bank, one, other):
    quick, slow = sorted((one, other))
    after_quick = BANK.bank_after(bank, quick)
    assert after_quick >= BANK.bank_after(bank, slow)
    assert 0 <= after_quick <= max(bank, BANK.time.cap)


@pytest.mark.parametrize("bank", [None, 0, 50, 1000, 5000])
def test_bank_after_a_time_out_is_half_of_its_start(bank):
    assert BANK.bank_after_time_out(bank) == BANK.time.start // 2


def test_bank_after_a_time_out_does_not_exceed_the_cap():
    control = TimeControl(time=Bank(start=60, increment=500, cap=90))
    assert control.bank_after_time_out(60) == 90


@pytest.mark.parametrize("bank", [None, 1000])
def test_clock_without_banks_has_none(bank):
    assert PER_MOVE.bank_after(bank, 0) is None
    assert PER_MOVE.bank_after_time_out(bank) is None


@pytest.mark.parametrize(
    ("old", "new", "bank", "after"),
    [
        (BANK, PER_MOVE, 700, None),
        (PER_MOVE, PER_MOVE, None, None),
        (PER_MOVE, BANK, None, 1000),
        (PER_MOVE, BANK, 700, 1000),
        (BANK, BANK, None, 1000),
        (BANK, BANK, 700, 700),
        (BANK, BANK, 0, 0),
        (BANK, TimeControl(time=Bank(start=60, increment=0, cap=90)), 700, 90),
        (BANK, TimeControl(time=Bank(start=9000, increment=0, cap=9000)), 700, 700),
    ],
)
def test_change_of_clock_resets_the_bank(old, new, bank, after):
    assert new.bank_after_change(old, bank) == after
