"""The log of a game, for anybody to take home and check."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.game_log import lines_of
from games.views.games import game_or_404


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event so far, one JSON object a line."""
    game = game_or_404(slug)
    name = f'attachment; filename="{game.slug}.jsonl"'
    return HttpResponse(
        "".join(lines_of(game)),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": name},
    )
