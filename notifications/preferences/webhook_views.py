"""The webhooks of a player: made, given another secret, switched on, removed."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.errors import Refused
from games.models import User
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import game_name
from games.queries import seats_of
from games.web.decorators import member_page
from games.web.pages import see_other
from games.web.reader import signed_in
from notifications.models.webhooks import Webhook
from notifications.preferences.views import spend_change
from notifications.preferences.webhook_forms import WebhookForm
from notifications.webhooks.hooks import (
    find_webhook,
    host_of,
    make_webhook,
    remove_webhook,
    rotate_secret,
    switch_on,
    webhooks_of,
)


@member_page
def webhooks(request: HttpRequest) -> HttpResponse:
    """Where somebody is told of their games besides by mail."""
    user = signed_in(request)
    if user.is_guest:
        return see_other("games:account")
    spend_change(request, user)
    if request.method != "POST":
        return _show(request, user)
    if request.POST.get("action") == "make":
        return _make(request, user, database_now())
    return _change(request, user, database_now())


def _make(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Make a webhook, and show its secret this once."""
    form = WebhookForm(request.POST, user=user)
    if not form.is_valid():
        return _show(request, user, HTTPStatus.BAD_REQUEST, form=form)
    try:
        made = make_webhook(user=user, now=now, **form.cleaned_data)
    except Refused as refusal:
        form.add_error("url", error_sentence(refusal))
        return _show(request, user, refusal.status, form=form)
    return _show(request, user, HTTPStatus.CREATED, secret_of=made)


def _change(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    """Do what the button beside a webhook says."""
    number = request.POST.get("webhook", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 19
    hook = find_webhook(user, int(number)) if is_number else None
    match request.POST.get("action"):
        case "rotate" if hook is not None:
            return _show(request, user, secret_of=rotate_secret(webhook=hook, now=now))
        case "on" if hook is not None:
            switch_on(webhook=hook)
        case "remove" if hook is not None:
            remove_webhook(user=user, pk=hook.pk)
            messages.success(request, _("The webhook is removed."))
    return see_other("webhooks")


def _show(
    request: HttpRequest, user: User, status: int = HTTPStatus.OK, **parts: Any
) -> HttpResponse:
    context = {
        "form": WebhookForm(user=user),
        "hooks": [
            (hook, host_of(hook.url), _games(hook)) for hook in webhooks_of(user)
        ],
        "zone": user.time_zone,
    }
    page = "notifications/preferences/webhooks.html"
    return render(request, page, context | parts, status=status)


def _games(hook: Webhook) -> str:
    if hook.game is None:
        return _("all my games")
    seats = seats_of(hook.game)
    own = next((seat for seat in seats if seat.user_id == hook.user_id), None)
    return game_name(seats, own)
