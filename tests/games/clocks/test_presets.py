"""Named presets of time controls."""

import msgspec
import pytest

from games.clocks import PRESETS, preset_of
from stoneage_core.time_control import DAY, HOUR, Bank, PerMove, TimeControl, Window


def test_stored_names_never_change():
    assert {"relaxed", "a_move_a_day", "saver", "lunch_break", "live"} <= set(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_recognized_by_its_clock(name):
    stored = msgspec.json.encode(PRESETS[name])
    assert preset_of(msgspec.json.decode(stored, type=TimeControl)) == name


def test_custom_clock_has_no_preset_name():
    assert preset_of(TimeControl(time=PerMove(5 * DAY))) is None


@pytest.mark.parametrize("control", PRESETS.values())
def test_banks_start_below_their_cap(control):
    if isinstance(control.time, Bank):
        assert control.time.increment < control.time.start < control.time.cap


def test_presets_have_the_documented_terms():
    assert PRESETS["relaxed"] == TimeControl(
        time=PerMove(5 * DAY), weekends=True, vacation=28, misses=2
    )
    assert PRESETS["lunch_break"].window == Window(7 * 60, 22 * 60)
    assert PRESETS["a_move_a_day"].grace == 12 * HOUR
    assert (PRESETS["live"].vacation, PRESETS["live"].misses) == (0, 1)


@pytest.mark.parametrize(
    "control", [each for each in PRESETS.values() if each.misses > 1]
)
def test_after_a_missed_turn_the_next_one_has_half_the_usual_time(control):
    full = control.allowance(control.opening)
    after_a_miss = control.allowance(control.bank_after_time_out(control.opening))
    assert after_a_miss >= full / 2
