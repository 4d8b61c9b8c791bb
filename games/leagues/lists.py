"""Leagues in lists: one's own, and those that everybody may enter."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.leagues.page import league_url, season_name, where_is
from games.models import League, Season, User
from games.presentation import time_control_text
from games.timekeeping.presets import PRESETS

#: So many are listed, the newest first.
LISTED = 30


@dataclass(frozen=True)
class LeagueRow:
    """A league in a list."""

    url: str
    name: str
    is_tournament: bool
    where: str
    pace: str


def own_leagues(user: User) -> list[LeagueRow]:
    """Return the leagues that somebody hosts or has entered. Three queries."""
    entered = League.objects.filter(seasons__entrants__user=user)
    hosted = League.objects.filter(host=user)
    return _rows([*entered.values_list("pk", flat=True), *_keys(hosted)])


def listed_leagues() -> list[LeagueRow]:
    """Return the leagues that everybody may find and that go on. Two queries."""
    open_ones = League.objects.filter(is_listed=True, closed_at=None)
    return _rows(_keys(open_ones.order_by("-id")[:LISTED]))


def _keys(leagues: QuerySet[League]) -> list[int]:
    return list(leagues.values_list("pk", flat=True))


def _rows(leagues: list[int]) -> list[LeagueRow]:
    """Return a row for each league, by its latest season. One query."""
    seasons = Season.objects.filter(league__in=set(leagues)).select_related("league")
    latest = {season.league_id: season for season in seasons.order_by("number")}
    newest = sorted(latest.values(), key=lambda season: -season.league_id)
    return [_row(season) for season in newest[:LISTED]]


def _row(season: Season) -> LeagueRow:
    """Return the row of a league in a list, as its latest season stands."""
    league = season.league
    return LeagueRow(
        url=league_url(league),
        name=league.name,
        is_tournament=league.is_tournament,
        where=f"{season_name(season)}: {where_is(season)}",
        pace=time_control_text.name_of(PRESETS[league.pace]),
    )
