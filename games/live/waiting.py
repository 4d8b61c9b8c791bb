"""What requests of programs wait for: a game that moves, or any of a user's games.

The server lets them wait without a thread (config.web.waiting_room). It offers that by
the function ``stoneage.park`` in a request's environment; without it, as with another
server, nothing waits.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Max, Sum
from django.http import HttpRequest

from games.models import Game, Seat, Status, User

#: In seconds: less than proxies wait for an answer.
LONGEST_WAIT = 50
UNDER_WAY = (Status.INVITING, Status.ACTIVE)


@dataclass(frozen=True)
class GameMoves:
    """A game, by its id, moves on from ``version``."""

    game: int
    version: int


@dataclass(frozen=True)
class GamesChange:
    """A user's games that are not over differ from those of ``mark``."""

    user: int
    mark: str


Subject = GameMoves | GamesChange


def park(request: HttpRequest, user: User, subject: Subject, seconds: int) -> bool:
    """
    Let a request wait, and return whether it does.

    Then the response of the view is not sent, and the view is called again when there
    is news or the time is up. Nothing waits twice, or while too many wait.
    """
    if seconds == 0 or "stoneage.park" not in request.META:
        return False
    return bool(request.META["stoneage.park"](user.pk, subject, seconds))


def find_news(subjects: Collection[Subject]) -> set[Subject]:
    """Return the subjects that have happened. Takes a query for each kind."""
    games = {one.game for one in subjects if isinstance(one, GameMoves)}
    users = {one.user for one in subjects if isinstance(one, GamesChange)}
    found = Game.objects.filter(pk__in=games).values_list("pk", "version")
    versions = dict(found) if games else {}
    marks = marks_of(users) if users else {}
    return {
        one
        for one in subjects
        if (
            versions.get(one.game) != one.version
            if isinstance(one, GameMoves)
            else marks[one.user] != one.mark
        )
    }


def marks_of(users: Collection[int]) -> dict[int, str]:
    """
    Return a text for each user that changes if their games do (one query).

    Those are the games that wait for players or are played. A game that moves, begins
    or ends, and a seat that is offered or lost, change how many they are, the sum of
    their versions or the latest seat.
    """
    seats = Seat.objects.filter(user__in=users, game__status__in=UNDER_WAY)
    rows = seats.values_list("user").annotate(
        Count("pk"), Sum("game__version"), Max("pk")
    )
    marks = {user: f"{count}.{versions}.{last}" for user, count, versions, last in rows}
    return {user: marks.get(user, "0.0.0") for user in users}
