"""View that open pages of a game poll for changes."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.live.live_page import live_key
from games.live.news import news_since
from games.web.numbers import read_number


@require_safe
@never_cache
def since(request: HttpRequest, slug: str, version: int, key: str = "") -> HttpResponse:
    """
    Answer 204 while a game is at a version, or else its new version and what happened.

    Takes one index look-up if nothing happened, and two more queries if something did.
    Public games are open to anybody. A game that only its players may see needs the
    key, which is only on their pages. So the script of a page sends no cookies, and no
    session is read. The language is the one in the script's header. ``seat`` only says
    whose own moves are left out.
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
