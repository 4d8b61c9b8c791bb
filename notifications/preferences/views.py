"""Views of preferences, of browsers and webhooks, and of addresses without mails."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import queries
from games.errors import Refused
from games.limits import MAIL_PREFERENCES
from games.links.purposes import CALENDAR_LINK, MAIL_LINK, NO_MAIL_LINK, Recipient
from games.links.tokens import Valid
from games.log.table_rows import read_seats
from games.models import Game, User
from games.now import database_now
from games.people.recipients import hashes_of
from games.presentation.error_text import error_sentence
from games.presentation.text import game_name, mask_address
from games.table.form_input import number_in
from games.web.decorators import member_page, token_page
from games.web.pages import redirect_to, render_for, see_other
from games.web.reader import reading_as, signed_in
from notifications.models import OutgoingMail, Topic
from notifications.models.channels import LONGEST_URL, Shape, Webhook
from notifications.preferences import services
from notifications.preferences.forms import (
    PreferencesForm,
    boxes_of,
    changes_in,
    game_boxes_of,
)
from notifications.preferences.services import (
    EVERYTHING,
    OF_A_GAME,
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
    host_of,
    make_webhook,
    remove_webhook,
    rotate_secret,
    switch_on,
    webhooks_of,
)

#: What a mail program posts according to List-Unsubscribe-Post.
ONE_CLICK = ("List-Unsubscribe", "One-Click")
AGAIN, STOP = "again", "stop"

Page = HttpResponse


def by_token(view: Callable[..., Page]) -> Callable[..., Page]:
    @token_page
    def opened(request: HttpRequest, /, token: str, **options: str) -> Page:
        link = MAIL_LINK.parse(token, now=database_now())
        if not isinstance(link, Valid):
            missing = "notifications/preferences/no_link.html"
            return render(request, missing, status=HTTPStatus.NOT_FOUND)
        user = link.target
        _spend_change(request, user)
        with reading_as(user):
            return view(request, user, token, **options)

    return opened


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


@by_token
def preferences_link(request: HttpRequest, user: User, token: str) -> Page:
    return _preferences(request, user, reverse("mail_preferences_link", args=[token]))


@by_member
def preferences(request: HttpRequest, user: User) -> Page:
    return _preferences(request, user, reverse("mail_preferences"))


def _spend_change(request: HttpRequest, user: User) -> None:
    """Count a change; reading is unlimited, because scanners open every link."""
    if request.method == "POST":
        MAIL_PREFERENCES.spend(user.pk, now=database_now())


@by_token
def unsubscribe(
    request: HttpRequest, user: User, token: str, *, topic: str, slug: str = ""
) -> Page:
    """Turn a topic off with one button, everywhere or in a game, and on again."""
    topics, game = _topics(topic, slug), _game(user, slug)
    now = database_now()
    if request.method == "POST":
        _stop_or_not(request, user, topics, game, now)
    subscriptions, game_id = subscriptions_of(user), None if game is None else game.pk
    context = {
        "address": mask_address(user),
        "game": game,
        "topics": topics,
        "is_everything": topic == EVERYTHING,
        "silences": [SILENCES[topic] for topic in topics],
        "is_off": not any(subscriptions.is_on(one, game_id) for one in topics),
        "is_done": request.method == "POST",
        "preferences_url": reverse("mail_preferences_link", args=[token]),
        "AGAIN": AGAIN,
        "STOP": STOP,
    }
    return render_for(
        user, request, "notifications/preferences/unsubscribe.html", context
    )


def _topics(name: str, slug: str) -> tuple[Topic, ...]:
    if name == EVERYTHING and not slug:
        return tuple(Topic)
    if name not in Topic.values or (slug and name not in OF_A_GAME):
        raise Http404
    return (Topic(name),)


def _game(user: User, slug: str) -> Game | None:
    """Return a game about which the user has had mails; raise Http404."""
    if not slug:
        return None
    game = get_object_or_404(Game, slug=slug)
    if not OutgoingMail.objects.filter(game=game, user=user).exists():
        raise Http404
    return game


def requested_change(request: HttpRequest) -> str:
    """Return what a reader or a mail program requests: STOP, AGAIN or ''."""
    name, value = ONE_CLICK
    do = STOP if request.POST.get(name) == value else request.POST.get("do", "")
    return do if do in (STOP, AGAIN) else ""


def _stop_or_not(
    request: HttpRequest,
    user: User,
    topics: tuple[Topic, ...],
    game: Game | None,
    now: datetime,
) -> None:
    do = requested_change(request)
    if do == STOP and game is None:
        services.unsubscribe_topics(user=user, topics=topics, now=now)
    elif do:
        # Turning all topics on restores only those that are on by default.
        asked = topics if len(topics) == 1 else filter(is_on_by_default, topics)
        changes = [Change(topic, do == AGAIN, game) for topic in asked]
        services.save_preferences(user=user, changes=changes, now=now)


def _preferences(request: HttpRequest, user: User, action: str) -> Page:
    if request.method != "POST":
        form = PreferencesForm.of(user, services.preferences_of(user))
        return _show(request, user, action, form)
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return _show(request, user, action, form, HTTPStatus.BAD_REQUEST)
    services.save_preferences(
        user=user,
        now=database_now(),
        changes=list(changes_in(user, subscriptions_of(user), request.POST)),
        **form.preferences,
    )
    return redirect_to(f"{action}?saved=1")


def _show(
    request: HttpRequest,
    user: User,
    action: str,
    form: PreferencesForm,
    status: int = HTTPStatus.OK,
) -> Page:
    subscriptions, now = subscriptions_of(user), timezone.localtime(database_now())
    context: dict[str, Any] = {
        "action": action,
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
        "is_signed_in": request.user == user,
        "reader_zone": user.time_zone,
    }
    if request.user == user:  # a forwarded mail must not lead to these
        context |= {
            "push_key": public_key(),
            "calendar_url": CALENDAR_LINK.url(user, now=now),
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


# Possession of the token proves access to the mailbox. Mail programs post without a
# cookie.
@token_page
def no_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show whether strangers can have us write to the reader; a POST changes it."""
    now = database_now()
    link = NO_MAIL_LINK.parse(token, now=now)
    if not isinstance(link, Valid):
        missing = "notifications/preferences/no_link.html"
        return render(request, missing, status=HTTPStatus.NOT_FOUND)
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
