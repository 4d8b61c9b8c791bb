"""
Operations to read a game's past: its events, its record, its history in sentences.
"""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from ninja import Query, Router

from games import queries
from games.api.caller import READ, Caller, caller_of, game_for
from games.api.problems import PROBLEMS
from games.api.resources import ReviewResource, review_resource
from games.api.schemas import EventLine, reference_to
from games.api.views.games import LARGEST, Slug, Wait
from games.errors import Refused
from games.history.export import log_lines, record_lines, require_record_may_be_read
from games.history.history_page import HistoryFilter, HistoryLine, history_lines
from games.limits import POSITIONS, WHOLE_GAMES
from games.live.waiting import UNDER_WAY, GameMoves, park
from games.log.table_rows import read_seats
from games.models import Game, Status
from games.presentation.text import names_of

router = Router(auth=READ, tags=["history"])

LINES = "application/x-ndjson"
#: The most events in one answer. A long game has some two thousand.
MOST_EVENTS = 1000
#: So many events happen between two looks at a game. They count like a position, and
#: more of them like a whole game.
FEW_EVENTS = 100
NO_REVIEW = "This game has no review."
After = Annotated[int, Query(ge=0, le=LARGEST)]
Limit = Annotated[int, Query(ge=1, le=MOST_EVENTS)]

_LINES = {LINES: {"schema": {"type": "string"}}}
# Not lines, too: generated clients would have to tell which of the two they get.
_EVENTS: dict[str, Any] = {
    "application/json": {"schema": {"type": "array", "items": reference_to(EventLine)}}
}


def _answers(content: dict[str, Any]) -> dict[str, Any]:
    return {"responses": {200: {"description": "OK", "content": content}}}


@router.get("/games/{slug}/events", response=PROBLEMS, openapi_extra=_answers(_EVENTS))
def list_events(
    request: HttpRequest,
    slug: Slug,
    after: After = 0,
    limit: Limit = MOST_EVENTS,
    wait: Wait = 0,
) -> HttpResponse:
    """
    Return the events after a number, in the log's own form: as an array, or one JSON
    object a line for those who accept ``application/x-ndjson``. The ``Link`` header
    leads to the following events. If there are none yet, the answer comes after
    ``wait`` seconds or as soon as there are, or at once if too many wait already.
    """
    caller = caller_of(request)
    game = game_for(caller, slug)
    if after >= game.version and game.status in UNDER_WAY:
        subject = GameMoves(game.pk, game.version)
        if park(request, caller.user, subject, wait):
            return HttpResponse()
    upto = min(game.version, after + limit)
    if upto > after:
        caller.spend(POSITIONS if upto - after <= FEW_EVENTS else WHOLE_GAMES)
    lines = list(log_lines(game, after=after, upto=upto)) if after < upto else []
    if request.get_preferred_type(["application/json", LINES]) == LINES:
        response = HttpResponse("".join(lines), content_type=LINES)
    else:
        # Each event stays in its stored form, which the hashes are of.
        array = f"[{','.join(line.rstrip() for line in lines)}]"
        response = HttpResponse(array, content_type="application/json")
    following = request.GET.copy()
    following["after"] = str(max(after, upto))
    address = request.build_absolute_uri(f"{request.path}?{following.urlencode()}")
    response["Link"] = f'<{address}>; rel="next"'
    patch_vary_headers(response, ["Accept"])
    return response


@router.get("/games/{slug}/record", response=PROBLEMS, openapi_extra=_answers(_LINES))
def read_record(request: HttpRequest, slug: Slug) -> HttpResponseBase:
    """Return the whole record of a finished game, for the verifier to check."""
    game, _caller = _whole_game(request, slug)
    require_record_may_be_read(game)
    return StreamingHttpResponse(record_lines(game), content_type=LINES)


@router.get("/games/{slug}/history", response={200: list[HistoryLine]} | PROBLEMS)
def list_history(
    request: HttpRequest,
    slug: Slug,
    round: Annotated[int | None, Query(ge=0, le=999)] = None,
) -> list[HistoryLine]:
    """Return what happened in sentences, in one round or in the whole game."""
    game, caller = _whole_game(request, slug)
    own = queries.own_seat(game, caller.user)
    reader = None if own is None else own.number
    names = names_of(read_seats(game))
    return list(history_lines(game, names, HistoryFilter(round), reader))


@router.get("/games/{slug}/review", response={200: ReviewResource} | PROBLEMS)
def read_review(request: HttpRequest, slug: Slug) -> ReviewResource:
    """Return the review of a finished game, as far as it has got."""
    game, _caller = _whole_game(request, slug)
    review = review_resource(game) if game.status == Status.FINISHED else None
    if review is None:
        raise Refused("not_there", NO_REVIEW)
    return review


def _whole_game(request: HttpRequest, slug: str) -> tuple[Game, Caller]:
    """Return game and caller. Counts against the limit on reading whole games."""
    caller = caller_of(request)
    game = game_for(caller, slug)
    caller.spend(WHOLE_GAMES)
    return game, caller
