"""The page of a league: its terms, one of its seasons, its reader."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from games.leagues.tables import DivisionTable, division_tables
from games.models import League, Season
from games.models.leagues import SeasonStatus
from games.presentation import time_control_text
from games.presentation.league_text import (
    league_url,
    name_of_entrant,
    progress_of_season,
    season_name,
)
from games.timekeeping.presets import PRESETS


@dataclass(frozen=True)
class SeasonTab:
    """A season to be looked at, and what it is called."""

    number: int
    name: str


@dataclass(frozen=True)
class LeaguePage:
    """
    A league with one of its seasons, as its page shows them to a reader.

    While the season ``is_open`` the ``entrants`` are named, in the order in which they
    came; later they are in its ``divisions``. ``is_closed``: no other season comes.
    """

    slug: str
    url: str
    name: str
    host: str
    is_tournament: bool
    is_rated: bool
    is_closed: bool
    pace: str
    clock_terms: tuple[str, ...]
    games_each: int
    movers: int
    pause_days: int
    season: int
    season_name: str
    progress: str
    starts_at: datetime | None
    is_open: bool
    is_played: bool
    has_entered: bool
    is_host: bool
    entrants: tuple[str, ...]
    divisions: tuple[DivisionTable, ...]
    seasons: tuple[SeasonTab, ...]


def league_page(
    league: League, season: Season, reader: AbstractBaseUser | AnonymousUser
) -> LeaguePage:
    """Return the page of a league, with one of its seasons. Queries."""
    entrants = list(season.entrants.select_related("user").order_by("pk"))
    control = PRESETS[league.pace]
    return LeaguePage(
        slug=league.slug,
        url=f"{settings.SITE_URL}{league_url(league)}",
        name=league.name,
        host="" if league.host is None else league.host.name,
        is_tournament=league.is_tournament,
        is_rated=league.is_rated,
        is_closed=league.closed_at is not None,
        pace=time_control_text.name_of(control),
        clock_terms=tuple(time_control_text.term_list(control)),
        games_each=league.games_each,
        movers=league.movers,
        pause_days=league.pause_days,
        season=season.number,
        season_name=season_name(season),
        progress=progress_of_season(season),
        starts_at=season.starts_at,
        is_open=season.is_open,
        is_played=season.status == SeasonStatus.PLAYING,
        has_entered=(
            season.is_open and any(one.user_id == reader.pk for one in entrants)
        ),
        is_host=league.host_id is not None and league.host_id == reader.pk,
        entrants=tuple(map(name_of_entrant, entrants)) if season.is_open else (),
        divisions=tuple(division_tables(season, entrants, reader)),
        seasons=tuple(
            SeasonTab(each.number, season_name(each))
            for each in league.seasons.select_related("league").order_by("-number")
        ),
    )
