"""Forms that several actions share: a reason, and often a time or a seat."""

from datetime import datetime, timedelta
from typing import Any

from django import forms

from games.log.table_rows import read_seats
from games.models import Seat
from games.models.moderation import LONGEST_REASON
from games.moderation.context import ActionContext
from games.presentation.dates import moment_in_words
from games.presentation.ready_reasons import CONDUCT, OUTCOMES, READY, ReadyReason
from games.presentation.text import name_of


def _choices(reasons: dict[str, ReadyReason]) -> list[tuple[str, str]]:
    return [(key, reason.title) for key, reason in reasons.items()]


class ReadySelect(forms.Select):
    """Offers ready reasons together with their texts, for the desk's script."""

    def create_option(self, name: str, value: Any, *rest: Any, **more: Any) -> Any:
        option = super().create_option(name, value, *rest, **more)
        if value in READY:
            option["attrs"]["data-text"] = READY[value].text
        return option


class ReasonForm(forms.Form):
    """The reason for an act, for everybody concerned. Ready reasons can be edited."""

    #: Another label and help text for the reason, for actions that need them.
    reason_label = reason_help = ""

    ready = forms.ChoiceField(
        label="A ready reason",
        required=False,
        widget=ReadySelect,
        choices=[
            ("", "None: I write my own"),
            ("To the person acted upon", _choices(CONDUCT)),
            ("To the people who reported or appealed", _choices(OUTCOMES)),
        ],
        help_text="Everybody reads it in their own language, unless you edit it.",
    )
    reason = forms.CharField(
        label="Why",
        help_text=(
            "Everybody concerned reads this, by email and on the page. "
            "Speak to them, kindly and plainly."
        ),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, context: ActionContext, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context = context
        reason = self.fields["reason"]
        reason.label = self.reason_label or reason.label
        reason.help_text = self.reason_help or reason.help_text
        last = ("ready", "reason")
        self.order_fields([*(name for name in self.fields if name not in last), *last])
        self.adapt()

    def adapt(self) -> None:
        """Adapt the fields to the subject. Called at the end of ``__init__``."""

    def clean(self) -> dict[str, Any]:
        """Use the ready reason if no reason was written."""
        data = super().clean() or self.cleaned_data
        ready = READY.get(data.get("ready", ""))
        if not data.get("reason") and "reason" not in self.errors:
            if ready is None:
                self.add_error("reason", "Please give a reason.")
            else:
                data["reason"] = ready.text
        return data

    def answers(self) -> list[tuple[str, str]]:
        """Return what was filled in besides the reason: labels and values in words."""
        return [
            (str(field.label), _in_words(field, self.cleaned_data[field.name]))
            for field in self
            if field.name not in ("ready", "reason") and field.value()
        ]


def _in_words(field: forms.BoundField, value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, datetime):
        return moment_in_words(value)
    choices = getattr(field.field, "choices", ())
    labels = {str(key): str(label) for key, label in choices}
    typed = str(field.value())
    return labels.get(typed, typed)


class UntilForm(ReasonForm):
    until = forms.DateTimeField(
        label="Until",
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
    )

    def adapt(self) -> None:
        until = self.fields["until"]
        zone = self.context.by.time_zone.replace("_", " ")
        until.help_text = f"In your time zone, {zone}."
        until.initial = self.context.now + timedelta(days=3)


#: How many days a sanction can last.
DAYS = (
    (1, "a day"),
    (3, "three days"),
    (7, "a week"),
    (14, "two weeks"),
    (30, "a month"),
    (90, "three months"),
    (365, "a year"),
)


class DaysForm(ReasonForm):
    """For how many days. ``until`` is added to the cleaned data, None if for good."""

    days = forms.TypedChoiceField(label="For how long", coerce=int, initial=7)
    choices: tuple[tuple[int, str], ...] = DAYS

    def adapt(self) -> None:
        self.fields["days"].choices = self.choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        days = data.get("days")
        data["until"] = self.context.now + timedelta(days=days) if days else None
        return data


class SeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label="Seat", coerce=int, widget=forms.RadioSelect)

    def adapt(self) -> None:
        self.seats = {s.number: s for s in read_seats(self.context.game)}
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (number, name_of(seat))
            for number, seat in self.seats.items()
            if self.applies_to(seat)
        ]

    def applies_to(self, seat: Seat) -> bool:
        """Return whether the action makes sense for a seat."""
        return not seat.is_automatic

    def clean_seat(self) -> Seat:
        return self.seats[self.cleaned_data["seat"]]
