"""The service's own time: its heartbeat, its outages, deadlines reckoned anew."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.models import Game, Heartbeat, Outage, Seat, Status, User
from games.services.reminding import reminder_refresh
from games.services.table import open_table

logger = logging.getLogger(__name__)

#: There is one heartbeat for all workers.
HEART = 1


@transaction.atomic
def beat(*, now: datetime) -> Outage | None:
    """
    Note that the sweep runs; return the outage that this ends, if there was one.

    The service was away where nobody swept for longer than OUTAGE_SECONDS: no deadline
    was watched, and as far as we know no page was there to play on.
    """
    heart, is_first = Heartbeat.objects.select_for_update().get_or_create(
        pk=HEART, defaults={"beat_at": now}
    )
    silence = now - heart.beat_at
    outage = None
    if not is_first and silence > timedelta(seconds=settings.OUTAGE_SECONDS):
        outage = Outage.objects.create(began_at=heart.beat_at, ended_at=now)
    if silence > timedelta():
        Heartbeat.objects.filter(pk=HEART).update(beat_at=now)
    return outage


def still_here(*, now: datetime) -> None:
    """Note that a long sweep goes on: the time that it takes is no outage."""
    Heartbeat.objects.filter(pk=HEART, beat_at__lt=now).update(beat_at=now)


def outage_credit(*, outage: Outage, now: datetime) -> int:
    """
    Put off every deadline that was running during an outage; return how many games.

    Only what the pages show depends on it: whoever is about to play for somebody
    reckons their deadline anew.
    """
    count = 0
    for game_id in _games_then(outage):
        try:
            deadlines_refresh(game_id=game_id, now=now)
        except Exception:
            logger.exception("The deadlines of game %s could not be put off", game_id)
        count += 1
    Outage.objects.filter(pk=outage.pk).update(credited_at=now)
    return count


def _games_then(outage: Outage) -> Iterator[int]:
    waiting = Seat.objects.filter(
        awaited_at__lt=outage.ended_at, deadline_at__isnull=False
    )
    games = Game.objects.filter(status=Status.ACTIVE, seats__in=waiting).distinct()
    return games.values_list("pk", flat=True).iterator()


@transaction.atomic
def deadlines_refresh(*, game_id: int, now: datetime) -> None:
    """Reckon the deadlines of a game anew: an outage, or a player's zone, changed."""
    table = open_table(game_id, now=now)
    if table.game.quarantined_at is None:  # else its deadlines are put off on purpose
        table.refresh()


def user_deadlines_refresh(*, user: User, now: datetime) -> None:
    """Reckon anew what depends on a user's zone and hours: deadlines and reminders."""
    awaited = Seat.objects.filter(user=user, deadline_at__isnull=False)
    for seat_id, game_id in awaited.values_list("pk", "game_id"):
        deadlines_refresh(game_id=game_id, now=now)
        reminder_refresh(seat_id=seat_id, now=now)
