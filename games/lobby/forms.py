"""Forms of the lobby: filling seats, and filtering games with open seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.reliability import Reliability
from games.lobby.new_game import OpponentField
from games.models import Game
from games.ratings.scale import NEWCOMER, Rating
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS
from stoneage_core.time_control import DAY, HOUR, TimeControl

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
    """What a host shows publicly: their reliability and their ratings."""

    record: Reliability | None = None
    ratings: Ratings = field(default_factory=dict)


class SeatAction(forms.Form):
    """What a host does with a seat that nobody has accepted."""

    INVITE, OPEN, AUTOMATE = "invite", "open", "automate"
    LINK, UNLINK = "link", "unlink"
    ACTS = (INVITE, OPEN, AUTOMATE, LINK, UNLINK)

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    email = forms.EmailField(required=False)
    opponent = OpponentField()


class OpenSeatsFilter(forms.Form):
    """A filter for games with open seats."""

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
        """Whether the filter compares ratings with the reader's own."""
        return self.is_valid() and self.cleaned_data["rating"] == NEAR

    def matches(self, game: Game, host: ShownHost, own: Ratings) -> bool:
        """
        Return whether a game matches. ``own`` are the reader's ratings.

        With a filter on ratings, games are left out if their host shows no rating for
        that number of players.
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
