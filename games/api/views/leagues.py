"""Operations on leagues and tournaments: make, enter, start and read them."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Body, Path, Query, Router, Status
from pydantic import AwareDatetime, Field

from games.accounts.users import LONGEST_NAME, clean_name
from games.api.caller import PLAY, READ, Caller, caller_of
from games.api.examples import with_example
from games.api.options import wanted_options, with_options
from games.api.problems import PROBLEMS
from games.api.views.games import Page, Slug
from games.clocks import PRESETS
from games.errors import Refused
from games.leagues import entering, hosting, inviting, leaving
from games.leagues.dropping_out import drop_out
from games.leagues.forms import (
    BREAKS,
    BY_HOST,
    GAMES_EACH,
    KINDS,
    MOVERS,
    PAUSES,
    TOURNAMENT,
    USUAL,
)
from games.leagues.page import LeaguePage, league_page
from games.leagues.seasons import start_season
from games.limits import JOIN_LINKS_TRIED, NEW_LEAGUES
from games.lobby.lists import (
    FinishedLeague,
    LeagueLists,
    finished_leagues,
    league_lists,
)
from games.models import League
from games.models.leagues import (
    LONGEST_DESCRIPTION,
    LONGEST_LAST_WORD,
    LONGEST_LEAGUE_NAME,
    LONGEST_WORDS,
    DropOut,
)
from games.presentation.league_text import (
    InvitationRow,
    invitation_rows,
    name_of_entrant,
)

router = Router(auth=READ, tags=["leagues"])

NO_SUCH_LEAGUE = "There is no such league."
NO_SUCH_MEMBER = "Nobody in this league has this number."
SeasonNumber = Annotated[int, Query(ge=1, le=9999)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Email = Annotated[str, Field(max_length=254)]
#: The id of a member or an invitation.
Number = Annotated[int, Path(ge=1, le=2**63 - 1)]
LeagueName = Annotated[str, Field(max_length=LONGEST_LEAGUE_NAME)]
#: The minutes of a break that can be chosen, besides null.
_BREAKS = tuple(int(chosen) for chosen in dict(BREAKS) if chosen != BY_HOST)


@with_example(
    name="Thursday evenings",
    description="We play slowly, and talk a lot.",
    pace="a_move_a_day",
    movers=1,
    drop_out="substitute",
)
@dataclass(frozen=True)
class LeagueChange:
    """
    What the hosts of a league or tournament decide, in place of what it was.

    ``games_each`` is the number of games of a group, all played at once. ``movers`` is
    how many are promoted, or go on to the next round. ``pause_days`` is the pause
    between two seasons of a league, and ``break_minutes`` that between two rounds of a
    tournament, null if the host starts each round. ``drop_out`` says what becomes of
    the games of players who drop out. Without ``starts_at`` the host starts it. If it
    ``is_listed``, everyone can find it.
    """

    name: LeagueName
    description: Annotated[str, Field(max_length=LONGEST_DESCRIPTION)] = ""
    pace: Literal[tuple(PRESETS)] = USUAL.pace  # type: ignore[valid-type]
    games_each: Literal[tuple(dict(GAMES_EACH))] = USUAL.games_each  # type: ignore[valid-type]
    movers: Literal[tuple(dict(MOVERS))] = USUAL.movers  # type: ignore[valid-type]
    pause_days: Literal[tuple(dict(PAUSES))] = USUAL.pause_days  # type: ignore[valid-type]
    break_minutes: Literal[_BREAKS] | None = USUAL.break_minutes  # type: ignore[valid-type]
    drop_out: Literal[tuple(DropOut.values)] = USUAL.drop_out  # type: ignore[valid-type]
    starts_at: AwareDatetime | None = None
    is_listed: bool = False

    def terms(self) -> hosting.LeagueTerms:
        """Return the terms of a league, without its options."""
        return hosting.LeagueTerms(
            pace=self.pace,
            is_listed=self.is_listed,
            games_each=self.games_each,
            movers=self.movers,
            pause_days=self.pause_days,
            break_minutes=self.break_minutes,
            drop_out=self.drop_out,
        )


@with_example(name="Thursday evenings", pace="a_move_a_day", movers=1)
@dataclass(frozen=True)
@with_options(for_leagues=True)
class LeagueRequest(LeagueChange):
    """A new league or tournament, with its kind and its options, which never change."""

    kind: Literal[tuple(dict(KINDS))] = "league"  # type: ignore[valid-type]


@with_example(word="Thank you all. It was a pleasure.")
@dataclass(frozen=True)
class CloseRequest:
    """Closing a league, with a ``word`` of the host to its players, if any."""

    word: Annotated[str, Field(max_length=LONGEST_LAST_WORD)] = ""


@with_example(entrant=3)
@dataclass(frozen=True)
class LeagueHostRequest:
    """The player who becomes the host, by the ``entrant`` of the members."""

    entrant: Annotated[int, Field(ge=1, le=2**63 - 1)]


@with_example(entrant=3)
@dataclass(frozen=True)
class SecondHostRequest:
    """The player who hosts as well, by the ``entrant`` of the members, or null."""

    entrant: Annotated[int, Field(ge=1, le=2**63 - 1)] | None


@with_example(emails=["carol@example.org"])
@dataclass(frozen=True)
class LeagueInvitations:
    """The addresses of people who are invited to enter."""

    emails: Annotated[list[Email], Field(max_length=inviting.MOST_INVITED)]


@with_example(text="The season begins on Monday. Have fun!")
@dataclass(frozen=True)
class LeagueWords:
    """The words of a host to everybody in a league."""

    text: Annotated[str, Field(max_length=LONGEST_WORDS)]


@with_example(substitute="carol@example.org")
@dataclass(frozen=True)
class DropOutRequest:
    """
    Who is asked by email to take the caller's games over, where the league allows it.
    """

    substitute: Email = ""


@dataclass(frozen=True)
class LeagueMember:
    """A player who plays or has entered. ``can_host`` says if they may become host."""

    entrant: int
    name: str
    can_host: bool


@dataclass(frozen=True)
class LeaguePages:
    """A page of a list of leagues. ``pages`` is how many there are."""

    page: int
    pages: int
    count: int
    leagues: tuple[FinishedLeague, ...]


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
        description=wanted.description,
        terms=wanted.terms()._replace(
            is_tournament=wanted.kind == TOURNAMENT, options=wanted_options(wanted)
        ),
        starts_at=wanted.starts_at,
        now=caller.now,
    )
    return Status(HTTPStatus.CREATED, _page(league, caller))


@router.get("/leagues", response={200: LeagueLists} | PROBLEMS)
def list_leagues(request: HttpRequest) -> LeagueLists:
    """Return the caller's leagues, and those that everybody may enter."""
    return league_lists(caller_of(request).user)


@router.get("/finished-leagues", response={200: LeaguePages} | PROBLEMS)
def list_finished_leagues(request: HttpRequest, page: Page = 1) -> LeaguePages:
    """Return the leagues and tournaments that are over, latest first."""
    found, rows = finished_leagues(caller_of(request).user, str(page))
    pages = found.paginator
    return LeaguePages(found.number, pages.num_pages, pages.count, rows)


@router.put("/leagues/{slug}", auth=PLAY, response={200: LeaguePage} | PROBLEMS)
def change_hosted_league(
    request: HttpRequest, slug: Slug, wanted: Body[LeagueChange]
) -> LeaguePage:
    """Change the words, the date and the terms. Only the hosts may do this."""
    caller = caller_of(request)
    hosting.change_league(
        league=_find(caller, slug),
        by=caller.user,
        name=wanted.name,
        description=wanted.description,
        terms=wanted.terms(),
        starts_at=wanted.starts_at,
        now=caller.now,
    )
    return _page(_find(caller, slug), caller)


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


@router.post(
    "/leagues/{slug}/check-in", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def check_in(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Say that the caller is there for the live round that starts soon. Idempotent."""
    caller = caller_of(request)
    league = _find(caller, slug)
    entering.check_in(league=league, user=caller.user, now=caller.now)
    return _page(league, caller)


@router.post(
    "/leagues/{slug}/drop-out", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def drop_out_of_league(
    request: HttpRequest, slug: Slug, dropping: Body[DropOutRequest]
) -> LeaguePage:
    """Leave all games of the season that is being played, and the league."""
    caller = caller_of(request)
    drop_out(
        league=_find(caller, slug),
        user=caller.user,
        substitute=dropping.substitute,
        now=caller.now,
    )
    return _page(_find(caller, slug), caller)


@router.get("/leagues/{slug}/members", response={200: list[LeagueMember]} | PROBLEMS)
def list_members(request: HttpRequest, slug: Slug) -> list[LeagueMember]:
    """Return who plays or has entered. Only the hosts may read this."""
    caller = caller_of(request)
    league = _find(caller, slug)
    hosting.require_host(league, caller.user)
    able = {each.pk: each for each in hosting.possible_hosts(league)}
    members = {each.pk: each for each in hosting.league_members(league)}
    return [
        LeagueMember(pk, name_of_entrant(each), can_host=pk in able)
        for pk, each in sorted((able | members).items())
    ]


@router.post(
    "/leagues/{slug}/members/{number}/remove",
    auth=PLAY,
    response={200: LeaguePage} | PROBLEMS,
)
def remove_member(request: HttpRequest, slug: Slug, number: Number) -> LeaguePage:
    """Take a player out, by their entrant. Only the hosts may do this."""
    caller = caller_of(request)
    league = _find(caller, slug)
    hosting.require_host(league, caller.user)
    members = hosting.league_members(league)
    member = next((each for each in members if each.pk == number), None)
    if member is None:
        raise Refused("not_there", NO_SUCH_MEMBER)
    hosting.remove_player(
        league=league, by=caller.user, user_id=member.user_id, now=caller.now
    )
    return _page(_find(caller, slug), caller)


@router.post(
    "/leagues/{slug}/invitations", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def invite_to_league(
    request: HttpRequest, slug: Slug, invited: Body[LeagueInvitations]
) -> LeaguePage:
    """Invite people by email to enter the open season. Only the hosts may do this."""
    caller = caller_of(request)
    emails = inviting.addresses_in("\n".join(invited.emails))
    inviting.invite_people(
        league=_find(caller, slug), by=caller.user, emails=emails, now=caller.now
    )
    return _page(_find(caller, slug), caller)


@router.get(
    "/leagues/{slug}/invitations", response={200: list[InvitationRow]} | PROBLEMS
)
def list_league_invitations(request: HttpRequest, slug: Slug) -> list[InvitationRow]:
    """Return the invitations that nobody has accepted. Only the hosts may read them."""
    caller = caller_of(request)
    league = _find(caller, slug)
    hosting.require_host(league, caller.user)
    return invitation_rows(league)


@router.post(
    "/leagues/{slug}/invitations/{number}/remind",
    auth=PLAY,
    response={204: None} | PROBLEMS,
)
def remind_of_league_invitation(
    request: HttpRequest, slug: Slug, number: Number
) -> Status[None]:
    """Email an invitation once more. Only the hosts may do this, once a day."""
    caller = caller_of(request)
    inviting.remind_invited(
        league=_find(caller, slug), by=caller.user, number=number, now=caller.now
    )
    return Status(HTTPStatus.NO_CONTENT, None)


@router.post(
    "/leagues/{slug}/invitations/{number}/withdraw",
    auth=PLAY,
    response={204: None} | PROBLEMS,
)
def withdraw_league_invitation(
    request: HttpRequest, slug: Slug, number: Number
) -> Status[None]:
    """Withdraw an invitation. Only the hosts may do this. Idempotent."""
    caller = caller_of(request)
    inviting.withdraw_invitation(
        league=_find(caller, slug), by=caller.user, number=number, now=caller.now
    )
    return Status(HTTPStatus.NO_CONTENT, None)


@router.post(
    "/leagues/{slug}/decline", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def decline_league(request: HttpRequest, slug: Slug) -> LeaguePage:
    """Say that the caller, whom a host invited, does not want to enter. Idempotent."""
    caller = caller_of(request)
    league = _find(caller, slug)
    inviting.decline_invitation(league=league, user=caller.user, now=caller.now)
    return _page(league, caller)


@router.post("/leagues/{slug}/words", auth=PLAY, response={204: None} | PROBLEMS)
def write_to_league(
    request: HttpRequest, slug: Slug, words: Body[LeagueWords]
) -> Status[None]:
    """Email everybody in a league. Only the hosts may do this."""
    caller = caller_of(request)
    hosting.write_to_all(
        league=_find(caller, slug), by=caller.user, text=words.text, now=caller.now
    )
    return Status(HTTPStatus.NO_CONTENT, None)


@router.put(
    "/leagues/{slug}/second-host", auth=PLAY, response={200: LeaguePage} | PROBLEMS
)
def choose_second_host(
    request: HttpRequest, slug: Slug, wanted: Body[SecondHostRequest]
) -> LeaguePage:
    """Let a player host as well, or end that. Only the first host may do this."""
    caller = caller_of(request)
    hosting.name_second_host(
        league=_find(caller, slug), by=caller.user, to=wanted.entrant, now=caller.now
    )
    return _page(_find(caller, slug), caller)


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
