"""Actions on people: a word, a warning, a mute, no new games."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.models import User
from games.moderation.action import Action, obstacle_unless
from games.moderation.context import ActionContext
from games.moderation.forms import DaysForm
from games.sanctions import BARRED

#: An action on a person, for people with the permission to warn.
_person_action = partial(Action, subject_type=User, permission="warn_user")


def _set_until(column: str) -> Callable[[ActionContext], None]:
    def set_until(act: ActionContext) -> None:
        if act.data["until"] <= act.now:
            raise Refused("invalid", "That moment has passed.")
        act.update_person(**{column: act.data["until"]})

    return set_until


def has_no_address(user: User, now: datetime) -> str:
    """Return the obstacle if a user has no address, or ''."""
    return obstacle_unless(
        user.email, "This person has no address to which it could go."
    )


WORD = _person_action(
    key="word",
    title="Have a word",
    explains="A friendly email with what you write. It is held against nobody.",
    headline=_("A word from the moderators"),
    obstacle=has_no_address,
)
WARN = _person_action(
    key="warn",
    title="Warn",
    explains="An email with your reason. Nothing else changes.",
    headline=_("The moderators have warned you"),
    means=_(
        "You can play on as before. If it happens again, the moderators may mute or "
        "ban you."
    ),
    obstacle=has_no_address,
    may_be_appealed=True,
)
MUTE = _person_action(
    key="mute",
    title="Mute",
    explains="They cannot write to others for a while.",
    headline=_("The moderators have muted you"),
    means_until=_(
        "You can’t write to others until %(until)s. You can read and play as before."
    ),
    until=lambda row: row.user.muted_until if row.user else None,
    form=DaysForm,
    perform=_set_until("muted_until"),
    may_be_appealed=True,
)
UNMUTE = _person_action(
    key="unmute",
    title="Unmute",
    explains="Let somebody write to others again.",
    headline=_("You can write to others again"),
    obstacle=lambda user, now: obstacle_unless(
        user.muted_until and user.muted_until > now, "This person is not muted."
    ),
    perform=lambda act: act.update_person(muted_until=None),
)
NO_GAMES = _person_action(
    key="no_games",
    title="No new games",
    explains="They keep playing, but cannot start or join games for a while.",
    headline=_("You can’t start new games for a while"),
    means_until=BARRED,
    until=lambda row: row.user.no_games_until if row.user else None,
    form=DaysForm,
    perform=_set_until("no_games_until"),
    may_be_appealed=True,
)
NEW_GAMES = _person_action(
    key="new_games",
    title="Let them begin games",
    explains="They may start and join games again.",
    headline=_("You can start and join games again"),
    obstacle=lambda user, now: obstacle_unless(
        user.no_games_until and user.no_games_until > now,
        "This person may start and join games.",
    ),
    perform=lambda act: act.update_person(no_games_until=None),
)
ACTIONS = (WORD, WARN, MUTE, UNMUTE, NO_GAMES, NEW_GAMES)
