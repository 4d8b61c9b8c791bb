"""What the staff can impose on a user: mutes, no new games, bans.

The acts that impose and lift them are in ``games.moderation.actions.people``, together
with a word and a warning, which are emails alone. Being excluded from a league
(``Entrant.excluded_at``) and having one's account deleted (``User.forget_at``) are no
sanctions: they say nothing about other games, or leave nobody to be sanctioned.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.locks import lock_user
from games.models import User
from games.presentation.dates import long_moment_in_words, moment_in_words

#: The columns of ``User`` that say when a sanction ends, with its name for the staff.
SANCTIONS = {
    # They cannot sign in, links do not work, and autopilot takes their seats. Without
    # an end it is for good: ``User.is_active`` says whether there is a ban.
    "banned_until": "banned",
    # They cannot write to others: ``games.talk.messages.why_cannot_write``.
    "muted_until": "muted",
    # They can neither start nor join games with others: ``require_may_begin``.
    "no_games_until": "no new games",
}

#: Shown to users who are barred from new games.
BARRED = _(
    "You can’t start or join games with others until %(until)s. The games you’re "
    "playing go on."
)


def sanctions_in_words(user: User, now: datetime) -> Iterator[str]:
    """Yield the sanctions in force, for the staff: 'muted until 3 May, 10:00'."""
    is_banned = not user.is_active and user.forgotten_at is None
    if is_banned and user.banned_until is None:
        yield SANCTIONS["banned_until"]
    for column, name in SANCTIONS.items():
        until: datetime | None = getattr(user, column)
        in_force = is_banned if column == "banned_until" else until and until > now
        if until is not None and in_force:
            yield f"{name} until {moment_in_words(until)}"


def require_may_begin(user: User, now: datetime) -> None:
    """Raise Refused (forbidden) if the staff barred a user from new games."""
    if user.no_games_until is not None and user.is_barred(now):
        until = long_moment_in_words(user.no_games_until)
        raise Refused("forbidden", str(BARRED) % {"until": until})


@transaction.atomic
def end_ban(*, user_id: int, now: datetime) -> bool:
    """
    Return whether a ban was due to end. Locks the user. They can return to their seats,
    as after a ban that was lifted.
    """
    user = lock_user(user_id)
    if user.banned_until is None or user.banned_until > now:
        return False
    users = User.objects.filter(pk=user_id)
    users.update(is_active=user.forgotten_at is None, banned_until=None)
    return True
