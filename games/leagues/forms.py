"""Forms for a new league or tournament, and for entering one."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.person_fields import NameField
from games.accounts.users import suggest_name
from games.clocks import preset_of
from games.leagues.hosting import LONGEST_WAIT, NAMELESS, WRONG_DATE, LeagueTerms
from games.lobby.options import chosen_options, offered_options, option_fields
from games.models import User
from games.models.leagues import LONGEST_LEAGUE_NAME
from games.now import zone_of
from games.presentation import time_control_text
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
MOVERS = [(1, _("the first of each group")), (2, _("the first two of each group"))]
PAUSES = [
    (3, _("three days")),
    (7, _("a week")),
    (14, _("two weeks")),
    (30, _("thirty days")),
]


class NewLeagueForm(forms.Form):
    name = forms.CharField(
        label=_("Its name"),
        max_length=LONGEST_LEAGUE_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": NAMELESS},
    )
    kind = forms.ChoiceField(
        label=_("What it is"),
        choices=KINDS,
        initial=LEAGUE,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the two.")},
    )
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=time_control_text.preset_choices,
        initial=preset_of(DEFAULT),
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
        initial=7,
    )
    starts_at = forms.DateTimeField(
        label=_("Starts by itself on"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=_("Leave it empty to start it yourself."),
    )
    listed = forms.BooleanField(
        label=_("List it for everyone to find and enter"), required=False
    )

    def __init__(self, *args: Any, host: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone, self._now = zone_of(host.time_zone), now
        self._options = offered_options(for_leagues=True)
        self.fields |= option_fields(self._options)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[option.field] for option in self._options]

    def clean_starts_at(self) -> datetime | None:
        """Return the time, which was entered in the host's time zone."""
        typed: datetime | None = self.cleaned_data["starts_at"]
        if typed is None:
            return None
        at = typed.replace(tzinfo=self._zone)
        if not timedelta() < at - self._now <= LONGEST_WAIT:
            raise forms.ValidationError(WRONG_DATE)
        return at

    def create_arguments(self) -> dict[str, Any]:
        """Return the arguments for ``create_league``, except host and time."""
        data = self.cleaned_data
        terms = LeagueTerms(
            pace=data["pace"],
            is_tournament=data["kind"] == TOURNAMENT,
            options=chosen_options(self._options, data),
            is_listed=data["listed"],
            games_each=data["games_each"],
            movers=data["movers"],
            pause_days=data["pause_days"],
        )
        return {
            "name": data["name"],
            "terms": terms,
            "starts_at": data["starts_at"],
        }


class EnterForm(forms.Form):
    """Those who have a name may leave it empty."""

    name = NameField()
    time_zone = forms.CharField(max_length=64, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = not user.name
        self.fields["name"].initial = suggest_name(user)
