"""The staff's pages of leagues: a list on the desk, and one page each."""

from datetime import datetime
from typing import Any

from games.leagues.entering import current_season
from games.leagues.page import division_tables
from games.models import League, ModerationAction, Season, User
from games.models.leagues import GOING_ON
from games.moderation import conflicts
from games.moderation.dashboard import LONGEST, DashboardRow, Section
from games.moderation.registry import actions_for, acts_done
from games.moderation.subjects import act_url, url_of
from games.presentation.league_text import league_url, progress_of_season, season_name


def leagues_section() -> Section:
    """Return the running leagues, latest first (one query)."""
    seasons = Season.objects.filter(status__in=GOING_ON).select_related("league")
    rows = []
    for season in seasons.order_by("-pk")[:LONGEST]:
        league = season.league
        where = f"{season_name(season)}: {progress_of_season(season)}"
        rows.append(DashboardRow(league.name, url_of(league), where, season.started_at))
    return Section("leagues", "Leagues", "No league is running.", tuple(rows))


def describe_league(league: League, by: User, now: datetime) -> dict[str, Any]:
    season = current_season(league)
    entrants = list(season.entrants.select_related("user").order_by("pk"))
    return {
        "league": league,
        "title": league.name,
        "where": f"{season_name(season)}: {progress_of_season(season)}",
        "page_url": league_url(league),
        "entrants": entrants,
        "divisions": tuple(division_tables(season, entrants)),
        "done": acts_done(ModerationAction.objects.filter(league=league)),
        "why_not": conflicts.conflict_of(by, league),
        "acts": [
            (one, act_url(league, one.key)) for one in actions_for(league, by, now)
        ],
    }
