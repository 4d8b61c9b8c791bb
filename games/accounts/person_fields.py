"""Who somebody is: a name, an address, the answer to an invitation."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games.accounts.users import LONGEST_NAME, clean_name
from games.errors import InvalidChoice
from games.models.salts import LONGEST_WORDS

SALT_HELP = _("Optional: type anything. It is mixed into every roll.")


class NameField(forms.CharField):
    """How somebody wants to be called; never required."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, required=False, **kwargs)

    def clean(self, value: Any) -> str:
        try:
            return clean_name(super().clean(value))
        except InvalidChoice as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class SaltField(forms.CharField):
    """What somebody adds to the dice; never required."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your pinch of salt for the dice"),
            max_length=LONGEST_WORDS,
            required=False,
            help_text=SALT_HELP,
        )


class OwnSealField(forms.CharField):
    """The SHA-256 of a salt that somebody made where the service does not see it."""

    def __init__(self) -> None:
        super().__init__(
            label=_("The SHA-256 of your salt, if you make one yourself"),
            required=False,
            validators=[RegexValidator("^[0-9a-f]{64}$", _("That is no SHA-256."))],
        )


class NameForm(forms.Form):
    """How somebody wants to be called, and the time zone that the browser tells."""

    name = NameField(label=_("Your name"))
    time_zone = forms.CharField(max_length=64, required=False)


class AcceptForm(NameForm):
    """The answer to an invitation."""

    salt = SaltField()
    own_seal = OwnSealField()


class EmailForm(forms.Form):
    """One address, which the services check."""

    email = forms.EmailField(
        label=_("Your e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )
