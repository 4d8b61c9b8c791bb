"""What a host does with chairs that nobody has taken; which ones others look for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.reliability import Reliability
from games.lobby.new_game import OpponentField
from games.models import Game
from games.models.games import MOST_SEATS
from stoneage_core.time_control import DAY, HOUR, TimeControl

SLOW, DAILY, SITTING = "slow", "daily", "sitting"
PACES = [
    (SLOW, _("some moves a week")),
    (DAILY, _("a move a day, or several")),
    (SITTING, _("all at the table at once")),
]


class SeatAction(forms.Form):
    """What the host does with a chair that nobody has taken."""

    INVITE, OPEN, AUTOMATE = "invite", "open", "automate"
    LINK, UNLINK = "link", "unlink"
    ACTS = (INVITE, OPEN, AUTOMATE, LINK, UNLINK)

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    do = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    email = forms.EmailField(required=False)
    opponent = OpponentField()


class OpenSeatsFilter(forms.Form):
    """Which games with open seats somebody wants to see."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        choices=[("", _("any number")), *((n, str(n)) for n in range(2, 5))],
        coerce=int,
        empty_value=None,
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=[("", _("any pace")), *PACES], required=False
    )
    reliable = forms.BooleanField(
        label=_("Only hosts who show that they play in time"), required=False
    )

    @property
    def is_narrow(self) -> bool:
        """Whether anything is asked for that can leave a game out."""
        return self.is_valid() and any(self.cleaned_data.values())

    def takes(self, game: Game, record: Reliability | None) -> bool:
        """Whether a game is wanted; ``record`` is its host's, if they show it."""
        if not self.is_valid():
            return True
        data = self.cleaned_data
        fits = data["players"] in {None, game.seat_count}
        fits = fits and data["pace"] in {"", _pace_of(game.time_control)}
        is_reliable = record is not None and record.is_reliable
        return fits and (is_reliable or not data["reliable"])


def _pace_of(control: TimeControl) -> str:
    allowance = control.allowance(None)
    if allowance <= HOUR:
        return SITTING
    return DAILY if allowance <= 2 * DAY else SLOW
