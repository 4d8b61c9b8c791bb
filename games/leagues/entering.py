"""Making, entering, leaving and closing leagues."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.clocks import PRESETS
from games.errors import Refused
from games.lobby.options import require_offered
from games.locks import lock_league, lock_user
from games.models import Entrant, League, Season, User
from games.models.games import SLUG_ALPHABET
from games.models.leagues import LONGEST_LAST_WORD, LONGEST_LEAGUE_NAME, SeasonStatus
from games.models.seats import CODE_LENGTH
from games.sanctions import require_may_begin
from games.signals import (
    CollectOwnData,
    LeagueClosed,
    LeaguePassed,
    publish,
    receives,
)
from games.talk.messages import clean_text, mute_notice
from stoneage_core.fields import MOST_SEATS
from stoneage_core.terms import Terms

#: Ten divisions of four. Their games all start within one request.
MOST_ENTRANTS = 40
#: A season can be scheduled to start at most this much later.
LONGEST_WAIT = timedelta(days=90)

FULL = _("All places are taken.")
NOT_OPEN = _("This season has started already. You can enter the next one.")
ROUNDS_STARTED = _("This tournament has started already.")
NAMELESS = _("Give it a name.")
WRONG_DATE = _("The start has to be within the next 90 days.")
HOST_ALONE = _("Only the host can do that.")
_ENTRANT = (
    *("season__league__slug", "season__number", "entered_at", "division", "rank"),
    "excluded_at",
)


class LeagueTerms(NamedTuple):
    """
    What a league agrees on for all its seasons. ``pace`` is the name of a preset.
    ``options`` are fields of the terms of its tables.
    """

    pace: str
    is_tournament: bool = False
    options: Mapping[str, Any] = {}
    is_listed: bool = False
    games_each: int = MOST_SEATS
    movers: int = 1
    pause_days: int = 7


@transaction.atomic
def create_league(
    *,
    host: User,
    name: str,
    terms: LeagueTerms,
    now: datetime,
    starts_at: datetime | None = None,
) -> League:
    """
    Make a league whose first season waits for players. Without ``starts_at`` the host
    starts it. Raise Refused: (address_needed) for guests, (forbidden) if the host is
    barred from starting games, (invalid).
    """
    if host.is_guest:
        raise Refused("address_needed")
    require_may_begin(host, now)
    name = users.clean_name(name, LONGEST_LEAGUE_NAME)
    if not name:
        raise Refused("invalid", NAMELESS)
    if terms.pace not in PRESETS:
        raise Refused("invalid")
    if starts_at is not None and not now < starts_at <= now + LONGEST_WAIT:
        raise Refused("invalid", WRONG_DATE)
    table = Terms(MOST_SEATS, PRESETS[terms.pace], **terms.options)
    require_offered(table, host)
    league = League.objects.create(
        slug=get_random_string(CODE_LENGTH, SLUG_ALPHABET),
        host=host,
        name=name,
        created_at=now,
        terms=table,
        is_tournament=terms.is_tournament,
        is_listed=terms.is_listed,
        games_each=terms.games_each,
        movers=terms.movers,
        pause_days=terms.pause_days,
    )
    open_season(league, 1, starts_at)
    return league


def open_season(league: League, number: int, starts_at: datetime | None) -> Season:
    return Season.objects.create(
        league=league, number=number, starts_at=starts_at, due_at=starts_at
    )


@transaction.atomic
def enter_league(
    *, league: League, user: User, now: datetime, name: str = ""
) -> Entrant:
    """
    Idempotent. Locks user and league. Raise Refused: (too_late) once the season has
    started, (invalid) if it is full or the user has no name, (address_needed) for
    guests, (forbidden) if the user is barred from new games or excluded from this
    league.
    """
    if user.is_guest:
        raise Refused("address_needed")
    user = lock_user(user.pk)
    league = lock_league(league.pk)
    season = require_open(league)
    require_may_begin(user, now)
    excluded = Entrant.objects.filter(season__league=league, excluded_at__isnull=False)
    if excluded.filter(user=user).exists():
        raise Refused("forbidden", _("The moderators took you out of this league."))
    if name:
        users.update_user(user=user, name=name)
    if not user.name:
        raise Refused("invalid", users.NAME_WANTED)
    entrants = Entrant.objects.filter(season=season)
    if own := entrants.filter(user=user).first():
        return own
    if entrants.count() >= MOST_ENTRANTS:
        raise Refused("invalid", FULL)
    return Entrant.objects.create(season=season, user=user, entered_at=now)


@transaction.atomic
def leave_league(*, league: League, user: User) -> None:
    """Idempotent."""
    season = require_open(lock_league(league.pk))
    Entrant.objects.filter(season=season, user=user).delete()


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
    end_seasons(league, now)


@transaction.atomic
def hand_over_league(*, league: League, by: User, to: int, now: datetime) -> None:
    """
    Make the entrant with the id ``to`` the host. Only the host may do this.

    Raise Refused (invalid) if they are not in the current season.
    """
    league = lock_league(league.pk)
    require_host(league, by)
    entrant = possible_hosts(league).filter(pk=to).first()
    if entrant is None:
        raise Refused("invalid", _("Choose someone who has entered."))
    league.host = entrant.user
    league.save(update_fields=["host"])
    publish(LeaguePassed(entrant, by, now=now))


def possible_hosts(league: League) -> QuerySet[Entrant]:
    """Return the entrants to whom the host can hand over a league."""
    entrants = league.current_season().entrants.select_related("user")
    can_host = entrants.filter(user__email__isnull=False, excluded_at=None)
    return can_host.exclude(user=league.host_id).order_by("pk")


def end_seasons(league: League, now: datetime) -> None:
    """Idempotent."""
    if league.closed_at is not None:
        return
    league.closed_at = now
    league.save(update_fields=["closed_at"])
    waiting = league.seasons.filter(status=SeasonStatus.ENTERING)
    waiting.update(status=SeasonStatus.CALLED_OFF, ended_at=now, due_at=None)
    publish(LeagueClosed(league.current_season(), now=now))


def exclude_entrant(entrant: Entrant, now: datetime) -> None:
    """Exclude a player for good. They stay in the tables, last of their division."""
    if entrant.excluded_at is None:
        entrant.excluded_at = now
        entrant.save(update_fields=["excluded_at"])


def require_open(league: League) -> Season:
    """May raise Refused (too_late)."""
    season = league.current_season()
    if not season.is_open:
        raise Refused("too_late", ROUNDS_STARTED if league.is_tournament else NOT_OPEN)
    return season


def require_host(league: League, by: User) -> None:
    if league.host_id != by.pk:
        raise Refused("forbidden", HOST_ALONE)


def find_league(slug: str) -> League:
    """Raise Refused (not_there) if there is none."""
    league = League.objects.select_related("host").filter(slug=slug).first()
    if league is None:
        raise Refused("not_there")
    return league


@receives(CollectOwnData)
def collect_leagues(survey: CollectOwnData) -> dict[str, Any]:
    user = survey.user
    return {
        "hosted_leagues": [*user.hosted_leagues.order_by("pk").values("slug", "name")],
        "league_seasons": [*user.entrants.order_by("pk").values(*_ENTRANT)],
    }


def lock_leagues_of(user: User) -> list[League]:
    """Lock the leagues that a user hosts, or whose open season they entered."""
    entries = Entrant.objects.filter(user=user, season__status=SeasonStatus.ENTERING)
    theirs = Q(host=user) | Q(pk__in=entries.values("season__league"))
    keys = League.objects.filter(theirs).order_by("pk").values_list("pk", flat=True)
    return [lock_league(pk) for pk in keys]


def leave_leagues(user: User, leagues: list[League], now: datetime) -> None:
    """
    Leave open seasons, and prevent further seasons of the user's own leagues.
    ``leagues`` are locked. Finished games stay in the tables, without the name. Running
    games are not handled here.
    """
    entries = Entrant.objects.filter(user=user, season__league__in=leagues)
    entries.filter(season__status=SeasonStatus.ENTERING).delete()
    for league in leagues:
        if league.host_id == user.pk:
            end_seasons(league, now)
            League.objects.filter(pk=league.pk).update(host=None)
