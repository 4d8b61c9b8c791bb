"""What several actions ask for: a reason, always; a moment, or a seat."""

from datetime import timedelta
from typing import Any

from django import forms

from games import queries
from games.models import Seat
from games.models.moderation import LONGEST_REASON
from games.moderation.context import ActionContext
from games.presentation.text import name_of


class ReasonForm(forms.Form):
    """Why it is done: everybody concerned reads it."""

    reason = forms.CharField(
        label="Why",
        help_text=(
            "Everybody concerned reads this, by mail and on the page. "
            "Speak to them, kindly and plainly."
        ),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, context: ActionContext, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context = context
        self.order_fields([name for name in self.fields if name != "reason"])
        self.adapt()

    def adapt(self) -> None:
        """Fit the fields to what it is about."""


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


class SeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label="Seat", coerce=int, widget=forms.RadioSelect)

    def adapt(self) -> None:
        self.seats = {s.number: s for s in queries.seats_of(self.context.game)}
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (number, name_of(seat))
            for number, seat in self.seats.items()
            if self.is_meant(seat)
        ]

    def is_meant(self, seat: Seat) -> bool:
        """Whether the action makes sense for a seat."""
        return not seat.is_automatic

    def clean_seat(self) -> Seat:
        return self.seats[self.cleaned_data["seat"]]
