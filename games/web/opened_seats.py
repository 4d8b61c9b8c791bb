"""Seats that this browser has opened by their links, noted in a cookie.

Who plays by links alone is signed in nowhere. So a browser that opened the link to a
seat keeps a signed mark of it, by which pages of the game know that a player reads. The
mark lets nobody act, and a link that is revoked takes it along.
"""

import re

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.models import Game, Seat

COOKIE = "seats"
#: How many seats are kept, those opened last.
MOST = 12
_MARK = re.compile(r"\d+-\d+")


def note_seat(request: HttpRequest, response: HttpResponseBase, seat: Seat) -> None:
    """Have the browser keep that it opened a seat, where not everyone sees its game."""
    if seat.game.shows_all:
        return
    mark = _mark_of(seat)
    held = _marks_in(request)
    if mark in held:
        return
    marks = [mark, *held][:MOST]
    response.set_cookie(
        COOKIE,
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
        kept = _signer().unsign(request.COOKIES.get(COOKIE, ""))
    except BadSignature:
        return []
    return [mark for mark in kept.split(".") if _MARK.fullmatch(mark)]


def _signer() -> Signer:
    return Signer(salt="opened seats")
