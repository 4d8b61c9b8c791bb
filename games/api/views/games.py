"""Games as they stand: the caller's own, those with open seats, and any one of them."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router

from games.api.caller import READ, caller_of, game_for
from games.api.problems import PROBLEMS
from games.api.resources import (
    AccountResource,
    GameResource,
    PositionResource,
    account_resource,
    game_resource,
    position_resource,
)
from games.history.views.asked import require_event
from games.limits import POSITIONS
from games.lobby.lists import MyGames, my_games, open_games
from games.lobby.rows import GameRow

router = Router(auth=READ, tags=["games"])

Slug = Annotated[str, Path(pattern="^[a-z0-9]{1,20}$")]
#: Above this no database counts.
LARGEST = 2**31 - 1
#: The number of an event.
Sequence = Annotated[int, Query(ge=1, le=LARGEST)]


@router.get("/me", response={200: AccountResource} | PROBLEMS)
def read_account(request: HttpRequest) -> AccountResource:
    """Return who calls, and what their token allows."""
    return account_resource(caller_of(request))


@router.get("/games", response={200: MyGames} | PROBLEMS)
def list_games(request: HttpRequest) -> MyGames:
    """Return the caller's games, those that wait for them first."""
    return my_games(caller_of(request).user)


@router.get("/open-seats", response={200: list[GameRow]} | PROBLEMS)
def list_open_seats(request: HttpRequest) -> list[GameRow]:
    """Return the games with a seat that the caller may take, newest first."""
    return list(open_games(caller_of(request).user))


@router.get("/games/{slug}", response={200: GameResource} | PROBLEMS)
def read_game(request: HttpRequest, slug: Slug) -> GameResource:
    """Return a game: how it stands, who sits there, what was agreed on."""
    caller = caller_of(request)
    return game_resource(game_for(caller, slug), caller)


@router.get("/games/{slug}/position", response={200: PositionResource} | PROBLEMS)
def read_position(
    request: HttpRequest, slug: Slug, at: Sequence | None = None
) -> PositionResource:
    """Return the position after an event, the present one without ``at``."""
    caller = caller_of(request)
    game = game_for(caller, slug)
    POSITIONS.spend(caller.user.pk, now=caller.now)
    if at is not None:
        require_event(game, at)
    return position_resource(game, caller, at)
