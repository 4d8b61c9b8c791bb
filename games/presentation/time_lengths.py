"""Lengths of time of a clock, as its form asks for them."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from games.presentation.labels import Text
from stoneage_core.time_control import DAY, HOUR, MINUTE, SHORTEST, Bank, TimeControl

PER_MOVE, BANK = "per_move", "bank"
UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
UNIT_NAMES = [("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days"))]


def kind_of(control: TimeControl) -> str:
    """Return the kind of a clock: whether each turn has its time, or all share one."""
    return BANK if isinstance(control.time, Bank) else PER_MOVE


@dataclass(frozen=True)
class Length:
    """How a length of time is asked for: an amount, and a unit to begin with."""

    label: Text
    unit: str
    least: int
    kind: str = ""  # the kind of clock that has it; '' for both
    help: Text = ""


LENGTHS = {
    "time": Length(_("Time for each turn"), "days", SHORTEST, PER_MOVE),
    "start": Length(_("The bank opens with"), "days", SHORTEST, BANK),
    "increment": Length(_("Each turn adds"), "hours", 0, BANK),
    "cap": Length(_("It holds at most"), "days", SHORTEST, BANK),
    "grace": Length(
        _("Grace"),
        "hours",
        0,
        help=_("On top for every turn, and never taken from a bank."),
    ),
}


@dataclass(frozen=True)
class LengthRow:
    """A length of time on the page: two fields under one heading."""

    asked: Length
    amount: forms.BoundField
    unit: forms.BoundField
