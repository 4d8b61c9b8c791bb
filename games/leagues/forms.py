"""Forms for a new league or tournament, for its host, and for entering one."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.person_fields import NameField
from games.accounts.users import suggest_name
from games.clocks import preset_of
from games.errors import Refused
from games.leagues.hosting import (
    LONGEST_WAIT,
    NAMELESS,
    SEVERAL_LIVE,
    WRONG_DATE,
    LeagueTerms,
    several_live,
    terms_of,
)
from games.leagues.inviting import addresses_in
from games.lobby.options import chosen_options, offered_options, option_fields
from games.models import League, User
from games.models.leagues import LONGEST_DESCRIPTION, LONGEST_LEAGUE_NAME, DropOut
from games.now import zone_of
from games.presentation import time_control_text
from games.presentation.error_text import error_sentence
from stoneage_core.time_control import DEFAULT

LEAGUE, TOURNAMENT = "league", "tournament"
KINDS = [
    (LEAGUE, _("A league: seasons, with promotion and relegation")),
    (TOURNAMENT, _("A tournament: rounds, until one group is left")),
]
GAMES_EACH = [
    (4, _("as many as players: each starts one")),
    (3, _("at most three")),
    (2, _("two")),
    (1, _("one")),
]
START_HELP = _("In your time zone: %(zone)s. Leave it empty to start it yourself.")
MOVERS = [(1, _("the first of each group")), (2, _("the first two of each group"))]
PAUSES = [
    (3, _("three days")),
    (7, _("a week")),
    (14, _("two weeks")),
    (30, _("thirty days")),
]


BY_HOST = "host"
BREAKS = [
    ("10", _("ten minutes")),
    ("60", _("an hour")),
    ("1440", _("a day")),
    ("0", _("none: the next round starts at once")),
    (BY_HOST, _("until the host starts the next round")),
]


def read_break(chosen: str) -> int | None:
    return None if chosen == BY_HOST else int(chosen)


#: What a host who chooses nothing gets, on the page and by the API.
USUAL = LeagueTerms(pace=str(preset_of(DEFAULT)))


class LeagueForm(forms.Form):
    """What a host chooses for a new league, and can change later."""

    name = forms.CharField(
        label=_("Its name"),
        max_length=LONGEST_LEAGUE_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": NAMELESS},
    )
    description = forms.CharField(
        label=_("A few words about it"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Whom it is for, house rules, a prize."),
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=time_control_text.explained_presets,
        initial=USUAL.pace,
    )
    games_each = forms.TypedChoiceField(
        label=_("Games of a group, all at once"), choices=GAMES_EACH, coerce=int
    )
    movers = forms.TypedChoiceField(
        label=_("Who goes up, or on to the next round"), choices=MOVERS, coerce=int
    )
    pause_days = forms.TypedChoiceField(
        label=_("Between two seasons of a league"),
        choices=PAUSES,
        coerce=int,
        initial=USUAL.pause_days,
    )
    break_minutes = forms.TypedChoiceField(
        label=_("Between two rounds of a tournament"),
        choices=BREAKS,
        coerce=read_break,
        empty_value=None,
        initial=str(USUAL.break_minutes),
    )
    drop_out = forms.ChoiceField(
        label=_("If someone drops out"), choices=DropOut.choices
    )
    starts_at = forms.DateTimeField(
        label=_("Starts on"),
        required=False,
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
    )
    listed = forms.BooleanField(
        label=_("List it for everyone to find and enter"), required=False
    )

    def __init__(self, *args: Any, host: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone, self._now = zone_of(host.time_zone), now
        self.fields["starts_at"].help_text = START_HELP % {"zone": self._zone.key}

    def clean_starts_at(self) -> datetime | None:
        """Return the time, which was entered in the host's time zone."""
        typed: datetime | None = self.cleaned_data["starts_at"]
        if typed is None:
            return None
        at = typed.replace(tzinfo=self._zone)
        if not timedelta() < at - self._now <= LONGEST_WAIT:
            raise forms.ValidationError(WRONG_DATE)
        return at

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if several_live(data.get("pace"), data.get("games_each", 1)):
            self.add_error("games_each", SEVERAL_LIVE)
        return data

    def arguments(self) -> dict[str, Any]:
        """Return the arguments for ``create_league`` and ``change_league``."""
        data = self.cleaned_data
        terms = LeagueTerms(
            pace=data["pace"],
            is_tournament=data.get("kind") == TOURNAMENT,
            is_listed=data["listed"],
            games_each=data["games_each"],
            movers=data["movers"],
            pause_days=data["pause_days"],
            break_minutes=data["break_minutes"],
            drop_out=data["drop_out"],
        )
        return {
            "name": data["name"],
            "description": data["description"],
            "terms": terms,
            "starts_at": data["starts_at"],
        }


class InviteForm(forms.Form):
    emails = forms.CharField(
        label=_("Email addresses"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_("Separate them by spaces, commas or new lines."),
    )

    def clean_emails(self) -> list[str]:
        try:
            return addresses_in(self.cleaned_data["emails"])
        except Refused as refusal:
            raise forms.ValidationError(error_sentence(refusal)) from None


class NewLeagueForm(InviteForm, LeagueForm):
    kind = forms.ChoiceField(
        label=_("What it is"),
        choices=KINDS,
        initial=LEAGUE,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the two.")},
    )
    host_name = NameField()

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, host=host, **kwargs)
        if host.name:
            del self.fields["host_name"]
        else:
            self.fields["host_name"].initial = suggest_name(host)
        self.fields["emails"].required = False
        self._options = offered_options(for_leagues=True)
        self.fields |= option_fields(self._options)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[option.field] for option in self._options]

    def arguments(self) -> dict[str, Any]:
        arguments = super().arguments()
        options = chosen_options(self._options, self.cleaned_data)
        return arguments | {"terms": arguments["terms"]._replace(options=options)}


class ChangeLeagueForm(LeagueForm):
    """The form filled in with what a league has."""

    def __init__(
        self, *args: Any, league: League, host: User, now: datetime, **kwargs: Any
    ) -> None:
        terms, season = terms_of(league), league.current_season()
        chosen = terms.break_minutes
        zone = zone_of(host.time_zone)
        initial = {
            "name": league.name,
            "description": league.description,
            "listed": league.is_listed,
            "break_minutes": BY_HOST if chosen is None else str(chosen),
            **{
                field: getattr(terms, field)
                for field in ("pace", "games_each", "movers", "pause_days", "drop_out")
            },
        }
        super().__init__(*args, host=host, now=now, initial=initial, **kwargs)
        if season.is_open and season.starts_at is not None:
            local = season.starts_at.astimezone(zone)
            self.initial["starts_at"] = local.replace(tzinfo=None)
        elif not season.is_open:
            del self.fields["starts_at"]
        unused = "pause_days" if league.is_tournament else "break_minutes"
        self.fields[unused].widget = forms.HiddenInput()
        self._starts_at = season.starts_at

    def arguments(self) -> dict[str, Any]:
        """Keep a date that the form, which has no seconds, has not changed."""
        kept = self._starts_at
        chosen = self.cleaned_data.get("starts_at", kept)
        if kept is not None and chosen == kept.replace(second=0, microsecond=0):
            chosen = kept
        self.cleaned_data["starts_at"] = chosen
        return super().arguments()


class EnterForm(forms.Form):
    """Those who have a name may leave it empty."""

    name = NameField()
    time_zone = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = not user.name
        self.fields["name"].initial = suggest_name(user)
