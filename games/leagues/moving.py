"""The sweep of seasons: they start, or end once all of their games are over."""

from datetime import datetime, timedelta

from django.db import transaction

from games.leagues.seasons import LOOKED_AT_EVERY, begin_season, end_season
from games.models import Season
from games.store.locks import lock_league

#: How long a season is put off that failed.
LATER = timedelta(hours=1)


def due_seasons(now: datetime, *, limit: int = 20) -> list[int]:
    """Return the ids of seasons that are to be looked at, the longest overdue first."""
    due = Season.objects.filter(due_at__lte=now, due_at__isnull=False)
    return list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:limit])


@transaction.atomic
def move_season_on(*, season_id: int, now: datetime) -> None:
    """Do what is due with a season, as of a moment. Idempotent. Locks the league."""
    league = lock_league(Season.objects.get(pk=season_id).league_id)
    season = Season.objects.get(pk=season_id)
    if season.due_at is None or season.due_at > now:
        return
    if season.is_open:
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
