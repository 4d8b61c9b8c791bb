"""The second factor of the staff: a passkey, an app's code, or a recovery code."""

from collections.abc import Callable
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from games.models import User

Type = Authenticator.Type
DESK = "/admin/"


class SecondFactorMiddleware:
    """
    Asks the staff for their second factor before the desk and the admin, once in a
    session. Those who have none yet are led to where they get one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if (
            settings.STAFF_SECOND_FACTOR
            and request.path.startswith(DESK)
            and isinstance(user, User)
            and user.is_staff
            and not has_shown_second_factor(request, user)
        ):
            page = reverse(_page_for(user))
            query = urlencode({"next": request.get_full_path()})
            return HttpResponseRedirect(f"{page}?{query}")
        return self.get_response(request)


def has_shown_second_factor(request: HttpRequest, user: User) -> bool:
    """Return whether a passkey, app or recovery code was used in this session."""
    records = get_authentication_records(request, user)
    return any(record["method"] == "mfa" for record in records)


def _page_for(user: User) -> str:
    """Return the name of the page that asks for the second factor, or sets one up."""
    own = Authenticator.objects.filter(user=user)
    types = set(own.values_list("type", flat=True))
    if Type.WEBAUTHN in types:
        return "mfa_reauthenticate_webauthn"
    return "mfa_reauthenticate" if Type.TOTP in types else "mfa_index"
