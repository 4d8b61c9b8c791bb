"""The steps of a game for the replay player: what is past is fetched once."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from games import queries
from games.history.replay_answer import replay_answer, replay_tag
from games.history.views.arguments import (
    asked_number,
    counted_game,
    require_event,
    seat_of_reader,
)
from games.limits import POSITIONS
from games.presentation.text import names_of
from games.web.decorators import explain_refusals
from games.web.reader import reading


@require_safe
@explain_refusals
def steps(request: HttpRequest, slug: str) -> HttpResponseBase:
    """
    The steps from the position after one event to that after another, as JSON.

    A browser that has them asks whether they are still told alike, without a replay.
    """
    game = counted_game(request, slug, POSITIONS)
    numbers = sorted(asked_number(request, name) for name in ("from", "to"))
    for number in numbers:
        require_event(game, number)
    first, last = numbers
    names = names_of(queries.seats_of(game))
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
