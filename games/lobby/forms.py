"""Forms of the lobby: a new game, filling a seat, and filtering games to join."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.accounts.person_fields import NameField, offer
from games.accounts.reliability import Reliability
from games.accounts.users import clean_email, clean_greeting, suggest_name
from games.errors import Refused
from games.lobby.new_games import LINKED, OPEN, Wanted, clean_players, companions_of
from games.lobby.options import (
    chosen_options,
    offered_options,
    option_fields,
    require_offered,
)
from games.models import Game, User
from games.models.games import LONGEST_GREETING
from games.presentation.error_text import error_sentence
from games.presentation.opponents import opponent_choices
from games.presentation.time_control_form import TimeControlForm
from games.ratings.scale import NEWCOMER, Rating
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, OPPONENTS, Opponent
from stoneage_core.terms import Terms
from stoneage_core.time_control import DAY, HOUR, TimeControl


class AddressesField(forms.CharField):
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
            raise ValidationError(error_sentence(error)) from error


class CountField(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        choices = [(str(count), str(count)) for count in range(MOST_SEATS)]
        super().__init__(choices=choices, required=False, **kwargs)

    def clean(self, value: Any) -> int:
        return int(super().clean(value) or 0)


class OpponentField(forms.ChoiceField):
    def __init__(self) -> None:
        super().__init__(
            label=_("How strong they are"),
            choices=lambda: [(each.name, each) for each in opponent_choices()],
            required=False,
            initial=DEFAULT_OPPONENT.name,
        )

    def clean(self, value: Any) -> Opponent:
        return OPPONENTS.get(super().clean(value), DEFAULT_OPPONENT)


class GreetingField(forms.CharField):
    """The host's personal line in the invitations."""

    def __init__(self) -> None:
        super().__init__(
            label=_("A line to your friends"),
            required=False,
            max_length=LONGEST_GREETING,
            widget=forms.TextInput(
                attrs={"autocomplete": "off", "placeholder": _("Shall we try this?")}
            ),
        )

    def clean(self, value: Any) -> str:
        try:
            return clean_greeting(super().clean(value), LONGEST_GREETING)
        except Refused as error:
            raise ValidationError(str(error)) from error


class NewGameForm(forms.Form):
    """
    A new game. Its clock is a form of its own. A ``host`` who has no row yet is a
    visitor, who also says to which address the sign-in email goes.
    """

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
    linked = CountField(label=_("Seats you share by link"))
    open = CountField(label=_("Seats open to anyone"))
    greeting = GreetingField()
    host_email = forms.EmailField(
        label=_("Your email address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
    )
    plays = forms.BooleanField(label=_("I’m playing too"), required=False, initial=True)

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._host = host
        if host.name:
            del self.fields["host_name"]
        else:
            self.fields["host_name"].initial = suggest_name(host)
        if host.pk:
            del self.fields["host_email"]
        if not self.is_bound:
            self.fields["emails"].widget.attrs["autofocus"] = True
        self._options = offered_options()
        self.fields |= option_fields(self._options)
        companions = companions_of(host) if host.pk else []
        self._companions = {user.pk: user for user in companions}
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
        folded = ("plays", *(option.field for option in self._options))
        return any(name in self.errors for name in folded)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                require_offered(self._terms(), self._host)
                clean_players(self._players())
            except Refused as refusal:
                raise ValidationError(error_sentence(refusal)) from refusal
        return data

    def create_arguments(self) -> dict[str, Any]:
        """Return the arguments for ``create_game``, except the host."""
        terms = replace(self._terms(), control=self.clock_form.control)
        greeting = self.cleaned_data["greeting"]
        return {"players": self._players(), "terms": terms, "greeting": greeting}

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


SLOW, DAILY, SITTING = "slow", "daily", "sitting"
PACES = [
    (SLOW, _("some moves a week")),
    (DAILY, _("a move a day, or several")),
    (SITTING, _("all at the table at once")),
]

#: Two ratings are near each other if their means differ by at most so many points.
NEAR_POINTS = 200
NEAR = "near"
RATINGS = [
    (NEAR, _("near mine")),
    ("to-1300", _("up to 1300")),
    ("1300-1500", _("1300 to 1500")),
    ("1500-1700", _("1500 to 1700")),
    ("from-1700", _("1700 and more")),
]
_RANGES = {
    "to-1300": (-inf, 1300),
    "1300-1500": (1300, 1500),
    "1500-1700": (1500, 1700),
    "from-1700": (1700, inf),
}
#: Ratings by number of players.
Ratings = Mapping[int, Rating]


@dataclass(frozen=True)
class ShownHost:
    record: Reliability | None = None
    ratings: Ratings = field(default_factory=dict)


class SeatAction(forms.Form):
    """What a host does with a seat that nobody has accepted."""

    INVITE, OPEN, AUTOMATE = "invite", "open", "automate"
    LINK, UNLINK, REMIND = "link", "unlink", "remind"
    ACTS = (INVITE, OPEN, AUTOMATE, LINK, UNLINK, REMIND)

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    email = forms.EmailField(required=False)
    opponent = OpponentField()


class OpenSeatsFilter(forms.Form):
    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[
            ("", _("any number")),
            *((n, str(n)) for n in range(FEWEST_SEATS, MOST_SEATS + 1)),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=[("", _("any pace")), *PACES], required=False
    )
    rating = forms.ChoiceField(
        label=_("Host’s rating"),
        choices=[("", _("any rating")), *RATINGS],
        required=False,
    )
    reliable = forms.BooleanField(
        label=_("Only hosts who show that they play in time"), required=False
    )

    @property
    def is_narrow(self) -> bool:
        return self.is_valid() and any(self.cleaned_data.values())

    @property
    def needs_own_ratings(self) -> bool:
        return self.is_valid() and self.cleaned_data["rating"] == NEAR

    def matches(self, game: Game, host: ShownHost, own: Ratings) -> bool:
        """
        Return whether a game matches. ``own`` are the reader's ratings. With a filter
        on ratings, games are left out if their host shows no rating for that number of
        players.
        """
        if not self.is_valid():
            return True
        data = self.cleaned_data
        fits = data["players"] in {None, game.seat_count}
        fits = fits and data["pace"] in {"", _pace_of(game.time_control)}
        is_reliable = host.record is not None and host.record.is_reliable
        fits = fits and (is_reliable or not data["reliable"])
        count = game.seat_count
        mine = own.get(count, NEWCOMER)
        return fits and _is_in_range(host.ratings.get(count), data["rating"], mine)


def _is_in_range(rating: Rating | None, wanted: str, mine: Rating) -> bool:
    if not wanted:
        return True
    if rating is None:
        return False
    if wanted == NEAR:
        return abs(rating.mean - mine.mean) <= NEAR_POINTS
    least, most = _RANGES[wanted]
    return least <= rating.mean <= most


def _pace_of(control: TimeControl) -> str:
    allowance = control.allowance(None)
    if allowance <= HOUR:
        return SITTING
    return DAILY if allowance <= 2 * DAY else SLOW
