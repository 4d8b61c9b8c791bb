"""Leagues in lists: one's own, and those that everybody may enter."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.models import Entrant, League, Season, User
from games.presentation import time_control_text
from games.presentation.league_text import (
    league_url,
    progress_of_season,
    season_name,
)
from games.timekeeping.presets import PRESETS

#: How many are listed, the newest first.
LISTED = 30


@dataclass(frozen=True)
class LeagueRow:
    """
    A league in a list, by its latest season.

    ``can_enter``: that season is open, and the reader has not entered it.
    """

    slug: str
    url: str
    name: str
    is_tournament: bool
    progress: str
    pace: str
    is_going_on: bool
    can_enter: bool


@dataclass(frozen=True)
class LeagueLists:
    """A reader's own leagues, and others that are open to everybody."""

    own: tuple[LeagueRow, ...]
    listed: tuple[LeagueRow, ...]


def league_lists(reader: User | AnonymousUser) -> LeagueLists:
    """Return the lists of the page of all leagues. Six queries at most."""
    own = own_leagues(reader) if isinstance(reader, User) else ()
    seen = {row.slug for row in own}
    listed = _rows(Q(is_listed=True, closed_at=None) & ~Q(slug__in=seen), reader)
    return LeagueLists(own, listed)


def own_leagues(user: User) -> tuple[LeagueRow, ...]:
    """Return the leagues that somebody hosts or has entered. Three queries at most."""
    entered = Entrant.objects.filter(user=user).values("season__league")
    return _rows(Q(host=user) | Q(pk__in=entered), user)


def _rows(which: Q, reader: User | AnonymousUser) -> tuple[LeagueRow, ...]:
    """Return the rows of some leagues, the newest first. Three queries at most."""
    newest = League.objects.filter(which).order_by("-id")[:LISTED]
    leagues = list(newest.values_list("pk", flat=True))
    seasons = Season.objects.filter(league__in=leagues).select_related("league")
    latest = {season.league_id: season for season in seasons.order_by("number")}
    entered = _entered(latest.values(), reader)
    return tuple(_row(latest[pk], latest[pk].pk in entered) for pk in leagues)


def _entered(seasons: Iterable[Season], reader: User | AnonymousUser) -> set[int]:
    """Return which of some seasons a reader has entered. One query, for open ones."""
    waiting = [one.pk for one in seasons if one.is_open]
    if not waiting or not isinstance(reader, User):
        return set()
    entrants = Entrant.objects.filter(season__in=waiting, user=reader)
    return set(entrants.values_list("season", flat=True))


def _row(season: Season, has_entered: bool) -> LeagueRow:
    league = season.league
    return LeagueRow(
        slug=league.slug,
        url=league_url(league),
        name=league.name,
        is_tournament=league.is_tournament,
        progress=f"{season_name(season)}: {progress_of_season(season)}",
        pace=time_control_text.name_of(PRESETS[league.pace]),
        is_going_on=season.is_going_on,
        can_enter=season.is_open and not has_entered,
    )
