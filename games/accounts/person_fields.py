"""Fields for who somebody is: a name, an address, the answer to an invitation."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.users import LONGEST_NAME, NAME_WANTED, clean_name, suggest_name
from games.errors import Refused
from games.models import User


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
            error_messages={"required": NAME_WANTED},
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        try:
            return clean_name(super().clean(value))
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


class JoinForm(forms.Form):
    """What somebody says who joins a game; who has a name may leave it empty."""

    name = NameField()
    time_zone = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A guest is asked for an address instead.
        self.fields["name"].required = not user.name and not user.is_guest
        self.fields["name"].initial = suggest_name(user)


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
