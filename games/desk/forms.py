"""The forms of the desk: what an act needs to know, and always why."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock_words, positions, queries
from games.desk.actions import Case
from games.models import Seat, TalkMessage
from games.models.staff import LONGEST_REASON
from games.services.staff import ENDS
from games.text import name_of, names_of
from games.timekeeping.presets import PRESETS
from stoneage_core import GameError, awaited, legal_commands, notation
from stoneage_core.clock import DAY, HOUR
from stoneage_core.payments import Payments
from stoneage_core.state import EndReason

#: Payments are many; whoever wants another one types it.
MOST_PAYMENTS = 20

END_NAMES = {
    EndReason.DECIDED: gettext_lazy("with the result as it stands"),
    EndReason.DRAWN: gettext_lazy("as a draw"),
    EndReason.CALLED_OFF: gettext_lazy("called off, without any result"),
}
assert set(END_NAMES) == set(ENDS)


class ActForm(forms.Form):
    """Why it is done: everybody concerned reads it."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy(
            "Everybody concerned reads this, by mail and on the page. "
            "Speak to them, kindly and plainly."
        ),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case = case
        self.order_fields([name for name in self.fields if name != "reason"])
        self.adapt()

    def adapt(self) -> None:
        """Fit the fields to the case."""


class NoteForm(ActForm):
    def adapt(self) -> None:
        reason = self.fields["reason"]
        reason.label = gettext_lazy("The note")
        reason.help_text = gettext_lazy(
            "It stands on the page of the game, and is mailed to all who play."
        )


class UntilForm(ActForm):
    until = forms.DateTimeField(
        label=gettext_lazy("Until"),
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
    )

    def adapt(self) -> None:
        until = self.fields["until"]
        zone = self.case.by.time_zone.replace("_", " ")
        until.help_text = _("In your time zone, %(zone)s.") % {"zone": zone}
        until.initial = self.case.now + timedelta(days=3)


class AddressForm(ActForm):
    email = forms.EmailField(label=gettext_lazy("The new address"))


class ClockForm(ActForm):
    preset = forms.ChoiceField(label=gettext_lazy("Clock"), widget=forms.RadioSelect)

    def adapt(self) -> None:
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (row.key, f"{row.name}: {'; '.join(row.terms)}")
            for row in clock_words.preset_rows("")
        ]

    def clean_preset(self) -> Any:
        return PRESETS[self.cleaned_data["preset"]]


class SequenceForm(ActForm):
    sequence = forms.IntegerField(
        label=gettext_lazy("Back to where it was after event"),
        min_value=1,
        help_text=gettext_lazy(
            "The number is in the timeline. It has to end a decision."
        ),
    )


class EndForm(ActForm):
    how = forms.TypedChoiceField(
        label=gettext_lazy("End the game"),
        choices=[(how.value, name) for how, name in END_NAMES.items()],
        coerce=EndReason,
        widget=forms.RadioSelect,
    )


class _Messages(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        return str(obj.text)


class MessageForm(ActForm):
    """Which of the messages that everybody can read."""

    message = _Messages(
        TalkMessage.objects.none(),
        label=gettext_lazy("Message"),
        widget=forms.RadioSelect,
    )
    are_hidden = False

    def adapt(self) -> None:
        said = TalkMessage.objects.filter(
            game=self.case.table, hidden_at__isnull=not self.are_hidden
        )
        field = self.fields["message"]
        field.queryset = said.exclude(text="").order_by("-pk")  # type: ignore[attr-defined]


class HiddenMessageForm(MessageForm):
    are_hidden = True


class SeatForm(ActForm):
    seat = forms.TypedChoiceField(
        label=gettext_lazy("Seat"), coerce=int, widget=forms.RadioSelect
    )

    def adapt(self) -> None:
        self.seats = {s.number: s for s in queries.seats_of(self.case.table)}
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (number, name_of(seat))
            for number, seat in self.seats.items()
            if self.is_meant(seat)
        ]

    def is_meant(self, seat: Seat) -> bool:
        """Whether the act makes sense for a seat."""
        return not seat.is_automatic

    def clean_seat(self) -> Seat:
        return self.seats[self.cleaned_data["seat"]]


class LentSeatForm(SeatForm):
    def is_meant(self, seat: Seat) -> bool:
        return seat.is_stewarded and seat.user_id is not None


class PlayedSeatForm(SeatForm):
    def is_meant(self, seat: Seat) -> bool:
        return not (seat.is_automatic or seat.is_stewarded)


class InviteForm(SeatForm):
    email = forms.EmailField(label=gettext_lazy("Address of the new player"))


class GrantForm(SeatForm):
    amount = forms.TypedChoiceField(
        label=gettext_lazy("Extra time for the present decision, in all"),
        coerce=int,
        choices=[
            (6 * HOUR, gettext_lazy("six hours")),
            (DAY, gettext_lazy("a day")),
            (2 * DAY, gettext_lazy("two days")),
            (4 * DAY, gettext_lazy("four days")),
            (7 * DAY, gettext_lazy("a week")),
            (0, gettext_lazy("none any more")),
        ],
    )

    def is_meant(self, seat: Seat) -> bool:
        return seat.deadline_at is not None


class PlayForm(ActForm):
    """A seat and its command: 'forest 3' for Alice."""

    choice = forms.ChoiceField(label=gettext_lazy("Decision"), required=False)
    other = forms.CharField(
        label=gettext_lazy("Or another one, in words"),
        required=False,
        max_length=80,
        help_text=gettext_lazy("Such as “build 1 wood wood brick”, for the same seat."),
    )

    def adapt(self) -> None:
        state = positions.state_of(self.case.table)
        self.seats = {s.number: s for s in queries.seats_of(self.case.table)}
        names = names_of(tuple(self.seats.values()))
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose what is decided")),
            *(
                (f"{player} {text}", f"{names[player]}: {text}")
                for player in sorted(awaited(state))
                for text in _texts(state, player)
            ),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        number, _blank, text = data.get("choice", "").partition(" ")
        if not number:
            raise forms.ValidationError(_("Choose a decision, please."))
        try:
            data["command"] = notation.from_text(data.get("other") or text)
        except GameError as error:
            raise forms.ValidationError(str(error)) from error
        data["seat"] = self.seats[int(number)]
        return data


def _texts(state: Any, player: int) -> list[str]:
    """Return what may be decided, as text."""
    texts: list[str] = []
    for choice in legal_commands(state, player):
        if isinstance(choice, Payments):
            some = list(choice.commands())[:MOST_PAYMENTS]
            texts += [notation.to_text(command) for command in some]
        else:
            texts.append(notation.to_text(choice))
    return texts
