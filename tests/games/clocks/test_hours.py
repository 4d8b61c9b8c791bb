"""Recorded UTC offsets match what clocks in the zone show."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import AHEAD, are_current, offsets_of
from stoneage_core.match.calendar import Calendar, RecordedZone
from stoneage_core.time_control import Window

ZONES = [
    *("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"),
    *("America/Sao_Paulo", "Africa/Casablanca", "Pacific/Chatham", "UTC"),
]
NOW = datetime(2026, 11, 22, 18, tzinfo=UTC)
DAY = timedelta(days=1)
HOURS = st.integers(0, 380 * 24).map(lambda hours: NOW + timedelta(hours=hours))


@pytest.mark.parametrize("name", ZONES)
@given(moment=HOURS, minutes=st.integers(0, 59))
def test_offsets_match_the_zones_clocks(name, moment, minutes):
    zone = ZoneInfo(name)
    recorded = RecordedZone(offsets_of(zone, NOW))
    moment += timedelta(minutes=minutes)
    shown, expected = moment.astimezone(recorded), moment.astimezone(zone)
    assert shown.replace(tzinfo=None) == expected.replace(tzinfo=None)
    assert shown.fold == expected.fold
    assert shown.astimezone(UTC) == moment
    for fold in (0, 1):
        wall = expected.replace(tzinfo=None, fold=fold)
        assert wall.replace(tzinfo=recorded).utcoffset() == (
            wall.replace(tzinfo=zone).utcoffset()
        )


@pytest.mark.parametrize("name", ZONES)
@given(moment=HOURS, hours=st.integers(0, 100))
def test_clock_with_recorded_hours_runs_the_same(name, moment, hours):
    zone, window = ZoneInfo(name), Window(2 * 60 + 30, 22 * 60)
    recorded = RecordedZone(offsets_of(zone, NOW))
    length = timedelta(hours=hours)
    told = Calendar(recorded, window, weekends=True).add(moment, length)
    if told < NOW + AHEAD:
        assert told == Calendar(zone, window, weekends=True).add(moment, length)


def test_skipped_local_time_is_handled():
    zone = ZoneInfo("Europe/Berlin")
    recorded = RecordedZone(offsets_of(zone, NOW))
    for fold in (0, 1):
        skipped = NOW.replace(2027, 3, 28, 2, 30, tzinfo=None, fold=fold)
        assert skipped.replace(tzinfo=recorded).utcoffset() == (
            skipped.replace(tzinfo=zone).utcoffset()
        )


def test_zone_with_two_changes_a_year_has_three_or_four_offsets():
    for name in ("Europe/Berlin", "America/New_York"):
        assert 3 <= len(offsets_of(ZoneInfo(name), NOW)) <= 4
    assert len(offsets_of(ZoneInfo("UTC"), NOW)) == 1


def test_recorded_offsets_are_right_until_the_zone_differs():
    berlin, lima = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Lima")
    told = offsets_of(berlin, NOW)
    assert are_current(told, berlin, NOW)
    assert not are_current(told, lima, NOW)
    assert not are_current((), berlin, NOW)
    assert are_current(told, berlin, NOW + 200 * DAY)
    # The change after the recorded ones is near.
    assert not are_current(told, berlin, NOW + AHEAD + 100 * DAY)
    assert are_current(offsets_of(lima, NOW), lima, NOW + 900 * DAY)
