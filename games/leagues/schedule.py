"""When a season starts: its date, the reminder before, and a start without players."""

from datetime import datetime, timedelta

from games.clocks import LIVE, preset_of
from games.models import League, Season
from games.signals import SeasonPostponed, publish

#: How long before its start the players of a season are reminded; of a start that is
#: nearer than twice this, after half of the time.
REMIND_BEFORE = timedelta(days=2)
#: The same for live games, which begin only for players who check in; that is possible
#: from then on.
CHECK_IN_BEFORE = timedelta(hours=1)
#: The shortest break between two live rounds, so that players can check in.
SHORTEST_LIVE_BREAK = timedelta(minutes=10)


def needs_check_in(league: League) -> bool:
    """
    Return whether only players who have checked in get games. Live games need it,
    because a player who does not know of one loses it within the hour.
    """
    return preset_of(league.terms.control) == LIVE


def check_in_from(season: Season) -> datetime | None:
    """Return when check-in opens, or None if it is open already."""
    return None if season.starts_at is None else season.starts_at - CHECK_IN_BEFORE


def open_season(league: League, number: int) -> Season:
    """Return a new season without a date."""
    return Season.objects.create(league=league, number=number)


def schedule_start(season: Season, starts_at: datetime | None, now: datetime) -> None:
    """Let an open season start at a time, or when the host starts it."""
    season.starts_at, season.due_at = starts_at, None
    season.reminded_at = season.postponed_at = None
    if starts_at is not None:
        is_live = needs_check_in(season.league)
        lead = CHECK_IN_BEFORE if is_live else REMIND_BEFORE
        season.due_at = starts_at - min(lead, (starts_at - now) / 2)
    season.save()


def schedule_after_pause(season: Season, now: datetime) -> None:
    pause = timedelta(days=season.league.pause_days)
    schedule_start(season, now + pause, now)


def schedule_after_break(season: Season, now: datetime) -> None:
    """Let the next round of a tournament start after its break, or by the host."""
    minutes = season.league.break_minutes
    if minutes is not None:
        rest = timedelta(minutes=minutes)
        if needs_check_in(season.league):
            rest = max(rest, SHORTEST_LIVE_BREAK)
        schedule_start(season, now + rest, now)


def postpone_start(season: Season, now: datetime) -> None:
    """Let a season that has too few players wait for more."""
    season.starts_at = season.due_at = None
    season.postponed_at = now
    season.save()
    publish(SeasonPostponed(season, now=now))
