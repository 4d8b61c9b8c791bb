"""The past of a game, for anybody: every event, every position, the final scoring."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import selectors
from games.chronicle import chapters_of
from games.models import Status
from games.position_page import position_context
from games.result_page import result_context
from games.views.games import game_or_404
from games.views.people import reading, zone_of_reader


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event in a sentence, round by round."""
    game = game_or_404(slug)
    names = selectors.names(selectors.seats_of(game))
    with reading(request):
        context = {
            "game": game,
            "names": names,
            "chapters": chapters_of(game, names),
            "zone": zone_of_reader(request),
        }
    return render(request, "games/history.html", context)


@require_safe
def position(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """The position after one event."""
    game = game_or_404(slug)
    if not 1 <= sequence <= game.version:
        raise Http404
    with reading(request):
        context = position_context(game, sequence)
    context["zone"] = zone_of_reader(request)
    return render(request, "games/position.html", context)


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """The final scoring line by line; a game that goes on has none yet."""
    game = game_or_404(slug)
    if game.status != Status.FINISHED:
        return redirect("games:game", slug=slug)
    return render(request, "games/result.html", result_context(game))
