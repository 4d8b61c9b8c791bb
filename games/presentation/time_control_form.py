"""The clock of a table as a form: a preset, or one with terms of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clocks import PRESETS, preset_of
from games.presentation import time_control_text
from games.presentation.labels import Text
from games.presentation.time_control_text import BANK, PER_MOVE, time_kind_of
from stoneage_core.time_control import (
    DAY,
    DEFAULT,
    HOUR,
    LONGEST,
    LONGEST_VACATION,
    MINUTE,
    MINUTES_OF_A_DAY,
    SHORTEST,
    Bank,
    PerMove,
    TimeControl,
    Window,
)

UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
UNIT_NAMES = [("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days"))]


@dataclass(frozen=True)
class Length:
    """How a form asks for a length of time: an amount, and a unit to begin with."""

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
    asked: Length
    amount: forms.BoundField
    unit: forms.BoundField


LIKE_ABOVE = _("like the pace above")
TOO_MUCH = _("At most 60 days.")
KINDS = [
    ("", LIKE_ABOVE),
    (PER_MOVE, _("the same time for every turn")),
    (BANK, _("a time bank, which quick moves fill")),
]
FREE, RUN = "free", "run"
WEEKENDS = [
    ("", LIKE_ABOVE),
    (FREE, _("the clock stops on Saturdays and Sundays")),
    (RUN, _("the clock runs on weekends too")),
]
NARROWEST_WINDOW = 60  # minutes
MOST_MISSES = 20

#: The values of a kind of clock that neither the form nor its preset has.
EXAMPLES = {PER_MOVE: DEFAULT, BANK: PRESETS["saver"]}

NO_BANK = _("This pace gives every turn the same time; it has no bank.")
NO_TIME = _("This pace is a time bank. Set below what it opens with and what it adds.")
TOO_FULL = _("The bank can’t open with more than it may hold.")
HALF_A_WINDOW = _("Give both times, or none.")
NARROW = _("The clock has to run for at least an hour a day.")


def time_field(**options: Any) -> forms.TimeField:
    return forms.TimeField(
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": _("A time of day, such as 08:30.")},
        **options,
    )


class TimeControlForm(forms.Form):
    """
    The clock of a table. A valid form has it as ``control``.

    Empty fields take their values from the chosen preset.
    """

    preset = forms.ChoiceField(
        label=_("Pace"),
        choices=time_control_text.preset_choices,
        initial=preset_of(DEFAULT),
        error_messages={"required": _("Choose a pace.")},
    )
    kind = forms.ChoiceField(
        label=_("Kind of pace"),
        choices=KINDS,
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    opens = time_field(label=_("From"))
    closes = time_field(label=_("Until"))
    weekends = forms.ChoiceField(
        label=_("Weekends"),
        choices=WEEKENDS,
        required=False,
        help_text=_(
            "Where the clock keeps hours or weekends, the game log tells by how much "
            "each player’s time of day differs from UTC."
        ),
    )
    vacation = forms.IntegerField(
        label=_("Days of vacation a year"),
        min_value=0,
        max_value=LONGEST_VACATION,
        required=False,
    )
    misses = forms.IntegerField(
        label=_("Turns missed in a row"),
        min_value=1,
        max_value=MOST_MISSES,
        required=False,
        help_text=_("After this many, autopilot plays until the player is back."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"prefix": "clock"} | kwargs)
        for name, asked in LENGTHS.items():
            self.fields[f"{name}_amount"] = forms.IntegerField(
                min_value=0,
                max_value=LONGEST // MINUTE,
                required=False,
                error_messages={"max_value": TOO_MUCH},
            )
            self.fields[f"{name}_unit"] = forms.ChoiceField(
                choices=UNIT_NAMES, initial=asked.unit, required=False
            )
        self.control = DEFAULT

    @property
    def presets(self) -> Iterator[time_control_text.PresetRow]:
        return time_control_text.preset_rows(str(self["preset"].value()))

    @property
    def lengths(self) -> list[LengthRow]:
        return [
            LengthRow(asked, self[f"{name}_amount"], self[f"{name}_unit"])
            for name, asked in LENGTHS.items()
        ]

    @property
    def is_adjusted(self) -> bool:
        """Whether anything besides the preset was entered, or is wrong."""
        units = {f"{name}_unit" for name in LENGTHS}
        names = self.fields.keys() - units - {"preset"}
        return any(self[name].value() or self[name].errors for name in names)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        preset = PRESETS.get(data.get("preset", ""))
        if preset is not None:
            self.control = self._adjusted(preset)
        return data

    def _adjusted(self, preset: TimeControl) -> TimeControl:
        kind = self.cleaned_data.get("kind") or time_kind_of(preset)
        self._refuse_other_kinds(kind)
        own = preset if time_kind_of(preset) == kind else EXAMPLES[kind]
        return TimeControl(
            time=self._bank(own.time) if kind == BANK else self._per_move(own.time),
            grace=self._seconds("grace", preset.grace),
            window=self._window(preset.window),
            weekends=self._weekends(preset.weekends),
            vacation=self._count("vacation", preset.vacation),
            misses=self._count("misses", preset.misses),
        )

    def _refuse_other_kinds(self, kind: str) -> None:
        """Reject lengths that belong to the other kind of clock."""
        for name, asked in LENGTHS.items():
            filled = self.cleaned_data.get(f"{name}_amount") is not None
            if filled and asked.kind not in {"", kind}:
                self.add_error(f"{name}_amount", NO_TIME if kind == BANK else NO_BANK)

    def _per_move(self, own: PerMove | Bank) -> PerMove:
        assert isinstance(own, PerMove)
        return PerMove(self._seconds("time", own.seconds))

    def _bank(self, own: PerMove | Bank) -> Bank:
        assert isinstance(own, Bank)
        bank = Bank(
            start=self._seconds("start", own.start),
            increment=self._seconds("increment", own.increment),
            cap=self._seconds("cap", own.cap),
        )
        if bank.start > bank.cap:
            self.add_error("cap_amount", TOO_FULL)
        return bank

    def _seconds(self, name: str, own: int) -> int:
        """Return a length of time in seconds, or the preset's if it is empty."""
        amount, asked = self.cleaned_data.get(f"{name}_amount"), LENGTHS[name]
        if amount is None:
            return own
        unit = self.cleaned_data.get(f"{name}_unit") or asked.unit
        seconds = int(amount) * UNITS[unit]
        if seconds < asked.least:
            self.add_error(f"{name}_amount", _("At least one minute."))
        if seconds > LONGEST:
            self.add_error(f"{name}_amount", TOO_MUCH)
        return seconds

    def _window(self, own: Window | None) -> Window | None:
        """Return the hours of the day. Equal times mean all day."""
        opens, closes = self.cleaned_data.get("opens"), self.cleaned_data.get("closes")
        if opens is None or closes is None:
            if opens != closes:
                self.add_error("closes", HALF_A_WINDOW)
            return own
        if opens == closes:
            return None
        window = Window(_minute(opens), _minute(closes))
        if (window.closes - window.opens) % MINUTES_OF_A_DAY < NARROWEST_WINDOW:
            self.add_error("closes", NARROW)
        return window

    def _weekends(self, own: bool) -> bool:
        chosen = self.cleaned_data.get("weekends")
        return chosen == FREE if chosen else own

    def _count(self, name: str, own: int) -> int:
        count = self.cleaned_data.get(name)
        return own if count is None else int(count)


def _minute(moment: time) -> int:
    return moment.hour * 60 + moment.minute
