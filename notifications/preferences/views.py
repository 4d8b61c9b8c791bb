"""Pages on which players choose their mails, by a mail's link or signed in.

GET changes nothing, because mail scanners open every link. A mail program may post
without a cookie if the headers of a mail allow it (RFC 8058).
"""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from games.limits import MAIL_PREFERENCES
from games.links.purposes import CALENDAR_LINK, MAIL_LINK, NO_MAIL_LINK
from games.links.tokens import Valid
from games.models import Game, User
from games.now import database_now
from games.people.recipients import hashes_of
from games.presentation.text import mask_address
from games.web.decorators import member_page, token_page
from games.web.pages import redirect_to, render_for, see_other
from games.web.reader import reading_as, signed_in
from notifications.models import OutgoingMail, Topic
from notifications.preferences import services
from notifications.preferences.forms import (
    PreferencesForm,
    boxes_of,
    changes_in,
    game_boxes_of,
)
from notifications.preferences.subscriptions import (
    EVERYTHING,
    OF_A_GAME,
    SILENCES,
    Change,
    is_on_by_default,
    subscriptions_of,
)
from notifications.preferences.suppression import is_suppressed
from notifications.push.subscriptions import public_key, subscriptions_of_browsers

#: What a mail program posts according to List-Unsubscribe-Post.
ONE_CLICK = ("List-Unsubscribe", "One-Click")
AGAIN, STOP = "again", "stop"

Page = HttpResponse


def by_token(view: Callable[..., Page]) -> Callable[..., Page]:
    """Decorate a view for the user in a mail's token."""

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
    """Show the preferences of the user in a mail's token."""
    return _preferences(request, user, reverse("mail_preferences_link", args=[token]))


@by_member
def preferences(request: HttpRequest, user: User) -> Page:
    """Show the preferences of the signed-in user."""
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
