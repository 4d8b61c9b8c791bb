"""The security page: where a user is signed in, and by what anybody could be."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import end_access, keep_session
from games.accounts.programs import tokens_of
from games.web.numbers import read_number
from games.web.pages import see_other
from games.web.reader import signed_in


@require_safe
@login_required
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Show sessions, passkeys, addresses and tokens of a user."""
    user = signed_in(request)
    if user.is_guest:
        return see_other("games:account")
    sessions = UserSession.objects.purge_and_list(user)
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    page = {
        "sessions": sorted(sessions, key=lambda session: session.created_at),
        "authenticators": passkeys.order_by("pk"),
        "emailaddresses": EmailAddress.objects.filter(user=user).order_by("pk"),
        "tokens": tokens_of(user),
        "zone": user.time_zone,
    }
    return render(request, "account/security.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """End one session, or all access except this session."""
    if request.method != "POST":
        return see_other("account_security")
    user, pk = signed_in(request), read_number(request.POST.get("session"))
    if pk is None:
        end_access(user=user)
        keep_session(request, user)
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
    return see_other("account_security")
