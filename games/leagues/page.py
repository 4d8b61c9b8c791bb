"""What the page of a league shows: its terms, its tables, its games, its reader."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.profiles import profile_urls
from games.leagues.entering import current_season
from games.leagues.ladder import crossing, movers_of
from games.leagues.standings import Standing, rank_division
from games.models import (
    Entrant,
    League,
    LeagueGame,
    Season,
    Status,
    User,
)
from games.models.leagues import SeasonStatus
from games.moderation_log import public_log_of_league
from games.presentation import time_control_text
from games.presentation.text import decimal, join_list, name_of_user
from games.timekeeping.presets import PRESETS

UP, DOWN = "up", "down"


@dataclass(frozen=True)
class StandingRow:
    """A line of a table; ``move`` is where it leads: up, down or ''."""

    rank: int
    name: str
    profile_url: str
    points: str
    wins: int
    score: int
    played: int
    move: str
    is_reader: bool
    is_out: bool


@dataclass(frozen=True)
class LeagueGameRow:
    """A game of a division: who plays, clockwise from who starts, and how it stands."""

    url: str
    players: str
    is_over: bool
    result: str
    is_corrected: bool


@dataclass(frozen=True)
class DivisionTable:
    """A division, its table and its games."""

    number: int
    title: str
    rows: tuple[StandingRow, ...]
    games: tuple[LeagueGameRow, ...]


class SeasonTab(NamedTuple):
    """A season to be looked at, and what it is called."""

    number: int
    name: str


def league_url(league: League) -> str:
    """Return the path of the page of a league, which is its link."""
    return reverse("games:league", args=[league.slug])


def league_context(
    league: League, season: Season, reader: AbstractBaseUser | AnonymousUser
) -> dict[str, Any]:
    """Return the context of the page of a league, with one of its seasons."""
    latest = current_season(league)
    entrants = list(season.entrants.select_related("user").order_by("pk"))
    own = next((one for one in entrants if one.user_id == reader.pk), None)
    is_open = latest.status == SeasonStatus.ENTERING and season == latest
    return {
        "league": league,
        "season": season,
        "seasons": [
            SeasonTab(each.number, season_name(each))
            for each in league.seasons.select_related("league").order_by("-number")
        ],
        "season_name": season_name(season),
        "where": where_is(season),
        "is_open": is_open,
        "has_entered": is_open and own is not None,
        "is_host": league.host_id is not None and league.host_id == reader.pk,
        "entrants": [_name(one) for one in entrants] if is_open else [],
        "divisions": tuple(division_tables(season, entrants, reader)),
        "pace": time_control_text.name_of(PRESETS[league.pace]),
        "clock_terms": time_control_text.term_list(PRESETS[league.pace]),
        "moderation_log": public_log_of_league(league),
        "is_played": season.status == SeasonStatus.PLAYING,
    }


def division_tables(
    season: Season,
    entrants: Iterable[Entrant],
    reader: AbstractBaseUser | AnonymousUser | None = None,
) -> Iterable[DivisionTable]:
    """Yield the divisions of a season that has started, the highest first."""
    seated = [one for one in entrants if one.division is not None]
    games = list(season.games.select_related("game").order_by("pk"))
    sizes = Counter(one.division or 0 for one in seated)
    pages = profile_urls(one.user_id for one in seated)
    for number in sorted(sizes):
        own = [one for one in seated if one.division == number]
        played = [game for game in games if game.division == number]
        table = rank_division(own, played)
        names = {one.pk: _name(one) for one in own}
        yield DivisionTable(
            number=number,
            title=division_name(season, number),
            rows=tuple(
                _standing_row(
                    rank,
                    standing,
                    _move(season.league, sizes, number, rank),
                    pages.get(standing.entrant.user_id, ""),
                    reader,
                )
                for rank, standing in enumerate(table, start=1)
            ),
            games=tuple(_game_row(game, names) for game in played),
        )


def season_name(season: Season) -> str:
    """Return 'Season 2', or 'Round 2' of a tournament."""
    if season.league.is_tournament:
        return _("Round %(number)d") % {"number": season.number}
    return _("Season %(number)d") % {"number": season.number}


def division_name(season: Season, number: int) -> str:
    """Return 'Division 2', or 'Group 2' of a tournament."""
    if season.league.is_tournament:
        return _("Group %(number)d") % {"number": number}
    return _("Division %(number)d") % {"number": number}


def where_is(season: Season) -> str:
    """Say where a season stands."""
    return str(SeasonStatus(season.status).label)


def _name(entrant: Entrant) -> str:
    return name_of_user(entrant.user) or _("someone")


def _move(league: League, sizes: Mapping[int, int], number: int, rank: int) -> str:
    """Return where a rank in a division leads: up or on, down, or ''."""
    size = sizes[number]
    if league.is_tournament:
        goes_on = len(sizes) > 1 and rank <= movers_of(size, league.movers)
        return UP if goes_on else ""
    if number - 1 in sizes and rank <= crossing(sizes[number - 1], size, league.movers):
        return UP
    if number + 1 in sizes:
        leaving = crossing(size, sizes[number + 1], league.movers)
        return DOWN if rank > size - leaving else ""
    return ""


def _standing_row(
    rank: int,
    standing: Standing,
    move: str,
    profile_url: str,
    reader: AbstractBaseUser | AnonymousUser | None,
) -> StandingRow:
    entrant = standing.entrant
    is_out = entrant.excluded_at is not None
    return StandingRow(
        rank=rank,
        name=_name(entrant),
        profile_url=profile_url,
        points=decimal(standing.points, standing.half_points % 2),
        wins=standing.wins,
        score=standing.score,
        played=standing.played,
        move="" if is_out else move,
        is_reader=isinstance(reader, User) and reader.pk == entrant.user_id,
        is_out=is_out,
    )


def _game_row(row: LeagueGame, names: dict[int, str]) -> LeagueGameRow:
    players = [names.get(pk, _("someone")) for pk in row.entrants]
    winners = [
        name for name, rank in zip(players, row.ranks or [], strict=False) if rank == 1
    ]
    page = "games:result" if row.game.status == Status.FINISHED else "games:game"
    return LeagueGameRow(
        url=reverse(page, args=[row.game.slug]),
        players=join_list(players),
        is_over=row.ranks is not None,
        result=join_list(winners),
        is_corrected=row.is_corrected,
    )
