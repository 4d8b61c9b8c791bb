"""Leagues and tournaments by a program: founded, entered, started, followed."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Query, Router, Status
from pydantic import AwareDatetime, Field

from games.accounts.users import LONGEST_NAME, clean_name
from games.api.caller import PLAY, READ, Caller, caller_of
from games.api.options import wanted_options, with_options
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.errors import Refused
from games.leagues import entering
from games.leagues.forms import GAMES_EACH, KINDS, MOVERS, PAUSES, TOURNAMENT
from games.leagues.page import LeaguePage, league_page
from games.leagues.seasons import season_of, start_season
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES
from games.lobby.lists import LeagueLists, league_lists
from games.models import League
from games.models.leagues import LONGEST_LEAGUE_NAME
from games.timekeeping.presets import PRESETS
from stoneage_core.fields import MOST_SEATS

router = Router(auth=READ, tags=["leagues"])

NO_SUCH_LEAGUE = "There is no such league."
SeasonNumber = Annotated[int, Query(ge=1, le=9999)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
LeagueName = Annotated[str, Field(max_length=LONGEST_LEAGUE_NAME)]


@dataclass(frozen=True)
@with_options(for_leagues=True)
class LeagueRequest:
    """
    A new league or tournament: its name, and what is agreed upon with all who enter.

    ``games_each`` are the games of a group, all at once; ``movers`` go up, or on to the
    next round; ``pause_days`` lie between two seasons of a league. Without
    ``starts_at`` it starts when the host says so. Where it ``is_listed`` everyone finds
    it.
    """

    name: LeagueName
    kind: Literal[tuple(dict(KINDS))] = "league"  # type: ignore[valid-type]
    pace: Literal[tuple(PRESETS)] = "unhurried"  # type: ignore[valid-type]
    games_each: Literal[tuple(dict(GAMES_EACH))] = MOST_SEATS  # type: ignore[valid-type]
    movers: Literal[tuple(dict(MOVERS))] = 1  # type: ignore[valid-type]
    pause_days: Literal[tuple(dict(PAUSES))] = 7  # type: ignore[valid-type]
    starts_at: AwareDatetime | None = None
    is_listed: bool = False


@dataclass(frozen=True)
class EntryRequest:
    """How the caller wants to be called, if they have no name yet or want another."""

    name: Name = ""


@router.post("/leagues", auth=PLAY, response={201: LeaguePage} | PROBLEMS)
def found_league(
    request: HttpRequest, wanted: Body[LeagueRequest]
) -> Status[LeaguePage]:
    """Found a league or a tournament, which its host enters as all others do."""
    caller = caller_of(request)
    NEW_LEAGUES.spend(caller.user.pk, now=caller.now)
    league = entering.create_league(
        host=caller.user,
        name=wanted.name,
        terms=entering.LeagueTerms(
            pace=wanted.pace,
            is_tournament=wanted.kind == TOURNAMENT,
            options=wanted_options(wanted),
            is_listed=wanted.is_listed,
            games_each=wanted.games_each,
            movers=wanted.movers,
            pause_days=wanted.pause_days,
        ),
        starts_at=wanted.starts_at,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, _told(league, caller))


@router.get("/leagues", response={200: LeagueLists} | PROBLEMS)
def list_leagues(request: HttpRequest) -> LeagueLists:
    """Return the caller's leagues, and those that everybody may enter."""
    return league_lists(caller_of(request).user)


@router.get("/leagues/{slug}", response={200: LeaguePage} | PROBLEMS)
def read_league(
    request: HttpRequest, slug: Slug, season: SeasonNumber | None = None
) -> LeaguePage:
    """Return a league with the tables of a season, of the latest without ``season``."""
    caller = caller_of(request)
    return _told(_find(caller, slug), caller, season)


@router.post("/leagues/{slug}/enter", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def enter(request: HttpRequest, slug: Slug, entry: Body[EntryRequest]) -> LeaguePage:
    """Enter the season that is open."""
    caller = caller_of(request)
    league, name = _find(caller, slug), clean_name(entry.name)
    entering.enter_league(league=league, user=caller.user, name=name, now=caller.now)
    return _told(league, caller)


@router.post("/leagues/{slug}/leave", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def leave(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Get out of the season that is open."""
    caller = caller_of(request)
    league = _find(caller, slug)
    entering.leave_league(league=league, user=caller.user)
    return _told(league, caller)


@router.post("/leagues/{slug}/start", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def start_open_season(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Start the season that is open; the host may."""
    caller = caller_of(request)
    league = _find(caller, slug)
    start_season(league=league, by=caller.user, now=caller.now)
    return _told(league, caller)


@router.post("/leagues/{slug}/close", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def close_hosted_league(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Let no other season come; the host may."""
    caller = caller_of(request)
    entering.close_league(league=_find(caller, slug), by=caller.user, now=caller.now)
    return _told(_find(caller, slug), caller)


def _find(caller: Caller, slug: str) -> League:
    """Return a league by its link; who tries many in vain is stopped."""
    try:
        return entering.find_league(slug)
    except Refused:
        JOIN_LINKS_TRIED.spend(caller.user.pk, now=caller.now)
        raise Refused("not_there", NO_SUCH_LEAGUE) from None


def _told(league: League, caller: Caller, season: int | None = None) -> LeaguePage:
    return league_page(league, season_of(league, season), caller.user)
