"""What is asked of a game's past: which events, by whom."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import queries
from games.errors import NotThere
from games.models import Game, User


def asked_number(request: HttpRequest, name: str) -> int:
    """Return a number that was typed; what is none counts as 0, which never exists."""
    text = request.GET.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def require_event(game: Game, sequence: int) -> None:
    """Raise NotThere where a game has no event of that number."""
    if 1 <= sequence <= game.version:
        return
    sentence = _("This game has no event with that number: they go from 1 to %(last)d.")
    raise NotThere(sentence % {"last": game.version})


def seat_of_reader(request: HttpRequest, game: Game) -> int | None:
    """Return the number of the seat on which somebody signed in plays the game."""
    if not isinstance(request.user, User):
        return None
    seat = queries.own_seat(game, request.user)
    return None if seat is None else seat.number
