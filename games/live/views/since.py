"""Whether a game has moved on: asked again and again by every open page of it."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.live.news import news_since
from games.live.page import live_key
from games.web.numbers import read_number


@require_safe
@never_cache
def since(request: HttpRequest, slug: str, version: int, key: str = "") -> HttpResponse:
    """
    Answer 204 while a game stands at a version, else where it stands and what happened.

    One look-up in an index if nothing happened, two more queries if something did.
    Anybody may ask, for it is on the public page; the key to a game that only its
    players may see is on their pages alone. So the script of a page sends no cookies
    along, and nobody's session is read. The language is the one that the script names
    in its header. ``seat`` only says whose own moves are left out.
    """
    game = queries.game_version(slug)
    if game is None:
        raise Http404
    if not game.is_watchable and not constant_time_compare(key, live_key(slug)):
        raise Http404
    if game.version == version:
        return HttpResponse(status=204)
    said = news_since(game, version, read_number(request.GET.get("seat")))
    return JsonResponse({"version": game.version, "said": said})
