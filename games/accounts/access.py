"""Ending access: all sessions, links and calendar addresses of a user at once."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from games.models import User


@transaction.atomic
def end_access(*, user: User) -> None:
    """
    End all sessions of a user, and revoke every link that was emailed to them.

    Emails sent from now on have new links. The calling view keeps its own session with
    ``keep_session``.
    """
    User.objects.filter(pk=user.pk).update(access_epoch=F("access_epoch") + 1)
    user.refresh_from_db(fields=["access_epoch"])
    user.seats.update(link_epoch=F("link_epoch") + 1)


def keep_session(request: HttpRequest, user: User) -> None:
    """
    Keep the session of a request after the access of its user ended. It gets another
    key, by which the list of sessions has to know it.
    """
    former_key = request.session.session_key
    update_session_auth_hash(request, user)
    own = UserSession.objects.filter(user=user)
    own.exclude(session_key=former_key).delete()
    if not own.update(session_key=request.session.session_key):
        UserSession.objects.create_from_request(request)


def renew_calendar_address(*, user: User) -> None:
    """Give the user's calendar another address. The former one no longer works."""
    User.objects.filter(pk=user.pk).update(calendar_epoch=F("calendar_epoch") + 1)
    user.refresh_from_db(fields=["calendar_epoch"])
