"""
Timekeeping: when clocks run, what banks hold, when time is up. Pure, and without now.

The nouns are here. The verbs are in their modules, to be read together with them:
``accounts.charge``, ``deadlines.deadline``, ``vacations.days_left``.
"""

from games.timekeeping import accounts, deadlines, reminders, vacations
from games.timekeeping.calendar import Calendar, Span, calendar_of
from games.timekeeping.presets import DEFAULT, PRESETS, preset_of
from games.timekeeping.reminders import Quiet

__all__ = [
    "DEFAULT",
    "PRESETS",
    "Calendar",
    "Quiet",
    "Span",
    "accounts",
    "calendar_of",
    "deadlines",
    "preset_of",
    "reminders",
    "vacations",
]
