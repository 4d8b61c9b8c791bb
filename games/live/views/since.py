"""View that open pages of a game poll for changes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.live.live_page import live_key
from games.live.live_talk import here_in_words, last_message
from games.live.news import news_since
from games.now import database_now
from games.web.numbers import read_number


@require_safe
@never_cache
def since(request: HttpRequest, slug: str, version: int, key: str = "") -> HttpResponse:
    """
    Answer 204 if nothing is new, or else with the game's version and what happened.

    ``seat`` only says whose own moves are left out. A page that hears a talk sends
    ``talk``, the id of the latest message that it knows, and is answered with the id of
    a newer one. With the ``key`` of players that is the talk of players, otherwise that
    of spectators; players also send who is ``here``, and hear if that changes.

    Takes one index look-up for the game and one for the talk, and for players one for
    those who are here. If the game advanced, it takes two more. Public games are open
    to anybody. A game that only its players may see needs the key, which is only on
    their pages. So the script of a page sends no cookies, and no session is read. What
    was said is not in the answer. The language is the one in the script's header.
    """
    game = queries.game_version(slug)
    if game is None:
        raise Http404
    is_player = constant_time_compare(key or request.GET.get("key", ""), live_key(slug))
    if not (game.is_watchable or is_player):
        raise Http404
    news: dict[str, Any] = {}
    if game.version != version:
        seat = read_number(request.GET.get("seat"))
        news["said"] = news_since(game, version, seat)
    known = read_number(request.GET.get("talk"))
    if known is not None:
        last = last_message(game, of_players=is_player)
        if last > known:
            news["talk"] = last
        if is_player:
            here = here_in_words(game, database_now())
            if here != request.GET.get("here", ""):
                news["here"] = here
    if not news:
        return HttpResponse(status=204)
    return JsonResponse({"version": game.version, "said": ""} | news)
