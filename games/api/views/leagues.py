"""Operations on leagues and tournaments: make, enter, start and read them."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Query, Router, Status
from pydantic import AwareDatetime, Field

from games.accounts.users import LONGEST_NAME, clean_name
from games.api.caller import PLAY, READ, Caller, caller_of
from games.api.examples import with_example
from games.api.options import wanted_options, with_options
from games.api.problems import PROBLEMS
from games.api.views.games import Slug
from games.clocks import PRESETS
from games.errors import Refused
from games.leagues import entering, hosting, leaving
from games.leagues.forms import GAMES_EACH, KINDS, MOVERS, PAUSES, TOURNAMENT
from games.leagues.page import LeaguePage, league_page
from games.leagues.seasons import start_season
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES
from games.lobby.lists import LeagueLists, league_lists
from games.models import League
from games.models.leagues import LONGEST_LAST_WORD, LONGEST_LEAGUE_NAME
from games.presentation.league_text import name_of_entrant
from stoneage_core.fields import MOST_SEATS

router = Router(auth=READ, tags=["leagues"])

NO_SUCH_LEAGUE = "There is no such league."
SeasonNumber = Annotated[int, Query(ge=1, le=9999)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
LeagueName = Annotated[str, Field(max_length=LONGEST_LEAGUE_NAME)]


@with_example(name="Thursday evenings", pace="a_move_a_day", movers=1)
@dataclass(frozen=True)
@with_options(for_leagues=True)
class LeagueRequest:
    """
    A new league or tournament: its name, and its terms for all who enter.

    ``games_each`` is the number of games of a group, all played at once. ``movers`` is
    how many are promoted, or go on to the next round. ``pause_days`` is the pause
    between two seasons of a league. Without ``starts_at`` the host starts it. If it
    ``is_listed``, everyone can find it.
    """

    name: LeagueName
    kind: Literal[tuple(dict(KINDS))] = "league"  # type: ignore[valid-type]
    pace: Literal[tuple(PRESETS)] = "unhurried"  # type: ignore[valid-type]
    games_each: Literal[tuple(dict(GAMES_EACH))] = MOST_SEATS  # type: ignore[valid-type]
    movers: Literal[tuple(dict(MOVERS))] = 1  # type: ignore[valid-type]
    pause_days: Literal[tuple(dict(PAUSES))] = 7  # type: ignore[valid-type]
    starts_at: AwareDatetime | None = None
    is_listed: bool = False


@with_example(word="Thank you all. It was a pleasure.")
@dataclass(frozen=True)
class CloseRequest:
    """Closing a league, with a ``word`` of the host to its players, if any."""

    word: Annotated[str, Field(max_length=LONGEST_LAST_WORD)] = ""


@with_example(entrant=3)
@dataclass(frozen=True)
class LeagueHostRequest:
    """The player who becomes the host, by the ``entrant`` of ``possible_hosts``."""

    entrant: Annotated[int, Field(ge=1, le=2**63 - 1)]


@dataclass(frozen=True)
class PossibleHost:
    entrant: int
    name: str


@with_example(name="Alice")
@dataclass(frozen=True)
class EntryRequest:
    """The caller's name, if they have none yet or want another one."""

    name: Name = ""


@router.post("/leagues", auth=PLAY, response={201: LeaguePage} | PROBLEMS)
def found_league(
    request: HttpRequest, wanted: Body[LeagueRequest]
) -> Status[LeaguePage]:
    """Make a league or a tournament. Its host has to enter it like everybody else."""
    caller = caller_of(request)
    caller.spend(NEW_LEAGUES)
    league = hosting.create_league(
        host=caller.user,
        name=wanted.name,
        terms=hosting.LeagueTerms(
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
    return Status(HTTPStatus.CREATED, _page(league, caller))


@router.get("/leagues", response={200: LeagueLists} | PROBLEMS)
def list_leagues(request: HttpRequest) -> LeagueLists:
    """Return the caller's leagues, and those that everybody may enter."""
    return league_lists(caller_of(request).user)


@router.get("/leagues/{slug}", response={200: LeaguePage} | PROBLEMS)
def read_league(
    request: HttpRequest, slug: Slug, season: SeasonNumber | None = None
) -> LeaguePage:
    """Return a league with the tables of a season, by default the latest."""
    caller = caller_of(request)
    return _page(_find(caller, slug), caller, season)


@router.post("/leagues/{slug}/enter", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def enter(request: HttpRequest, slug: Slug, entry: Body[EntryRequest]) -> LeaguePage:
    """Enter the open season."""
    caller = caller_of(request)
    league, name = _find(caller, slug), clean_name(entry.name)
    entering.enter_league(league=league, user=caller.user, name=name, now=caller.now)
    return _page(league, caller)


@router.post("/leagues/{slug}/leave", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def leave(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Leave the open season."""
    caller = caller_of(request)
    league = _find(caller, slug)
    leaving.leave_league(league=league, user=caller.user)
    return _page(league, caller)


@router.post("/leagues/{slug}/start", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def start_open_season(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Start the open season. Only the host may do this."""
    caller = caller_of(request)
    league = _find(caller, slug)
    start_season(league=league, by=caller.user, now=caller.now)
    return _page(league, caller)


@router.post("/leagues/{slug}/close", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def close_hosted_league(
    request: HttpRequest, slug: Slug, closing: Body[CloseRequest]
) -> LeaguePage:
    """Prevent further seasons. Only the host may do this."""
    caller = caller_of(request)
    hosting.close_league(
        league=_find(caller, slug), by=caller.user, word=closing.word, now=caller.now
    )
    return _page(_find(caller, slug), caller)


@router.get(
    "/leagues/{slug}/possible-hosts", response={200: list[PossibleHost]} | PROBLEMS
)
def list_possible_hosts(request: HttpRequest, slug: Slug) -> list[PossibleHost]:
    """Return to whom the caller, as the host, can hand over a league."""
    caller = caller_of(request)
    league = _find(caller, slug)
    hosting.require_host(league, caller.user)
    hosts = hosting.possible_hosts(league)
    return [PossibleHost(each.pk, name_of_entrant(each)) for each in hosts]


@router.post(
    "/leagues/{slug}/hand-over", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def hand_over_hosted_league(
    request: HttpRequest, slug: Slug, wanted: Body[LeagueHostRequest]
) -> LeaguePage:
    """Make another player the host of a league. Only the host may do this."""
    caller = caller_of(request)
    hosting.hand_over_league(
        league=_find(caller, slug), by=caller.user, to=wanted.entrant, now=caller.now
    )
    return _page(_find(caller, slug), caller)


def _find(caller: Caller, slug: str) -> League:
    """Return a league by its slug. Callers who try many wrong slugs are stopped."""
    try:
        return entering.find_league(slug)
    except Refused:
        caller.spend(JOIN_LINKS_TRIED)
        raise Refused("not_there", NO_SUCH_LEAGUE) from None


def _page(league: League, caller: Caller, season: int | None = None) -> LeaguePage:
    return league_page(league, league.season(season), caller.user)
