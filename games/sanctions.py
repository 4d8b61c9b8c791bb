"""Sanctions that the staff impose for a limited time, and their end."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Refused
from games.locks import lock_user
from games.models import User
from games.presentation.dates import long_moment_in_words

#: Shown to users who are barred from new games.
BARRED = _(
    "You can’t start or join games with others until %(until)s. The games you’re "
    "playing go on."
)


def require_may_begin(user: User, now: datetime) -> None:
    """Raise Refused (forbidden) if the staff barred a user from new games."""
    if user.no_games_until is not None and user.is_barred(now):
        until = long_moment_in_words(user.no_games_until)
        raise Refused("forbidden", str(BARRED) % {"until": until})


@transaction.atomic
def end_ban(*, user_id: int, now: datetime) -> bool:
    """
    Locks the user. They can return to their seats, as after a ban that was lifted.
    """
    user = lock_user(user_id)
    if user.banned_until is None or user.banned_until > now:
        return False
    users = User.objects.filter(pk=user_id)
    users.update(is_active=user.forgotten_at is None, banned_until=None)
    return True
