"""What is due with seasons: they start, or end once all of their games are over."""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.db import transaction

from games.leagues.seasons import LOOKED_AT_EVERY, begin_season, end_season
from games.models import Season
from games.models.leagues import SeasonStatus
from games.now import database_now
from games.store.locks import lock_league

logger = logging.getLogger(__name__)

#: How long a season is put off that failed.
LATER = timedelta(hours=1)


@shared_task(name="games.leagues.move_seasons_on")
def move_seasons_on() -> None:
    """Start what is due to start, and end what is over; one that fails stops none."""
    now = database_now()
    for pk in due_seasons(now):
        try:
            move_season_on(season_id=pk, now=now)
        except Exception:
            logger.exception("Season %s could not be moved on", pk)
            postpone_season(season_id=pk, now=now)


def due_seasons(now: datetime, *, limit: int = 20) -> list[int]:
    """Return the ids of seasons that are to be looked at, the longest overdue first."""
    due = Season.objects.filter(due_at__lte=now, due_at__isnull=False)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:limit])


@transaction.atomic
def move_season_on(*, season_id: int, now: datetime) -> None:
    """Do what is due with a season, as of a moment. Idempotent. Locks the league."""
    league = lock_league(Season.objects.get(pk=season_id).league_id)
    season = Season.objects.get(pk=season_id)
    if season.due_at is None or season.due_at > now:
        return
    if season.status == SeasonStatus.ENTERING:
        begin_season(league, season, now)
    elif season.games.filter(ranks__isnull=True).exists():
        season.due_at = now + LOOKED_AT_EVERY
        season.save(update_fields=["due_at"])
    else:
        end_season(league, season, now)


def postpone_season(*, season_id: int, now: datetime) -> None:
    """Try again later because :func:`move_season_on` failed for a season."""
    seasons = Season.objects.filter(pk=season_id, due_at__isnull=False)
    seasons.update(due_at=now + LATER)
