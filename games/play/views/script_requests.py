"""Requests of the turn page's scripts that show no page."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse

from games.errors import Refused
from games.match.presence import note_presence
from games.models import Seat
from games.play.forms import move_in
from games.play.signing import Signable, has_passkey, signing_options
from stoneage_core import GameError


def here(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    """The page says that its player has it open: no reminder is wanted then."""
    note_presence(seat=seat, now=now)
    return _nothing()


def sign(request: HttpRequest, seat: Seat, now: datetime) -> HttpResponse:
    """
    Tell what a passkey of the seat's player is to sign, so that a form can be sent.

    Nothing, where there is no passkey, or nothing to be signed: what is wrong with a
    form is told when it comes in.
    """
    if has_passkey(seat):
        with suppress(GameError, Refused):
            move = None if "act" in request.POST else move_in(request.POST)
            wanted = (
                Signable.of_form(seat, request.POST, now)
                if move is None
                else Signable.of_move(move)
            )
            return JsonResponse(signing_options(seat, wanted))
    return _nothing()


def _nothing() -> HttpResponse:
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


#: By the action that is sent.
SCRIPT_REQUESTS: dict[str, Callable[[HttpRequest, Seat, datetime], HttpResponse]] = {
    "here": here,
    "sign": sign,
}
