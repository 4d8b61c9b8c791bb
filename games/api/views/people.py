"""People by a program: what players show; leagues and tournaments, to be entered."""

from dataclasses import dataclass
from typing import Annotated

from django.http import HttpRequest
from ninja import Body, Query, Router
from pydantic import Field

from games.accounts.profile_page import ProfilePage, profile_page
from games.accounts.profiles import require_profile
from games.accounts.users import LONGEST_NAME, clean_name
from games.api.caller import PLAY, READ, Caller, caller_of
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.errors import NotThere
from games.leagues.entering import enter_league, find_league, leave_league
from games.leagues.page import LeaguePage, league_page
from games.leagues.seasons import season_of
from games.limits import JOIN_LINKS_TRIED, PROFILES
from games.lobby.league_lists import LeagueLists, league_lists
from games.models import League

router = Router(auth=READ, tags=["people"])

NO_SUCH_LEAGUE = "There is no such league."
SeasonNumber = Annotated[int, Query(ge=1, le=9999)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


@dataclass(frozen=True)
class EntryRequest:
    """How the caller wants to be called, if they have no name yet or want another."""

    name: Name = ""


@router.get("/players/{slug}", response={200: ProfilePage} | PROBLEMS)
def read_player(request: HttpRequest, slug: Slug) -> ProfilePage:
    """Return as much of somebody's games, pace and ratings as they show."""
    caller = caller_of(request)
    PROFILES.spend(caller.user.pk, now=caller.now)
    return profile_page(require_profile(slug), caller.user)


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
    enter_league(league=league, user=caller.user, name=name, now=caller.now)
    return _told(league, caller)


@router.post("/leagues/{slug}/leave", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def leave(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Get out of the season that is open."""
    caller = caller_of(request)
    league = _find(caller, slug)
    leave_league(league=league, user=caller.user)
    return _told(league, caller)


def _find(caller: Caller, slug: str) -> League:
    """Return a league by its link; who tries many in vain is stopped."""
    try:
        return find_league(slug)
    except NotThere:
        JOIN_LINKS_TRIED.spend(caller.user.pk, now=caller.now)
        raise NotThere(NO_SUCH_LEAGUE) from None


def _told(league: League, caller: Caller, season: int | None = None) -> LeaguePage:
    return league_page(league, season_of(league, season), caller.user)
