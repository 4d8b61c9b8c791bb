"""Forms for a user's settings: name, profile, absences, access tokens."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.accounts.person_fields import NameField, offer
from games.accounts.profiles import SHOWN
from games.accounts.programs import LIVES, LONGEST_LIFE, NO_SCOPE
from games.accounts.users import time_zones
from games.models import User
from games.models.tokens import LONGEST_TOKEN_NAME, Scope
from games.models.users import Profile
from games.now import zone_of

MINUTES = 60


class TimeZoneField(forms.CharField):
    """
    A time zone, typed with the help of a list: 'Europe/Madrid', or the city alone if
    there is one zone of that name.
    """

    def __init__(self) -> None:
        super().__init__(
            label=_("Time zone"),
            help_text=_(
                "Your clocks run in this zone, and deadlines are shown in it. Type a "
                "city to find it."
            ),
            widget=forms.TextInput(
                attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": False}
            ),
        )

    def clean(self, value: Any) -> str:
        typed = super().clean(value).strip().replace(" ", "_").casefold()
        names = {zone.casefold(): zone for zone in time_zones()}
        if typed in names:
            return names[typed]
        cities = [names[name] for name in names if name.endswith(f"/{typed}")]
        if len(cities) != 1:
            raise forms.ValidationError(_("Choose a time zone from the list."))
        return cities[0]


class AccountForm(forms.Form):
    """The settings of a user."""

    name = NameField()
    time_zone = TimeZoneField()
    language = forms.ChoiceField(label=_("Language"))
    sends_at_once = forms.BooleanField(
        label=_("At the table, play with one tap"),
        help_text=_(
            "A tap on a number of people or on a die plays it at once; without this, "
            "it takes one more press. You can undo either for a while."
        ),
        required=False,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].required = not user.is_guest
        offer(self, "language", settings.LANGUAGES)

    @classmethod
    def of(cls, user: User) -> "AccountForm":
        """Return the form with a user's settings as initial values."""
        return cls(
            user=user,
            initial={
                "name": user.name,
                "time_zone": user.time_zone,
                "language": user.language,
                "sends_at_once": user.sends_at_once,
            },
        )


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a user's public page shows."""

    is_shown = forms.BooleanField(
        label=_("Show a page about me to anyone who has its address"), required=False
    )

    class Meta:
        model = Profile
        fields = SHOWN
        labels = {
            "shows_games": _("the games that I play"),
            "shows_results": _("the results of finished games"),
            "shows_pace": _("how fast I answer"),
            "shows_record": _("how many of my turns are in time"),
            "shows_ratings": _("my ratings"),
        }


class AwayForm(forms.Form):
    """The days of an absence, in the user's time zone."""

    begins = forms.DateField(
        label=_("Away from"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("Left empty: from now on."),
    )
    back = forms.DateField(
        label=_("Back on"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("Your clocks run again from the beginning of this day."),
        error_messages={"required": _("Say when you will be back.")},
    )

    def __init__(self, *args: Any, user: User, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone, self.now = zone_of(user.time_zone), now
        self.leaves_at: datetime | None = None
        self.back_at = now
        tomorrow = now.astimezone(self.zone).date() + timedelta(days=1)
        self.fields["back"].widget.attrs["min"] = tomorrow.isoformat()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            self._compute_times(data.get("begins"), data.get("back"))
        except OverflowError:
            self.add_error("back", _("That’s too far away."))
        return data

    def _compute_times(self, first: date | None, back: date | None) -> None:
        if back is None:
            return
        self.leaves_at = None if first is None else self._start_of(first)
        self.back_at = self._start_of(back)
        if self.back_at <= self.now:
            self.add_error("back", _("That day has begun already."))
        elif self.leaves_at is not None and self.back_at <= self.leaves_at:
            self.add_error("back", _("You can’t be back before you leave."))

    def _start_of(self, day: date) -> datetime:
        return datetime.combine(day, time.min, self.zone).astimezone(UTC)


def _days_in_words(days: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


class TokenForm(forms.Form):
    """The name, the scopes and the life of a new access token."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=_("So that you know it again, when you want to revoke it."),
    )
    scopes = forms.TypedMultipleChoiceField(
        label=_("It may"),
        coerce=Scope,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": NO_SCOPE},
    )

    days = forms.TypedChoiceField(
        label=_("It works for"), coerce=int, initial=LONGEST_LIFE
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Scope.PLAY if user.program else Scope.BOT
        kept = [scope for scope in Scope if scope is not others]
        offer(self, "scopes", [(scope.value, scope.label) for scope in kept])
        offer(self, "days", [(days, _days_in_words(days)) for days in LIVES])
