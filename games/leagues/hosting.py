"""What the host of a league or tournament does: make it, close it, hand it over."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.accounts import users
from games.clocks import PRESETS
from games.errors import Refused
from games.leagues.schedule import open_season, schedule_start
from games.lobby.options import require_offered
from games.locks import lock_league
from games.models import Entrant, League, User
from games.models.games import SLUG_ALPHABET
from games.models.leagues import (
    GOING_ON,
    LONGEST_LAST_WORD,
    LONGEST_LEAGUE_NAME,
    SeasonStatus,
)
from games.models.seats import CODE_LENGTH
from games.sanctions import require_may_begin
from games.signals import LeagueClosed, LeaguePassed, publish
from games.talk.messages import clean_text, mute_notice
from stoneage_core.fields import MOST_SEATS
from stoneage_core.terms import Terms

#: A season can be scheduled to start at most this much later.
LONGEST_WAIT = timedelta(days=90)

NAMELESS = _("Give it a name.")
WRONG_DATE = _("The start has to be within the next 90 days.")
HOST_ALONE = _("Only the host can do that.")


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
    schedule_start(open_season(league, 1), starts_at, now)
    return league


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

    Raise Refused (invalid) if they are not among ``possible_hosts``.
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
    )
    newest_first = entrants.select_related("user").order_by("-season__number", "pk")
    return tuple({each.user_id: each for each in newest_first}.values())


def require_host(league: League, by: User) -> None:
    if league.host_id != by.pk:
        raise Refused("forbidden", HOST_ALONE)
