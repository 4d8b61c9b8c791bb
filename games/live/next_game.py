"""After a move: the next game that waits for its player."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games import queries
from games.models import Seat, User
from games.presentation.text import game_name


@dataclass(frozen=True)
class NextGame:
    """The game whose decision is most urgent; ``others`` more wait after it."""

    url: str
    name: str
    deadline: datetime | None
    others: int


def next_game(browser: AbstractBaseUser | AnonymousUser, seat: Seat) -> NextGame | None:
    """
    Return where a seat's player is awaited next, None if nowhere. Three queries.

    A mailed link is the right to one seat and tells nothing of its owner's other games:
    only who is signed in as that owner is led on.
    """
    if not isinstance(browser, User) or browser.pk != seat.user_id:
        return None
    waiting = queries.awaiting_seats(browser, besides=seat.game_id)
    if not waiting:
        return None
    first, *others = waiting
    return NextGame(
        url=reverse("games:play", args=[first.game.slug]),
        name=game_name(list(first.game.seats.all()), first),
        deadline=first.deadline_at,
        others=len(others),
    )
