"""What the pages send in, checked for shape; its meaning is the services' business."""

from typing import Annotated, Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, Struct, ValidationError, convert

from games import labels
from games.clock_form import ClockForm
from games.errors import InvalidChoice
from games.models import User
from games.models.games import MOST_SEATS
from games.options import Entered
from games.services import Vacancy
from games.services.users import LONGEST_NAME, clean_name
from stoneage_core.notation import LONGEST_TEXT
from stoneage_core.resources import Resource

LONGEST_SALT = 200
MOST_OF_ONE_KIND = 999
Pieces = Annotated[int, Meta(ge=0, le=MOST_OF_ONE_KIND)]

TIE_BREAKS = list(labels.TIE_BREAKS.items())
PERSON = "person"
SEAT_KINDS = [
    ("", _("nobody")),
    (PERSON, _("invite by e-mail")),
    (Vacancy.OPEN.value, _("open to anyone signed in")),
    (Vacancy.AUTOMATIC.value, _("automatic player")),
]
SALT_HELP = _(
    "Optional: type anything. It is mixed into every roll, so that nobody, not even "
    "this service, can have prepared the dice."
)


class Move(Struct, frozen=True):
    """
    A decision: the command's text, the resources to pay in fields of their own.

    It is no form of Django's, which would take as long as a statement of the database:
    nothing renders it, and whatever is wrong with it is told in one sentence.
    """

    command: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    expected_version: Annotated[int, Meta(ge=0)]
    request_id: UUID
    wood: Pieces = 0
    brick: Pieces = 0
    stone: Pieces = 0
    gold: Pieces = 0

    @property
    def text(self) -> str:
        """The whole command: 'buy 2' and two fields make 'buy 2 wood 1 gold 1'."""
        counts = [(kind, getattr(self, kind)) for kind in Resource]
        return " ".join([self.command, *(f"{kind} {n}" for kind, n in counts if n)])


def move_in(form: QueryDict) -> Move | None:
    """Return the decision that a form brings, or None where it is incomplete."""
    texts = {name: form.get(name, "").strip() for name in Move.__struct_fields__}
    filled = {name: text for name, text in texts.items() if text}
    try:
        return convert(filled, Move, strict=False)
    except ValidationError:
        return None


def entered_in(form: QueryDict) -> Entered:
    """Return what can be shown again when a decision is refused."""
    texts = {str(kind): form.get(kind, "").strip() for kind in Resource}
    counts = {kind: int(text) for kind, text in texts.items() if text.isdecimal()}
    shown = {kind: n for kind, n in counts.items() if 0 < n <= MOST_OF_ONE_KIND}
    return Entered(form.get("command", ""), shown)


class NameField(forms.CharField):
    """How somebody wants to be called; never required."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, required=False, **kwargs)

    def clean(self, value: Any) -> str:
        try:
            return clean_name(super().clean(value))
        except InvalidChoice as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class NameForm(forms.Form):
    """How somebody wants to be called, and the time zone that the browser tells."""

    name = NameField(label=_("Your name"))
    time_zone = forms.CharField(max_length=64, required=False)


class AcceptForm(NameForm):
    """The answer to an invitation."""

    salt = forms.CharField(
        label=_("Your pinch of salt for the dice"),
        max_length=LONGEST_SALT,
        required=False,
        help_text=SALT_HELP,
    )


class EmailForm(forms.Form):
    """One address, which the services check."""

    email = forms.EmailField(
        label=_("Your e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )


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
    salt = forms.CharField(
        label=_("Your pinch of salt for the dice"),
        max_length=LONGEST_SALT,
        required=False,
        help_text=SALT_HELP,
    )

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
            "players": players,
            "tie_break": data["tie_break"],
            "clock": self.clock_form.clock,
            "start_choice": int(start) if start else None,
            "salt": data["salt"],
        }


def _first_guess(number: int) -> dict[str, str]:
    return {"kind": PERSON} if number == 1 else {}


class SeatAction(forms.Form):
    """What the host does with a chair that nobody has taken."""

    INVITE, OPEN, AUTOMATE = "invite", "open", "automate"

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    do = forms.ChoiceField(choices=[(do, do) for do in (INVITE, OPEN, AUTOMATE)])
    email = forms.EmailField(required=False)
