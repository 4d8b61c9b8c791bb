"""Views of a game's table as a picture, and what other sites need to embed it."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.views.decorators.http import require_safe

from games.limits import PICTURES, visitor_of
from games.log import positions
from games.log.table_rows import read_seats
from games.models import Game
from games.now import database_now
from games.presentation.drawing import draw_scores, draw_tribes, small_picture_of
from games.presentation.link_preview import game_preview, is_shown_elsewhere
from games.presentation.picture import draw_picture, draw_wide_picture
from games.presentation.table_view import Mode, TableView, table_of
from games.presentation.text import names_of
from games.watching.audience import seen_game
from games.web.numbers import read_number
from games.web.pages import game_or_404
from stoneage_core import GameState, Phase

#: For the picture of the current version, which never changes.
IMMUTABLE = "public, max-age=31536000, immutable"
#: For any other version: the next move changes the picture.
SHORT_LIVED = "public, max-age=60"
#: For a game that only its players may see.
PRIVATE = "private, max-age=60"


@require_safe
def board_svg(request: HttpRequest, slug: str) -> HttpResponse:
    """As an image it can run no script."""
    game = seen_game(request, slug)
    answer = _picture(request, game, "image/svg+xml", _draw_small)
    answer["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return answer


@require_safe
def board_png(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the board as a PNG in the language of the query, English by default."""
    PICTURES.spend(visitor_of(request), now=database_now())
    asked = request.GET.get("l", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language):
        return _picture(request, seen_game(request, slug), "image/png", _draw_large)


@require_safe
def preview_png(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Return the wide picture of a game that has begun, for the preview of its link.

    It contains names, so caches keep it only for a minute: people may change their
    name or have it deleted.
    """
    PICTURES.spend(visitor_of(request), now=database_now())
    game = seen_game(request, slug)
    names, state = names_of(read_seats(game)), positions.state_of(game)
    if state.phase is Phase.INVITATION:
        raise Http404
    table = table_of(state, names, mode=Mode.WATCH)
    png = draw_wide_picture(table, draw_tribes(state, names))
    answer = HttpResponse(png, content_type="image/png")
    answer["Cache-Control"] = SHORT_LIVED if game.is_watchable else PRIVATE
    return answer


#: The pages of a game whose links can be embedded, by the names of their URLs.
EMBEDDED = {"game", "result", "statistics", "history", "position"}


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """
    Return how another site shows a link to a game: a photo, by oEmbed 1.0 in JSON.

    404 for other links and for games that only their players may see; 501 for XML.
    """
    PICTURES.spend(visitor_of(request), now=database_now())
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=HTTPStatus.NOT_IMPLEMENTED)
    site, path = settings.SITE_URL, urlsplit(request.GET.get("url", "")).path
    try:
        found = resolve(path)
    except Resolver404:
        raise Http404 from None
    is_ours = request.GET.get("url", "").startswith(f"{site}/")
    if not (is_ours and found.namespace == "games" and found.url_name in EMBEDDED):
        raise Http404
    game = game_or_404(found.kwargs["slug"])
    if not is_shown_elsewhere(game):
        raise Http404
    preview = game_preview(game)
    limits = (("maxwidth", preview.width), ("maxheight", preview.height))
    asked = ((read_number(request.GET.get(name)), size) for name, size in limits)
    scale = min((most / size for most, size in asked if most), default=1.0)
    answer = JsonResponse(
        {
            "version": "1.0",
            "type": "photo",
            "title": f"{preview.title}. {preview.sentence}",
            "url": preview.image,
            "width": int(preview.width * min(1, scale)),
            "height": int(preview.height * min(1, scale)),
            "provider_name": "Stone Age by Mail",
            "provider_url": site,
            "cache_age": 60,
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = SHORT_LIVED
    return answer


def _draw_small(table: TableView, _state: GameState) -> str:
    return small_picture_of(table.board)


def _draw_large(table: TableView, state: GameState) -> bytes:
    """Draw the table, with the final scores once the game is over."""
    return draw_picture(table, scores=draw_scores(state))


def _picture(
    request: HttpRequest,
    game: Game,
    kind: str,
    draw: Callable[[TableView, GameState], str | bytes],
) -> HttpResponse:
    names = ("",) * game.seat_count  # these pictures contain no names
    state = positions.state_of(game)
    table = table_of(state, names, mode=Mode.WATCH)
    answer = HttpResponse(draw(table, state), content_type=kind)
    if not game.is_watchable:
        answer["Cache-Control"] = PRIVATE
    elif request.GET.get("v") == str(game.version):
        answer["Cache-Control"] = IMMUTABLE
    else:
        answer["Cache-Control"] = SHORT_LIVED
    return answer
