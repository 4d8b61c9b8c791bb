"""The page of one's passkeys: adding one takes a script, all else does not."""

import json
from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.accounts.passkeys import (
    NOT_MADE,
    add_passkey,
    begin_passkey,
    remove_passkey,
    why_no_passkey,
)
from games.errors import IncompleteForm, InvalidChoice
from games.models import User
from games.now import database_now
from games.people.passkeys import passkeys_of
from games.web.decorators import member_page
from games.web.pages import see_other
from games.web.reader import signed_in

#: What the session remembers between asking a browser for a passkey and having it.
ASKED = "passkey_asked"


@member_page
def passkeys(request: HttpRequest) -> HttpResponse:
    """Which passkeys somebody has; adding and removing one."""
    user, now = signed_in(request), database_now()
    if user.is_guest:
        return see_other("games:account")
    if request.method == "POST":
        act = _ACTIONS.get(request.POST.get("action", ""))
        if act is None:
            raise IncompleteForm
        return act(request, user, now)
    own = passkeys_of(user)
    context = {
        "passkeys": own,
        "zone": user.time_zone,
        "why_none": why_no_passkey(len(own)),
    }
    return render(request, "games/passkeys.html", context)


def _begin(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Tell the script what to ask the browser for."""
    options, request.session[ASKED] = begin_passkey(user)
    return JsonResponse(dict(options))


def _add(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    try:
        made = json.loads(request.POST.get("made", ""))
    except (ValueError, RecursionError) as error:
        raise InvalidChoice(NOT_MADE) from error
    state = request.session.pop(ASKED, None)
    if state is None or not isinstance(made, dict):
        raise InvalidChoice(NOT_MADE)
    add_passkey(user=user, state=state, made=made, now=now)
    messages.success(
        request, _("Your passkey is added. From now on it can sign your moves.")
    )
    return see_other("games:passkeys")


def _remove(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    remove_passkey(user=user, digest=request.POST.get("key", ""), now=now)
    messages.success(request, _("The passkey is removed."))
    return see_other("games:passkeys")


_ACTIONS: dict[str, Callable[[HttpRequest, User, datetime], HttpResponse]] = {
    "begin": _begin,
    "add": _add,
    "remove": _remove,
}
