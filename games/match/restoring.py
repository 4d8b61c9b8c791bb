"""Restores from a back-up: each game records that there was one, and changes seeds."""

import logging
from datetime import datetime

from django.db import transaction

from games.background.sweep import log_failure
from games.decisions.opening import open_session
from games.models import Game, Heartbeat, Status
from games.models.service import Restoration
from games.signals.bus import publish
from games.signals.games import ServiceRestored

logger = logging.getLogger(__name__)

#: How many games are told between two notes of how far it came.
BATCH = 100


def note_restoration(heart: Heartbeat, *, now: datetime) -> Restoration:
    """
    Note that the database, whose locked heartbeat is given, is one of a back-up.

    What it knows of ends with its last beat. Belongs in a transaction.
    """
    restoration = Restoration.objects.create(
        back_to=min(heart.beat_at, now), restored_at=now
    )
    logger.warning(
        "The database is a back-up of %s: what came after it is lost",
        restoration.back_to,
    )
    publish(ServiceRestored(restoration.back_to, now=now))
    return restoration


def is_restoring() -> bool:
    """Whether there is a restore of which games are still to be told."""
    return Restoration.objects.filter(completed_at__isnull=True).exists()


def restore_games(*, now: datetime) -> bool:
    """
    Tell the next games of the oldest restoration that not all know; whether to go on.

    It notes how far it came: whoever is stopped in the middle, the next sweep goes on.
    A game in which something is decided meanwhile tells of it ahead of that.
    """
    unfinished = Restoration.objects.filter(completed_at__isnull=True)
    restoration = unfinished.order_by("pk").first()
    if restoration is None:
        return False
    games = Game.objects.filter(
        pk__gt=restoration.noted_up_to, created_at__lt=restoration.restored_at
    )
    going_on = games.exclude(status=Status.CANCELLED).exclude(
        status=Status.FINISHED, reveal_at=None
    )
    batch = list(going_on.order_by("pk").values_list("pk", flat=True)[:BATCH])
    for game_id in batch:
        with log_failure("Game %s could not be told of the restore", game_id):
            restore_game(game_id=game_id, now=now)
    noted = Restoration.objects.filter(pk=restoration.pk)
    if len(batch) < BATCH:
        noted.update(completed_at=now)
    else:
        noted.filter(noted_up_to__lt=batch[-1]).update(noted_up_to=batch[-1])
    return True


@transaction.atomic
def restore_game(*, game_id: int, now: datetime) -> None:
    """Record a restore in a game that does not tell of it yet, and draw it anew."""
    session = open_session(game_id, now=now)
    session.note_facts()
    if session.entries:
        session.save()
