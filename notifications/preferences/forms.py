"""The form in which players choose their mails."""

from collections.abc import Iterator, Mapping
from datetime import time
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import queries
from games.absences import others_of
from games.models import Game, User
from games.presentation.text import add_game_number, game_numbers
from games.presentation.time_control_form import time_field
from notifications.models import MailPreferences, Pace, Topic
from notifications.preferences.services import (
    MEANINGS,
    OF_A_GAME,
    Change,
    Subscriptions,
)

MINUTES = 60
PLAIN = (
    *("pace", "quiet", "text_only", "individual_subjects", "calendar_files"),
    "defers_while_online",
)
HOURS = ("quiet_from", "quiet_until")

PACES: dict[Pace, Promise] = {
    Pace.AT_ONCE: _("An email as soon as something happens."),
    Pace.HOURLY: _("We collect what’s new and send it together."),
    Pace.DAILY: _("One email with everything that waits, the most urgent first."),
}


class Box(NamedTuple):
    name: str
    label: Any
    help: Any
    is_on: bool


class PreferencesForm(forms.Form):
    pace = forms.ChoiceField(
        choices=Pace.choices,
        error_messages={"required": _("Choose how often emails come.")},
    )
    daily_at = time_field(label=_("At"))
    quiet = forms.BooleanField(
        label=_("Hold all other emails back, too"),
        help_text=_("Unless you could no longer play in time."),
        required=False,
    )
    quiet_from = time_field(label=_("From"))
    quiet_until = time_field(label=_("Until"))
    text_only = forms.BooleanField(
        label=_("Text only"),
        help_text=_("Emails without pictures and colours."),
        required=False,
    )
    individual_subjects = forms.BooleanField(
        label=_("Subjects that say what’s wanted"),
        help_text=_(
            "“Feed your tribe · round 3”, and so on. Without it, all turns of a game "
            "are one conversation in your email program."
        ),
        required=False,
    )
    calendar_files = forms.BooleanField(
        label=_("Deadlines for my calendar"),
        help_text=_(
            "Each turn email has its deadline as a file, which many programs put into "
            "the calendar. A calendar with all deadlines is below."
        ),
        required=False,
    )
    defers_while_online = forms.BooleanField(
        label=_("Hold emails back while I’m on the page"),
        help_text=_("If you play on the page, you don’t need an email for every turn."),
        required=False,
    )

    @classmethod
    def of(cls, user: User, preferences: MailPreferences) -> "PreferencesForm":
        said = {name: getattr(preferences, name) for name in PLAIN}
        hours = {name: _time(getattr(user, name)) for name in HOURS}
        return cls(initial=said | hours | {"daily_at": _time(preferences.daily_at)})

    @property
    def preferences(self) -> dict[str, Any]:
        """Return the arguments for ``services.save_preferences``."""
        said = {name: self.cleaned_data[name] for name in PLAIN}
        given = {name: self.cleaned_data[name] for name in (*HOURS, "daily_at")}
        hours = {name: _minute(at) for name, at in given.items() if at is not None}
        return said | hours

    @property
    def switches(self) -> dict[str, Box]:
        return {
            name: Box(name, field.label, field.help_text, bool(self[name].value()))
            for name, field in self.fields.items()
            if isinstance(field, forms.BooleanField)
        }

    @property
    def paces(self) -> Iterator[tuple[Pace, Promise, bool]]:
        chosen = self["pace"].value()
        for pace, meaning in PACES.items():
            yield pace, meaning, pace == chosen


def boxes_of(subscriptions: Subscriptions) -> tuple[Box, ...]:
    return tuple(
        Box(topic.value, topic.label, MEANINGS[topic], subscriptions.is_on(topic))
        for topic in Topic
    )


def game_boxes_of(
    user: User, subscriptions: Subscriptions
) -> Iterator[tuple[str, list[Box], bool]]:
    for game, title in games_of(user):
        boxes = [
            Box(_name(game, one), one.label, "", subscriptions.is_on(one, game.pk))
            for one in OF_A_GAME
        ]
        own = (subscriptions.of_game(topic, game.pk) for topic in OF_A_GAME)
        yield title, boxes, any(chosen is not None for chosen in own)


def changes_in(
    user: User, subscriptions: Subscriptions, data: Mapping[str, Any]
) -> Iterator[Change]:
    """
    Yield the changed topics, those for all games first. An unchanged switch of a game
    stays as it was: with its own choice, or without.
    """
    overall = {topic: topic.value in data for topic in Topic}
    for topic in Topic:
        if overall[topic] != subscriptions.is_on(topic):
            yield Change(topic, overall[topic])
    for game, _title in games_of(user):
        for topic in OF_A_GAME:
            is_on = _name(game, topic) in data
            if is_on != subscriptions.is_on(topic, game.pk):
                yield Change(topic, None if is_on == overall[topic] else is_on, game)


def games_of(user: User) -> list[tuple[Game, str]]:
    seats = queries.active_seats(user) + queries.waiting_seats(user)
    numbers = game_numbers(user)
    return [
        (seat.game, add_game_number(others_of(seat), numbers.get(seat.game_id, 1)))
        for seat in seats
    ]


def _name(game: Game, topic: Topic) -> str:
    return f"{game.slug}:{topic}"


def _time(minute: int) -> time:
    return time(*divmod(minute, MINUTES))


def _minute(moment: time) -> int:
    return moment.hour * MINUTES + moment.minute
