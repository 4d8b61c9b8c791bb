"""A new game as a form: with whom, how fast, and how else."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.accounts.person_fields import NameField, offer
from games.accounts.users import clean_email, suggest_name
from games.errors import InvalidChoice
from games.lobby.setup import LINKED, OPEN, TableTerms, Wanted, companions_of
from games.models import Audience, User
from games.presentation import labels
from games.presentation.opponents import opponent_choices
from games.presentation.time_control_form import TimeControlForm
from stoneage_core.fields import MOST_SEATS
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS, Opponent

TIE_BREAKS = list(labels.TIE_BREAKS.items())


class AddressesField(forms.CharField):
    """Addresses with commas between them, in one field; none are needed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            widget=forms.EmailInput(
                attrs={
                    "multiple": True,
                    "autocomplete": "off",
                    "placeholder": "ann@example.org, ben@example.org",
                }
            ),
            **kwargs,
        )

    def clean(self, value: Any) -> list[str]:
        typed = super().clean(value).replace(";", ",").replace(" ", ",").split(",")
        try:
            return [clean_email(address) for address in typed if address]
        except InvalidChoice as error:
            raise ValidationError(str(error)) from error


class CountField(forms.ChoiceField):
    """How many seats are to be filled in a way; none where nothing is chosen."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [(str(count), str(count)) for count in range(MOST_SEATS)]
        super().__init__(choices=choices, required=False, **kwargs)

    def clean(self, value: Any) -> int:
        return int(super().clean(value) or 0)


class OpponentField(forms.ChoiceField):
    """Who plays automatic seats, the easiest first; a fair one if nobody is chosen."""

    def __init__(self) -> None:
        super().__init__(
            label=_("How strong they are"),
            choices=lambda: [(each.name, each) for each in opponent_choices()],
            required=False,
            initial=DEFAULT_OPPONENT.name,
        )

    def clean(self, value: Any) -> Opponent:
        return OPPONENTS.get(super().clean(value), DEFAULT_OPPONENT)


class NewGameForm(forms.Form):
    """A new game; its clock is a form of its own."""

    host_name = NameField()
    companions = forms.TypedMultipleChoiceField(
        label=_("People you’ve played with"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    emails = AddressesField(label=_("Invite by email"))
    automatic = CountField(label=_("Bots"))
    opponent = OpponentField()
    linked = CountField(label=_("By a link that you share"))
    open = CountField(label=_("Open to anyone"))
    plays = forms.BooleanField(label=_("I’m playing too"), required=False, initial=True)
    start = forms.ChoiceField(
        label=_("Start player"),
        required=False,
        help_text=_(
            "Seats count clockwise: you are seat 1 if you play, then the others in "
            "the order above."
        ),
    )
    tie_break = forms.ChoiceField(label=_("Tie-break"), choices=TIE_BREAKS)
    rated = forms.BooleanField(
        label=_("The result counts for ratings"),
        required=False,
        help_text=_(
            "Those you invite see this before they accept. A rated game has no "
            "coach, and anyone who leaves their seat comes last."
        ),
    )
    coached = forms.BooleanField(
        label=_("Everyone may ask the coach"),
        required=False,
        help_text=_(
            "On their turn, each player can see how often the likeliest moves win. "
            "Those you invite see this before they accept. Alone against bots you "
            "always have the coach."
        ),
    )
    beacon = forms.BooleanField(
        label=_("Dice that no one knows beforehand"),
        required=False,
        help_text=_(
            "Once everyone has placed their people, a public beacon draws a number "
            "that no one can know before, and it goes into every roll of the round. "
            "Each time the table waits a few seconds."
        ),
    )
    audience = forms.ChoiceField(
        label=_("Who may watch"),
        choices=Audience.choices,
        initial=Audience.LINK,
        required=False,
    )
    #: What is folded, unless something is wrong in it.
    FOLDED = (
        *("plays", "start", "tie_break", "rated", "coached", "beacon"),
        "audience",
    )

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._host = host
        if host.name:
            del self.fields["host_name"]
        else:
            self.fields["host_name"].initial = suggest_name(host)
        if not settings.BEACON_URL:
            del self.fields["beacon"]
        if not settings.THINKING:
            del self.fields["coached"]
        starts = [
            (str(n), _("Seat %(number)d") % {"number": n + 1})
            for n in range(MOST_SEATS)
        ]
        offer(self, "start", [("", _("drawn at random")), *starts])
        self._companions = {user.pk: user for user in companions_of(host)}
        known = [(str(pk), user.name) for pk, user in self._companions.items()]
        offer(self, "companions", known)
        self.clock_form = TimeControlForm(self.data if self.is_bound else None)

    def is_valid(self) -> bool:
        own = super().is_valid()
        return self.clock_form.is_valid() and own

    @property
    def has_errors(self) -> bool:
        """Whether anything is wrong, in the form itself or in its clock."""
        return any(form.errors for form in (self, self.clock_form))

    @property
    def has_folded_errors(self) -> bool:
        return any(name in self.errors for name in self.FOLDED)

    def create_arguments(self) -> dict[str, Any]:
        """Return what ``create_game`` wants to know."""
        data = self.cleaned_data
        start = data["start"]
        return {
            "players": self._players(),
            "terms": TableTerms(
                data["tie_break"],
                takes_beacon=data.get("beacon", False),
                is_coached=data.get("coached", False),
                is_rated=data["rated"],
                audience=data["audience"] or Audience.LINK,
            ),
            "control": self.clock_form.control,
            "start_choice": int(start) if start else None,
        }

    def _players(self) -> list[Wanted]:
        """Return who is to sit at the table, clockwise."""
        data = self.cleaned_data
        return [
            *([self._host] if data["plays"] else []),
            *(self._companions[pk] for pk in data["companions"]),
            *data["emails"],
            *[LINKED] * data["linked"],
            *[OPEN] * data["open"],
            *[data["opponent"]] * data["automatic"],
        ]
