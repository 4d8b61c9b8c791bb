"""View of the sessions of a user: where they are signed in, and how to end that."""

from typing import Any

from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.accounts.access import end_access
from games.web.numbers import read_number
from games.web.pages import see_other
from games.web.reader import signed_in


class SessionsView(ListUserSessionsView):  # type: ignore[misc]
    """List the sessions. A POST ends one of them, or all access except this session."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user, pk = signed_in(request), read_number(request.POST.get("session"))
        if pk is None:
            end_access(user=user)
            update_session_auth_hash(request, user)
            # The session of this browser has a new key by now.
            UserSession.objects.filter(user=user).delete()
            UserSession.objects.create_from_request(request)
            messages.success(
                request,
                _(
                    "You’re signed out everywhere else. Links in earlier emails and "
                    "calendars no longer work."
                ),
            )
        else:
            for session in UserSession.objects.filter(user=user, pk=pk):
                session.end()
            messages.success(request, _("You’re signed out there."))
        return see_other("usersessions_list")
