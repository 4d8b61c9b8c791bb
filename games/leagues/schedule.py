"""When a season starts: its date, the reminder before, and a start without players."""

from datetime import datetime, timedelta

from games.models import League, Season
from games.signals import SeasonPostponed, publish

#: How long before its start the players of a season are reminded; of a start that is
#: nearer than twice this, after half of the time.
REMIND_BEFORE = timedelta(days=2)


def open_season(league: League, number: int) -> Season:
    """Return a new season without a date."""
    return Season.objects.create(league=league, number=number)


def schedule_start(season: Season, starts_at: datetime | None, now: datetime) -> None:
    """Let an open season start at a time, or when the host starts it."""
    season.starts_at, season.due_at = starts_at, None
    season.reminded_at = season.postponed_at = None
    if starts_at is not None:
        season.due_at = starts_at - min(REMIND_BEFORE, (starts_at - now) / 2)
    season.save()


def schedule_after_pause(season: Season, now: datetime) -> None:
    pause = timedelta(days=season.league.pause_days)
    schedule_start(season, now + pause, now)


def postpone_start(season: Season, now: datetime) -> None:
    """Let a season that has too few players wait for more."""
    season.starts_at = season.due_at = None
    season.postponed_at = now
    season.save()
    publish(SeasonPostponed(season, now=now))
