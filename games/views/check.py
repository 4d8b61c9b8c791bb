"""Check the hash that an old mail quotes against the log of today."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.clocks import database_now
from games.error_text import error_sentence
from games.errors import InvalidChoice, NotThere, Refused
from games.limits import CHECKS, visitor_of
from games.models import Game
from games.records import witness
from games.text import names_of
from games.web.reader import zone_of_reader
from stoneage_core import audit


@require_safe
@never_cache
def check(request: HttpRequest) -> HttpResponse:
    """Say at which event a hash stood, and whether all before it is unchanged."""
    typed, named = request.GET.get("head", ""), request.GET.get("game", "")
    context: dict[str, Any] = {
        "head": typed[:200],
        "named": named[:200],
        "zone": zone_of_reader(request),
    }
    if not typed.strip():
        return render(request, "games/check.html", context)
    try:
        CHECKS.spend(visitor_of(request), now=database_now())
        context |= _answer(typed[:2000], named[:200])
    except Refused as refusal:
        context["refusal"] = error_sentence(refusal)
        return render(request, "games/check.html", context, status=refusal.status)
    return render(request, "games/check.html", context)


def _answer(typed: str, named: str) -> dict[str, Any]:
    digits, game = audit.head_in(typed), _game(named)
    if not digits:
        raise InvalidChoice(
            _(
                "A head has 64 digits, 0 to 9 and a to f, and all of them are needed: "
                "two histories can be made whose heads begin alike."
            )
        )
    found = witness.find(digits, game)
    return {
        "is_answered": True,
        "digits": digits,
        "found": found,
        "names": _names(found.game) if found else "",
        "searched": game,
        "searched_broken_at": witness.broken_at(game) if game and not found else None,
    }


def _game(named: str) -> Game | None:
    """Return the game that was named; raise NotThere if it is none of this service."""
    if not named.strip():
        return None
    game = witness.game_named(named)
    if game is None:
        raise NotThere(_("There is no game of that address here."))
    return game


def _names(game: Game) -> str:
    return ", ".join(names_of(queries.seats_of(game)))
