"""Views of the front page, open seats and listed games, and starting practice games."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games import queries
from games.limits import PRACTICE_GAMES, visitor_of
from games.links.purposes import PLAY_LINK
from games.lobby.forms import OpenSeatsFilter
from games.lobby.lists import (
    listed_games,
    listed_row,
    my_games_context,
    open_game_rows,
    own_open_game_rows,
    sample_board,
    sample_url,
)
from games.lobby.new_games import create_game, create_practice_game
from games.models import Seat, User
from games.now import database_now
from games.presentation.opponents import offered_opponent
from games.seats.offers import has_own_seat_wanted, substitutes_wanted
from games.table.hints import FirstNote, dismiss_note, want_hints
from games.web.pages import see_other
from games.web.reader import BACKEND, reading, zone_of_reader
from stoneage_core.opponents.ladder import DEFAULT_OPPONENT, Opponent

COUNTS = {"1", "2", "3"}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "open_games": open_game_rows(request.user, limit=5),
        "zone": zone_of_reader(request),
        "sample_url": sample_url(),
    }
    if context["sample_url"]:
        context["board"] = sample_board()
    if request.user.is_authenticated:
        with reading(request):
            context |= my_games_context(request.user, database_now())
    return render(request, "games/home.html", context)


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    now, reader = database_now(), request.user
    PRACTICE_GAMES.spend(visitor_of(request), now=now)
    opponents = _opponents_in(request.POST)
    if isinstance(reader, User) and not reader.is_guest:
        game = create_game(host=reader, players=[reader, *opponents], now=now)
        _hint_as_asked(request, queries.own_seat(game, reader))
        return see_other("games:play", slug=game.slug)
    seat = create_practice_game(
        opponents=opponents,
        language=get_language() or "en",
        time_zone=request.POST.get("time_zone", ""),
        guest=reader if isinstance(reader, User) else None,
        now=now,
    )
    _hint_as_asked(request, seat)
    if seat.user is not None:
        login(request, seat.user, backend=BACKEND)
    return see_other("games:play_link", token=PLAY_LINK.token(seat, now=now))


def _opponents_in(form: QueryDict) -> list[Opponent]:
    """Return the bots of a form: as strong as the first, unless they are chosen."""
    asked = form.get("opponents", "1")
    first = offered_opponent(form.get("opponent", "")) or DEFAULT_OPPONENT
    others = (offered_opponent(form.get(f"opponent-{number}", "")) for number in (2, 3))
    return [first, *(other or first for other in others)][
        : int(asked) if asked in COUNTS else 1
    ]


def _hint_as_asked(request: HttpRequest, seat: Seat | None) -> None:
    """Turn hints on for people who come from the tutorial, and so know the dock."""
    if seat is None or seat.user is None or "hints" not in request.POST:
        return
    want_hints(seat=seat, wanted=True)
    dismiss_note(user=seat.user, kind=FirstNote.DOCK)


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    finished = request.GET.get("show") == "finished"
    page = listed_games(finished=finished, page=request.GET.get("page", ""))
    context = {
        "finished": finished,
        "page": page,
        "rows": [listed_row(game) for game in page],
        "sample_url": "" if page.object_list else sample_url(),
        "zone": zone_of_reader(request),
    }
    return render(request, "games/listed.html", context)


@require_safe
def open_seats(request: HttpRequest) -> HttpResponse:
    wanted = OpenSeatsFilter(request.GET)
    context = {
        "filter": wanted,
        "open_games": open_game_rows(request.user, wanted=wanted),
        "own_games": own_open_game_rows(request.user),
        "wanted": substitutes_wanted(request.user),
        "is_own_wanted": has_own_seat_wanted(request.user),
        "is_guest": isinstance(request.user, User) and request.user.is_guest,
        "zone": zone_of_reader(request),
    }
    return render(request, "games/open_seats.html", context)
