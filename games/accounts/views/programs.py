"""View of programs that act for a user: access tokens, and a bot's account."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.forms import TokenForm
from games.accounts.programs import declare_program, make_token, revoke_token, tokens_of
from games.errors import Refused
from games.links.tokens import absolute_url
from games.models import User
from games.models.tokens import Scope
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.web.decorators import member_page
from games.web.numbers import read_number
from games.web.pages import see_other
from games.web.reader import signed_in


@member_page
def programs(request: HttpRequest) -> HttpResponse:
    user, now = signed_in(request), database_now()
    if request.method != "POST":
        return _show(request, user)
    act = _ACTIONS.get(request.POST.get("action", ""), _make)
    return act(request, user, now)


def _make(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Make a token. This is the only time that its text is shown."""
    form = TokenForm(request.POST, user=user)
    if not form.is_valid():
        return _show(request, user, HTTPStatus.BAD_REQUEST, form=form)
    try:
        made = make_token(user=user, now=now, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, error_sentence(refusal))
        return _show(request, user, refusal.status, form=form)
    return _show(request, user, HTTPStatus.CREATED, made=made)


def _revoke(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    pk = read_number(request.POST.get("token"))
    if pk is not None:
        revoke_token(user=user, pk=pk)
    messages.success(request, _("The token is revoked. It no longer opens anything."))
    return see_other("games:programs")


def _show(
    request: HttpRequest, user: User, status: int = HTTPStatus.OK, **parts: Any
) -> HttpResponse:
    labels = dict(Scope.choices)
    context = {
        "form": TokenForm(user=user),
        "tokens": [
            (token, [labels[Scope(scope)] for scope in token.scopes])
            for token in tokens_of(user)
        ],
        "is_guest": user.is_guest,
        "program": user.program,
        "zone": user.time_zone,
        "api": absolute_url("api:api-root"),
        "document": reverse("api:openapi-json"),
    }
    return render(request, "games/programs.html", context | parts, status=status)


def _declare(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    name = request.POST.get("program", "").strip()
    try:
        declared = declare_program(user=user, name=name)
    except Refused as refusal:
        typed = {"program_refusal": error_sentence(refusal), "program": name}
        return _show(request, user, refusal.status, **typed)
    if declared.program:
        messages.success(request, _("A bot plays here now. Make it a token."))
    else:
        messages.success(request, _("A person plays here now."))
    return see_other("games:programs")


_ACTIONS: dict[str, Callable[[HttpRequest, User, datetime], HttpResponse]] = {
    "declare": _declare,
    "revoke": _revoke,
}
