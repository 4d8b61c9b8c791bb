"""Views of a game's past, for anybody: events, positions, replay, what-if games."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games.history.history_page import history_context, no_such_round
from games.history.outline import outline_of
from games.history.position_page import last_step, position_context
from games.history.replay_answer import replay_answer, replay_tag
from games.history.statistics import statistics_context
from games.history.views.arguments import (
    asked_number,
    counted_game,
    require_event,
    seat_of_reader,
)
from games.history.what_if import create_what_if
from games.limits import POSITIONS, PRACTICE_GAMES, WHOLE_GAMES, visitor_of
from games.links.purposes import PLAY_LINK
from games.lobby.views.rematch import rematch_context
from games.log.table_rows import read_seats
from games.models import Seat, Status, User
from games.now import database_now
from games.presentation.league_text import league_link
from games.presentation.link_preview import game_preview
from games.presentation.opponents import offered_opponent
from games.presentation.result import result_context
from games.presentation.text import names_of
from games.ratings.rows import rating_changes
from games.watching.audience import seen_game
from games.web.numbers import read_number
from games.web.pages import see_other, table_template
from games.web.reader import BACKEND, reading, zone_of_reader
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    game = counted_game(request, slug, WHOLE_GAMES)
    reader = seat_of_reader(request, game)
    return _page(
        request,
        "games/history.html",
        lambda: history_context(game, request.GET, reader),
    )


@require_safe
def position(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    game = counted_game(request, slug, POSITIONS)
    require_event(game, sequence)
    reader = seat_of_reader(request, game)
    template = table_template(request, "games/position.html")
    return _page(
        request,
        template,
        lambda: position_context(game, sequence, request.GET, reader),
    )


@require_safe
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """
    Redirect to an event by its number, to the beginning of a round, or without either
    to the last step.
    """
    if "round" in request.GET:
        game = counted_game(request, slug, WHOLE_GAMES)
        found = outline_of(game).round_starts
        wanted = asked_number(request, "round")
        if wanted not in found:
            raise no_such_round(max(found, default=0))
        sequence = found[wanted]
    elif "event" not in request.GET:
        game = counted_game(request, slug, WHOLE_GAMES)
        sequence = last_step(game)
    else:
        game = seen_game(request, slug)
        sequence = asked_number(request, "event")
        require_event(game, sequence)
    return redirect("games:position", slug=slug, sequence=sequence)


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the final scores. A game that is not over has none yet."""
    game = seen_game(request, slug)
    if game.status != Status.FINISHED:
        return redirect("games:game", slug=slug)
    with reading(request):
        context = {**result_context(game), "zone": zone_of_reader(request)}
    context["league"] = league_link(game)
    reader = request.user if isinstance(request.user, User) else None
    context["rating_changes"] = rating_changes(game, reader)
    context["link_preview"] = game_preview(game)
    number = seat_of_reader(request, game)
    if number is not None:
        own = game.seats.select_related("game", "user").get(number=number)
        context |= _rematch_of(own)
        context["has_won"] = any(
            each.is_winner and each.seat == number for each in context["standings"]
        )
    return render(request, "games/result.html", context)


def _rematch_of(own: Seat) -> dict[str, Any]:
    """Return who said yes to a rematch, for the reader who may ask for one."""
    if own.user is None:
        return {}
    found = rematch_context(own.game, own)
    keys = ("rematch", "own", "has_begun", "declined")
    return {key: found[key] for key in keys} | {"rematch_players": found["players"]}


@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    game = counted_game(request, slug, WHOLE_GAMES)
    if game.status != Status.FINISHED:
        return redirect("games:game", slug=slug)
    context = {**statistics_context(game), "link_preview": game_preview(game)}
    return render(request, "games/statistics.html", context)


def _page(request: HttpRequest, template: str, context_of: Any) -> HttpResponse:
    with reading(request):
        context = context_of()
    context["zone"] = zone_of_reader(request)
    return render(request, template, context)


@require_safe
def steps(request: HttpRequest, slug: str) -> HttpResponseBase:
    """
    Return the steps between two positions as JSON.

    A browser that has them already gets an answer without a replay, if they are still
    up to date.
    """
    game = counted_game(request, slug, POSITIONS)
    numbers = sorted(asked_number(request, name) for name in ("from", "to"))
    for number in numbers:
        require_event(game, number)
    first, last = numbers
    names = names_of(read_seats(game))
    reader = seat_of_reader(request, game)
    tag = replay_tag(game, first, last, names, reader)
    response = get_conditional_response(request, etag=tag)
    if response is None:
        with reading(request):
            content = replay_answer(game, first, last, names, reader)
        response = HttpResponse(content, content_type="application/json")
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    return response


@require_POST
def what_if(request: HttpRequest, slug: str, sequence: int) -> HttpResponse:
    """Start a game at the position after an event, and redirect to its table."""
    now, reader = database_now(), request.user
    PRACTICE_GAMES.spend(visitor_of(request), now=now)
    game = seen_game(request, slug)
    require_event(game, sequence)
    opponent = request.POST.get("opponent", "")
    seat = create_what_if(
        source=game,
        sequence=sequence,
        number=read_number(request.POST.get("seat")),
        opponent=offered_opponent(opponent) or DEFAULT_OPPONENT,
        player=reader if isinstance(reader, User) else None,
        language=get_language() or "en",
        now=now,
    )
    assert seat.user is not None
    if not seat.user.is_guest:
        return see_other("games:play", slug=seat.game.slug)
    login(request, seat.user, backend=BACKEND)
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))
