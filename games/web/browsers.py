"""Browsers: which accounts each uses, and which seats it has opened by their links.

A browser is known by a number that we draw and that it keeps in a cookie; the accounts
are noted once a day, by a keyed hash.

Who plays by links alone is signed in nowhere. So a browser that opened the link to a
seat keeps a signed mark of it, by which pages of the game know that a player reads. The
mark lets nobody act, and a link that is revoked takes it along.

Whoever keeps no cookies plays as well as all others, and leaves nothing here.
"""

import re
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from games.models import Game, Seat, User
from games.models.tallies import SeenBrowser

COOKIE = "browser"
#: What it holds: the number, and whom we noted last, and when: '3f….20261120.5ad0c1e2'.
_HELD = re.compile(r"([0-9a-f]{32})\.\d{8}\.[0-9a-f]{8}")

SEATS_COOKIE = "seats"
#: How many seats are kept, those opened last.
MOST_SEATS_KEPT = 12
_MARK = re.compile(r"\d+-\d+")


def note_browser(
    request: HttpRequest, response: HttpResponseBase, user: User | None, now: datetime
) -> None:
    """
    Note that a user did something in this browser, once a day.

    For what is done alone: neither looking, which mail scanners do as well, nor being
    asked once more leaves a trace, and who is banned or forgotten leaves none.
    """
    if not settings.BROWSER_DAYS or user is None or not _is_done(request, response):
        return
    held = _HELD.fullmatch(request.COOKIES.get(COOKIE, ""))
    number = held[1] if held else secrets.token_hex(16)
    noted = cookie_of(number, user, now)
    if held and held[0] == noted:
        return
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        return
    SeenBrowser.objects.update_or_create(
        user=user, browser=_hash(number), defaults={"seen_at": now}
    )
    response.set_cookie(
        COOKIE,
        noted,
        max_age=timedelta(days=settings.BROWSER_DAYS),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def cookie_of(number: str, user: User, now: datetime) -> str:
    """Return what the cookie of a browser holds in which a user did something today."""
    return f"{number}.{now:%Y%m%d}.{_hash(f'user/{user.pk}')[:8]}"


def _is_done(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether a form did what it is for: it leads on, or gives a part of its page."""
    status = response.status_code
    leads_on = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    is_part = "HX-Request" in request.headers and status == HTTPStatus.OK
    return request.method == "POST" and (leads_on or is_part)


def drop_browsers(*, now: datetime) -> int:
    """Delete what was noted too long ago; return how much there was."""
    oldest = now - timedelta(days=settings.BROWSER_DAYS)
    dropped, _by_table = SeenBrowser.objects.filter(seen_at__lt=oldest).delete()
    return dropped


def _hash(text: str) -> str:
    return salted_hmac("games.browsers", text, algorithm="sha256").hexdigest()


def note_seat(request: HttpRequest, response: HttpResponseBase, seat: Seat) -> None:
    """Have the browser keep that it opened a seat, where not everyone sees its game."""
    if seat.game.is_watchable:
        return
    mark = _mark_of(seat)
    held = _marks_in(request)
    if mark in held:
        return
    marks = [mark, *held][:MOST_SEATS_KEPT]
    response.set_cookie(
        SEATS_COOKIE,
        _signer().sign(".".join(marks)),
        max_age=settings.SESSION_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def has_opened_seat(request: HttpRequest, game: Game) -> bool:
    """Whether this browser opened a seat of a game. Queries where it opened any."""
    held = _marks_in(request)
    return bool(held) and any(_mark_of(seat) in held for seat in game.seats.all())


def _mark_of(seat: Seat) -> str:
    """Return what a browser keeps of a seat: its id, and how many links it has had."""
    return f"{seat.pk}-{seat.link_epoch}"


def _marks_in(request: HttpRequest) -> list[str]:
    try:
        kept = _signer().unsign(request.COOKIES.get(SEATS_COOKIE, ""))
    except BadSignature:
        return []
    return [mark for mark in kept.split(".") if _MARK.fullmatch(mark)]


def _signer() -> Signer:
    return Signer(salt="opened seats")
