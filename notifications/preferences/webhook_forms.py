"""A webhook as a form: where, for which program, of which games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import queries
from games.models import User
from games.presentation.text import game_name
from notifications.models.webhooks import LONGEST_URL, Shape


class WebhookForm(forms.Form):
    """At which address somebody wants to be told, and of what."""

    shape = forms.TypedChoiceField(
        label=_("What’s there?"), choices=Shape.choices, coerce=Shape
    )
    url = forms.CharField(
        label=_("Its address"),
        max_length=LONGEST_URL,
        help_text=_("Discord, Slack and the others show it in their settings."),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "placeholder": "https://…"}
        ),
    )
    game = forms.TypedChoiceField(label=_("Tell me of"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = queries.active_seats(user)
        self._games = {seat.game.slug: seat.game for seat in seats}
        field = self.fields["game"]
        assert isinstance(field, forms.TypedChoiceField)
        named = [
            (seat.game.slug, game_name(list(seat.game.seats.all()), seat))
            for seat in seats
        ]
        field.choices = [("", _("all my games")), *named]
        field.coerce = self._games.get
        field.empty_value = None
