"""The sweep of seasons: they start, or end once all of their games are over."""

from datetime import datetime

from django.db import transaction

from games.background.due_rows import DueRows
from games.leagues.seasons import LOOKED_AT_EVERY, begin_season, end_season
from games.models import Season
from games.store.locks import lock_league

#: Seasons that are to be looked at.
DUE_SEASONS = DueRows(Season.objects.all(), "due_at", batch=20)


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
