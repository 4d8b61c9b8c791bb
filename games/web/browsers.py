"""Browsers: which accounts use each, and which seats it has opened by their links.

A browser is identified by a random number of ours in a cookie. The accounts are
recorded once a day under a keyed hash.

People who only play by links are not signed in. So a browser that opened the link to a
seat keeps a signed mark of it, by which pages of the game recognize a player. The mark
does not let anybody act, and revoking the link revokes the mark.

Another cookie names, in signed marks, the users who have signed in with a browser. They
can have sign-in emails even while strangers use up the limits of their addresses.

People whose browsers refuse cookies can play like all others, and nothing is stored.
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
#: Matches the cookie: the number, the date of the last record, and the user's mark, as
#: in '3f….20261120.5ad0c1e2'.
_HELD = re.compile(r"([0-9a-f]{32})\.\d{8}\.[0-9a-f]{8}")

SIGN_INS_COOKIE = "signed_in"
#: How many users of one browser are remembered, those who signed in last.
MOST_SIGN_INS_KEPT = 5
SEATS_COOKIE = "seats"
#: How many seats are kept, those opened last.
MOST_SEATS_KEPT = 12
_MARK = re.compile(r"\d+-\d+")


def record_browser(
    request: HttpRequest, response: HttpResponseBase, user: User | None, now: datetime
) -> None:
    """
    Record once a day that a user acted in this browser.

    Viewing is not recorded, because mail scanners do it, too. Neither are forms that
    were not accepted, nor users who are banned or deleted.
    """
    if (
        not settings.BROWSER_DAYS
        or user is None
        or not _was_accepted(request, response)
    ):
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
    """Return the cookie of a browser in which a user acted today."""
    return f"{number}.{now:%Y%m%d}.{_hash(f'user/{user.pk}')[:8]}"


def _was_accepted(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a form was accepted: it redirects, or returns a part."""
    status = response.status_code
    leads_on = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    is_part = "HX-Request" in request.headers and status == HTTPStatus.OK
    return request.method == "POST" and (leads_on or is_part)


def drop_browsers(*, now: datetime) -> int:
    """Delete records that are too old. Return how many there were."""
    oldest = now - timedelta(days=settings.BROWSER_DAYS)
    dropped, _by_table = SeenBrowser.objects.filter(seen_at__lt=oldest).delete()
    return dropped


def _hash(text: str) -> str:
    return salted_hmac("games.browsers", text, algorithm="sha256").hexdigest()


def record_seat(request: HttpRequest, response: HttpResponseBase, seat: Seat) -> None:
    """Let the browser remember that it opened a seat of a closed game."""
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
    """Return whether this browser opened a seat of a game (at most one query)."""
    held = _marks_in(request)
    return bool(held) and any(_mark_of(seat) in held for seat in game.seats.all())


def record_sign_in(
    request: HttpRequest, response: HttpResponseBase, user: User
) -> None:
    """Let the browser remember that a user signed in with it."""
    mark = _user_mark(user)
    marks = [mark, *(each for each in _sign_ins_in(request) if each != mark)]
    response.set_cookie(
        SIGN_INS_COOKIE,
        _sign_in_signer().sign(".".join(marks[:MOST_SIGN_INS_KEPT])),
        max_age=timedelta(days=365),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def has_signed_in(request: HttpRequest, user: User) -> bool:
    """
    Return whether a user has signed in with this browser before. It grants nothing but
    a share of its own in the limits of sign-in emails.
    """
    return _user_mark(user) in _sign_ins_in(request)


def _user_mark(user: User) -> str:
    return _hash(f"signed in/{user.pk}")[:16]


def _sign_ins_in(request: HttpRequest) -> list[str]:
    try:
        kept = _sign_in_signer().unsign(request.COOKIES.get(SIGN_INS_COOKIE, ""))
    except BadSignature:
        return []
    return kept.split(".")


def _sign_in_signer() -> Signer:
    return Signer(salt="users who signed in")


def _mark_of(seat: Seat) -> str:
    """Return the mark of a seat in the cookie: its id, and the epoch of its links."""
    return f"{seat.pk}-{seat.link_epoch}"


def _marks_in(request: HttpRequest) -> list[str]:
    try:
        kept = _signer().unsign(request.COOKIES.get(SEATS_COOKIE, ""))
    except BadSignature:
        return []
    return [mark for mark in kept.split(".") if _MARK.fullmatch(mark)]


def _signer() -> Signer:
    return Signer(salt="opened seats")
