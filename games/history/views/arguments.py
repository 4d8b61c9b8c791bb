"""Arguments of the views of a game's past: the game, the events, the reader's seat."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import queries
from games.errors import Refused
from games.limits import Limit, visitor_of
from games.models import Game, User
from games.now import database_now
from games.watching.audience import seen_game
from games.web.numbers import read_number


def counted_game(request: HttpRequest, slug: str, limit: Limit) -> Game:
    """
    Return a game that its reader may see, and count the request against a limit. Raise
    TooMany, Http404 if there is no such game, or Refused (forbidden).
    """
    limit.spend(visitor_of(request), now=database_now())
    return seen_game(request, slug)


def asked_number(request: HttpRequest, name: str) -> int:
    """Return a number in the query string, or 0, which no event has."""
    return read_number(request.GET.get(name)) or 0


def require_event(game: Game, sequence: int) -> None:
    """Raise Refused (not_there) if a game has no event with that number."""
    if 1 <= sequence <= game.version:
        return
    sentence = _("This game has no event with that number: they go from 1 to %(last)d.")
    raise Refused("not_there", sentence % {"last": game.version})


def seat_of_reader(request: HttpRequest, game: Game) -> int | None:
    if not isinstance(request.user, User):
        return None
    seat = queries.own_seat(game, request.user)
    return None if seat is None else seat.number
