"""A new game, and what its host does with the chairs that nobody has taken."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.person_fields import NameField, OwnSealField, SaltField
from games.lobby.setup import Vacancy
from games.models import User
from games.models.games import MOST_SEATS
from games.presentation import labels
from games.presentation.time_control_form import ClockForm
from games.salting import added_by

TIE_BREAKS = list(labels.TIE_BREAKS.items())
PERSON = "person"
SEAT_KINDS = [
    ("", _("nobody")),
    (PERSON, _("invite by e-mail")),
    (Vacancy.OPEN.value, _("open to anyone signed in")),
    (Vacancy.AUTOMATIC.value, _("automatic player")),
]


class SeatKindForm(forms.Form):
    """One chair of a new game."""

    kind = forms.ChoiceField(choices=SEAT_KINDS, required=False)
    email = forms.EmailField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("email") and not data.get("kind"):
            data["kind"] = PERSON
        lacks_address = not data.get("email") and "email" not in self.errors
        if data.get("kind") == PERSON and lacks_address:
            self.add_error("email", _("Whose address?"))
        return data

    @property
    def wanted(self) -> str | Vacancy | None:
        """Who is to sit there, None for no chair at all."""
        kind = self.cleaned_data.get("kind")
        if kind == PERSON:
            return str(self.cleaned_data["email"])
        return Vacancy(kind) if kind else None


class NewGameForm(forms.Form):
    """A new game; its clock and the other chairs are forms of their own."""

    host_name = NameField(
        label=_("Your name"),
        help_text=_("Optional. Without one the invitation does not say who sends it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    plays = forms.BooleanField(label=_("I play myself"), required=False, initial=True)
    start = forms.ChoiceField(label=_("Start player"), required=False)
    tie_break = forms.ChoiceField(label=_("Tie-break"), choices=TIE_BREAKS)
    salt = SaltField()
    own_seal = OwnSealField()

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host_email = host.email or ""
        if host.name:
            del self.fields["host_name"]
        starts = [(str(n), _("Seat %(number)d") % {"number": n + 1}) for n in range(4)]
        start = self.fields["start"]
        assert isinstance(start, forms.ChoiceField)
        start.choices = [("", _("drawn at random")), *starts]
        data = self.data if self.is_bound else None
        self.clock_form = ClockForm(data)
        self.seats = [
            SeatKindForm(data, prefix=f"seat{number}", initial=_first_guess(number))
            for number in range(1, MOST_SEATS + 1)
        ]

    def is_valid(self) -> bool:
        own = super().is_valid()
        parts = [form.is_valid() for form in (self.clock_form, *self.seats)]
        return own and all(parts)

    @property
    def has_errors(self) -> bool:
        """Whether anything is wrong, in the form itself or in one of its parts."""
        return any(form.errors for form in (self, self.clock_form, *self.seats))

    def create_arguments(self) -> dict[str, Any]:
        """Return what ``services.game_create`` wants to know."""
        data = self.cleaned_data
        players = [form.wanted for form in self.seats if form.wanted is not None]
        if data["plays"]:
            players.insert(0, self.host_email)
        start = data["start"]
        return {
            "host_name": data.get("host_name", ""),
            "players": players,
            "tie_break": data["tie_break"],
            "clock": self.clock_form.clock,
            "start_choice": int(start) if start else None,
            "salt": added_by(data["salt"], data["own_seal"]),
        }


def _first_guess(number: int) -> dict[str, str]:
    return {"kind": PERSON} if number == 1 else {}


class SeatAction(forms.Form):
    """What the host does with a chair that nobody has taken."""

    INVITE, OPEN, AUTOMATE = "invite", "open", "automate"

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    do = forms.ChoiceField(choices=[(do, do) for do in (INVITE, OPEN, AUTOMATE)])
    email = forms.EmailField(required=False)
