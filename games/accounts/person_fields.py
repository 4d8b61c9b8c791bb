"""Fields for who somebody is: a name, an address, the answer to an invitation."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games.accounts.users import LONGEST_NAME, clean_name, suggest_name
from games.decisions.salting import OwnSalt, choose_salt
from games.errors import InvalidChoice
from games.models import User
from games.models.salts import LONGEST_WORDS


def offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Let a field of a form offer these choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class NameField(forms.CharField):
    """How somebody wants to be called."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=_("Your name"),
            max_length=LONGEST_NAME,
            help_text=_("The others at the table see it."),
            widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
            error_messages={"required": _("What should the others call you?")},
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        try:
            return clean_name(super().clean(value))
        except InvalidChoice as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class DiceForm(forms.Form):
    """What somebody adds to the dice, in words or sealed; never required."""

    salt = forms.CharField(
        label=_("A few words of yours for the dice"),
        max_length=LONGEST_WORDS,
        required=False,
        help_text=_("Optional: type anything. It’s mixed into every roll."),
    )
    #: The SHA-256 of a salt that was made where the service does not see it.
    own_seal = forms.CharField(
        label=_("The SHA-256 of your salt, if you make one yourself"),
        required=False,
        validators=[RegexValidator("^[0-9a-f]{64}$", _("That isn’t a SHA-256."))],
    )

    @property
    def added(self) -> OwnSalt:
        """Return what is added, as the services take it."""
        return choose_salt(self.cleaned_data["salt"], self.cleaned_data["own_seal"])


class JoinForm(DiceForm):
    """What somebody says who joins a game; who has a name may leave it empty."""

    name = NameField()
    time_zone = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A guest is asked for an address instead.
        self.fields["name"].required = not user.name and not user.is_guest
        self.fields["name"].initial = suggest_name(user)

    @property
    def joining(self) -> dict[str, Any]:
        """Return what the services are told of whoever joins."""
        return {"name": self.cleaned_data["name"], "salt": self.added}


class EmailForm(forms.Form):
    """One address, which the services check."""

    email = forms.EmailField(
        label=_("Your email address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )


class OneMoreAddressForm(EmailForm):
    """One more address, or one in place of the present."""

    BESIDES, INSTEAD = "besides", "instead"
    role = forms.ChoiceField(
        label=_("What it is for"),
        choices=[
            (BESIDES, _("I also write from it. Emails go where they go now.")),
            (INSTEAD, _("Send my emails there, and no longer where they go now.")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what the address is for.")},
    )
