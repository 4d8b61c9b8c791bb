"""Check the hash that an old mail quotes against the log of today."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.errors import InvalidChoice, NotThere, Refused
from games.limits import CHECKS, address_of
from games.models import Game
from games.records import witness
from games.views.errors import sentence_of
from games.views.people import zone_of_reader


@require_safe
@never_cache
def check(request: HttpRequest) -> HttpResponse:
    """Say at which event a hash stood, and whether all before it is unchanged."""
    typed, named = request.GET.get("head", ""), request.GET.get("game", "")
    context: dict[str, Any] = {
        "head": typed[:200],
        "named": named[:200],
        "fewest": witness.FEWEST_DIGITS,
        "zone": zone_of_reader(request),
    }
    if not typed.strip():
        return render(request, "games/check.html", context)
    try:
        CHECKS.spend(address_of(request))
        context |= _answer(typed[:2000], named[:200])
    except Refused as refusal:
        context["refusal"] = sentence_of(refusal)
        return render(request, "games/check.html", context, status=refusal.status)
    return render(request, "games/check.html", context)


def _answer(typed: str, named: str) -> dict[str, Any]:
    digits, game = witness.digits_in(typed), _game(named)
    if not digits:
        sentence = _(
            "That is no hash: it has at least %(fewest)d digits, 0 to 9 and a to f."
        )
        raise InvalidChoice(sentence % {"fewest": witness.FEWEST_DIGITS})
    finds = witness.find(digits, game)
    return {
        "is_answered": True,
        "digits": digits,
        "is_whole": len(digits) == 64,
        "finds": [(found, _names(found.game)) for found in finds],
        "searched": game,
        "searched_broken_at": witness.broken_at(game) if game and not finds else None,
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
    return ", ".join(selectors.names(selectors.seats_of(game)))
