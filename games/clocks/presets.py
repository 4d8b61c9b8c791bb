"""Time controls for many tables, each under a name that is stored and never changes."""

from msgspec.structs import replace

from stoneage_core.time_control import (
    DAY,
    DEFAULT,
    HOUR,
    MINUTE,
    Bank,
    PerMove,
    TimeControl,
    Window,
)

PRESETS: dict[str, TimeControl] = {
    "unhurried": DEFAULT,
    "relaxed": TimeControl(time=PerMove(5 * DAY), weekends=True, vacation=28),
    "a_move_a_day": TimeControl(time=PerMove(DAY), grace=12 * HOUR, vacation=14),
    "saver": TimeControl(
        time=Bank(start=4 * DAY, increment=DAY, cap=6 * DAY),
        grace=8 * HOUR,
        vacation=21,
    ),
    "lunch_break": TimeControl(
        time=Bank(start=DAY, increment=4 * HOUR, cap=2 * DAY),
        window=Window(opens=7 * 60, closes=22 * 60),
        weekends=True,
        vacation=14,
    ),
    "live": TimeControl(
        time=Bank(start=30 * MINUTE, increment=2 * MINUTE, cap=45 * MINUTE),
        grace=30,
        misses=1,
    ),
}


def preset_of(control: TimeControl) -> str | None:
    """Return the name of the preset that equals this time control, or None."""
    bare = replace(control, takeback=DEFAULT.takeback)
    return next((name for name, preset in PRESETS.items() if preset == bare), None)
