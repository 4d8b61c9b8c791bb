"""Views of a game's table as a picture: small for lists, large for shared links."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.limits import PICTURES, visitor_of
from games.log import positions
from games.models import Game
from games.now import database_now
from games.presentation.drawing import draw_scores, small_picture_of
from games.presentation.picture import draw_picture
from games.presentation.table_view import Mode, TableView, table_of
from games.watching.audience import seen_game
from stoneage_core import GameState

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
    names = ("",) * game.seat_count  # pictures contain no names
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
