"""Operations to read games: the caller's own, those with open seats, and any one."""

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router

from games.api import resources
from games.api.caller import READ, caller_of, game_for
from games.api.problems import PROBLEMS
from games.history.views.arguments import require_event
from games.limits import POSITIONS
from games.lobby.forms import PACES, RATINGS, OpenSeatsFilter
from games.lobby.lists import GameRow, MyGames, my_games, open_game_rows
from stoneage_core.fields import FEWEST_SEATS, MOST_SEATS

router = Router(auth=READ, tags=["games"])

Slug = Annotated[str, Path(pattern="^[a-z0-9]{1,20}$")]
#: The largest integer of the database's columns.
LARGEST = 2**31 - 1
#: The number of an event.
Sequence = Annotated[int, Query(ge=1, le=LARGEST)]
PlayerCount = Annotated[int, Query(ge=FEWEST_SEATS, le=MOST_SEATS)]


@router.get("/me", response={200: resources.AccountResource} | PROBLEMS)
def read_account(request: HttpRequest) -> resources.AccountResource:
    """Return the caller's account, and what their token allows."""
    return resources.account_resource(caller_of(request))


@router.get("/games", response={200: MyGames} | PROBLEMS)
def list_games(request: HttpRequest) -> MyGames:
    """Return the caller's games, those that wait for them first."""
    caller = caller_of(request)
    return my_games(caller.user, caller.now)


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
