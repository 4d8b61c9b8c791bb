"""Form fields about people: name, address, and joining a game."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.users import LONGEST_NAME, NAME_WANTED, clean_name, suggest_name
from games.errors import Refused
from games.models import User


def offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class NameField(forms.CharField):
    """A name that a user chooses for themselves."""

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
    """What people enter to join a game. Those who have a name may leave it empty."""

    name = NameField()
    time_zone = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # guests are asked for an address instead
        self.fields["name"].required = not user.name and not user.is_guest
        self.fields["name"].initial = suggest_name(user)


class EmailForm(forms.Form):
    """One email address. The services check it."""

    email = forms.EmailField(
        label=_("Your email address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )
