"""Ending access: all sessions, links and calendar addresses of a user at once."""

from django.db import transaction
from django.db.models import F

from games.models import User


@transaction.atomic
def end_access(*, user: User) -> None:
    """
    End all sessions of a user, and revoke every link that was emailed to them.

    Emails sent from now on have new links. The calling view keeps its own session with
    ``update_session_auth_hash``.
    """
    User.objects.filter(pk=user.pk).update(access_epoch=F("access_epoch") + 1)
    user.refresh_from_db(fields=["access_epoch"])
    user.seats.update(link_epoch=F("link_epoch") + 1)


def renew_calendar_address(*, user: User) -> None:
    """Give the user's calendar another address. The former one no longer works."""
    User.objects.filter(pk=user.pk).update(calendar_epoch=F("calendar_epoch") + 1)
    user.refresh_from_db(fields=["calendar_epoch"])
