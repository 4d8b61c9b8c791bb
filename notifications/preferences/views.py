"""Views of preferences, of browsers and webhooks, and of addresses without mails."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.accounts.access import renew_calendar_address
from games.errors import Refused
from games.limits import MAIL_PREFERENCES
from games.links.purposes import (
    CALENDAR_LINK,
    NO_MAIL_LINK,
    PACE_LINK,
    UNSUBSCRIBE_LINK,
    Recipient,
    Unsubscription,
)
from games.links.tokens import Valid
from games.log.table_rows import read_seats
from games.models import User
from games.now import database_now
from games.people.recipients import hashes_of
from games.presentation.error_text import error_sentence
from games.presentation.text import game_name, mask_address
from games.table.form_input import number_in
from games.web.decorators import member_page, token_page
from games.web.pages import redirect_to, render_for, see_other
from games.web.reader import reading_as, signed_in
from notifications.models import Pace, Topic
from notifications.models.channels import LONGEST_URL, Shape, Webhook
from notifications.preferences import services
from notifications.preferences.forms import (
    PACES,
    PreferencesForm,
    boxes_of,
    changes_in,
    game_boxes_of,
)
from notifications.preferences.services import (
    SILENCES,
    Change,
    is_on_by_default,
    is_suppressed,
    subscriptions_of,
)
from notifications.push import (
    public_key,
    subscribe,
    subscriptions_of_browsers,
    unsubscribe_browser,
)
from notifications.webhooks import (
    call_with_test,
    host_of,
    log_of,
    make_webhook,
    remove_webhook,
    rotate_secret,
    switch_on,
    webhooks_of,
)

#: What a mail program posts according to List-Unsubscribe-Post.
ONE_CLICK = ("List-Unsubscribe", "One-Click")
AGAIN, STOP = "again", "stop"
#: How many of a webhook's latest calls its owner's page shows.
CALLS_ON_PAGE = 5

Page = HttpResponse


def by_member(view: Callable[[HttpRequest, User], Page]) -> Callable[..., Page]:
    """Decorate a view for the signed-in user; guests get no mails and no access."""

    @member_page
    def opened(request: HttpRequest) -> Page:
        user = signed_in(request)
        if user.is_guest:
            return see_other("games:account")
        _spend_change(request, user)
        return view(request, user)

    return opened


@by_member
def preferences(request: HttpRequest, user: User) -> Page:
    if request.method != "POST":
        form = PreferencesForm.of(user, services.preferences_of(user))
        return _show(request, user, form)
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return _show(request, user, form, HTTPStatus.BAD_REQUEST)
    services.save_preferences(
        user=user,
        now=database_now(),
        changes=list(changes_in(user, subscriptions_of(user), request.POST)),
        **form.preferences,
    )
    return redirect_to(f"{reverse('mail_preferences')}?saved=1")


@by_member
def calendar(request: HttpRequest, user: User) -> Page:
    """Give the calendar of the signed-in user another address."""
    if request.method == "POST":
        renew_calendar_address(user=user)
        messages.success(
            request, _("Your calendar has a new address. The old one no longer works.")
        )
    return redirect_to(f"{reverse('mail_preferences')}#calendar")


def _spend_change(request: HttpRequest, user: User) -> None:
    """Count a change; reading is unlimited, because scanners open every link."""
    if request.method == "POST":
        MAIL_PREFERENCES.spend(user.pk, now=database_now())


# Possession of the token proves access to the mailbox. Mail programs post without a
# cookie.
@token_page
def unsubscribe(request: HttpRequest, token: str) -> Page:
    """Show the kind of email that a link stops; a POST stops it, or undoes that."""
    now = database_now()
    link = UNSUBSCRIBE_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        return _no_link(request)
    user, what, game = link.target.user, link.target.what, link.target.game
    _spend_change(request, user)
    with reading_as(user):
        if request.method == "POST":
            _stop_or_not(request, link.target, now)
        topic = None if what in Pace else Topic(what)
        if topic is None:
            is_off = services.preferences_of(user).pace == Pace.AT_ONCE
        else:
            game_id = None if game is None else game.pk
            is_off = not subscriptions_of(user).is_on(topic, game_id)
        context = {
            "address": mask_address(user),
            "game": game,
            "topic": topic,
            "silence": "" if topic is None else SILENCES[topic],
            "is_off": is_off,
            "is_done": request.method == "POST",
            "AGAIN": AGAIN,
            "STOP": STOP,
        }
        page = "notifications/preferences/unsubscribe.html"
        return render_for(user, request, page, context)


# Possession of the token proves access to the mailbox, as above.
@token_page
def pace(request: HttpRequest, token: str) -> Page:
    """Show how often emails come, with a button for each other pace; a POST sets it."""
    now = database_now()
    link = PACE_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        return _no_link(request)
    user = link.target
    _spend_change(request, user)
    with reading_as(user):
        is_done = request.method == "POST" and request.POST.get("pace") in Pace
        if is_done:
            services.save_preferences(user=user, now=now, pace=request.POST["pace"])
        chosen = services.preferences_of(user).pace
        context = {
            "address": mask_address(user),
            "chosen": Pace(chosen),
            "meaning": PACES[Pace(chosen)],
            "others": [(each, PACES[each]) for each in Pace if each != chosen],
            "is_done": is_done,
        }
        return render_for(user, request, "notifications/preferences/pace.html", context)


def _no_link(request: HttpRequest) -> Page:
    missing = "notifications/preferences/no_link.html"
    return render(request, missing, status=HTTPStatus.NOT_FOUND)


def requested_change(request: HttpRequest) -> str:
    """Return what a reader or a mail program requests: STOP, AGAIN or ''."""
    name, value = ONE_CLICK
    do = STOP if request.POST.get(name) == value else request.POST.get("do", "")
    return do if do in (STOP, AGAIN) else ""


def _stop_or_not(request: HttpRequest, linked: Unsubscription, now: datetime) -> None:
    do, user, what = requested_change(request), linked.user, linked.what
    if not do:
        return
    if what in Pace:
        # Without the digest each email comes alone, with a link that stops its kind.
        pace = Pace(what) if do == AGAIN else Pace.AT_ONCE
        services.save_preferences(user=user, now=now, pace=pace)
    else:
        change = Change(Topic(what), do == AGAIN, linked.game)
        services.save_preferences(user=user, now=now, changes=[change])


def _show(
    request: HttpRequest,
    user: User,
    form: PreferencesForm,
    status: int = HTTPStatus.OK,
) -> Page:
    subscriptions, now = subscriptions_of(user), timezone.localtime(database_now())
    calendar_url = CALENDAR_LINK.url(user, now=now)
    context: dict[str, Any] = {
        "address": mask_address(user),
        "form": form,
        "boxes": boxes_of(subscriptions),
        "games": list(game_boxes_of(user, subscriptions)),
        "switches": form.switches,
        "paces": list(form.paces),
        "silences": [
            SILENCES[topic]
            for topic in Topic
            if is_on_by_default(topic) and not subscriptions.is_on(topic)
        ],
        "is_silent": not subscriptions.is_on(Topic.TURNS),
        "is_saved": "saved" in request.GET and request.method != "POST",
        "is_suppressed": is_suppressed(hashes_of(user.email or "")),
        "never_url": urlsplit(NO_MAIL_LINK.url(user, now=now)).path,
        "zone": user.time_zone.replace("_", " "),
        "clock": date_format(now, "H:i"),
        "reader_zone": user.time_zone,
        "push_key": public_key(),
        "calendar_url": calendar_url,
        # Calendar programs open this scheme and subscribe.
        "calendar_link": f"webcal:{calendar_url.partition(':')[2]}",
        "browsers": subscriptions_of_browsers(user),
    }
    page = "notifications/preferences/preferences.html"
    return render_for(user, request, page, context, status=status)


class WebhookForm(forms.Form):
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
    if request.method != "POST":
        return _show_channels(request, user)
    if request.POST.get("action") == "make":
        return _make(request, user, database_now())
    return _change_channels(request, user, database_now())


def _make(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    form = WebhookForm(request.POST, user=user)
    if not form.is_valid():
        return _show_channels(request, user, HTTPStatus.BAD_REQUEST, form=form)
    try:
        made = make_webhook(user=user, now=now, **form.cleaned_data)
    except Refused as refusal:
        form.add_error("url", error_sentence(refusal))
        return _show_channels(request, user, refusal.status, form=form)
    return _show_channels(request, user, HTTPStatus.CREATED, secret_of=made)


def _change_channels(request: HttpRequest, user: User, now: datetime) -> HttpResponse:
    pk = number_in(request.POST, "webhook")
    match request.POST.get("action"):
        case "rotate":
            rotated = rotate_secret(user=user, pk=pk, now=now)
            return _show_channels(request, user, secret_of=rotated)
        case "on":
            switch_on(user=user, pk=pk)
        case "test":
            call_with_test(user=user, pk=pk, now=now)
            messages.success(request, _("A test is on its way."))
        case "remove":
            remove_webhook(user=user, pk=pk)
            messages.success(request, _("The webhook is removed."))
    return see_other("webhooks")


def _show_channels(
    request: HttpRequest, user: User, status: int = HTTPStatus.OK, **parts: Any
) -> HttpResponse:
    context = {
        "form": WebhookForm(user=user),
        "hooks": [
            (hook, host_of(hook.url), _games(hook), log_of(hook)[:CALLS_ON_PAGE])
            for hook in webhooks_of(user)
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


# Possession of the token proves access to the mailbox. Mail programs post without a
# cookie.
@token_page
def no_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show whether strangers can have us write to the reader; a POST changes it."""
    now = database_now()
    link = NO_MAIL_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        return _no_link(request)
    with reading_as(link.target.user):
        if request.method == "POST":
            _change_suppression(request, link.target, now)
        return _show_suppression(request, link.target)


def _change_suppression(
    request: HttpRequest, recipient: Recipient, now: datetime
) -> None:
    MAIL_PREFERENCES.spend(recipient.hashes[0], now=now)
    asked = requested_change(request)
    if asked == STOP:
        services.suppress(recipient.hashes, now=now)
    elif asked == AGAIN:
        services.lift(recipient.hashes)


def _show_suppression(request: HttpRequest, recipient: Recipient) -> HttpResponse:
    user = recipient.user
    context = {
        "address": mask_address(user),
        "is_off": services.is_suppressed(recipient.hashes),
        "is_done": request.method == "POST",
        "AGAIN": AGAIN,
        "STOP": STOP,
    }
    return render_for(user, request, "notifications/preferences/no_mail.html", context)
