"""The form for a new game."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.accounts.person_fields import NameField, offer
from games.accounts.users import clean_email, suggest_name
from games.errors import Refused
from games.lobby.options import (
    chosen_options,
    offered_options,
    option_fields,
    require_offered,
)
from games.lobby.setup import LINKED, OPEN, Wanted, companions_of
from games.models import User
from games.presentation.opponents import opponent_choices
from games.presentation.time_control_form import TimeControlForm
from stoneage_core.fields import MOST_SEATS
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS, Opponent
from stoneage_core.terms import Terms


class AddressesField(forms.CharField):
    """Optional email addresses in one field, separated by commas."""

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
        except Refused as error:
            raise ValidationError(str(error)) from error


class CountField(forms.ChoiceField):
    """How many seats are filled in some way. The default is none."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [(str(count), str(count)) for count in range(MOST_SEATS)]
        super().__init__(choices=choices, required=False, **kwargs)

    def clean(self, value: Any) -> int:
        return int(super().clean(value) or 0)


class OpponentField(forms.ChoiceField):
    """Which bot takes automatic seats, easiest first, with a default."""

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
    """A new game. Its clock is a form of its own."""

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

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._host = host
        if host.name:
            del self.fields["host_name"]
        else:
            self.fields["host_name"].initial = suggest_name(host)
        self._options = offered_options()
        self.fields |= option_fields(self._options)
        self._companions = {user.pk: user for user in companions_of(host)}
        known = [(str(pk), user.name) for pk, user in self._companions.items()]
        offer(self, "companions", known)
        self.clock_form = TimeControlForm(self.data if self.is_bound else None)

    def is_valid(self) -> bool:
        own = super().is_valid()
        return self.clock_form.is_valid() and own

    @property
    def has_errors(self) -> bool:
        return any(form.errors for form in (self, self.clock_form))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[option.field] for option in self._options]

    @property
    def option_names(self) -> str:
        return " · ".join(gettext(option.name) for option in self._options)

    @property
    def has_folded_errors(self) -> bool:
        """Whether a field in the folded part has errors."""
        folded = ("plays", *(option.field for option in self._options))
        return any(name in self.errors for name in folded)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                require_offered(self._terms(), self._host)
            except Refused as refusal:
                raise ValidationError(str(refusal)) from refusal
        return data

    def create_arguments(self) -> dict[str, Any]:
        """Return the arguments for ``create_game``, except the host."""
        terms = replace(self._terms(), control=self.clock_form.control)
        return {"players": self._players(), "terms": terms}

    def _terms(self) -> Terms:
        """Return the terms without the clock."""
        chosen = chosen_options(self._options, self.cleaned_data)
        return Terms(len(self._players()), **chosen)

    def _players(self) -> list[Wanted]:
        data = self.cleaned_data
        return [
            *([self._host] if data["plays"] else []),
            *(self._companions[pk] for pk in data["companions"]),
            *data["emails"],
            *[LINKED] * data["linked"],
            *[OPEN] * data["open"],
            *[data["opponent"]] * data["automatic"],
        ]
