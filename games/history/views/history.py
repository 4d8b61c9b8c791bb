"""The past of a game, for anybody: its events, its positions, what changed between."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries
from games.errors import NotThere
from games.history.statistics_page import statistics_context
from games.history.timeline import load_timeline
from games.history.viewer import round_starts
from games.history.viewer_page import comparison_context, position_context
from games.limits import POSITIONS, WHOLE_GAMES, visitor_of
from games.models import Game, Status, User
from games.now import database_now
from games.presentation.event_text import history_rounds
from games.presentation.result import result_context
from games.presentation.text import names_of
from games.web.decorators import explain_refusals
from games.web.pages import game_or_404
from games.web.reader import reading, zone_of_reader


@require_safe
@explain_refusals
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Every event in a sentence, round by round."""
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    names = names_of(queries.seats_of(game))
    with reading(request):
        context = {
            "game": game,
            "names": names,
            "chapters": history_rounds(game, names),
            "zone": zone_of_reader(request),
        }
    return render(request, "games/history.html", context)


@require_safe
@explain_refusals
def position(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """The position after one event, how it came about, and the ways on."""
    POSITIONS.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    _require_event(game, sequence)
    return _page(
        request,
        "position",
        lambda: position_context(game, sequence, _seat_of_reader(request, game)),
    )


@require_safe
@explain_refusals
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the event of a number, or to the beginning of a round."""
    game = game_or_404(slug)
    if "round" in request.GET:
        sequence = _beginning(game, _asked(request, "round"))
    else:
        sequence = _asked(request, "event")
        _require_event(game, sequence)
    return redirect("games:position", slug=slug, sequence=sequence)


@require_safe
@explain_refusals
def between(request: HttpRequest, slug: str, first: int, second: int) -> HttpResponse:
    """What changed from the position after one event to that after another."""
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    for sequence in (first, second):
        _require_event(game, sequence)
    if first > second:
        return redirect("games:between", slug=slug, first=second, second=first)
    reader = _seat_of_reader(request, game)
    return _page(
        request,
        "between",
        lambda: comparison_context(game, first, second, reader),
    )


@require_safe
@explain_refusals
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the comparison of two events by their numbers."""
    game = game_or_404(slug)
    numbers = [_asked(request, name) for name in ("from", "to")]
    for number in numbers:
        _require_event(game, number)
    return redirect("games:between", slug=slug, first=min(numbers), second=max(numbers))


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """The final scoring line by line; a game that goes on has none yet."""
    game = game_or_404(slug)
    if game.status != Status.FINISHED:
        return redirect("games:game", slug=slug)
    with reading(request):
        context = {**result_context(game), "zone": zone_of_reader(request)}
    return render(request, "games/result.html", context)


@require_safe
@explain_refusals
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Scores over the rounds, dice, pace; for a game that is over."""
    WHOLE_GAMES.spend(visitor_of(request), now=database_now())
    game = game_or_404(slug)
    if game.status != Status.FINISHED:
        return redirect("games:game", slug=slug)
    return render(request, "games/statistics.html", statistics_context(game))


def _page(request: HttpRequest, name: str, context_of: Any) -> HttpResponse:
    with reading(request):
        context = context_of()
    context["zone"] = zone_of_reader(request)
    return render(request, f"games/{name}.html", context)


def _seat_of_reader(request: HttpRequest, game: Game) -> int | None:
    """Return the number of the seat on which somebody signed in plays the game."""
    if not isinstance(request.user, User):
        return None
    seat = queries.own_seat(game, request.user)
    return None if seat is None else seat.number


def _asked(request: HttpRequest, name: str) -> int:
    """Return a number that was typed; what is none counts as 0, which never exists."""
    text = request.GET.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _require_event(game: Game, sequence: int) -> None:
    if 1 <= sequence <= game.version:
        return
    sentence = _("This game has no event of that number: they go from 1 to %(last)d.")
    raise NotThere(sentence % {"last": game.version})


def _beginning(game: Game, wanted: int) -> int:
    """Return the event with which a round began; raise NotThere if none did."""
    found = {each.round: each.sequence for each in round_starts(load_timeline(game))}
    if wanted not in found:
        sentence = _("This game has no round of that number: the last is %(last)d.")
        raise NotThere(sentence % {"last": max(found, default=0)})
    return found[wanted]
