"""What the hosts of a league or tournament do.

Name and description, the list, and who hosts can change at any time. The date of a
season can change until the season starts. The terms (pace, games, movers, pauses, and
what becomes of the games of players who drop out) can change at any time, too, but
games that have begun keep theirs. Everybody who plays or has entered gets an email
about a changed date or changed terms.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from games.accounts import users
from games.clocks import LIVE, PRESETS, preset_of
from games.errors import Refused
from games.leagues.dropping_out import drop_out_of_season
from games.leagues.schedule import open_season, schedule_start
from games.limits import LEAGUE_WORDS
from games.lobby.options import require_offered
from games.locks import lock_league
from games.models import Entrant, HostAct, League, Season, User
from games.models.games import SLUG_ALPHABET
from games.models.leagues import (
    GOING_ON,
    LONGEST_DESCRIPTION,
    LONGEST_LAST_WORD,
    LONGEST_LEAGUE_NAME,
    LONGEST_WORDS,
    DropOut,
    SeasonStatus,
)
from games.models.seats import CODE_LENGTH
from games.sanctions import require_may_begin
from games.signals import HostActed, LeagueClosed, LeaguePassed, publish
from games.talk.messages import clean_text, mute_notice
from stoneage_core.fields import MOST_SEATS
from stoneage_core.terms import Terms

#: A season can be scheduled to start at most this much later.
LONGEST_WAIT = timedelta(days=90)
#: What becomes known to all by an email if it changes: fields of ``LeagueTerms``, and
#: the date.
ANNOUNCED = (
    *("starts_at", "pace", "games_each", "movers", "pause_days", "break_minutes"),
    "drop_out",
)

NAMELESS = _("Give it a name.")
WRONG_DATE = _("The start has to be within the next 90 days.")
SEVERAL_LIVE = _("Live games are played one at a time: choose one.")
HOST_ALONE = _("Only the host can do that.")
NOT_IN_IT = _("Choose someone who has entered.")
PLAYED_NOW = _("The date of the next season follows from the end of this one.")


class LeagueTerms(NamedTuple):
    """
    What a league agrees on for all its seasons. ``pace`` is the name of a preset.
    ``options`` are fields of the terms of its tables. ``drop_out`` says what becomes of
    the games of players who drop out. ``break_minutes`` are between two rounds of a
    tournament; None if the host starts each round.
    """

    pace: str
    is_tournament: bool = False
    options: Mapping[str, Any] = {}
    is_listed: bool = False
    games_each: int = MOST_SEATS
    movers: int = 1
    pause_days: int = 7
    break_minutes: int | None = 10
    drop_out: str = DropOut.LOST.value


@transaction.atomic
def create_league(
    *,
    host: User,
    name: str,
    terms: LeagueTerms,
    now: datetime,
    starts_at: datetime | None = None,
    description: str = "",
) -> League:
    """
    Make a league whose first season waits for players. Without ``starts_at`` the host
    starts it. Raise Refused: (address_needed) for guests, (forbidden) if the host is
    barred from starting games, (invalid).
    """
    if host.is_guest:
        raise Refused("address_needed")
    require_may_begin(host, now)
    _require_date(starts_at, now)
    league = League(
        slug=get_random_string(CODE_LENGTH, SLUG_ALPHABET),
        host=host,
        created_at=now,
        is_tournament=terms.is_tournament,
        is_listed=terms.is_listed,
        terms=Terms(MOST_SEATS, **terms.options),
    )
    _write(league, name, description, terms)
    require_offered(league.terms, host)
    league.save()
    schedule_start(open_season(league, 1), starts_at, now)
    return league


@transaction.atomic
def change_league(
    *,
    league: League,
    by: User,
    name: str,
    description: str,
    terms: LeagueTerms,
    starts_at: datetime | None,
    now: datetime,
) -> tuple[str, ...]:
    """
    Change words, date and terms. Return the names of those changes that everybody in
    the league hears of.

    Kind and options stay. Raise Refused like ``create_league``, (invalid) for a date
    while another season is being played, (too_late) if the league has ended, and
    (forbidden) to others than the hosts.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    if league.closed_at is not None:
        raise Refused("too_late")
    season = league.current_season()
    before = terms_of(league)._asdict() | {"starts_at": season.starts_at}
    if starts_at != season.starts_at:
        if not season.is_open:
            raise Refused("invalid", PLAYED_NOW)
        _require_date(starts_at, now)
        schedule_start(season, starts_at, now)
    league.is_listed = terms.is_listed
    _write(league, name, description, terms)
    league.save()
    after = terms_of(league)._asdict() | {"starts_at": starts_at}
    changed = tuple(each for each in ANNOUNCED if before[each] != after[each])
    if changed:
        _announce(league, by, now, HostAct.What.CHANGED, words=" ".join(changed))
    return changed


def _write(league: League, name: str, description: str, terms: LeagueTerms) -> None:
    name = users.clean_name(name, LONGEST_LEAGUE_NAME)
    if not name:
        raise Refused("invalid", NAMELESS)
    if terms.pace not in PRESETS:
        raise Refused("invalid")
    if several_live(terms.pace, terms.games_each):
        raise Refused("invalid", SEVERAL_LIVE)
    league.name = name
    has_words = bool(description.strip())
    league.description = (
        clean_text(description, LONGEST_DESCRIPTION) if has_words else ""
    )
    league.terms = replace(league.terms, control=PRESETS[terms.pace])
    league.games_each, league.movers = terms.games_each, terms.movers
    league.pause_days = terms.pause_days
    league.break_minutes = terms.break_minutes
    league.drop_out = DropOut(terms.drop_out)


def several_live(pace: str | None, games_each: int) -> bool:
    """Return whether somebody would play several live games, with a clock in each."""
    return pace == LIVE and games_each > 1


def terms_of(league: League) -> LeagueTerms:
    """Return the terms of a league, without its options."""
    return LeagueTerms(
        pace=preset_of(league.terms.control) or "",
        is_tournament=league.is_tournament,
        is_listed=league.is_listed,
        games_each=league.games_each,
        movers=league.movers,
        pause_days=league.pause_days,
        break_minutes=league.break_minutes,
        drop_out=league.drop_out,
    )


def _require_date(starts_at: datetime | None, now: datetime) -> None:
    if starts_at is not None and not now < starts_at <= now + LONGEST_WAIT:
        raise Refused("invalid", WRONG_DATE)


@transaction.atomic
def remove_player(*, league: League, by: User, user_id: int, now: datetime) -> None:
    """
    Take a player out: of the season that is open, and of the one that is being played,
    whose games follow the league's rule for players who drop out. They can enter again
    only if a host invites them. Raise Refused (invalid) if they are in neither.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    member = next((m for m in league_members(league) if m.user_id == user_id), None)
    if member is None:
        raise Refused("invalid", NOT_IN_IT)
    league.kept_out.add(member.user)
    act = note_act(league, by, now, HostAct.What.REMOVED, user=member.user)
    publish(HostActed(act, member.season, (member.user,), now=now))
    drop_out_of_season(member, now)


@transaction.atomic
def write_to_all(*, league: League, by: User, text: str, now: datetime) -> None:
    """
    Send the host's words to everybody in the league. Raise Refused: (invalid) if there
    are none or too many, (forbidden) if the host is muted; and TooMany.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    if notice := mute_notice(by, now):
        raise Refused("forbidden", notice)
    words = clean_text(text, LONGEST_WORDS)
    LEAGUE_WORDS.spend(league.pk, now=now)
    _announce(league, by, now, HostAct.What.WROTE, words=words)


@transaction.atomic
def name_second_host(
    *, league: League, by: User, to: int | None, now: datetime
) -> None:
    """
    Let the entrant with the id ``to`` host as well; None ends that. Only the first host
    may do this. Raise Refused (invalid) if they are not among ``possible_hosts``.
    """
    league = lock_league(league.pk)
    require_first_host(league, by)
    entrant = None if to is None else possible_hosts(league).filter(pk=to).first()
    if to is not None and entrant is None:
        raise Refused("invalid", NOT_IN_IT)
    former = league.second_host
    league.second_host = None if entrant is None else entrant.user
    league.save(update_fields=["second_host"])
    if entrant is None:
        note_act(league, by, now, HostAct.What.DISMISSED, user=former)
    else:
        act = note_act(league, by, now, HostAct.What.APPOINTED, user=entrant.user)
        publish(HostActed(act, entrant.season, (entrant.user,), now=now))


@transaction.atomic
def close_league(*, league: League, by: User, now: datetime, word: str = "") -> None:
    """
    Let a league end with its current season. A season that waits for players is
    cancelled. One that is being played continues to its end. Its players learn of it,
    with the host's ``word``. Raise Refused (invalid) if that is too long, and
    (forbidden) if the host has one and is muted.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    if word.strip():
        if notice := mute_notice(by, now):
            raise Refused("forbidden", notice)
        league.last_word = clean_text(word, LONGEST_LAST_WORD)
        league.save(update_fields=["last_word"])
    if league.closed_at is None:
        note_act(league, by, now, HostAct.What.CLOSED)
    end_seasons(league, now)


@transaction.atomic
def hand_over_league(*, league: League, by: User, to: int, now: datetime) -> None:
    """
    Make the entrant with the id ``to`` the host. Only the first host may do this.

    Raise Refused (invalid) if they are not among ``possible_hosts``.
    """
    league = lock_league(league.pk)
    require_first_host(league, by)
    entrant = possible_hosts(league).filter(pk=to).first()
    if entrant is None:
        raise Refused("invalid", NOT_IN_IT)
    note_act(league, by, now, HostAct.What.HANDED_OVER, user=entrant.user)
    pass_league(league, entrant, by, now)


def pass_league(league: League, entrant: Entrant, by: User, now: datetime) -> None:
    """Make an entrant the host of a locked league, alone if they were second host."""
    league.host = entrant.user
    if league.second_host_id == entrant.user_id:
        league.second_host = None
    league.save(update_fields=["host", "second_host"])
    publish(LeaguePassed(entrant, by, now=now))


def possible_hosts(league: League) -> QuerySet[Entrant]:
    """Return the entrants to whom the host can hand over a league."""
    entrants = league.current_season().entrants.select_related("user")
    can_host = entrants.filter(
        user__email__isnull=False, user__is_active=True, excluded_at=None
    )
    return can_host.exclude(user=league.host_id).order_by("pk")


def end_seasons(league: League, now: datetime) -> None:
    """Idempotent."""
    if league.closed_at is not None:
        return
    league.closed_at = now
    league.save(update_fields=["closed_at"])
    members = league_members(league)
    waiting = league.seasons.filter(status=SeasonStatus.ENTERING)
    waiting.update(status=SeasonStatus.CALLED_OFF, ended_at=now, due_at=None)
    publish(LeagueClosed(league, members, now=now))


def league_members(league: League) -> tuple[Entrant, ...]:
    """
    Return an entrant for everybody who plays the current season or has entered the next
    one; of those who do both, the entrant who plays.
    """
    entrants = Entrant.objects.filter(
        season__league=league, season__status__in=GOING_ON, excluded_at=None
    ).select_related("user", "season__league")
    newest_first = entrants.filter(dropped_at=None).order_by("-season__number", "pk")
    return tuple({each.user_id: each for each in newest_first}.values())


def require_host(league: League, by: User) -> None:
    if not league.is_hosted_by(by.pk):
        raise Refused("forbidden", HOST_ALONE)


def require_first_host(league: League, by: User) -> None:
    if league.host_id != by.pk:
        raise Refused("forbidden", HOST_ALONE)


def note_start(league: League, by: User, season: Season, now: datetime) -> None:
    """Note that a host started a season by hand."""
    note_act(league, by, now, HostAct.What.STARTED, words=str(season.number))


def note_act(
    league: League,
    by: User,
    now: datetime,
    what: HostAct.What,
    *,
    user: User | None = None,
    words: str = "",
) -> HostAct:
    return HostAct.objects.create(
        league=league, by=by, user=user, what=what, words=words, at=now
    )


def _announce(
    league: League, by: User, now: datetime, what: HostAct.What, *, words: str
) -> None:
    """Note an act, and email everybody in the league except the host who did it."""
    act = note_act(league, by, now, what, words=words)
    members = (member.user for member in league_members(league))
    others = tuple(user for user in members if user.pk != by.pk)
    publish(HostActed(act, league.current_season(), others, now=now))
