"""Operations to read games: the caller's own, those with open seats, and any one."""

from collections.abc import Sequence as Rows
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from django.core.paginator import Page as Paged
from django.http import HttpRequest
from ninja import Path, Query, Router

from games import queries
from games.api import resources
from games.api.caller import READ, caller_of, game_for
from games.api.problems import PROBLEMS
from games.history.views.arguments import require_event
from games.limits import POSITIONS
from games.live.waiting import (
    LONGEST_WAIT,
    UNDER_WAY,
    GamesChange,
    marks_of,
    park,
)
from games.lobby.forms import PACES, RATINGS, OpenSeatsFilter
from games.lobby.lists import (
    GameRow,
    Known,
    MyGames,
    finished_games,
    listed_games,
    listed_row,
    my_games,
    open_game_rows,
    seat_row,
)
from games.models import Seat
from games.presentation.text import game_numbers
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS

router = Router(auth=READ, tags=["games"])

Slug = Annotated[str, Path(pattern="^[a-z0-9]{1,20}$")]
#: The largest integer of the database's columns.
LARGEST = 2**31 - 1
#: The number of an event.
Sequence = Annotated[int, Query(ge=1, le=LARGEST)]
#: The number of a seat, from 0.
SeatNumber = Annotated[int, Path(ge=0, lt=MOST_SEATS)]
#: For how many seconds a request may wait for news.
Wait = Annotated[int, Query(ge=0, le=LONGEST_WAIT)]
Page = Annotated[int, Query(ge=1, le=10**6)]
PlayerCount = Annotated[int, Query(ge=FEWEST_SEATS, le=MOST_SEATS)]


@dataclass(frozen=True)
class GameVersion:
    """
    A game of the caller's that is not over.

    ``is_awaited`` says that they must decide, and ``is_invited`` that they may accept
    an invitation. ``votes_wanted`` are the numbers of proposals on which they have not
    voted.
    """

    slug: str
    status: str
    version: int
    is_awaited: bool
    is_invited: bool
    votes_wanted: tuple[int, ...]


@dataclass(frozen=True)
class ChangesResource:
    """The caller's games that are not over. A game that is missing now is over."""

    mark: str
    games: tuple[GameVersion, ...]


@dataclass(frozen=True)
class GamePage:
    """A page of a list of games. ``pages`` is how many there are."""

    page: int
    pages: int
    count: int
    games: tuple[GameRow, ...]


@router.get("/games", response={200: MyGames} | PROBLEMS)
def list_games(request: HttpRequest) -> MyGames:
    """Return the caller's games, those that wait for them first."""
    caller = caller_of(request)
    return my_games(caller.user, caller.now)


@router.get("/changes", response={200: ChangesResource} | PROBLEMS)
def list_changes(
    request: HttpRequest,
    after: Annotated[str, Query(max_length=64)] = "",
    wait: Wait = 0,
) -> ChangesResource:
    """
    Return the versions of the caller's games, and a mark that changes with them. If the
    mark is still the one of ``after``, the answer comes after ``wait`` seconds or as
    soon as it changes, or at once if too many wait already.
    """
    user = caller_of(request).user
    mark = marks_of([user.pk])[user.pk]
    subject = GamesChange(user.pk, mark)
    if mark == after and park(request, user, subject, wait):
        return ChangesResource(mark, ())
    seats = Seat.objects.filter(user=user, game__status__in=UNDER_WAY)
    rows = seats.select_related("game").defer("game__state")
    return ChangesResource(
        mark=mark,
        games=tuple(
            GameVersion(
                slug=seat.game.slug,
                status=seat.game.status,
                version=seat.game.version,
                is_awaited=seat.is_awaited,
                is_invited=seat.is_invited,
                votes_wanted=tuple(
                    proposal.number
                    for proposal in seat.game.table_state.proposals
                    if seat.number in proposal.voters
                    and seat.number not in proposal.votes
                ),
            )
            for seat in rows.order_by("game")
        ),
    )


@router.get("/open-seats", response={200: list[GameRow]} | PROBLEMS)
def list_open_seats(
    request: HttpRequest,
    players: PlayerCount | None = None,
    pace: Literal[tuple(dict(PACES))] | None = None,  # type: ignore[valid-type]
    rating: Literal[tuple(dict(RATINGS))] | None = None,  # type: ignore[valid-type]
    reliable: bool = False,
) -> list[GameRow]:
    """Return games with an open seat that match the filters, newest first."""
    asked = {"players": players, "pace": pace, "rating": rating, "reliable": reliable}
    wanted = OpenSeatsFilter({name: value for name, value in asked.items() if value})
    return list(open_game_rows(caller_of(request).user, wanted=wanted))


@router.get("/finished-games", response={200: GamePage} | PROBLEMS)
def list_finished_games(request: HttpRequest, page: Page = 1) -> GamePage:
    """Return the games that the caller has finished, latest first."""
    caller = caller_of(request)
    found = finished_games(caller.user, page=page)
    known = Known(
        numbers=game_numbers(caller.user),
        moves={},
        rematches=queries.games_with_rematch(seat.game_id for seat in found),
    )
    rows = [seat_row(seat, "games:result", known, caller.now) for seat in found]
    return _page(found, rows)


@router.get("/public-games", response={200: GamePage} | PROBLEMS)
def list_public_games(
    request: HttpRequest, finished: bool = False, page: Page = 1
) -> GamePage:
    """Return the games that everybody may watch, or those that are over."""
    found = listed_games(finished=finished, page=str(page))
    return _page(found, [listed_row(game) for game in found])


@router.get("/games/{slug}", response={200: resources.GameResource} | PROBLEMS)
def read_game(request: HttpRequest, slug: Slug) -> resources.GameResource:
    """Return a game: its status, its seats, and its options."""
    caller = caller_of(request)
    return resources.game_resource(game_for(caller, slug), caller)


@router.get(
    "/games/{slug}/position", response={200: resources.PositionResource} | PROBLEMS
)
def read_position(
    request: HttpRequest, slug: Slug, at: Sequence | None = None
) -> resources.PositionResource:
    """Return the position after an event, by default the current one."""
    caller = caller_of(request)
    game = game_for(caller, slug)
    caller.spend(POSITIONS)
    if at is not None:
        require_event(game, at)
    return resources.position_resource(game, caller, at)


def _page(found: Paged[Any], rows: Rows[GameRow]) -> GamePage:
    pages = found.paginator
    return GamePage(found.number, pages.num_pages, pages.count, tuple(rows))
