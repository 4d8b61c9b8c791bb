"""Restores from a backup: each game records the restore and gets a new seed."""

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

#: How many games are handled before the progress is saved.
BATCH = 100


def note_restoration(heart: Heartbeat, *, now: datetime) -> Restoration:
    """
    Record that the database was restored from a backup. Call this in a transaction.
    ``heart`` is the locked heartbeat. The backup's knowledge ends with its last beat.
    """
    restoration = Restoration.objects.create(
        back_to=min(heart.beat_at, now), restored_at=now
    )
    logger.warning(
        "The database was restored from a backup of %s: everything after it is lost",
        restoration.back_to,
    )
    publish(ServiceRestored(restoration.back_to, now=now))
    return restoration


def is_restoring() -> bool:
    """Return whether some games still have to record a restore."""
    return Restoration.objects.filter(completed_at__isnull=True).exists()


def restore_games(*, now: datetime) -> bool:
    """
    Record the oldest unfinished restore in the next games. Return whether there is
    more.

    The progress is saved, so that the next sweep can continue. A game in which
    something is decided in the meantime records the restore itself before the decision.
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
        with log_failure("Game %s could not record the restore", game_id):
            restore_game(game_id=game_id, now=now)
    noted = Restoration.objects.filter(pk=restoration.pk)
    if len(batch) < BATCH:
        noted.update(completed_at=now)
    else:
        noted.filter(noted_up_to__lt=batch[-1]).update(noted_up_to=batch[-1])
    return True


@transaction.atomic
def restore_game(*, game_id: int, now: datetime) -> None:
    """Record a restore in a game whose log lacks it, and give the game a new seed."""
    session = open_session(game_id, now=now)
    session.note_facts()
    if session.entries:
        session.save()
