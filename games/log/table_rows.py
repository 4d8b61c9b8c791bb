"""The rows of a table: the locked game, its seats, and service-wide timestamps.

The game's row is locked first. Its seats and the service's timestamps are read by later
statements, because a statement that waits for the lock sees other tables as they were
when it began to wait.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, GameArchive, Heartbeat, Outage, Seat, StoredEvent, User
from games.models.service import Restoration


class ServiceMoments(NamedTuple):
    """
    Service-wide timestamps that a decision depends on. ``outage`` is the id of the
    latest outage, ``beat_at`` the time of the last sweep, ``restored_at`` the time at
    which the service was last restored from a backup, and ``recorded_at`` the time of
    the game's last event.
    """

    outage: int | None
    beat_at: datetime | None
    restored_at: datetime | None
    recorded_at: datetime | None


def lock_game_with_seed(game_id: int, *, skip_locked: bool) -> Game:
    """
    Raise Game.DoesNotExist if there is no such game or, with ``skip_locked``, if
    another transaction holds the lock. SQLite has only one writer at a time, so
    ``skip_locked`` has no effect there and a sweep waits.
    """
    # A full FOR UPDATE lock would block every insert of a row that refers to the game.
    games = Game.objects.select_for_update(
        of=("self",), no_key=True, skip_locked=skip_locked
    )
    return games.select_related("seed").get(pk=game_id)


def read_moments(game: Game) -> ServiceMoments:
    last_event = StoredEvent.objects.filter(game=OuterRef("pk"))
    archive = GameArchive.objects.filter(game=OuterRef("pk"))
    row = Game.objects.values_list(
        Subquery(Outage.objects.order_by("-pk").values("pk")[:1]),
        Subquery(Heartbeat.objects.order_by("-beat_at").values("beat_at")[:1]),
        Subquery(
            Restoration.objects.order_by("-restored_at").values("restored_at")[:1]
        ),
        Coalesce(
            Subquery(
                last_event.filter(sequence=game.version).values("recorded_at")[:1]
            ),
            Subquery(archive.values("last_recorded_at")[:1]),
        ),
    ).get(pk=game.pk)
    return ServiceMoments(*row)


def read_seats(game: Game) -> tuple[Seat, ...]:
    seats = tuple(
        Seat.objects.select_related("user").filter(game=game).order_by("number")
    )
    for seat in seats:
        seat.game = game
    return seats


def read_seats_of_others(user: User) -> QuerySet[Seat]:
    """Return the other seats in all games of a user, oldest first, with names only."""
    others = Seat.objects.filter(game__seats__user=user).exclude(user=user)
    named = others.select_related("user").only(
        *("game_id", "number", "bot", "namesake", "invitation"),
        *("user__name", "user__program"),
    )
    return named.order_by("game_id", "number")


def game_of_seat(pk: int) -> int:
    """Raise Seat.DoesNotExist if there is none."""
    return Seat.objects.values_list("game_id", flat=True).get(pk=pk)


def find_seat(pk: int, slug: str) -> Seat | None:
    seats = Seat.objects.select_related("game", "user")
    return seats.filter(pk=pk, game__slug=slug).first()
