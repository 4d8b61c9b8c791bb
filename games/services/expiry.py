"""Time ran out: the steward plays for a seat, by the same path as a move."""

from datetime import datetime

from django.db import transaction

from games import projections
from games.models import DecidedHow, Game, Seat
from games.services.table import open_table
from stoneage_core import expire


def turn_expire(*, seat_id: int, now: datetime, skip_locked: bool = False) -> bool:
    """
    Play for a seat whose time has run out; return whether that was so.

    False means that its player was faster, or, with ``skip_locked``, that somebody is
    at this game right now: the next sweep will see.
    """
    game_id = Seat.objects.values_list("game_id", flat=True).get(pk=seat_id)
    try:
        return _expire(game_id, seat_id, now, skip_locked)
    except Game.DoesNotExist:
        return False


@transaction.atomic
def _expire(game_id: int, seat_id: int, now: datetime, skip_locked: bool) -> bool:
    table = open_table(game_id, now=now, skip_locked=skip_locked)
    seat = next(seat for seat in table.seats if seat.pk == seat_id)
    if seat.deadline_at is None or seat.deadline_at > now:
        return False
    player = seat.number
    events = expire(table.state, player, table.chance)
    table.take(events, player, DecidedHow.TIMEOUT)
    table.play_automatic()
    table.save()
    return True


@transaction.atomic
def turn_quarantine(*, seat_id: int, now: datetime) -> None:
    """Put off a seat's deadline because :func:`turn_expire` failed for it."""
    projections.quarantine(seat_id, now)
