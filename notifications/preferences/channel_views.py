"""Channels besides mail: a player's browsers and webhooks."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.errors import Refused
from games.log.table_rows import read_seats
from games.models import User
from games.now import database_now
from games.presentation.error_text import error_sentence
from games.presentation.text import game_name
from games.table.submit import number_in
from games.web.pages import redirect_to, see_other
from notifications.models.webhooks import LONGEST_URL, Shape, Webhook
from notifications.preferences.views import by_member
from notifications.push.subscriptions import subscribe, unsubscribe_browser
from notifications.webhooks.hooks import (
    host_of,
    make_webhook,
    remove_webhook,
    rotate_secret,
    switch_on,
    webhooks_of,
)


class WebhookForm(forms.Form):
    """The address to call, and about which games."""

    shape = forms.TypedChoiceField(
        label=gettext_lazy("What’s there?"), choices=Shape.choices, coerce=Shape
    )
    url = forms.CharField(
        label=gettext_lazy("Its address"),
        max_length=LONGEST_URL,
        help_text=gettext_lazy(
            "Discord, Slack and the others show it in their settings."
        ),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "placeholder": "https://…"}
        ),
    )
    game = forms.TypedChoiceField(label=gettext_lazy("Tell me of"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = queries.active_seats(user)
        self._games = {seat.game.slug: seat.game for seat in seats}
        field = self.fields["game"]
        assert isinstance(field, forms.TypedChoiceField)
        named = [
            (seat.game.slug, game_name(list(seat.game.seats.all()), seat))
            for seat in seats
        ]
        field.choices = [("", _("all my games")), *named]
        field.coerce = self._games.get
        field.empty_value = None


@by_member
def webhooks(request: HttpRequest, user: User) -> HttpResponse:
    """Show and change a user's webhooks."""
    if request.method != "POST":
        return _show(request, user)
    if request.POST.get("action") == "make":
        return _make(request, user, database_now())
    return _change(request, user, database_now())


def _make(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
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
    pk = number_in(request.POST, "webhook")
    match request.POST.get("action"):
        case "rotate":
            rotated = rotate_secret(user=user, pk=pk, now=now)
            return _show(request, user, secret_of=rotated)
        case "on":
            switch_on(user=user, pk=pk)
        case "remove":
            remove_webhook(user=user, pk=pk)
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
    seats = read_seats(hook.game)
    own = next((seat for seat in seats if seat.user_id == hook.user_id), None)
    return game_name(seats, own)


@by_member
def push(request: HttpRequest, user: User) -> HttpResponse:
    """
    Change the browsers of the signed-in user. A mail's link is not enough, because the
    browser of a person to whom it was forwarded would be told of each turn.
    """
    if request.method == "POST":
        match request.POST.get("push"):
            case "on":
                _add(user, request)
            case "off":
                unsubscribe_browser(user=user, pk=number_in(request.POST, "browser"))
    return redirect_to(f"{reverse('mail_preferences')}#push")


def _add(user: User, request: HttpRequest) -> None:
    form = request.POST
    subscribe(
        user=user,
        endpoint=form.get("endpoint", ""),
        p256dh=form.get("p256dh", ""),
        auth=form.get("auth", ""),
        user_agent=request.headers.get("User-Agent", ""),
        now=database_now(),
    )
